// Throws of meshes that nobody on the team made on each other: SPC-2 of the verification catalogue. Every
// state without an intersection, first contact where geometry says, contact that never adds energy.
//
// The ordinary tests take two of them; all where TACTUS_SPACE_SCENES is set.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

/// One mesh lies, the other one is thrown down on it from a gap of 1e-3 m, at a share of the wave speed.
struct MeshThrow {
  const char *lower, *upper;
  Real lower_scale, upper_scale;  ///< to a size of about 1 m
  const char *lower_turn, *upper_turn;
  Real height;  ///< m, at which the upper one just touches, or does not quite
  Real share, end;
  bool often = false;  ///< in the ordinary tests, too
};

// E = 1e7 Pa, nu = 0.3, 1000 kg/m^3: pressure waves of 116 m/s.
constexpr Real kWave = 116.0239;

constexpr const char *kAsIs = "[0, 0, 0]", *kUp = "[1.5707963267948966, 0, 0]",
                     *kDown = "[-1.5707963267948966, 0, 0]";

// The wedge's ridge points up, and the spike's tip down beside it: they touch where its height is
// 1 - 6 x 0.013 m. Spike and wedge are 3 m long, the octocat 93 m wide and 34 m high, the hammer 5.6 m long.
constexpr MeshThrow kThrows[] = {
    {"wedge", "spike", 1. / 3, 1. / 3, kUp, kDown, 1.922, 0.2, 0.03, true},
    {"sphere", "rod", 1, 1, kAsIs, "[0, 0, 0.3]", 0.52, 0.2, 8e-3, true},
    {"sphere", "sphere", 1, 1, kAsIs, kAsIs, 0.9975, 0.2, 0.03},
    {"plate", "sphere", 1, 1, kAsIs, kAsIs, 0.499, 0.2, 0.03},
    {"spike", "wedge", 1. / 3, 1. / 3, kUp, kDown, 2, 0.05, 0.06},
    {"plate", "hammer", 1, 0.18, kAsIs, kAsIs, 0.1126, 0.2, 0.02},
    {"plate", "octocat", 1, 1. / 93, kAsIs, kAsIs, 1e-4, 0.1, 0.02},
};

std::string scene(const MeshThrow& t) {
  const auto body = [](const char* name, const std::string& file, Real scale) {
    const std::string mesh =
        file == "plate" ? R"({"type": "box", "size": [1.5, 1.5, 0.15], "cells": [15, 15, 2]})"
                        : fmt::format(R"({{"type": "file", "path": "{}/meshes/{}.msh"}})",
                                      TACTUS_REFERENCE_DIR, file);
    return fmt::format(R"("name": "{}", "mesh": {},
        "scale": {}, "density": 1000, "self_contact": true,
        "material": {{"type": "neo_hookean", "young": 1e7, "poisson": 0.3}})",
                       name, mesh, scale);
  };
  const char* at =
      std::string(t.lower) == "plate" ? R"("translate": [-0.737, -0.733, -0.15], )" : "";
  return fmt::format(R"({{"dimension": 3, "bodies": [
      {{{}, {}"rotate": {}}}, {{{}, "rotate": {}, "translate": [0.013, 0.017, {}],
        "velocity": [0, 0, {}]}}],
      "integrator": {{"type": "newmark"}},
      "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "vertex_face"}},
                  "solver": {{"type": "local_sqp"}}}},
      "time": {{"end": {}}}}})",
                     body("lower", t.lower, t.lower_scale), at, t.lower_turn,
                     body("upper", t.upper, t.upper_scale), t.upper_turn, t.height + 1e-3,
                     -t.share * kWave, t.end);
}

}  // namespace

TEST_CASE("SPC-2 reference meshes thrown on each other stay apart and gain nothing",
          "[space][throws]") {
  if (!std::filesystem::exists(TACTUS_REFERENCE_DIR "/meshes/spike.msh")) {
    WARN("skipped: no reference meshes; set TACTUS_REFERENCE_DIR");
    return;
  }
  const std::size_t number = GENERATE(range<std::size_t>(0, std::size(kThrows)));
  const MeshThrow& t = kThrows[number];
  if (!t.often && !std::getenv("TACTUS_SPACE_SCENES")) return;
  INFO(t.upper << " on " << t.lower);
  Simulation run(scene(t));
  Index dirty = 0, steps = 0, contacts = 0, rows = 0;
  Real most = 0, first = -1;
  run.run([&](Simulation& s) {
    dirty += !s.audit().clean();
    ++steps;
    const Index touching = s.stepper.facts().contact.forces.contacts;
    contacts += touching > 0;
    rows = std::max(rows, touching);
    if (touching > 0 && first < 0) first = s.time();
    most = std::max(most, s.stepper.facts().contact.work);
  });
  CHECK(dirty == 0);
  CHECK(contacts > 0);
  CHECK(first >= 1e-3 / (t.share * kWave));
  CHECK(most <= 1e-3 * run.balance.energy_scale());
  CHECK(run.balance.account().gains().contact_share <= 1e-3);
  CHECK(run.balance.largest_total() <= 1.001 * run.balance.initial());
  CHECK(run.balance.linear_drift() <= 1e-12 * run.balance.linear_scale());
  CHECK(run.balance.angular_drift() <= 1e-12 * run.balance.angular_scale());
  WARN(fmt::format(
      "{} on {}: {} steps, {} with contact, at most {} rows, first at {:.3g} s, loss {:.3f}",
      t.upper, t.lower, steps, contacts, rows, first,
      1 - run.balance.total() / run.balance.initial()));
}
