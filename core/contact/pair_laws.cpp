#include "core/contact/pair_laws.hpp"

#include <algorithm>

#include "core/support/plugin_fault.hpp"

namespace tactus::core {

// With the strict condition gap <= 0 rounding errors would open contacts at rest, and whatever rests
// on them would creep.
Real touching_distance(const Scales& scales) {
  return std::max(1e-9 * scales.median_facet, 64 * 0x1p-52 * scales.coordinate);
}

PairLaws::PairLaws(const Configuration& configuration, const SurfacePairs& pairs,
                   const Scales& scales)
    : pairs_(pairs), touching_(touching_distance(scales)) {
  const std::vector<LawConfig>& laws = configuration.contact.laws;
  for (const LawConfig& law : laws) {
    laws_.push_back(static_cast<const ContactLaw*>(law.law.object.get()));
    friction_.push_back(law.friction);
    restitution_.push_back(law.restitution);
    const Real wanted = calling(Kind::contact_law, [&] { return laws_.back()->reach(scales); });
    reach_.push_back(std::max(wanted, touching_));
  }
}

Real PairLaws::largest_reach() const {
  return reach_.empty() ? 0 : *std::max_element(reach_.begin(), reach_.end());
}

bool PairLaws::remembers_absent(Real law) const {
  if (!(law >= 0 && law < static_cast<Real>(laws_.size()))) return false;
  return laws_[static_cast<std::size_t>(law)]->keeps_absent_history();
}

}  // namespace tactus::core
