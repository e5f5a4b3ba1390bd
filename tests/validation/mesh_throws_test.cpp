// Throws of meshes that nobody on the team made on each other: SPC-2 of the verification catalogue. Every
// state without an intersection, first contact where geometry says, contact that never adds energy.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
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
  Real height;  ///< m, at which the upper one just touches
  Real share, end;
};

// E = 1e7 Pa, nu = 0.3, 1000 kg/m^3: pressure waves of 116 m/s.
constexpr Real kWave = 116.0239;

std::string scene(const MeshThrow& t) {
  const auto body = [](const char* name, const char* file, Real scale) {
    return fmt::format(R"("name": "{}", "mesh": {{"type": "file", "path": "{}/meshes/{}.msh"}},
        "scale": {}, "density": 1000, "self_contact": true,
        "material": {{"type": "neo_hookean", "young": 1e7, "poisson": 0.3}})",
                       name, TACTUS_REFERENCE_DIR, file, scale);
  };
  return fmt::format(R"({{"dimension": 3, "bodies": [
      {{{}, "rotate": {}}}, {{{}, "rotate": {}, "translate": [0.013, 0.017, {}],
        "velocity": [0, 0, {}]}}],
      "integrator": {{"type": "newmark"}},
      "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "vertex_face"}},
                  "solver": {{"type": "local_sqp"}}}},
      "time": {{"end": {}}}}})",
                     body("lower", t.lower, t.lower_scale), t.lower_turn,
                     body("upper", t.upper, t.upper_scale), t.upper_turn, t.height + 1e-3,
                     -t.share * kWave, t.end);
}

}  // namespace

TEST_CASE("SPC-2 reference meshes thrown on each other stay apart and gain nothing",
          "[validation][space]") {
  if (!std::filesystem::exists(TACTUS_REFERENCE_DIR "/meshes/spike.msh")) {
    WARN("skipped: no reference meshes; set TACTUS_REFERENCE_DIR");
    return;
  }
  // The wedge's ridge points up, and the spike's tip down beside it: they touch where its height is
  // 1 - 6 x 0.013 m.
  const MeshThrow t =
      GENERATE(MeshThrow{"wedge", "spike", 1. / 3, 1. / 3, "[1.5707963267948966, 0, 0]",
                         "[-1.5707963267948966, 0, 0]", 1.922, 0.2, 0.03},
               MeshThrow{"sphere", "rod", 1, 1, "[0, 0, 0]", "[0, 0, 0.3]", 0.52, 0.2, 8e-3});
  INFO(t.upper << " on " << t.lower);
  Simulation run(scene(t));
  Index dirty = 0, steps = 0, contacts = 0;
  Real most = 0, first = -1;
  run.run([&](Simulation& s) {
    dirty += !s.audit().clean();
    ++steps;
    const bool touches = s.stepper.facts().contact.forces.contacts > 0;
    contacts += touches;
    if (touches && first < 0) first = s.time();
    most = std::max(most, s.stepper.facts().contact.work);
  });
  CHECK(dirty == 0);
  CHECK(contacts > 0);
  CHECK(first >= 1e-3 / (t.share * kWave));
  CHECK(most <= 1e-3 * run.balance.energy_scale());
  CHECK(run.balance.account().contact_share() <= 1e-3);
  CHECK(run.balance.largest_total() <= 1.001 * run.balance.initial());
  CHECK(run.balance.linear_drift() <= 1e-12 * run.balance.linear_scale());
  CHECK(run.balance.angular_drift() <= 1e-12 * run.balance.angular_scale());
  WARN(fmt::format("{} on {}: {} steps, {} with contact, first at {:.3g} s, loss {:.3f}", t.upper,
                   t.lower, steps, contacts, first,
                   1 - run.balance.total() / run.balance.initial()));
}
