// Bodies between jaws that close: they escape or are refused as pinched, and none is shot out.
#include "tests/property/jaws.hpp"

#include <catch2/catch.hpp>

#include "tests/property/everyday_seeds.hpp"
#include "tests/property/scene_judge.hpp"

using namespace tactus;
using namespace tactus::property;

namespace {

/// Correction over motion in runs where nothing is pinched, and the limit of any. A rigid body that
/// touches both jaws in one step has two rows that nearly contradict each other: the least
/// correction with which it fits between the jaws is many times their way. Runs of squeezed bodies
/// come near the limit in such a step, also long before the one that is refused.
constexpr Real kUsualRatio = 3, kLimitedRatio = 10;

void check_polygons(Seeds seeds) {
  Index pinched = 0, large = 0, at_nodes = 0;
  Real ratio = 0, free_ratio = 0, push = 0, over_least = 0;
  for (unsigned seed = seeds.first; seed <= seeds.last; ++seed) {
    const JawsScene scene(seed, true);
    const JawsCourse course = run_jaws(scene);
    CAPTURE(seed, course.refused, course.gap, course.ratio);
    CHECK(course.push <= 1000);
    CHECK(course.overlaps == 0);
    CHECK(course.contact <= 1e-3);
    CHECK(course.ratio <= kLimitedRatio);
    CHECK_FALSE(course.ran_away);
    CHECK(course.one_sided == 0);
    CHECK(course.over_least <= 1 + 1e-3);
    ratio = std::max(ratio, course.ratio);
    large += course.ratio > kUsualRatio;
    push = std::max(push, course.push);
    over_least = std::max(over_least, course.over_least);
    at_nodes += course.at_nodes;
    // A body that reflects between jaws gains speed with every bounce, and ever faster bounces
    // precede a refusal; one that escapes has not been shot out.
    if (course.refused.empty()) {
      CHECK(course.fastest <= 100 * scene.speed());
      CHECK(course.ratio <= kUsualRatio);
      free_ratio = std::max(free_ratio, course.ratio);
      continue;
    }
    ++pinched;
    CHECK(course.pinched());
    CHECK(course.names("stone"));
    CHECK((course.names("left") || course.names("right")));
    CHECK(is_extreme_width(scene.outline(), course.gap, 1e-3));
  }
  WARN(fmt::format(
      "{} polygons, {} pinched, correction/motion at most {:.3g} ({:.3g} in those that escape) and "
      "above 3 in {}, there at most {:.6g} of the least correction but for {} corners at nodes; "
      "work of "
      "the jaws in one step over the energy there at most {:.3g}",
      seeds.last - seeds.first + 1, pinched, ratio, free_ratio, large, over_least, at_nodes, push));
  CHECK(at_nodes <= 1 + large / 10);
  CHECK(pinched > 0);
}

void check_blocks(Seeds seeds) {
  Index refused = 0, ran_away = 0;
  Real ratio = 0;
  for (unsigned seed = seeds.first; seed <= seeds.last; ++seed) {
    const JawsCourse course = run_jaws(JawsScene(seed, false));
    CAPTURE(seed, course.refused, course.gap, course.ratio, course.contact);
    CHECK(course.overlaps == 0);
    CHECK(course.momentum <= 1e-10);
    CHECK(course.ratio <= (course.pinched() ? kLimitedRatio : kUsualRatio));
    if (course.refused.empty() && !course.ran_away) CHECK(course.contact <= 1e-3);
    if (!course.refused.empty()) CHECK(course.names("stone"));
    refused += !course.refused.empty();
    ran_away += course.ran_away;
    ratio = std::max(ratio, course.ratio);
  }
  CHECK(refused < static_cast<Index>(seeds.last - seeds.first + 1));
  WARN(fmt::format("{} blocks, {} refused, {} ran away, correction/motion at most {:.3g}",
                   seeds.last - seeds.first + 1, refused, ran_away, ratio));
}

/// Without the limit of corrections, which used to shoot bodies out by more than a thousand times the way
/// of the jaws. In such a step rows that push are far below their bounds, so that it is never made.
void check_without_limit(Seeds seeds) {
  Index refused = 0;
  for (unsigned seed = seeds.first; seed <= seeds.last; ++seed) {
    const JawsCourse course = run_jaws(JawsScene(seed, true), false);
    CAPTURE(seed, course.refused, course.words, course.ratio, course.push);
    CHECK(course.ratio <= 1000);
    CHECK_FALSE(course.ran_away);
    CHECK(course.overlaps == 0);
    refused += !course.refused.empty();
  }
  CHECK(refused > 0);
}

}  // namespace

namespace {

constexpr Real kJawSpeed = 0.2;  ///< m/s

/// A bar of 0.5 x 0.1 m, whose diagonal is turned by `angle` against the line on which two jaws come nearer,
/// each `gap` away from an end of it.
std::string squeezed_bar(Real angle, Real gap, Real step, std::string_view impact) {
  constexpr Real a = 0.5, b = 0.1;
  const Real half = std::hypot(a, b) / 2, face = half * std::cos(angle) + gap;
  return fmt::format(R"({{"dimension": 2, "bodies": [
      {{"name": "bar", "type": "rigid", "density": 1, "rotate": {:.17g},
        "mesh": {{"type": "polygon", "size": 2, "points": [[{}, {}], [{}, {}], [{}, {}], [{}, {}]]}}}},
      {{"name": "left", "type": "obstacle", "translate": [{:.17g}, -1],
        "mesh": {{"type": "rectangle", "size": [0.5, 2], "cells": [1, 1]}}}},
      {{"name": "right", "type": "obstacle", "translate": [{:.17g}, -1],
        "mesh": {{"type": "rectangle", "size": [0.5, 2], "cells": [1, 1]}}}}],
      "supports": [{{"body": "left", "velocity": [{}, 0]}}, {{"body": "right", "velocity": [{}, 0]}}],
      "integrator": {{"type": "newmark", "impact": "{}"}},
      "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "vertex_edge"}},
                   "solver": {{"type": "local_sqp"}}}},
      "time": {{"end": 1, "step": {}}}}})",
                     angle + std::atan2(b, a), -a / 2, -b / 2, a / 2, -b / 2, a / 2, b / 2, -a / 2,
                     b / 2, -face - 0.5, face, kJawSpeed, -kJawSpeed, impact, step);
}

}  // namespace

TEST_CASE("a bar that jaws press at both ends is lifted by what its angle asks for",
          "[property][jaws]") {
  // Its ends come nearer along the line of the jaws by their way each, and move across it by that over the
  // sine of the angle: any rigid motion between the jaws does, and a smaller step changes nothing.
  const std::string impact = GENERATE("stop", "reflect");
  const Real step = GENERATE(1e-4, 1e-6), gap = 1e-3 * kJawSpeed * step;
  for (const Real degrees : {60., 45., 30., 20., 15., 10., 7., 6.}) {
    const Real angle = degrees * kPi / 180;
    CAPTURE(impact, step, degrees);
    testing::Simulation s(squeezed_bar(angle, gap, step, impact));
    testing::MeasuredBySolver ratio(s, "correction_over_motion");
    s.step();
    ratio.look();
    const Real way = kJawSpeed * step, half = std::hypot(0.5, 0.1) / 2;
    const Real turned = std::acos(std::cos(angle) - (way - gap) / half) - angle;
    CHECK(ratio.value() == Approx(2 * half * std::sin(turned / 2) / way).epsilon(1e-3));
    if (step < 1e-5) CHECK(ratio.value() == Approx(1 / std::sin(angle)).epsilon(1e-2));
  }
}

TEST_CASE("no step is accepted that lifts a bar by more than ten times the way of the jaws",
          "[property][jaws]") {
  const std::string impact = GENERATE("stop", "reflect");
  for (const Real degrees : {5., 3., 1., 0.1}) {
    CAPTURE(impact, degrees);
    testing::Simulation s(squeezed_bar(degrees * kPi / 180, 1e-8, 1e-4, impact));
    testing::MeasuredBySolver ratio(s, "correction_over_motion");
    std::string refused;
    Index overlaps = 0;
    try {
      for (int n = 0; n < 100; ++n) {
        s.step();
        ratio.look();
        overlaps += !s.audit().clean();
      }
    } catch (const core::StepError& e) {
      refused = e.what();
    }
    CHECK(ratio.value() <= 10);
    CHECK(overlaps == 0);
    if (!refused.empty())
      CHECK_THAT(refused, Catch::Contains("pinched") && Catch::Contains("\"bar\""));
  }
}

TEST_CASE("rigid polygons between jaws are refused at an extremum of their width, or escape",
          "[property][jaws]") {
  check_polygons(everyday_seeds());
}

TEST_CASE("deformable blocks between jaws keep their account, or are refused", "[property][jaws]") {
  check_blocks(everyday_seeds());
}

TEST_CASE("without the limit of corrections the measure of increments lets jaws shoot nothing out",
          "[property][jaws]") {
  check_without_limit(everyday_seeds());
}
