// The constraint floor in increments and in velocities: a floor that rises is where it should be when its
// rows are evaluated, and its work and impulses are those of a support.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

constexpr Real kLiftSpeed = 0.5;  ///< m/s

/// A disk of radius 0.5 m that rests in the air `gap` above a floor that rises from far below (0, 0).
Simulation disk_over_lift(const std::string& integrator, const std::string& solver,
                          const std::string& laws, Real gap, Real end) {
  return Simulation(fmt::format(
      R"({{"bodies": [{{"name": "disk", "type": "rigid", "density": 2, "radius": 0.5,
                      "velocity": [0.3, 0], "translate": [3, {:.17g}]}}],
    "integrator": {{"type": "{}"}},
    "contact": {{"broad_phase": {{"type": "grid"}},
      "constraint": {{"type": "floor", "name": "lift", "point": [0, -2], "normal": [0, 2],
                     "velocity": [0, {}]}},
      "solver": {{"type": "{}"}}{}}},
    "time": {{"end": {}, "step": 1e-3}}}})",
      gap - 1.5, integrator, kLiftSpeed, solver, laws, end));
}

Real velocity_of_lifted(const Simulation& s, int d) {
  return s.stepper.state().v[static_cast<std::size_t>(s.model.layout().bodies[0].dofs.begin + d)];
}
Real height_of_lifted(const Simulation& s, int d) {
  const auto at = static_cast<std::size_t>(s.model.layout().bodies[0].coordinates.begin + d);
  return s.stepper.state().q[at] + s.model.centre()[static_cast<std::size_t>(d)];
}

}  // namespace

TEST_CASE("a disk that a rising floor strikes is never below it, and leaves it",
          "[validation][floor]") {
  const Real gap = GENERATE(0.01, 0.0101, 0.0102, 0.0103, 0.0104);  // phases of the step
  CAPTURE(gap);
  Simulation s = disk_over_lift("newmark", "local_sqp", "", gap, 0.05);
  Real lowest = kUnlimited;
  s.run([&](Simulation& now) {
    lowest = std::min(lowest, height_of_lifted(now, 1) - 0.5 - (-2 + kLiftSpeed * now.time()));
  });
  CHECK(lowest >= 0);
  CHECK(lowest < 1e-3);
  CHECK(velocity_of_lifted(s, 1) >= kLiftSpeed * (1 - 1e-6));
  CHECK(velocity_of_lifted(s, 1) <= 2 * kLiftSpeed * (1 + 1e-9));
  CHECK(velocity_of_lifted(s, 0) == 0.3);
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
  // The floor did work, and contact took some of it.
  CHECK(s.balance.total() <= s.balance.initial() * (1 + 1e-9));
}

TEST_CASE("a disk that a rising floor takes along goes with it, and the floor does the work",
          "[validation][floor]") {
  const Real gap = GENERATE(0.01, 0.0103);
  CAPTURE(gap);
  Simulation s = disk_over_lift(
      "moreau_jean", "interior_point",
      R"(, "laws": [{"between": ["*", "lift"], "type": "nonsmooth_force"}])", gap, 0.1);
  Real deepest = 0;
  s.run([&](Simulation& now) {
    deepest = std::max(deepest, -2 + kLiftSpeed * now.time() - (height_of_lifted(now, 1) - 0.5));
  });
  CHECK(velocity_of_lifted(s, 1) == Approx(kLiftSpeed).epsilon(1e-9));
  CHECK(deepest <= kLiftSpeed * 1e-3);  // at most what the floor rises in a step
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
  const Real m = s.model.mass()[0];
  CHECK(s.balance.now().kinetic - s.balance.initial() == Approx(m * kLiftSpeed * kLiftSpeed / 2));
  CHECK(-s.balance.external() ==
        Approx(m * kLiftSpeed * kLiftSpeed));  // half of it is lost in the impact
}

TEST_CASE("a floor is told where its name or its numbers are no use", "[validation][floor]") {
  const auto refused = [](const std::string& floor, const std::string& laws = "") {
    try {
      Simulation s(fmt::format(
          R"({{"bodies": [{{"name": "disk", "type": "rigid", "density": 2, "radius": 0.5,
                         "translate": [0, 1]}}],
        "integrator": {{"type": "moreau_jean"}},
        "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "floor", {}}},
          "solver": {{"type": "interior_point"}},
          "laws": [{}{{"between": ["*", "*"], "type": "nonsmooth_force"}}]}},
        "time": {{"end": 1, "step": 1e-3}}}})",
          floor, laws));
    } catch (const std::exception& e) {
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  using Catch::Contains;
  CHECK(refused(R"("normal": [0, 1])") == "accepted");
  CHECK_THAT(refused(R"("normal": [0, 0])"), Contains("no direction"));
  CHECK_THAT(refused(R"("normal": [0, 0, 1])"), Contains("each axis"));
  CHECK_THAT(refused(R"("normal": [0, 1], "point": [0, 0, 0])"), Contains("as many numbers"));
  CHECK_THAT(refused(R"("normal": [0, 1], "name": "disk")"), Contains("name of a body"));
  CHECK_THAT(refused(R"("normal": [0, 1], "name": "a/b")"), Contains("cannot be the name"));
  CHECK_THAT(refused(R"("normal": [0, 1], "between": ["*", "ground"])"), Contains("no body"));
  CHECK_THAT(refused(R"("normal": [0, 1])",
                     R"({"between": ["disk", "flor"], "type": "nonsmooth_force"}, )"),
             Contains("floor"));
  CHECK(refused(R"("normal": [0, 1], "between": ["disk", "floor"])") == "accepted");
}
