// DYN-6: whole impacts in steps of energy_momentum with the springs of penalty. Energy, springs included, and the
// momenta that nothing outside changes are those at the start after bars have exchanged their velocities, squares have
// met at their corners and disks have bounced between walls.
#include <catch2/catch.hpp>

#include "tests/implicit/series.hpp"
#include "tests/implicit/springs_between.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

constexpr int kCells = 50;  ///< of a bar, along it
constexpr const char* kAlong = R"({"body": "left", "fix": ["y"]}, {"body": "right", "fix": ["y"]})";

/// BAR-6: bars of length 10, E = density = section = 1, which touch and go against each other by 0.1 each. In a
/// step a wave passes one cell. With the supports nothing moves across them: bars so slender may buckle.
std::string two_bars(Real end = 50, const std::string& supports = kAlong) {
  const std::string bar = fmt::format(R"("density": 1, "thickness": {},
      "mesh": {{"type": "rectangle", "size": [10, {}], "cells": [{}, 2], "triangles": 2}},
      "material": {{"type": "st_venant_kirchhoff", "young": 1, "poisson": 0}})",
                                      kCells / 20., 20. / kCells, kCells);
  return fmt::format(R"({{"dimension": 2, "bodies": [
      {{"name": "left", {0}, "velocity": [0.1, 0]}},
      {{"name": "right", {0}, "velocity": [-0.1, 0], "translate": [10, 0]}}],
    "supports": [{4}],
    "integrator": {1}, {2}, "time": {{"end": {5}, "step": {3}}}}})",
                     bar, kMiddle, springs(0, R"({"type": "node_to_facet"})"), 10. / kCells,
                     supports, end);
}

/// PA-3's disks, coarser, in walls.
std::string two_disks_in_walls(const std::string& integrator, Index steps) {
  return fmt::format(R"({{"dimension": 2, "bodies": [
      {{"name": "first", {0}, "velocity": {{"constant": [5, 0.7], "spin": 1.5}}}},
      {{"name": "second", {0}, "translate": [1.1, 0.013]}}, {1}],
    "integrator": {2}, {3}, "time": {{"end": {4}, "step": 0.01}}}})",
                     disk_of_rings(3), walls_to(1.7), integrator, springs(1e5, kWithWalls),
                     0.01 * static_cast<Real>(steps));
}

/// The same disks without walls, the first of which meets the other off its centre.
std::string two_free_disks() {
  return fmt::format(R"({{"dimension": 2, "bodies": [
      {{"name": "first", {0}, "velocity": {{"constant": [5, 0.7], "spin": 1.5}}}},
      {{"name": "second", {0}, "translate": [1.1, 0.3]}}],
    "integrator": {1}, {2}, "time": {{"end": 1, "step": 0.005}}}})",
                     disk_of_rings(3), kMiddle, springs(1e5, R"({"type": "node_to_facet"})"));
}

/// Energy, and linear momentum less the impulses of supports and walls. These take angular momentum, too.
void check_kept(Simulation& s, const SpringCourse& course) {
  CAPTURE(course.contacts, course.retries, s.balance.linear_drift() / s.balance.linear_scale());
  CHECK(course.drift <= 1e-9);
  CHECK(s.balance.linear_drift() <= 1e-10 * s.balance.linear_scale());
}

/// Of bodies that nothing holds: angular momentum is kept, too.
void check_free_bodies(Simulation& s, Index contacts) {
  const SpringCourse course = run_with_springs(s);
  CHECK(course.contacts > contacts);
  check_kept(s, course);
  CHECK(s.balance.angular_drift() <= 1e-10 * s.balance.angular_scale());
}

}  // namespace

TEST_CASE("DYN-6 bars exchange their velocities and keep their energy", "[implicit][penalty]") {
  Simulation s(two_bars());
  const SpringCourse course = run_with_springs(s);
  CHECK(course.contacts > 50);
  check_kept(s, course);
  // Exact for small strains; waves of what is left in the bars make the rest.
  CHECK(s.momentum(0, 0) / s.mass(0) == Approx(-0.1).epsilon(0.015));
  CHECK(s.momentum(1, 0) / s.mass(1) == Approx(0.1).epsilon(0.015));
}

TEST_CASE("DYN-6 bars that nothing holds keep their angular momentum, too", "[implicit][penalty]") {
  Simulation s(two_bars(10, ""));
  check_free_bodies(s, 40);
}

TEST_CASE("DYN-6 disks that nothing holds keep their angular momentum, too",
          "[implicit][penalty]") {
  Simulation s(two_free_disks());
  check_free_bodies(s, 10);
}

TEST_CASE("DYN-6 squares that meet at their corners keep their energy", "[implicit][penalty]") {
  auto s = Simulation::from_file(
      TACTUS_SOURCE_DIR "/configs/paper/four_squares.json",
      {fmt::format("/integrator={}", kMiddle), "/contact/constraint/type=node_to_facet",
       "/contact/solver/type=penalty", "/time/step=6.4e-6", "/time/end=1e-3"});
  check_free_bodies(s, 50);
}

TEST_CASE("DYN-6 disks that bounce between walls keep their energy for many steps",
          "[implicit][penalty]") {
  Simulation s(two_disks_in_walls(kMiddle, is_series() ? 10'000 : 500));
  const SpringCourse course = run_with_springs(s);
  CHECK(course.contacts > 40);
  check_kept(s, course);
}

TEST_CASE("PA-1 forty-nine disks in walls keep their energy as far as the stress of the step does",
          "[implicit][penalty][series]") {
  if (!is_series()) return;  // four disks are in the ordinary tests
  const std::string file = TACTUS_SOURCE_DIR "/configs/paper/forty_nine_disks.json";
  auto s = Simulation::from_file(file, {"/time/end=40"});
  const Real start = s.balance.total();
  const SpringCourse course = run_with_springs(s);
  CAPTURE(course.contacts, course.retries);
  CHECK(course.drift <= 1e-9);
  CHECK(s.stepper.steps() >= 4000);
  CHECK(s.balance.linear_drift() <= 1e-10 * s.balance.linear_scale());
  CHECK(start == Approx(0.7).epsilon(0.01));
  auto middle =
      Simulation::from_file(file, {"/time/end=40", R"(/integrator={"type": "midpoint"})"});
  CHECK(run_with_springs(middle).drift >= 1e-5);
}
