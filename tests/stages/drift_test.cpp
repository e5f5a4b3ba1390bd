// moreau_jean with "drift": "project": bodies that touch for long neither sink into each other nor gain
// energy by being lifted out, and contact's part of it is in the account.
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>

#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

/// @param theta  0: explicit steps
std::string scene_of(const std::string& bodies, Real gx, Real gy, Real friction, bool projects,
                     const std::string& more, Real step, Real theta = 0) {
  return fmt::format(
      R"({{"bodies": [{}], "loads": [{{"type": "gravity", "acceleration": [{:.17g}, {:.17g}]}}],
    "integrator": {{"type": "moreau_jean", "theta": {}{}}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
      "solver": {{"type": "gauss_seidel"}}, {}
      "laws": [{{"between": ["*", "*"], "type": "nonsmooth_force", "friction": {}}}]{}}},
    "time": {{"end": 100, "step": {}}}}})",
      bodies, gx, gy, theta, projects ? R"(, "drift": "project")" : "", more, friction,
      projects ? fmt::format(R"(, "stages": {{"projection": {{"solver": {{"type": "{}"}}}}}})",
                             theta > 0 ? "sqp" : "local_sqp")
               : "",
      step);
}

/// m, positions of all vertices.
std::vector<Real> positions(const Simulation& s) {
  std::vector<Real> y(s.model.surface().reference.size());
  s.model.motion().positions(s.stepper.state().q, y);
  return y;
}

struct Gaps {
  Real least = 0, largest = 0;  ///< m, of the lowest vertex
  Real unclosed = 0;            ///< of the scale, of the account
  Real gained = 0;              ///< of the scale, most that contact put in
};

/// A block is thrown on a level incline, with gravity turned; gaps of its lowest vertex once it has
/// landed.
Gaps slide(bool projects, bool soft, Real angle, int steps, Real theta = 0, Real step = 1e-4) {
  const std::string material =
      soft ? R"("material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3})"
           : R"("type": "rigid")";
  Simulation s(scene_of(
      R"({"name": "block", "density": 1000, "translate": [0, 1e-3],
          "mesh": {"type": "rectangle", "size": [0.4, 0.2], "cells": [4, 2]}, )" +
          material + R"(}, {"name": "incline", "type": "obstacle", "translate": [-1, -0.5],
          "mesh": {"type": "rectangle", "size": [8, 0.5], "cells": [80, 1]}})",
      9.81 * std::sin(angle), -9.81 * std::cos(angle), 0.2, projects, R"("gap_ahead": false,)",
      step, theta));
  Gaps gaps{.least = 1, .largest = -1};
  const core::Account& account = s.balance.account();
  const Real start = account.energy();
  for (int k = 0; k < steps; ++k) {
    s.step();
    if (s.time() < 0.05) continue;
    const std::vector<Real> y = positions(s);
    Real lowest = 1;
    for (std::size_t v = 0; v < s.model.surface().vertex_body.size(); ++v)
      if (s.model.surface().vertex_body[v] == 0)
        lowest = std::min(lowest, y[2 * v + 1] + s.model.centre()[1]);
    gaps.least = std::min(gaps.least, lowest), gaps.largest = std::max(gaps.largest, lowest);
    gaps.unclosed =
        std::max(gaps.unclosed, std::abs(account.energy() - start - account.sum().sum()));
  }
  gaps.unclosed /= account.scale();
  gaps.gained = account.gains().contact_share;
  return gaps;
}

}  // namespace

TEST_CASE("a block that slides down an incline for 1e4 steps stays on it", "[stages][drift]") {
  const bool soft = GENERATE(false, true);
  constexpr Real kFacet = 0.1;
  const int steps = 10000;
  const Gaps drifts = slide(false, soft, 0.3, steps), held = slide(true, soft, 0.3, steps);
  WARN((soft ? "soft" : "rigid") << " block, gap " << drifts.least << " to " << drifts.largest
                                 << " m without, " << held.least << " to " << held.largest
                                 << " m with the projection");
  CHECK(drifts.least < -1e-7 * kFacet);  // there is something to project
  CHECK(held.least > -1e-9 * kFacet);
  if (!soft) CHECK(held.largest < 1e-9 * kFacet);
  for (const Gaps& g : {drifts, held}) {
    CHECK(g.unclosed < 1e-12);
    CHECK(g.gained < 1e-3);
  }
}

TEST_CASE("a soft block that slides down an incline in implicit steps stays on it",
          "[stages][drift]") {
  constexpr Real kFacet = 0.1;
  const Real theta = GENERATE(0.5, 0.7, 1.);
  CAPTURE(theta);
  const Gaps drifts = slide(false, true, 0.3, 400, theta, 1e-3),
             held = slide(true, true, 0.3, 400, theta, 1e-3);
  WARN("soft block, theta " << theta << ", gap " << drifts.least << " to " << drifts.largest
                            << " m without, " << held.least << " to " << held.largest
                            << " m with the projection");
  CHECK(drifts.least < -1e-7 * kFacet);
  CHECK(held.least > -1e-9 * kFacet);
  // Its vibrations die out, faster with a larger theta, and it no longer hops.
  if (theta > 0.5) CHECK(held.largest < -1e-4 * drifts.least);
  if (theta == 1) CHECK(held.largest < 1e-9 * kFacet);
  for (const Gaps& g : {drifts, held}) {
    CHECK(g.unclosed < 1e-12);
    CHECK(g.gained < 1e-3);
  }
}

/// For 0.1 s; for 1 s, which takes two minutes, in the long tests of everyday scenes.
TEST_CASE("a pack of 100 disks at rest is not deep", "[stages][drift]") {
  const int steps = std::getenv("TACTUS_EVERYDAY_SCENES") ? 1000 : 100;
  constexpr Real r = 0.05;
  std::string bodies;
  for (int j = 0; j < 10; ++j)
    for (int i = 0; i < 10; ++i)
      bodies += fmt::format(
          R"({{"name": "d{}_{}", "type": "rigid", "density": 1000, "radius": {},
               "translate": [{:.17g}, {:.17g}]}}, )",
          i, j, r, (2 * i + 1 + j % 2) * r * 1.0001, r + j * std::sqrt(3) * r * 1.0001);
  bodies += R"({"name": "ground", "type": "obstacle", "translate": [-1, -1],
      "mesh": {"type": "rectangle", "size": [4, 1], "cells": [1, 1]}},
    {"name": "left", "type": "obstacle", "translate": [-0.5, 0],
      "mesh": {"type": "rectangle", "size": [0.5, 3], "cells": [1, 1]}},
    {"name": "right", "type": "obstacle", "translate": [1.05025, 0],
      "mesh": {"type": "rectangle", "size": [0.5, 3], "cells": [1, 1]}})";
  Real depth[2] = {};
  for (const bool projects : {false, true}) {
    Simulation s(scene_of(bodies, 0, -9.81, 0.3, projects, "", 1e-3));
    for (int k = 0; k < steps; ++k) s.step();
    const std::vector<Real> y = positions(s);
    std::vector<std::array<Real, 2>> centres;
    for (std::size_t v = 0; v < s.model.surface().vertex_body.size(); ++v)
      if (s.model.surface().radius[v] > 0) centres.push_back({y[2 * v], y[2 * v + 1]});
    REQUIRE(centres.size() == 100);
    Real deepest = 0;
    for (std::size_t a = 0; a < 100; ++a) {
      deepest = std::max(deepest, r - (centres[a][1] + s.model.centre()[1]));
      for (std::size_t b = 0; b < a; ++b)
        deepest = std::max(deepest, 2 * r - std::hypot(centres[a][0] - centres[b][0],
                                                       centres[a][1] - centres[b][1]));
    }
    depth[projects] = deepest / r;
    CHECK(s.balance.account().gains().contact_share < 1e-3);
  }
  WARN("depth of a pack of 100 disks after " << steps << " ms, in radii: " << depth[0]
                                             << " without, " << depth[1] << " with the projection");
  CHECK(depth[1] < 1e-6);
}
