/// \file convergence_facts.hpp  How well the reactions of accepted steps satisfy friction and
/// non-penetration, as the kernel measures it.
#pragma once

#include <algorithm>
#include <string>

#include "tactus/types.hpp"

namespace tactus::core {

/// Facts about a step, or about several. The measure is resv of tactus/reactions/residual.hpp: the
/// natural residual of all contacts, relative to their velocities without reactions.
struct ConvergenceFacts {
  /// An accepted step whose resv is above this counts as coarse.
  static constexpr Real kCoarse = 1e-4;

  Index measured = 0;      ///< steps with contacts
  Real resv = 0;           ///< the largest of these steps
  Real largest = 0;        ///< m/s, largest natural residual of a contact in these steps
  Index accepted = 0;      ///< steps accepted although their reactions had not converged
  Index coarse = 0;        ///< of these, the steps with resv > kCoarse
  Real accepted_resv = 0;  ///< the largest of the accepted steps
  /// m, the largest of dt times the natural residual of a contact in an accepted step: how far it
  /// moves apart from where its law would have it.
  Real distance = 0;
  Real distance_reaches = 0;  ///< the same as a multiple of the gap up to which contacts are closed
  Real distance_facets = 0;   ///< the same as a multiple of the median length of a facet
  Real gain = 0;              ///< J, energy that contact added in accepted steps

  void add(const ConvergenceFacts& more) {
    measured += more.measured, accepted += more.accepted, coarse += more.coarse;
    gain += more.gain;
    for (auto member : {&ConvergenceFacts::resv, &ConvergenceFacts::largest,
                        &ConvergenceFacts::accepted_resv, &ConvergenceFacts::distance,
                        &ConvergenceFacts::distance_reaches, &ConvergenceFacts::distance_facets})
      this->*member = std::max(this->*member, more.*member);
  }
  /// Calls use(name, member) for each member, see named_fields.hpp.
  template <class Self, class Use>
  static void for_fields(const std::string& prefix, Self& self, const Use& use) {
    use(prefix + "measured", self.measured);
    use(prefix + "resv", self.resv);
    use(prefix + "largest", self.largest);
    use(prefix + "accepted", self.accepted);
    use(prefix + "coarse", self.coarse);
    use(prefix + "accepted_resv", self.accepted_resv);
    use(prefix + "distance", self.distance);
    use(prefix + "distance_reaches", self.distance_reaches);
    use(prefix + "distance_facets", self.distance_facets);
    use(prefix + "gain", self.gain);
  }
};

}  // namespace tactus::core
