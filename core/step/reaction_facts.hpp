/// \file reaction_facts.hpp  What the reactions of an accepted step did: where energy was
/// dissipated, which contacts stick or slide, how deep they penetrate, and known defects of the
/// method.
#pragma once

#include "tactus/types.hpp"

namespace tactus::core {

/// Facts about the contacts of a stage, a step, or several steps. add() knows how each is combined.
struct ReactionFacts {
  // Energy that contact has taken out of the bodies, - sum R . (U_old + U) / 2, split into
  // tangential and normal components. For Moreau's method the sum of the two is minus the contact
  // energy.
  Real friction_dissipation = 0;  ///< J
  Real normal_energy_loss = 0;    ///< J, by impacts and dashpots; springs return theirs
  /// Number of contacts without a reaction, with one inside the friction cone, and with one on the
  /// cone.
  Index open = 0, sticking = 0, slipping = 0;
  Real depth = 0;  ///< m, greatest penetration at the geometry that the integrator froze
  /// m, excess of penetration at a first touch: how much deeper than dt |U|, the distance that the
  /// two sides approached in this step, a vertex is that did not touch the other body in the
  /// previous step. Zero if there is none. |U| is used instead of |U_N| because a vertex that
  /// enters beside a corner moves along the facet from which its depth is measured.
  Real new_contact_excess_depth = 0;
  /// Number of steps in which contacts with restitution (e > 0) shared a body and pushed at the
  /// same time. Newton's impact law gives no reliable answer then; see docs/theory/reactions.md.
  Index simultaneous_impacts = 0;
  /// kg m^2/s, error in angular momentum because a reaction acts at two different places of two
  /// bodies: gap times R_T for points that have no rotation. In the plane only the third component
  /// is used.
  Real angular_momentum_error[3] = {};
  Index immovable = 0;  ///< contacts between two things that cannot move, which are left out
  /// How far reactions lie outside Coulomb's cone: the largest |R_T| / (mu R_N) - 1, and the
  /// smallest R_N [N s]. Used by tests; laws with cohesion leave the cone by design.
  Real outside_of_cone = 0, least_normal = 0;

  void add(const ReactionFacts& more);
};

}  // namespace tactus::core
