#include "core/run/tally.hpp"

#include <algorithm>

namespace tactus::core {

void Tally::add_step(const StepFacts& facts, Real time) {
  retries_ += facts.retries;
  cuts_ += facts.cuts > 0;
  largest_work_ = std::max(largest_work_, facts.contact_work);
  if (!facts.forces.pairs.empty()) first_contact_ = std::min(first_contact_, time);
  for (const PairImpulse& now : facts.forces.pairs) {
    const auto at = std::lower_bound(
        pairs_.begin(), pairs_.end(), now, [](const Pair& p, const PairImpulse& n) {
          return std::pair(p.sum.body_a, p.sum.body_b) < std::pair(n.body_a, n.body_b);
        });
    if (at == pairs_.end() || at->sum.body_a != now.body_a || at->sum.body_b != now.body_b) {
      pairs_.insert(at, {now, time});
      continue;
    }
    for (int d = 0; d < 3; ++d) at->sum.impulse[d] += now.impulse[d];
  }
}

void Tally::add_audit(const AuditResult& result, Real time, View<Body> bodies) {
  ++audited_;
  crossings_ = std::max(crossings_, result.intersections);
  contained_ = std::max(contained_, result.contained);
  if (!result.clean()) first_bad_ = std::min(first_bad_, time);
  for (const AuditFinding& f : result.findings)
    if (blind_body_ == kNone && f.body_first == f.body_second &&
        bodies[f.body_first].type != BodyType::particle && !bodies[f.body_first].self_contact)
      blind_body_ = f.body_first;
}

void Tally::fill(Summary& summary, const Configuration& configuration) const {
  summary.retries = retries_;
  summary.cuts = cuts_;
  summary.contact.enabled = configuration.contact.enabled;
  if (first_contact_ < kNever) summary.contact.first_time = first_contact_;
  summary.contact.largest_work = largest_work_;
  for (const Pair& p : pairs_) {
    const auto name = [&](std::int32_t body) {
      return body == kManyBodies ? std::string("(zone)")
                                 : configuration.bodies[static_cast<std::size_t>(body)].name;
    };
    summary.contact.impulses.push_back(
        {.body_a = name(p.sum.body_a),
         .body_b = name(p.sum.body_b),
         .first_time = p.first_time,
         .impulse = {p.sum.impulse, p.sum.impulse + configuration.dim}});
  }
  summary.audit = {.every_step = configuration.output.audit == AuditConfig::steps,
                   .checked = audited_,
                   .intersections_max = crossings_,
                   .contained_max = contained_,
                   .first_bad_time = {},
                   .blind_body = {}};
  if (blind_body_ != kNone)
    summary.audit.blind_body = configuration.bodies[static_cast<std::size_t>(blind_body_)].name;
  if (first_bad_ < kNever) summary.audit.first_bad_time = first_bad_;
}

void Tally::save(Archive& archive) const {
  std::vector<Real> numbers{first_contact_, largest_work_, first_bad_};
  std::vector<Index> counts{retries_, cuts_, audited_, crossings_, contained_, blind_body_};
  for (const Pair& p : pairs_) {
    counts.insert(counts.end(), {p.sum.body_a, p.sum.body_b});
    numbers.push_back(p.first_time);
    numbers.insert(numbers.end(), p.sum.impulse, p.sum.impulse + 3);
  }
  archive.write("tally_numbers", numbers);
  archive.write("tally_counts", counts);
}

void Tally::load(Archive& archive, View<Body> bodies) {
  constexpr std::size_t kNumbers = 3, kCounts = 6;  // before those of the pairs
  std::vector<Real> numbers;
  std::vector<Index> counts;
  archive.read("tally_numbers", numbers);
  archive.read("tally_counts", counts);
  const auto is_body = [&](Index b) { return 0 <= b && b < static_cast<Index>(bodies.size()); };
  bool sound = counts.size() >= kCounts && counts.size() % 2 == 0 &&
               numbers.size() == kNumbers + 2 * (counts.size() - kCounts);
  for (std::size_t i = kCounts; sound && i < counts.size(); ++i)
    sound = is_body(counts[i]) || ((i - kCounts) % 2 == 1 && counts[i] == kManyBodies);
  if (!sound || (counts[5] != kNone && !is_body(counts[5])))
    throw Error("the checkpoint's \"tally\" is not of this program");
  first_contact_ = numbers[0], largest_work_ = numbers[1], first_bad_ = numbers[2];
  retries_ = counts[0], cuts_ = counts[1], audited_ = counts[2], crossings_ = counts[3];
  contained_ = counts[4], blind_body_ = counts[5];
  pairs_.clear();
  for (std::size_t i = 0; kCounts + 2 * i < counts.size(); ++i) {
    Pair p;
    p.sum.body_a = static_cast<std::int32_t>(counts[kCounts + 2 * i]);
    p.sum.body_b = static_cast<std::int32_t>(counts[kCounts + 1 + 2 * i]);
    p.first_time = numbers[kNumbers + 4 * i];
    std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(kNumbers + 1 + 4 * i), 3,
                p.sum.impulse);
    pairs_.push_back(p);
  }
}

}  // namespace tactus::core
