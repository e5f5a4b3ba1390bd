#include "core/run/tally.hpp"

#include <algorithm>

namespace tactus::core {

void Tally::add_step(const StepFacts& facts, Real time) {
  retries_ += facts.retries;
  cuts_ += facts.cuts > 0;
  largest_work_ = std::max(largest_work_, facts.contact_work);
  if (facts.forces.contacts > 0) first_contact_ = std::min(first_contact_, time);
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

void Tally::add_audit(const AuditResult& result, Real time) {
  ++audited_;
  crossings_ = std::max(crossings_, result.intersections);
  contained_ = std::max(contained_, result.contained);
  if (!result.clean()) first_bad_ = std::min(first_bad_, time);
}

void Tally::fill(Summary& summary, const Configuration& configuration) const {
  summary.retries = retries_;
  summary.cuts = cuts_;
  summary.contact.enabled = configuration.contact.enabled;
  if (first_contact_ < kNever) summary.contact.first_time = first_contact_;
  summary.contact.largest_work = largest_work_;
  for (const Pair& p : pairs_) {
    const auto name = [&](std::int32_t body) {
      return configuration.bodies[static_cast<std::size_t>(body)].name;
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
                   .first_bad_time = {}};
  if (first_bad_ < kNever) summary.audit.first_bad_time = first_bad_;
}

void Tally::save(Archive& archive) const {
  std::vector<Real> numbers{first_contact_, largest_work_, first_bad_};
  std::vector<Index> counts{retries_, cuts_, audited_, crossings_, contained_};
  for (const Pair& p : pairs_) {
    counts.insert(counts.end(), {p.sum.body_a, p.sum.body_b});
    numbers.push_back(p.first_time);
    numbers.insert(numbers.end(), p.sum.impulse, p.sum.impulse + 3);
  }
  archive.write("tally_numbers", numbers);
  archive.write("tally_counts", counts);
}

void Tally::load(Archive& archive) {
  std::vector<Real> numbers;
  std::vector<Index> counts;
  archive.read("tally_numbers", numbers);
  archive.read("tally_counts", counts);
  if (counts.size() < 5 || counts.size() % 2 == 0 || numbers.size() != 3 + 2 * (counts.size() - 5))
    throw Error("the checkpoint's \"tally\" is not of this program");
  first_contact_ = numbers[0], largest_work_ = numbers[1], first_bad_ = numbers[2];
  retries_ = counts[0], cuts_ = counts[1], audited_ = counts[2], crossings_ = counts[3];
  contained_ = counts[4];
  pairs_.clear();
  for (std::size_t i = 0; 5 + 2 * i < counts.size(); ++i) {
    Pair p;
    p.sum.body_a = static_cast<std::int32_t>(counts[5 + 2 * i]);
    p.sum.body_b = static_cast<std::int32_t>(counts[6 + 2 * i]);
    p.first_time = numbers[3 + 4 * i];
    std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(4 + 4 * i), 3, p.sum.impulse);
    pairs_.push_back(p);
  }
}

}  // namespace tactus::core
