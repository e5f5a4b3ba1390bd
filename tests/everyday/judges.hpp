/// \file judges.hpp  What is asked of the motion of an everyday scene.
#pragma once

#include <string>

#include "motion.hpp"

namespace tactus::everyday {

/// Extremes of a motion, measured by separating axes and from the tables.
struct Measures {
  Real deepest = 0;          ///< m, of two bodies in each other
  Real born = 0;             ///< largest depth of a new overlap, over what it may have
  std::string born_where{};  ///< about that one
  Real depth_differs = 0;    ///< m, largest excess of depth_m over separating axes
  Real depth_missed = 0;     ///< m, largest depth of which depth_m shows less than half
  Real above_start = 0;      ///< largest total energy above its start, over the kinetic energy then
  /// Largest rise in a step, of total and of kinetic energy, over the greatest kinetic energy so far.
  Real step_gain = 0, kinetic_gain = 0;
  Real moved = 0;     ///< m, largest displacement of a corner or a centre
  Real accepted = 0;  ///< share of the steps with contacts that did not converge
};

/// @param ages  in how many steps after its birth an overlap counts as new; 0: as long as it lasts
Measures measure(const EverydayScene& scene, const Motion& motion, int ages);

}  // namespace tactus::everyday
