// A pile in Tactus: in this process, without tables and files, with all steps timed.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/box2d/pile.hpp"

namespace tactus::bench {

/// What a program made of a pile.
struct Course {
  std::vector<Real> seconds;    ///< of each step
  std::vector<Real> residuals;  ///< m/s, the largest of a contact, of the steps that were looked at
  Real deepest = 0;             ///< m, of the states that were looked at
  Real at_end = 0;              ///< m, of the last one
  Real detection = 0, solver = 0;  ///< s, of all steps together, where the program says so
  Index again = 0;                 ///< attempts at a step that were given up
  Real end = 0;                    ///< s, where it ended
};

/// A state in so many steps is looked at: its depth is measured.
constexpr Index kLookEvery = 10;

/// The configuration of a pile, with the solver and the law that `tactus solve` takes by default.
std::string configuration_of(const Pile& pile);

/// To the end, or to a step that cannot be made: what is printed then says why. One thread is timed by
/// its own clock, two by the clock on the wall.
Course pour_in_tactus(const Pile& pile, int threads);

}  // namespace tactus::bench
