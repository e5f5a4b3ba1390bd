/// \file reaction_facts.hpp  What the reactions of an accepted step did: who took the energy, who sticks
/// and who slides, how deep contacts are, and what the method is known to do wrong.
#pragma once

#include <string>

#include "tactus/types.hpp"

namespace tactus::core {

/// Of the contacts of a stage, a step, or several: add() knows how these come together.
struct ReactionFacts {
  // The work of contact, - sum R . (U_old + U) / 2 over tangential and normal components: what was taken
  // out of the bodies. Their sum is minus the contact energy where a method is Moreau's.
  Real friction_taken = 0;  ///< J
  Real normal_taken = 0;    ///< J, by impacts and dashpots; springs give theirs back
  /// Contacts without a reaction; with one inside of the cone of friction; with one on it.
  Index open = 0, sticking = 0, slipping = 0;
  Real depth = 0;  ///< m, the greatest at the geometry that the integrator froze
  /// m, by how much a vertex that did not touch the other body in the step before is deeper in it than
  /// dt |U|, which is how far the two came in this step; 0: none is. Not |U_N|: what enters beside a
  /// corner comes along the facet whose depth it then has.
  Real first_touch_excess = 0;
  /// Steps in which contacts with e > 0 pushed that share bodies: Newton's law then says nothing that
  /// can be relied on, see docs/theory/reactions.md.
  Index shared_impacts = 0;
  /// kg m^2/s that angular momentum lost or gained because a reaction acts at two places of two bodies:
  /// gap times R_T of what has no place to turn about. In the plane only the third.
  Real moment_defect[3] = {};
  Index immovable = 0;  ///< contacts of two things that cannot move, left out
  /// How far reactions are outside of Coulomb's cone: largest |R_T| / (mu R_N) - 1, and the least R_N,
  /// N s. For tests: laws with cohesion are outside by design.
  Real outside_of_cone = 0, least_normal = 0;

  void add(const ReactionFacts& more);
  /// Calls use(name, member) for what is gathered over steps, see named_fields.hpp.
  template <class Self, class Use>
  static void for_fields(const std::string& prefix, Self& self, const Use& use) {
    use(prefix + "friction_taken", self.friction_taken);
    use(prefix + "normal_taken", self.normal_taken);
    use(prefix + "depth", self.depth);
    use(prefix + "first_touch_excess", self.first_touch_excess);
    use(prefix + "shared_impacts", self.shared_impacts);
    use(prefix + "moment_defect", self.moment_defect);
    use(prefix + "immovable", self.immovable);
  }
};

}  // namespace tactus::core
