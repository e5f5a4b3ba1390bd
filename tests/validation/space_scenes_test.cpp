// Bodies in space without contact, from the text of a configuration: free flight, supports and loads.
#include <Eigen/Core>
#include <catch2/catch.hpp>
#include <cmath>

#include "core/scene/model_error.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using testing::Simulation;

using Catch::Contains;

namespace {

constexpr const char* kSlab =
    R"("name": "box", "mesh": {"type": "box", "size": [1, 0.6, 0.2], "cells": [5, 3, 1]}, "density": 1000)";
constexpr const char* kSpongy =
    R"("material": {"type": "neo_hookean", "young": 1e7, "poisson": 0.3})";

std::string in_space(const std::string& body, const std::string& rest) {
  return R"({"dimension": 3, "bodies": [{)" + body + R"(}], "integrator": {"type": "newmark"}, )" +
         rest + "}";
}

/// An edge of the box along its middle axis.
class SlabSide {
 public:
  explicit SlabSide(const Simulation& run) : run_(run) {
    const Surface& s = run.model.surface();
    for (Index v = 0; v < s.boundary_vertices; ++v) {
      const Real* x = s.reference.data() + 3 * v;
      if (x[0] == 0 && x[2] == 0 && x[1] == 0) from_ = v;
      if (x[0] == 0 && x[2] == 0 && x[1] == 0.6) to_ = v;
    }
  }
  /// The cosine of the angle between it and the y axis.
  Real upright() const {
    std::vector<Real> x(run_.model.surface().reference.size());
    run_.model.motion().positions(run_.stepper.state().q, x);
    const Eigen::Map<const Eigen::Vector3d> from(x.data() + 3 * from_), to(x.data() + 3 * to_);
    return (to - from).normalized()[1];
  }

 private:
  const Simulation& run_;
  Index from_ = 0, to_ = 0;
};

}  // namespace

TEST_CASE("a box in space falls as a stone does", "[validation][space]") {
  Simulation run(in_space(std::string(kSlab) + ", " + kSpongy + R"(, "velocity": [1, 2, 3])",
                          R"("loads": [{"type": "gravity", "acceleration": [0, 0, -9.81]}],
                          "time": {"end": 0.1})"));
  run.run();
  const Real t = run.time(), m = run.mass(0);
  CHECK(m == Approx(120).epsilon(1e-13));
  CHECK(run.momentum(0, 0) == Approx(m).epsilon(1e-12));
  CHECK(run.momentum(0, 1) == Approx(2 * m).epsilon(1e-12));
  CHECK(run.momentum(0, 2) == Approx(m * (3 - 9.81 * t)).epsilon(1e-12));
}

TEST_CASE("boxes that spin about their middle axis a hundred times keep momenta and energy",
          "[validation][space]") {
  const bool rigid = GENERATE(true, false);
  const std::string body =
      rigid ? std::string(R"("type": "rigid", )") + kSlab
            : R"("name": "box", "mesh": {"type": "box", "size": [1, 0.6, 0.2], "cells": [3, 2, 1]},
                 "density": 1000, "material": {"type": "neo_hookean", "young": 3e6, "poisson": 0.3})";
  Simulation run(
      in_space(body + R"(, "velocity": {"spin": [0.1, 10, 0]})", R"("time": {"end": 62.83185})"));
  const core::Totals start = run.balance.now();
  const Real energy = run.balance.total();
  const auto size = Eigen::Map<const Eigen::Vector3d>(start.angular).norm();
  const SlabSide side(run);
  Real drift = 0, error = 0, least = 1, first = 0;
  run.run([&](Simulation& s) {
    for (int d = 0; d < 3; ++d)
      drift = std::max(drift, std::abs(s.balance.now().angular[d] - start.angular[d]) / size);
    error = std::max(error, std::abs(s.balance.total() / energy - 1));
    const Real upright = side.upright();
    if (first == 0 && upright < 0) first = s.time();
    least = std::min(least, upright);
  });
  CHECK(drift < 1e-12);
  CHECK(error < 1e-4);
  CHECK(least < -0.9);  // they turn over
  // By Euler's equations for these moments, solved by the classical Runge-Kutta rule.
  if (rigid) CHECK(first == Approx(0.965).margin(0.01));
}

TEST_CASE("boxes in space that overlap at the start are refused by name, depth and place",
          "[validation][space]") {
  const auto boxes = [](const std::string& place) {
    const std::string cube =
        std::string(R"("mesh": {"type": "box", "size": [1, 1, 1], "cells": [2, 2, 2]}, )") +
        R"("density": 1000, )" + kSpongy;
    return in_space(
        R"("name": "a", )" + cube + R"(}, {"name": "b", )" + cube + R"(, "translate": )" + place,
        R"("time": {"end": 0.001})");
  };
  const auto refuse = [](Simulation& run) {
    core::Auditor auditor = core::make_auditor(run.model, run.configuration());
    core::refuse_overlap(run.model, auditor);
  };
  // An ulp is rounding, and counts as touching.
  for (const char* place : {"[1, 0.25, 0.5]", "[0.9999999999999999, 0.25, 0.5]", "[1, 1, 1]"}) {
    Simulation run(boxes(place));
    CHECK_NOTHROW(refuse(run));
  }
  Simulation run(boxes("[0.9, 0.1, 0.2]"));
  CHECK_THROWS_AS(refuse(run), core::ModelError);
  CHECK_THROWS_WITH(refuse(run), Contains(R"("a" and "b" overlap at the start)") &&
                                     Contains("m is 0.1 m deep in") &&
                                     Contains("whose nearest facet has the corners (") &&
                                     Contains("move one of them by at least 0.1 m"));
  Simulation inside(boxes("[0, 0, 0]"));
  CHECK_THROWS_WITH(refuse(inside), Contains(R"("a" and "b" overlap at the start)"));
}

TEST_CASE("boxes in space that pass through each other are seen by the audit",
          "[validation][space]") {
  const std::string cube =
      std::string(R"("mesh": {"type": "box", "size": [1, 1, 1], "cells": [2, 2, 2]}, )") +
      R"("density": 1000, )" + kSpongy;
  Simulation run(
      in_space(R"("name": "a", )" + cube + R"(}, {"name": "b", )" + cube +
                   R"(, "translate": [1.01, 0.2, 0.3], "velocity": {"constant": [-10, 0, 0]})",
               R"("time": {"end": 0.01})"));
  CHECK(run.audit().clean());
  run.run([](Simulation& s) {
    const Real depth = 10 * s.time() - 0.01;
    if (std::abs(depth) < 1e-9) return;
    const core::AuditResult& found = s.audit();
    CHECK(found.clean() == (depth < 0));
    if (depth > 0) CHECK(found.depth == Approx(depth).epsilon(1e-6));
  });
  CHECK(run.audit().depth == Approx(0.09));
}
