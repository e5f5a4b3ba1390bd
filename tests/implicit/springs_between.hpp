// Scenes of energy_momentum with the springs of penalty: elastic disks in walls, and what is seen of a run.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "tests/support/simulation.hpp"

namespace tactus::testing {

inline constexpr const char* kMiddle = R"({"type": "energy_momentum", "contact": "middle"})";

inline std::string springs(Real stiffness, const std::string& constraint,
                           const std::string& more = {}) {
  return fmt::format(R"("contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {},
    "solver": {{"type": "penalty", "stiffness": {}{}}}}})",
                     constraint, stiffness, more);
}

/// PA-1's material, as a disk.
inline std::string disk_of_rings(int rings) {
  return fmt::format(R"("density": 1, "mesh": {{"type": "disk", "radius": 0.5, "rings": {}}},
    "material": {{"type": "st_venant_kirchhoff", "young": 2666.6666666666665, "poisson": 0.3333333333333333}})",
                     rings);
}

/// A box from -1 to `upper` in both directions.
inline std::string walls_to(Real upper) {
  return fmt::format(R"(
  {{"name": "floor", "type": "obstacle", "half_space": {{"point": [0, -1], "normal": [0, 1]}}}},
  {{"name": "ceiling", "type": "obstacle", "half_space": {{"point": [0, {0}], "normal": [0, -1]}}}},
  {{"name": "west", "type": "obstacle", "half_space": {{"point": [-1, 0], "normal": [1, 0]}}}},
  {{"name": "east", "type": "obstacle", "half_space": {{"point": [{0}, 0], "normal": [-1, 0]}}}})",
                     upper);
}
inline constexpr const char* kWithWalls = R"([{"type": "half_space", "between": ["*", "floor"]},
  {"type": "half_space", "between": ["*", "ceiling"]}, {"type": "half_space", "between": ["*", "west"]},
  {"type": "half_space", "between": ["*", "east"]}, {"type": "node_to_facet"}])";

struct SpringCourse {
  Real drift = 0;  ///< largest change of the energy since the start, over its value there
  Index contacts = 0, retries = 0;
};

inline SpringCourse run_with_springs(Simulation& s) {
  SpringCourse course;
  const Real start = s.balance.total();
  s.run([&](Simulation& now) {
    course.drift = std::max(course.drift, std::abs(now.balance.total() - start) / start);
    course.contacts += now.stepper.facts().contact.forces.contacts > 0;
    course.retries += now.stepper.facts().retries;
  });
  return course;
}

}  // namespace tactus::testing
