// Heaps of rigid bodies that something hits, with newmark: whatever meets whatever, energy and
// momenta are those of the start.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "tests/property/everyday_seeds.hpp"
#include "tests/property/plane_polygon.hpp"
#include "tests/property/random_numbers.hpp"
#include "tests/support/measured.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using namespace tactus::property;

namespace {

/// Bodies of one kind on a grid with random gaps, and one of them that comes from the left.
std::string break_up(unsigned seed, bool round) {
  RandomNumbers random(seed);
  const int rows = 1 + random.pick(3), columns = 1 + random.pick(4);
  const Real gap = random.logarithmic(1e-4, 0.1), speed = random.logarithmic(0.1, 10);
  std::string bodies;
  const auto add = [&](const std::string& name, Real x, Real y, Real vx) {
    const Real size = random.uniform(0.3, 0.5), density = random.logarithmic(0.1, 10);
    std::string shape = fmt::format(R"("radius": {})", size);
    if (!round) {
      const int corners = 3 + random.pick(5);
      const Real turned = random.uniform(0, 2 * kPi);
      std::string points;
      for (int k = 0; k < corners; ++k) {
        const Point p = size * towards(turned + 2 * kPi * k / corners);
        points += fmt::format("{}[{}, {}]", k ? ", " : "", p[0], p[1]);
      }
      shape = fmt::format(R"("mesh": {{"type": "polygon", "size": 2, "points": [{}]}})", points);
    }
    bodies += fmt::format(R"({}{{"name": "{}", "type": "rigid", {}, "translate": [{}, {}],
      "density": {}, "velocity": [{}, 0]}})",
                          bodies.empty() ? "" : ", ", name, shape, x, y, density, vx);
  };
  for (int i = 0; i < columns; ++i)
    for (int k = 0; k < rows; ++k)
      add(fmt::format("b{}{}", i, k), i * (1 + gap), (k - (rows - 1) / 2.) * (1 + gap), 0);
  add("cue", -1.2, random.uniform(-0.4, 0.4), speed);
  return fmt::format(R"({{"dimension": 2, "bodies": [{}], "integrator": {{"type": "newmark"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "{}"}},
                 "solver": {{"type": "local_sqp"}}}},
    "time": {{"end": {}, "step": {}}}, "output": {{"audit": "steps"}}}})",
                     bodies, round ? "particle_gap" : "vertex_edge", 3 / speed, 3e-3 / speed);
}

void check_break_ups(Seeds seeds) {
  Index touched = 0, zones = 0;
  Real worst = 0, largest = 0;
  for (unsigned seed = seeds.first; seed <= seeds.last; ++seed) {
    const bool round = seed % 2 == 0;
    testing::Simulation s(break_up(seed, round));
    testing::MeasuredBySolver ratio(s, "correction_over_motion");
    CAPTURE(seed, round);
    Index in_zones = 0, contacts = 0, dirty = 0;
    Real energy = 0;
    s.run([&](testing::Simulation& now) {
      in_zones += now.stepper.facts().contact.forces.impact_zone_nodes > 0;
      contacts += now.stepper.facts().contact.forces.contacts > 0;
      energy = std::max(energy, std::abs(now.balance.total() / now.balance.initial() - 1));
      dirty += !now.audit().clean();
      ratio.look();
    });
    largest = std::max(largest, ratio.value());
    touched += contacts > 0;
    zones += in_zones > 0;
    CHECK(dirty == 0);
    CHECK(ratio.value() <= 3);
    CHECK(s.balance.account().gains().contact_share <= 1e-3);
    CHECK(s.balance.linear_drift() <= 1e-13 * s.balance.linear_scale());
    CHECK(s.balance.angular_drift() <= 1e-12 * s.balance.angular_scale());
    if (in_zones > 0) continue;  // a zone does no work but for the squares of its rotation
    CHECK(energy <= 1e-10);
    worst = std::max(worst, energy);
  }
  WARN(
      fmt::format("{} break-ups, {} with contact, {} with zones; energy kept to {:.2g}, "
                  "correction/motion at most {:.3g}",
                  seeds.last - seeds.first + 1, touched, zones, worst, largest));
  CHECK(touched >= Index{seeds.last - seeds.first + 1} / 2);
}

}  // namespace

TEST_CASE("rigid bodies that are broken up keep energy and momenta", "[property][rigid]") {
  check_break_ups(everyday_seeds());
}
