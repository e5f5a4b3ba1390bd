/// \file judges.hpp  What is asked of the motion of an everyday scene.
#pragma once

#include <string>

#include "motion.hpp"

namespace tactus::everyday {

/// The largest of some values, and words about where it is.
struct Extreme {
  Real value = 0;
  std::string where{};
};

/// Extremes of a motion, measured by separating axes and from the tables.
struct Measures {
  Real deepest = 0;  ///< m, of two bodies in each other
  /// Depth of an overlap in its first two steps, over 1.2 h |U_N| + 1e-4 of the size of the smaller body.
  Extreme born{};
  /// Depth of any overlap, over the same at its birth and what turning corners may have added since.
  Extreme lasting{};
  Real depth_differs = 0;  ///< m, largest excess of depth_m over separating axes
  Real depth_missed = 0;   ///< m, largest lack of depth_m below the depth of a corner
  Real above_start = 0;    ///< largest total energy above its start, over the kinetic energy then
  /// Largest rise in a step, of total and of kinetic energy, over the greatest kinetic energy so far.
  Real step_gain = 0, kinetic_gain = 0;
  /// The rise of the total energy in a step beyond h/2 g I, over the same. Reactions without restitution
  /// take energy from the free motion of the step, R.(B + U)/2 <= 0, and B is h g ahead of the velocity at
  /// its start; I is the upward impulse of floor and walls.
  Real unexplained_gain = 0;
  Real moved = 0;     ///< m, largest displacement of a corner or a centre
  Real accepted = 0;  ///< share of the steps with contacts that did not converge
};

Measures measure(const EverydayScene& scene, const Motion& motion);

}  // namespace tactus::everyday
