// Scenes with springs at the default of their steps and at others, as a user meets them: they end, the
// verdict calls them sound, and what they say does not depend on how many steps follow a spring.
#include <nlohmann/json.hpp>

#include "tests/cli/installation.hpp"
#include "tests/support/csv_table.hpp"
#include "tests/support/keep_scene.hpp"

using namespace tactus::cli_tests;

namespace {

const std::vector<std::string> kSpringPlugins{"grid", "node_to_facet", "moreau_jean", "direct",
                                              "spring_dashpot"};

/// A ladder of 60 degrees between a smooth wall and a floor with 1.5 times the friction that it needs,
/// both on springs.
std::string ladder(const std::string& options) {
  const std::string law = R"("type": "spring_dashpot", "spring": 1e6, "dashpot": 1000)" + options;
  return R"({"dimension": 2, "bodies": [
    {"name": "floor", "type": "obstacle", "mesh": {"type": "polygon", "size": 1000,
      "points": [[-0.500000000001, -2], [30, -2], [30, -1e-12], [-0.500000000001, -1e-12]]}},
    {"name": "wall", "type": "obstacle", "mesh": {"type": "polygon", "size": 1000,
      "points": [[-5.5, -1e-12], [-0.500000000001, -1e-12], [-0.500000000001, 30], [-5.5, 30]]}},
    {"name": "ladder", "type": "rigid", "density": 1000, "mesh": {"type": "polygon", "size": 1000,
      "points": [[0, 0], [-0.24133974596215568, 0.4380127018922193],
                 [-0.5000000000000001, 0.8660254037844386], [-0.25866025403784443, 0.4280127018922193]]}}],
  "integrator": {"type": "moreau_jean"},
  "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "node_to_facet"},
    "solver": {"type": "direct"},
    "laws": [{"between": ["wall", "ladder"], "friction": 0, )" +
         law + R"(}, {"between": ["*", "*"], "friction": 0.433, )" + law + R"(}]},
  "loads": [{"type": "gravity", "acceleration": [0, -9.81]}],
  "time": {"end": 0.5, "step": 1e-3}})";
}

struct Ended {
  bool sound = false;
  std::string words;
  double energy = 0;  ///< J, at the end
};

Ended run_on_springs(const Installation& tactus, const std::string& scene) {
  write_text(tactus.work() / "scene.json", scene);
  tactus::test::keep_scene(scene);
  const auto outcome = tactus.run({"run", "scene.json", "--out", "out", "--force"});
  INFO(outcome.out << outcome.err);
  REQUIRE(outcome.code == 0);
  const auto summary = nlohmann::json::parse(text_of(tactus.work() / "out/summary.json"));
  return {summary["sound"], outcome.out, summary["energy"]["final_J"]};
}

}  // namespace

TEST_CASE("a ladder on springs stands, is sound, and has the same energy with any number of steps",
          "[friction][springs]") {
  const Installation tactus(kSpringPlugins);
  const Ended exact = run_on_springs(tactus, ladder(R"(, "steps": 200)"));
  CHECK(exact.sound);
  for (const std::string steps : {"", R"(, "steps": 20)", R"(, "steps": 100)"}) {
    const Ended found = run_on_springs(tactus, ladder(steps));
    INFO(steps << "\n" << found.words);
    CHECK(found.sound);
    CHECK(found.energy == Approx(exact.energy).epsilon(1e-3));
  }
}

namespace {

/// Two disks with 7.85398 J that meet, with a spring between them.
std::string two_disks(double gap, const std::string& options = "") {
  return R"({"dimension": 2, "bodies": [
      {"name": "a", "type": "rigid", "density": 1000, "radius": 0.1, "velocity": [0.5, 0]},
      {"name": "b", "type": "rigid", "density": 1000, "radius": 0.1, "velocity": [-0.5, 0],
       "translate": [)" +
         std::to_string(0.2 + gap) + R"(, 0]}],
      "integrator": {"type": "moreau_jean"},
      "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "node_to_facet"},
        "solver": {"type": "direct"},
        "laws": [{"between": ["*", "*"], "type": "spring_dashpot", "spring": 500000)" +
         options + R"(}]},
      "time": {"end": 0.06, "step": 0.001}})";
}

}  // namespace

TEST_CASE("two disks with springs between them are sound at the default, whenever they meet",
          "[friction][springs]") {
  const Installation tactus(kSpringPlugins);
  for (const double gap : {0.01, 0.0101, 0.0103, 0.0105, 0.0107, 0.0109}) {
    const auto found = run_on_springs(tactus, two_disks(gap));
    INFO("gap " << gap << "\n" << found.words);
    CHECK(found.sound);
    CHECK(found.energy > 7.85398 * (1 - 0.0062));  // (pi/20)^2/4 may be lost where contact ends
    CHECK(found.energy <= 7.85399);
  }
}

TEST_CASE("a run whose springs gained energy is told so, no facet is blamed, and the advice helps",
          "[friction][springs]") {
  const Installation tactus(kSpringPlugins);
  const std::string semi_explicit = R"(, "scheme": "semi_explicit")";
  const auto found = run_on_springs(tactus, two_disks(0.01, semi_explicit));
  INFO(found.words);
  CHECK_FALSE(found.sound);
  CHECK(found.words.find("CONTACT BROUGHT ENERGY IN") != std::string::npos);
  CHECK(found.words.find("take a smaller /time/step, more /contact/laws/0/steps, or a law that "
                         "conserves energy") != std::string::npos);
  CHECK(found.words.find("wrong facet") == std::string::npos);
  CHECK(run_on_springs(tactus, two_disks(0.01, semi_explicit + R"(, "steps": 40)")).sound);
}

namespace {

/// A block of 500 kg slides to rest on springs, which its two corners share.
std::string block_on_springs(const std::string& solver) {
  return R"({"bodies": [
    {"name": "block", "type": "rigid", "density": 1000, "velocity": [2, 0],
     "mesh": {"type": "rectangle", "size": [1, 0.5], "cells": [1, 1]}},
    {"name": "ground", "type": "obstacle", "translate": [-1, -0.5],
     "mesh": {"type": "rectangle", "size": [4, 0.5], "cells": [1, 1]}}],
  "loads": [{"type": "gravity", "acceleration": [0, -9.81]}],
  "integrator": {"type": "moreau_jean"},
  "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "node_to_facet"},
    "solver": {"type": "direct")" +
         solver + R"(}, "laws": [{"between": ["*", "*"], "type": "spring_dashpot", "friction": 0.3,
                                  "spring": 1e7, "dashpot": 1e5}]},
  "time": {"end": 0.75, "step": 1e-3}})";
}

struct Settling {
  double unsettled = 0, accepted = 0, resv = 0;
};

Settling settling_of(const Installation& tactus) {
  const tactus::testing::CsvTable history(text_of(tactus.work() / "out/history.csv"));
  Settling s{.unsettled = history.sum("unsettled"),
             .accepted = history.sum("accepted_unconverged")};
  for (std::size_t row = 0; row < history.size(); ++row)
    if (!history.text(row, "resv").empty()) s.resv = std::max(s.resv, history.number(row, "resv"));
  return s;
}

}  // namespace

TEST_CASE("corners that come to rest on springs settle in every step", "[friction][springs]") {
  const Installation tactus(kSpringPlugins);
  const Ended block = run_on_springs(tactus, block_on_springs(""));
  INFO(block.words);
  CHECK(block.sound);
  const Settling s = settling_of(tactus);
  CHECK(s.unsettled == 0);
  CHECK(s.accepted == 0);
  CHECK(s.resv > 0);
  CHECK(s.resv < 1e-7);  // ten times the tolerance of the sweeps
}

TEST_CASE("reactions of springs that are not settled are accepted up to the limit, and told",
          "[friction][springs]") {
  const Installation tactus(kSpringPlugins);
  const Ended few = run_on_springs(tactus, block_on_springs(R"(, "sweeps": 6)"));
  INFO(few.words);
  const Settling s = settling_of(tactus);
  CHECK(s.unsettled > 0);
  CHECK(s.accepted > 0);
  CHECK(s.resv <= 1e-3);
  CHECK_THAT(few.words, Catch::Contains("were accepted although the reactions had not converged"));
  // One sweep is a method of its own, which asks for no more: it is measured, and not divided.
  run_on_springs(tactus, block_on_springs(R"(, "sweeps": 1)"));
  const Settling once = settling_of(tactus);
  CHECK(once.accepted == 0);
  CHECK(once.resv > s.resv);
}

TEST_CASE("a stack that rests on springs does not end where sweeps run out",
          "[friction][springs]") {
  // On a slope that its friction holds. An explicit law gives a reaction of its own for any estimate of the velocities.
  const Installation tactus(kSpringPlugins);
  const Ended stack = run_on_springs(tactus, R"({"bodies": [
    {"name": "floor", "type": "obstacle", "translate": [-6, -1],
     "mesh": {"type": "rectangle", "size": [16, 1], "cells": [1, 1]}},
    {"name": "low", "type": "rigid", "density": 1700, "translate": [-0.385, 0],
     "mesh": {"type": "rectangle", "size": [0.77, 0.35], "cells": [1, 1]}},
    {"name": "middle", "type": "rigid", "density": 2700, "translate": [-0.27, 0.35],
     "mesh": {"type": "rectangle", "size": [0.54, 0.35], "cells": [1, 1]}},
    {"name": "top", "type": "rigid", "density": 1200, "translate": [-0.28, 0.7], "velocity": [-1.55, 0],
     "mesh": {"type": "rectangle", "size": [0.56, 0.32], "cells": [1, 1]}}],
  "loads": [{"type": "gravity", "acceleration": [3.9, -9]}],
  "integrator": {"type": "moreau_jean"},
  "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "node_to_facet"},
    "solver": {"type": "direct"},
    "laws": [{"between": ["*", "*"], "type": "spring_dashpot", "friction": 0.59, "spring": 6.5e6, "dashpot": 1.27e5,
              "scheme": "semi_explicit", "steps": 10}]},
  "time": {"end": 0.5, "step": 0.002}})");
  INFO(stack.words);
  CHECK_THAT(stack.words, Catch::Contains("completed"));
  CHECK(settling_of(tactus).accepted > 0);
}

TEST_CASE("spring_dashpot without a spring is refused", "[friction][springs]") {
  const Installation tactus(kSpringPlugins);
  std::string scene = ladder("");
  const std::string given = R"("spring": 1e6, )";
  scene.erase(scene.find(given), given.size());
  write_text(tactus.work() / "scene.json", scene);
  const auto outcome = tactus.run({"check", "scene.json"});
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err, Catch::Contains("/contact/laws/0") && Catch::Contains("spring"));
}
