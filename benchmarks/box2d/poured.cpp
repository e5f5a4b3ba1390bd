#include "benchmarks/box2d/poured.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "benchmarks/support/report.hpp"
#include "core/json/json.hpp"
#include "tests/support/simulation.hpp"

namespace tactus::bench {
namespace {

std::string text_of(const Shape& shape, std::size_t number) {
  std::string corners;
  for (const Vec<2>& p : shape.corners)
    corners += fmt::format("{}[{:.17g}, {:.17g}]", corners.empty() ? "" : ", ", p[0], p[1]);
  const std::string form =
      shape.corners.empty()
          ? fmt::format(R"("radius": {:.17g})", shape.radius)
          : fmt::format(R"("mesh": {{"type": "polygon", "points": [{}], "size": 1}})", corners);
  return fmt::format(
      R"({{"name": "b{}", "type": "rigid", "density": {}, "translate": [{:.17g}, {:.17g}], {}}}, )",
      number, kDensity, shape.at[0], shape.at[1], form);
}

std::string wall(const std::string& name, Real x, Real y, Real width, Real height) {
  return fmt::format(
      R"({{"name": "{}", "type": "obstacle", "translate": [{:.17g}, {:.17g}],
          "mesh": {{"type": "rectangle", "size": [{:.17g}, {:.17g}], "cells": [1, 1]}}}})",
      name, x, y, width, height);
}

/// "solver": ..., "laws": [...], with what apps/cli/solve_defaults.json holds.
std::string defaults() {
  std::ifstream file(TACTUS_SOURCE_DIR "/apps/cli/solve_defaults.json");
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  std::vector<core::JsonFault> faults;
  const core::Json all = core::parse_json(text, 0, faults);
  return fmt::format(
      R"("solver": {}, "laws": [{{"between": ["*", "*"], "type": {}, "friction": {}}}])",
      core::to_text(*all.find("solver")), core::to_text(*all.find("law")->find("type")), kFriction);
}

std::vector<Pose> poses_of(const testing::Simulation& s, std::size_t bodies) {
  std::vector<Pose> out(bodies);
  const View<Real> centre = s.model.centre();
  for (std::size_t i = 0; i < bodies; ++i) {
    const auto at = static_cast<std::size_t>(s.model.layout().bodies[i].coordinates.begin);
    const Real* q = s.stepper.state().q.data() + at;
    out[i] = {{q[0] + centre[0], q[1] + centre[1]}, q[2]};
  }
  return out;
}

void look(const testing::Simulation& s, const Pile& pile, Course& course) {
  course.residuals.push_back(s.stepper.facts().solver.residual);
  course.at_end = deepest(pile, poses_of(s, pile.bodies.size()));
  course.deepest = std::max(course.deepest, course.at_end);
}

}  // namespace

std::string configuration_of(const Pile& pile) {
  std::string bodies;
  for (std::size_t i = 0; i < pile.bodies.size(); ++i) bodies += text_of(pile.bodies[i], i);
  const Real width = pile.width, height = pile.height;
  return fmt::format(
      R"({{"dimension": 2, "bodies": [{}{}, {}, {}],
    "loads": [{{"type": "gravity", "acceleration": [0, {}]}}],
    "integrator": {{"type": "moreau_jean"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
      {}}},
    "time": {{"end": {}, "step": {}}}}})",
      bodies, wall("floor", -1, -1, width + 2, 1), wall("left", -1, 0, 1, height),
      wall("right", width, 0, 1, height), -kGravity, defaults(), pile.end, kStep);
}

Course pour_in_tactus(const Pile& pile, int threads) {
  testing::Simulation s(configuration_of(pile), threads);
  const auto now = [&] { return threads == 1 ? thread_seconds() : wall_seconds(); };
  Course course;
  s.stepper.times().clear();
  try {
    while (!s.stepper.finished()) {
      const Real start = now();
      s.stepper.advance();
      course.seconds.push_back(now() - start);
      course.again += s.stepper.facts().retries;
      if (s.stepper.steps() % kLookEvery == 0) look(s, pile, course);
    }
  } catch (const core::StepError& error) {
    fmt::print("  {}\n", error.what());
  }
  course.end = s.time();
  const View<Real> phases = s.stepper.times().seconds();
  course.detection = phases[static_cast<std::size_t>(core::Phase::detection)];
  course.solver = phases[static_cast<std::size_t>(core::Phase::solver)];
  return course;
}

}  // namespace tactus::bench
