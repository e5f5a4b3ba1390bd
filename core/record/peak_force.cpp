#include "core/record/peak_force.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/contact/pair_records.hpp"
#include "core/support/named_fields.hpp"

namespace tactus::core {
namespace {

constexpr Real kTransits = 4;           // of a pressure wave through the thinnest element
constexpr Real kShareOfContact = 0.01;  // of the time in contact
constexpr Real kRounding = 1e-6;        // of a bin: ends of steps that meet ends of bins
constexpr Real kFarthest = 1e15;        // bins after the origin, which an Index counts exactly
constexpr const char* kName = "tally_peaks_";

}  // namespace

void ImpulseBins::add(const Real (&impulse)[3], Real begin, Real end) {
  if (bins_.empty()) origin_ = begin, width_ = end - begin;
  const auto place = [&](Real time) { return (time - origin_) / width_; };
  while (place(end) - place(begin) > static_cast<Real>(kMostBins) / 2 || place(end) > kFarthest)
    widen();
  const Real from = std::max(place(begin), Real{0}), to = place(end);
  const auto first = static_cast<Index>(std::floor(from + kRounding));
  const auto last = std::max(first, static_cast<Index>(std::ceil(to - kRounding)) - 1);
  for (Index bin = first; bin <= last; ++bin) {
    const Real low = bin == first ? from : static_cast<Real>(bin);
    const Real high = bin == last ? to : static_cast<Real>(bin + 1);
    add_to(bin, impulse, first == last ? 1 : (high - low) / (to - from));
  }
  while (bins_.size() > kMostBins) widen();
}

void ImpulseBins::add_to(Index bin, const Real (&impulse)[3], Real share) {
  if (bins_.empty() || bins_.back().at < bin) bins_.push_back({.at = bin, .impulse = {}});
  for (int d = 0; d < 3; ++d) bins_.back().impulse[d] += share * impulse[d];
}

void ImpulseBins::widen() {
  width_ *= 2;
  std::size_t kept = 0;
  for (const Bin& bin : bins_) {
    const Index at = bin.at / 2;
    if (kept > 0 && bins_[kept - 1].at == at)
      for (int d = 0; d < 3; ++d) bins_[kept - 1].impulse[d] += bin.impulse[d];
    else
      bins_[kept] = bin, bins_[kept++].at = at;
  }
  bins_.resize(kept);
}

ImpulseBins::Peak ImpulseBins::peak(Real window) const {
  if (bins_.empty()) return {};
  auto many = static_cast<Index>(std::max(Real{1}, std::ceil(window / width_ - kRounding)));
  // Impulses of implicit steps are too large and too small in turn.
  if (many % 2 == 1 && many < static_cast<Index>(bins_.size())) ++many;
  Peak found{.force = 0, .window = static_cast<Real>(many) * width_};
  for (std::size_t i = 0; i < bins_.size(); ++i) {
    Real sum[3] = {};
    for (std::size_t j = i; j < bins_.size() && bins_[j].at < bins_[i].at + many; ++j)
      for (int d = 0; d < 3; ++d) sum[d] += bins_[j].impulse[d];
    found.force = std::max(found.force, std::hypot(sum[0], sum[1], sum[2]) / found.window);
  }
  return found;
}

void ImpulseBins::set(Real origin, Real width, std::vector<Bin> bins) {
  const bool in_order =
      std::ranges::is_sorted(bins, {}, &Bin::at) && (bins.empty() || bins.front().at >= 0);
  if (!in_order || bins.size() > kMostBins || !std::isfinite(origin) || !(width > 0))
    throw Error(fmt::format("the checkpoint's \"{}\" is not of this program", kName));
  origin_ = origin, width_ = width, bins_ = std::move(bins);
}

std::vector<Real> wave_transits(const Model& model) {
  const Mesh all{.dim = model.dim(),
                 .points = {model.reference().begin(), model.reference().end()},
                 .elements = {model.elements().begin(), model.elements().end()},
                 .groups = {}};
  std::vector<Real> thinnest(model.bodies().size(), kUnlimited);
  const std::vector<Real> altitudes = smallest_altitudes(all);
  for (std::size_t e = 0; e < altitudes.size(); ++e) {
    Real& least = thinnest[static_cast<std::size_t>(model.element_body()[e])];
    least = std::min(least, altitudes[e]);
  }
  std::vector<Real> transits(thinnest.size(), 0);
  for (std::size_t b = 0; b < thinnest.size(); ++b) {
    const ModelBody& body = model.bodies()[b];
    if (!body.material || thinnest[b] == kUnlimited) continue;
    const Real modulus = body.material->p_wave_modulus();
    if (modulus > 0) transits[b] = thinnest[b] / std::sqrt(modulus / body.density);
  }
  return transits;
}

void PeakForces::add_step(const std::vector<PairImpulse>& pairs, Real time, Real dt) {
  add_to_records(
      pairs_, pairs,
      [](const PairImpulse& now) {
        return Pair{.body_a = now.body_a, .body_b = now.body_b, .bins = {}};
      },
      [&](Pair& pair, const PairImpulse& now) { pair.bins.add(now.impulse, time - dt, time); });
}

ImpulseBins::Peak PeakForces::peak(std::int32_t body_a, std::int32_t body_b,
                                   const std::vector<Real>& transits) const {
  const Pair wanted{.body_a = body_a, .body_b = body_b, .bins = {}};
  const auto at = std::lower_bound(pairs_.begin(), pairs_.end(), wanted, BodyOrder{});
  if (at == pairs_.end() || BodyOrder{}(wanted, *at)) return {};
  Real transit = 0;
  for (const std::int32_t body : {body_a, body_b})
    if (0 <= body && body < static_cast<std::int32_t>(transits.size()))
      transit = std::max(transit, transits[static_cast<std::size_t>(body)]);
  return at->bins.peak(std::max(kTransits * transit, kShareOfContact * at->bins.filled()));
}

namespace {

/// The bins of all pairs as columns, in which form a checkpoint stores them.
struct PeakColumns {
  std::vector<Real> body_a, body_b, origin, width, count;  ///< [pairs]
  std::vector<Real> at, impulse;                           ///< [bins], [bins * 3]

  template <class Self, class Use>
  static void for_fields(Self& self, const Use& use) {
    const std::string prefix = kName;
    use(prefix + "body_a", self.body_a), use(prefix + "body_b", self.body_b);
    use(prefix + "origin", self.origin), use(prefix + "width", self.width);
    use(prefix + "count", self.count);
    use(prefix + "at", self.at), use(prefix + "impulse", self.impulse);
  }
  bool agree() const {
    Real bins = 0;
    for (const Real n : count)
      if (n >= 0 && n <= ImpulseBins::kMostBins && n == std::floor(n)) bins += n;
    const std::size_t pairs = body_a.size();
    return body_b.size() == pairs && origin.size() == pairs && width.size() == pairs &&
           count.size() == pairs && static_cast<Real>(at.size()) == bins &&
           impulse.size() == 3 * at.size();
  }
};

}  // namespace

void PeakForces::save(Archive& archive) const {
  PeakColumns columns;
  for (const Pair& pair : pairs_) {
    columns.body_a.push_back(pair.body_a), columns.body_b.push_back(pair.body_b);
    columns.origin.push_back(pair.bins.origin()), columns.width.push_back(pair.bins.width());
    columns.count.push_back(static_cast<Real>(pair.bins.bins().size()));
    for (const ImpulseBins::Bin& bin : pair.bins.bins()) {
      columns.at.push_back(static_cast<Real>(bin.at));
      columns.impulse.insert(columns.impulse.end(), bin.impulse, bin.impulse + 3);
    }
  }
  PeakColumns::for_fields(columns, FieldWriter(archive));
}

void PeakForces::load(Archive& archive) {
  PeakColumns columns;
  bool complete = true;
  PeakColumns::for_fields(columns, [&](const std::string& name, std::vector<Real>& values) {
    complete &= archive.read(name, values);
  });
  if (!complete || !columns.agree())
    throw Error(fmt::format("the checkpoint's \"{}\" is not of this program", kName));
  pairs_.clear();
  std::size_t from = 0;
  for (std::size_t i = 0; i < columns.body_a.size(); ++i) {
    std::vector<ImpulseBins::Bin> bins(static_cast<std::size_t>(columns.count[i]));
    for (ImpulseBins::Bin& bin : bins) {
      bin.at = static_cast<Index>(columns.at[from]);
      std::copy_n(columns.impulse.data() + 3 * from++, 3, bin.impulse);
    }
    pairs_.push_back({.body_a = static_cast<std::int32_t>(columns.body_a[i]),
                      .body_b = static_cast<std::int32_t>(columns.body_b[i]),
                      .bins = {}});
    pairs_.back().bins.set(columns.origin[i], columns.width[i], std::move(bins));
  }
}

}  // namespace tactus::core
