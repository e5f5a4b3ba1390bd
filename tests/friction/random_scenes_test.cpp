// Random scenes in the plane with friction: rigid and deformable blocks and disks fall on each other, on a
// floor and between walls. Each run has to end sound by its own verdict: contact adds no energy, momenta are
// kept, reactions converged, nothing deeper than the method lets it be. A body that is pressed further into
// another one than its elements are high ends a run by name, which is no failure of the run.
// TACTUS_FRICTION_SCENES says how many scenes.
#include <fmt/format.h>

#include <cstdlib>

#include "tactus/conformance/random.hpp"
#include "tests/cli/installation.hpp"
#include "tests/support/copy_state.hpp"
#include "tests/support/keep_scene.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using namespace tactus::cli_tests;

namespace {

const std::vector<std::string> kPlugins{
    "grid",         "node_to_facet",   "moreau_jean",        "gauss_seidel", "projected_newton",
    "hybrid",       "nonsmooth_force", "nonsmooth_velocity", "neo_hookean",  "projected_gradient",
    "de_saxce_feng"};

int scenes() {
  const char* given = std::getenv("TACTUS_FRICTION_SCENES");
  return given ? std::atoi(given) : 40;
}

/// A body in the cell (column, row) of a lattice of 1.5 m, which it does not leave at the start.
std::string body(conformance::Random& random, int column, int row) {
  const double x = 1.5 * column, y = 0.8 + 1.5 * row, turn = random.between(0, 6.28);
  const std::string name = fmt::format("body_{}_{}", column, row);
  const std::string common = fmt::format(R"("name": "{}", "velocity": [{:.17g}, {:.17g}])", name,
                                         random.between(-2, 2), random.between(-3, 1));
  const double kind = random();
  if (kind < 0.3)
    return fmt::format(R"({{{}, "type": "rigid", "radius": {:.17g}, "mass": {:.17g},
                           "translate": [{:.17g}, {:.17g}]}})",
                       common, random.between(0.2, 0.6), random.between(50, 2000), x, y);
  const double width = random.between(0.2, 0.5), height = random.between(0.2, 0.5);
  const std::string mesh = fmt::format(
      R"("mesh": {{"type": "rectangle", "size": [{:.17g}, {:.17g}], "cells": [{}, {}]}},
         "rotate": {:.17g}, "translate": [{:.17g}, {:.17g}], "density": {:.17g})",
      width, height, kind < 0.6 ? 1 : 3, kind < 0.6 ? 1 : 3, turn, x, y, random.between(500, 3000));
  if (kind < 0.6) return fmt::format(R"({{{}, "type": "rigid", {}}})", common, mesh);
  return fmt::format(
      R"({{{}, {}, "material": {{"type": "neo_hookean", "young": {:.17g}, "poisson": 0.3}}}})",
      common, mesh, std::exp(random.between(std::log(1e6), std::log(1e8))));
}

std::string scene(std::uint64_t seed) {
  conformance::Random random(seed);
  const int columns = 1 + static_cast<int>(3 * random()), rows = 1 + static_cast<int>(2 * random());
  std::string bodies = R"({"name": "floor", "type": "obstacle", "translate": [-6, -1],
      "mesh": {"type": "rectangle", "size": [16, 1], "cells": [1, 1]}})";
  for (int c = 0; c < columns; ++c)
    for (int r = 0; r < rows; ++r) bodies += ",\n" + body(random, c, r);
  // Nothing limits the step of rigid bodies but what they meet.
  const bool elastic = bodies.find("neo_hookean") != std::string::npos;
  const double friction = random() < 0.2 ? 0 : random.between(0, 1);
  const std::string law = random() < 0.5 ? "nonsmooth_force" : "nonsmooth_velocity";
  return fmt::format(
      R"({{"bodies": [{}],
    "loads": [{{"type": "gravity", "acceleration": [0, -9.81]}}],
    "integrator": {{"type": "moreau_jean"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
      "solver": {{"type": "hybrid", "solvers": [{{"type": "projected_newton", "tolerance": 1e-9}},
                                                {{"type": "gauss_seidel", "tolerance": 1e-9}}]}},
      "laws": [{{"between": ["*", "*"], "type": "{}", "friction": {:.17g}}}]}},
    "time": {{"end": 0.8, "step": {}}}}})",
      bodies, law, friction, elastic ? "\"auto\"" : "1e-3");
}

}  // namespace

TEST_CASE("random scenes with friction end sound", "[friction][scenes]") {
  const Installation tactus(kPlugins);
  int failed = 0, refused = 0;
  for (int seed = 1; seed <= scenes(); ++seed) {
    const std::string name = fmt::format("scene_{}.json", seed);
    write_text(tactus.work() / name, scene(static_cast<std::uint64_t>(seed)));
    tactus::test::keep_scene(scene(static_cast<std::uint64_t>(seed)));
    const auto outcome = tactus.run({"run", name, "--out", "run", "--force"});
    const bool sound = outcome.code == 0 &&
                       outcome.out.find("physically sound by these measures") != std::string::npos;
    const bool crushed =
        outcome.code == 3 && outcome.out.find("what presses is too strong") != std::string::npos;
    refused += crushed;
    if (sound || crushed) continue;
    ++failed;
    UNSCOPED_INFO(name << " ended with " << outcome.code << "\n" << outcome.out << outcome.err);
    if (std::getenv("TACTUS_KEEP_SCENES"))
      write_text(fs::path(std::getenv("TACTUS_KEEP_SCENES")) / name,
                 scene(static_cast<std::uint64_t>(seed)));
  }
  if (std::getenv("TACTUS_FRICTION_SCENES"))
    WARN(scenes() << " scenes: " << scenes() - failed - refused << " sound, " << refused
                  << " crushed by name, " << failed << " failed");
  CHECK(failed == 0);
  CHECK(20 * refused <= scenes());
}

TEST_CASE("random scenes with friction have the same bits for any number of threads",
          "[friction][scenes]") {
  const Installation tactus(kPlugins);
  for (int seed = 1; seed <= 3; ++seed) {
    write_text(tactus.work() / "scene.json", scene(static_cast<std::uint64_t>(seed)));
    const auto run = [&](const std::string& folder, std::vector<std::string> more) {
      std::vector<std::string> words{"run", "scene.json", "--out", folder, "--force"};
      words.insert(words.end(), more.begin(), more.end());
      const auto outcome = tactus.run(words);
      INFO(outcome.out << outcome.err);
      CHECK(outcome.code != 2);
    };
    const auto summary = [&](const std::string& folder) {
      return text_of(tactus.work() / folder / "contacts.csv");
    };
    run("one", {"--threads", "1"});
    run("two", {"--threads", "2"});
    CHECK(summary("one").size() > 1000);
    CHECK(summary("one") == summary("two"));
  }
}

TEST_CASE("random scenes with friction go on from a checkpoint to the bit", "[friction][scenes]") {
  using tactus::testing::Simulation;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    CAPTURE(seed);
    Simulation straight(scene(seed)), resumed(scene(seed));
    Index closed = 0;
    while (straight.time() < 0.5) {
      straight.step();
      closed += straight.stepper.facts().contact.reactions.sticking +
                straight.stepper.facts().contact.reactions.slipping;
    }
    CHECK(closed > 0);
    testing::copy_state(straight, resumed);
    straight.run();
    resumed.run();
    CHECK(straight.stepper.state().q == resumed.stepper.state().q);
    CHECK(straight.stepper.state().v == resumed.stepper.state().v);
    CHECK(straight.balance.account().sum().contact == resumed.balance.account().sum().contact);
    CHECK(straight.stepper.facts().contact.reactions.new_contact_excess_depth ==
          resumed.stepper.facts().contact.reactions.new_contact_excess_depth);
  }
}
