#include "core/contact/pair_laws.hpp"

#include <algorithm>

#include "core/scene/capabilities.hpp"
#include "tactus/friction/touching.hpp"

namespace tactus::core {

PairLaws::PairLaws(const Configuration& configuration, const SurfacePairs& pairs,
                   const Scales& scales)
    : pairs_(pairs), touching_(friction::touching(scales)) {
  const std::vector<LawConfig>& laws = configuration.contact.laws;
  for (const LawConfig& law : laws) {
    laws_.push_back(static_cast<const ContactLaw*>(law.law.object.get()));
    columns_.push_back(history_columns(*laws_.back(), law.law.type));
    friction_.push_back(law.friction);
    restitution_.push_back(law.restitution);
    implicit_.push_back(claims_of(*laws_.back()).has(capability::implicit_law) ? 1 : 0);
    const Real wanted = laws_.back()->reach(scales);
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
