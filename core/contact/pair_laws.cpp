#include "core/contact/pair_laws.hpp"

#include <algorithm>

#include "core/support/plugin_fault.hpp"

namespace tactus::core {

PairLaws::PairLaws(const Configuration& configuration) : bodies_(configuration.bodies.size()) {
  const std::vector<LawConfig>& laws = configuration.contact.laws;
  for (const LawConfig& law : laws) {
    laws_.push_back(static_cast<const ContactLaw*>(law.law.object.get()));
    friction_.push_back(law.friction);
    restitution_.push_back(law.restitution);
  }
  reach_.assign(laws.size(), 0);
  table_.assign(bodies_ * bodies_, -1);
  for (std::size_t a = 0; a < bodies_; ++a)
    for (std::size_t b = 0; b < bodies_; ++b) {
      const auto found = std::find_if(
          laws.begin(), laws.end(), [&](const LawConfig& law) { return law.between_bodies(a, b); });
      if (found != laws.end())
        table_[a * bodies_ + b] = static_cast<std::int32_t>(found - laws.begin());
    }
}

void PairLaws::ask_reach(const Scales& scales) {
  for (std::size_t i = 0; i < laws_.size(); ++i)
    reach_[i] = calling(Kind::contact_law, [&] { return laws_[i]->reach(scales); });
}

Real PairLaws::largest_reach() const {
  return reach_.empty() ? 0 : *std::max_element(reach_.begin(), reach_.end());
}

bool PairLaws::remembers_absent(Real law) const {
  if (!(law >= 0 && law < static_cast<Real>(laws_.size()))) return false;
  return laws_[static_cast<std::size_t>(law)]->keeps_absent_history();
}

}  // namespace tactus::core
