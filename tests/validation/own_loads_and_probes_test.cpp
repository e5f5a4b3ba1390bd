// A load and a probe of one's own, in runs: they are those that tests/install builds outside of the
// repository.
#include <tactus/plugin.hpp>
#undef TACTUS_PLUGIN
#define TACTUS_PLUGIN(...)  // no libraries here
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "core/record/plugin_probe.hpp"
#include "tactus/conformance/load.hpp"
#include "tactus/conformance/memory_archive.hpp"
#include "tactus/conformance/probe.hpp"
#include "tests/install/load/tether.cpp"         // NOLINT(bugprone-suspicious-include)
#include "tests/install/probe/hooke_energy.cpp"  // NOLINT(bugprone-suspicious-include)
#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

void know_both() {
  static const bool done = [] {
    tactus::testing::registry().add(registration<Tether>("tether", "A spring"));
    tactus::testing::registry().add(registration<HookeEnergy>("hooke_energy", "An energy"));
    return true;
  }();
  (void)done;
}

/// A body on springs whose other end moves; `type` is "deformable" or "rigid".
std::string tethered(const std::string& type, const std::string& integrator,
                     const std::string& where = "", const std::string& more = "") {
  know_both();
  const std::string material =
      type == "rigid" ? ""
                      : R"("material": {"type": "neo_hookean", "young": 1e5, "poisson": 0.3},)";
  return fmt::format(R"({{"bodies": [{{"name": "block", "type": "{}", "density": 500, {}
      "thickness": 0.25, "translate": [30, -10],
      "mesh": {{"type": "rectangle", "size": [2, 1], "cells": [4, 2]}}}}],
    "loads": [{{"type": "tether", "body": "block"{}, "stiffness": 300, "place": [33, -8],
                "velocity": [1, -2]}}], {}
    "integrator": {{"type": "{}"}}, "time": {{"end": 0.4, "step": 1e-3}}}})",
                     type, material, where, more, integrator);
}

}  // namespace

TEST_CASE("a load and a probe of one's own keep the promises of their kinds", "[loads][probes]") {
  conformance::check_load([] {
    Tether::Options options;
    options.stiffness = 30, options.place = {1, 2, -3}, options.velocity = {-0.4, 0.1, 2};
    return std::make_unique<Tether>(options);
  });
  conformance::check_probe([] {
    HookeEnergy::Options options;
    options.young = 3e5, options.poisson = 0.2;
    return std::make_unique<HookeEnergy>(options);
  });
}

TEST_CASE("the account closes to rounding under a load of one's own, and momentum is its impulse",
          "[loads]") {
  const std::string type = GENERATE("deformable", "rigid"),
                    integrator = GENERATE("newmark", "moreau_jean");
  const std::string where = GENERATE(std::string(), std::string(R"(, "at": [32, -9])"),
                                     std::string(R"(, "group": "left")"));
  INFO(type << " " << integrator << " " << where);
  Simulation s(tethered(type, integrator, where));
  const core::Account& account = s.balance.account();
  Real before = account.energy(), outside = 0;
  s.run([&](Simulation&) {
    CHECK(std::abs(account.energy() - before - account.step().sum()) <= 1e-12 * account.scale());
    before = account.energy();
    outside = std::max(outside, std::abs(account.sum().outside));
  });
  CHECK(outside > 0.1 * account.scale());
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
}

TEST_CASE("a rigid body on one spring at its centre moves as an oscillator whose end moves",
          "[loads]") {
  // m x'' = -k (x - p - v t): relative to the moving end harmonic, with w^2 = k/m.
  Simulation s(tethered("rigid", "newmark"));
  const Real w = std::sqrt(300 / (500 * 2 * 0.25)), t = 0.4;
  s.run();
  const Real start[2] = {31 - 33., -9.5 + 8.}, speed[2] = {1, -2};
  for (int d = 0; d < 2; ++d) {
    const Real away = start[d] * std::cos(w * t) - speed[d] / w * std::sin(w * t);
    const Real place = (d == 0 ? 33 : -8) + speed[d] * t + away;
    CHECK(s.stepper.state().q[static_cast<std::size_t>(d)] +
              s.model.centre()[static_cast<std::size_t>(d)] ==
          Approx(place).margin(1e-6));
  }
}

TEST_CASE("a run with a load of one's own goes on from a checkpoint to the bit", "[loads]") {
  const std::string text = tethered("deformable", "newmark");
  Simulation straight(text), threads(text, 3), resumed(text);
  const auto step = [](Simulation& s, int times) {
    for (int k = 0; k < times; ++k) s.step();
  };
  step(straight, 40);
  conformance::MemoryArchive stepper, balance, system;
  straight.stepper.save(stepper);
  straight.balance.save(balance);
  straight.system.save(system);
  resumed.stepper.load(stepper);
  resumed.balance.load(balance);
  resumed.system.load(system);
  step(straight, 40), step(resumed, 40), step(threads, 80);
  for (const Simulation* other : {&resumed, &threads}) {
    CHECK(other->stepper.state().q == straight.stepper.state().q);
    CHECK(other->balance.account().sum().outside == straight.balance.account().sum().outside);
  }
}

TEST_CASE("an array gives each copy a load of its own", "[loads]") {
  know_both();
  Simulation s(R"({"bodies": [{"name": "b", "type": "rigid", "density": 1,
      "mesh": {"type": "rectangle"}, "array": {"count": [3, 1], "spacing": [2, 2]}}],
    "loads": [{"type": "tether", "body": "b", "stiffness": 7, "place": [0.5, 1.5],
               "velocity": [0, 0], "factor": {"value": 2}}],
    "integrator": {"type": "newmark"}, "time": {"end": 1, "step": 1e-2}})");
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK(s.stepper.state().a[3 * k] == Approx(-14 * 2. * static_cast<Real>(k)).margin(1e-12));
    CHECK(s.stepper.state().a[3 * k + 1] == Approx(14));
  }
}

TEST_CASE("a probe of one's own measures the energy that the kernel has", "[probes]") {
  know_both();
  const int dim = GENERATE(2, 3);
  const std::string mesh = dim == 2 ? R"({"type": "rectangle", "size": [2, 1], "cells": [6, 3]})"
                                    : R"({"type": "box", "size": [2, 1, 1], "cells": [3, 2, 2]})";
  const std::string gradient =
      dim == 2 ? "[[3, 1], [2, -1]]" : "[[3, 1, 0], [2, -1, 1], [0, 1, 2]]";
  Simulation s(fmt::format(R"({{"dimension": {}, "bodies": [{{"name": "block", "density": 1000,
      "velocity": {{"gradient": {}}}, "mesh": {}, "translate": [{}],
      "material": {{"type": "linear_elastic", "young": 1e7, "poisson": 0.3}}}}],
    "probes": [{{"type": "hooke_energy", "name": "all", "body": "block", "young": 1e7,
                 "poisson": 0.3}}],
    "integrator": {{"type": "newmark"}}, "time": {{"end": 1e-4, "step": 1e-6}}}})",
                           dim, gradient, mesh, dim == 2 ? "5, 7" : "5, 7, 1"));
  core::PluginProbe probe(s.configuration().probes[0], s.model, s.system.elements(),
                          s.model.probe_nodes()[0]);
  s.run();
  std::vector<Real> x(s.model.places().size()), v = x, row;
  s.model.place_points(s.stepper.state().q, x);
  s.model.point_velocities(s.stepper.state().q, s.stepper.state().v, v);
  probe.measure(s.stepper.state(), x, v, row, s.context());
  REQUIRE(row.size() == 1);
  CHECK(s.system.elements().strain_energy()[0] > 0);
  // Strains are of the order of 3e-4, and Cauchy's stress differs from that of the law by as much.
  CHECK(row[0] == Approx(s.system.elements().strain_energy()[0]).epsilon(2e-3));
}

TEST_CASE("loads and probes of one's own are refused as shipped ones are", "[loads][probes]") {
  know_both();
  const auto refused = [](const std::string& section, const std::string& entry,
                          const std::string& why) {
    CHECK_THROWS_WITH(
        Simulation(R"({"bodies": [{"name": "bar", "density": 1, "mesh": {"type": "rectangle"},
      "material": {"type": "neo_hookean", "young": 1, "poisson": 0}},
      {"name": "floor", "type": "obstacle", "mesh": {"type": "rectangle"}, "translate": [0, -5]}],
      ")" + section +
                   R"(": [)" + entry + R"(],
      "integrator": {"type": "newmark"}, "time": {"end": 1}})"),
        Catch::Contains("/" + section + "/0") && Catch::Contains(why));
  };
  const std::string good = R"("stiffness": 1, "place": [0, 0], "velocity": [0, 0])";
  refused("loads", R"({"type": "tethr", "body": "bar", )" + good + "}", "did you mean \"tether\"?");
  refused("loads", R"({"type": "tether", "body": "bra", )" + good + "}", "did you mean \"bar\"?");
  refused("loads", R"({"type": "tether", )" + good + "}", "\"body\" is missing");
  refused("loads", R"({"type": "tether", "body": "floor", )" + good + "}", "which no force moves");
  refused("loads", R"({"type": "tether", "body": "bar", "group": "lft", )" + good + "}",
          "has no group \"lft\"");
  refused("loads", R"({"type": "tether", "body": "bar", "stiffness": -1, "place": [0, 0],
                       "velocity": [0, 0]})",
          "/loads/0/stiffness: -1 given");
  refused("loads", R"({"type": "tether", "body": "bar", "place": [0, 0, 0], "velocity": [0, 0]})",
          "a list of 2 numbers");
  refused("loads", R"({"type": "tether", "body": "bar", "color": 1, )" + good + "}",
          "unknown key \"color\"");
  refused("probes", R"({"type": "hook_energy", "name": "a", "body": "bar"})",
          "did you mean \"hooke_energy\"?");
  refused("probes", R"({"type": "hooke_energy", "name": "a", "body": "floor"})",
          "\"floor\" has no material");
  refused("probes", R"({"type": "hooke_energy", "name": "a", "body": "bar", "group": "lft"})",
          "has no group \"lft\"");
  refused("probes", R"({"type": "hooke_energy", "name": "a", "body": "bar", "young": 0})",
          "/probes/0/young: 0 given");
}
