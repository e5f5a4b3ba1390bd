/// What a run says of itself at the end: the verdict of summary.json and of the terminal.
#include <nlohmann/json.hpp>

#include "run_scene.hpp"

using namespace tactus::cli_tests;

namespace {

/// A square that spins through about 0.2 rad and swells, with this material and these loads. The
/// moment of stresses P is that of F P' - P F', for H = F - I = a J + ... and Hooke's P: a tr(P) J;
/// pure spin alone would leave P = 0.
std::string spinning(const std::string& material, const std::string& loads) {
  return R"({"bodies": [{"name": "square", "density": 1000, "velocity": {"spin": 20, "gradient": [[5, 0], [0, 5]]},
    "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]}, "translate": [-0.5, -0.5],
    "material": {"type": ")" +
         material + R"(", "young": 1e8, "poisson": 0.3}}], "loads": [)" + loads +
         R"(], "integrator": {"type": "newmark"}, "time": {"end": 1e-2, "step": 2e-5}})";
}

struct Said {
  bool sound;
  std::string words;
  double drift;  ///< of angular momentum, of its scale
};

Said verdict_on(const Installation& tactus, const std::string& configuration) {
  write_text(tactus.work() / "scene.json", configuration);
  const Installation::Outcome run = tactus.run({"run", "scene.json", "--out", "out", "--force"});
  REQUIRE(run.code == 0);
  const auto summary = nlohmann::json::parse(text_of(tactus.work() / "out/summary.json"));
  const auto& momentum = summary["momentum"];
  return {summary["sound"], run.out,
          momentum["angular_drift_kg_m2_per_s"].get<double>() /
              momentum["angular_scale_kg_m2_per_s"].get<double>()};
}

}  // namespace

TEST_CASE("A spinning body whose material is not objective is not called sound", "[cli]") {
  const Installation tactus;
  const Said good = verdict_on(tactus, spinning("neo_hookean", ""));
  CHECK(good.sound);
  CHECK(good.drift < 1e-12);
  const Said bad = verdict_on(tactus, spinning("linear_elastic", ""));
  CHECK(bad.drift > 1e-6);
  CHECK_FALSE(bad.sound);
  CHECK_THAT(bad.words, Catch::Contains("TOO LARGE A ROTATION") &&
                            Catch::Contains("\"linear_elastic\" of \"square\""));
}

TEST_CASE("A law that is not objective is sound where rotations are small", "[cli]") {
  const Installation tactus;
  std::string scene = spinning("linear_elastic", "");
  scene.replace(scene.find("\"spin\": 20"), 10, "\"spin\": 1");
  const Said said = verdict_on(tactus, scene);
  CHECK(said.sound);
  CHECK_THAT(said.words,
             Catch::Contains("the largest is 0.01") && !Catch::Contains("TOO LARGE A ROTATION"));
}

TEST_CASE("Numerical damping is named and does not make a run unsound", "[cli]") {
  const Installation tactus;
  std::string scene = spinning("neo_hookean", "");
  scene.replace(scene.find("\"newmark\""), 9, "\"newmark\", \"gamma\": 0.6");
  const Said said = verdict_on(tactus, scene);
  CHECK(said.sound);
  CHECK(said.drift > 1e-10);
  CHECK_THAT(said.words,
             Catch::Contains("(numerical damping)") &&
                 Catch::Contains("the integrator does not claim to keep angular momentum"));
}

TEST_CASE("A run whose steps damp the spin of a body is not called sound", "[cli]") {
  const Installation tactus({"moreau_jean", "neo_hookean"});
  const auto said = [&](const char* theta) {
    return verdict_on(
        tactus, std::string(R"({"bodies": [{"name": "bar", "density": 1000, "velocity": {"spin": 1},
          "mesh": {"type": "rectangle", "size": [1, 0.5], "cells": [4, 2]},
          "material": {"type": "neo_hookean", "young": 4e6, "poisson": 0.3}}],
        "integrator": {"type": "moreau_jean", "theta": )") +
                    theta + R"(}, "time": {"end": 3, "step": 0.03}})");
  };
  const Said middle = said("0.5");
  CHECK(middle.sound);
  CHECK_THAT(middle.words, !Catch::Contains("numerical damping"));
  const Said bad = said("1");
  CHECK(bad.drift > 0.05);
  CHECK_FALSE(bad.sound);
  CHECK_THAT(bad.words, Catch::Contains("ANGULAR MOMENTUM IS NOT KEPT") &&
                            Catch::Contains("bodies turn far in a step"));
}

TEST_CASE("A run whose energy runs away ends with exit code 3 and says what to look at", "[cli]") {
  const Installation tactus;
  // Steps that vary in time with the highest mode, near its limit: see docs/theory.
  write_text(tactus.work() / "scene.json",
             text_of(std::string(TACTUS_SOURCE_DIR) + "/configs/paper/four_squares.json"));
  const Installation::Outcome run =
      tactus.run({"run", "scene.json", "--out", "out", "--set", "/integrator/impact=stop", "--set",
                  "/integrator/safety=0.99", "--set", "/contact/substepping=false"});
  CHECK(run.code == 3);
  CHECK_THAT(run.out, Catch::Contains("ran away") && Catch::Contains("NOT SHOWN TO BE SOUND"));
}

TEST_CASE("Where only sound runs are accepted, others end with exit code 5", "[cli]") {
  const Installation tactus;
  const auto code = [&](const std::string& material, const char* accept) {
    std::string scene = spinning(material, "");
    scene.insert(1, std::string(R"("accept": ")") + accept + "\", ");
    write_text(tactus.work() / "scene.json", scene);
    return tactus.run({"run", "scene.json", "--out", "out", "--force"}).code;
  };
  CHECK(code("neo_hookean", "sound") == 0);
  CHECK(code("linear_elastic", "completed") == 0);
  CHECK(code("linear_elastic", "sound") == 5);
  CHECK_THAT(text_of(tactus.work() / "out/log.txt"), Catch::Contains("only that is accepted"));
}

TEST_CASE("Angular momentum is not judged where a load turns the bodies", "[cli]") {
  const Installation tactus;
  // Gravity has no moment about the centre of mass at the start only while that stays below it.
  const Said fallen = verdict_on(
      tactus, spinning("neo_hookean", R"({"type": "gravity", "acceleration": [3, -9.81]})"));
  CHECK(fallen.sound);
  CHECK_THAT(fallen.words, Catch::Contains("loads or supports act"));
}

TEST_CASE("What lies still in implicit steps is sound, however long these are", "[cli]") {
  const Installation tactus;
  // Rounding moves the disk by 1e-17 m/s, and solves make of its momentum what they like.
  const Said still = verdict_on(tactus, R"({"bodies": [{"name": "disk", "density": 7800,
    "translate": [0, 1.6], "mesh": {"type": "disk", "radius": 0.6, "rings": 3},
    "material": {"type": "neo_hookean", "young": 7e8, "poisson": 0.45}}],
    "integrator": {"type": "newmark", "beta": 0.25}, "time": {"end": 2000, "step": 50},
    "output": {"audit": "steps"}})");
  CHECK(still.sound);
  CHECK_THAT(still.words, Catch::Contains("nothing moves by more than rounding"));
}

TEST_CASE("An obstacle alone is neither load nor support", "[cli]") {
  const Installation tactus;
  std::string scene = spinning("neo_hookean", "");
  scene.insert(scene.find("{\"name\""),
               R"({"name": "floor", "type": "obstacle", "translate": [-2, -3],
    "mesh": {"type": "rectangle", "size": [4, 1], "cells": [1, 1]}}, )");
  const Said said = verdict_on(tactus, scene);
  CHECK(said.sound);
  CHECK_THAT(said.words, Catch::Contains("obstacles act") && !Catch::Contains("loads or supports"));
}

TEST_CASE("A lone particle in flight is sound: its momentum has a scale on the way", "[cli]") {
  const Installation tactus;
  // m v (v t) eps = 1e3 * 1e3 * 1e4 * 1e-16 kg m^2/s of round-off, where the start has no arm.
  const Said lone = verdict_on(tactus, R"({"bodies": [{"name": "p", "type": "particles",
    "points": [[0, 0]], "mass": 1e3, "velocity": [1e3, 333]}],
    "integrator": {"type": "newmark"}, "time": {"end": 10, "step": 0.01},
    "output": {"audit": "steps"}})");
  CHECK(lone.sound);
}

TEST_CASE("A body that goes through itself where contact does not look is found out", "[cli]") {
  const Installation tactus;
  // A C whose arms are thrown at each other; nothing is told to look for contact of it with itself.
  write_text(tactus.work() / "closing.json", R"({"bodies": [{"name": "C", "density": 1000,
    "mesh": {"type": "rectangle", "size": [3, 3], "cells": [6, 6], "without": [[1, 1, 3, 2]]},
    "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3},
    "velocity": [{"constant": [0, -12], "box": [[1.9, 1.9], [3.1, 3.1]]},
                 {"constant": [0, 12], "box": [[1.9, -0.1], [3.1, 1.1]]}]}],
    "integrator": {"type": "newmark"}, "time": {"end": 0.1}, "output": {"audit": "steps"}})");
  const Installation::Outcome run = tactus.run({"run", "closing.json"});
  INFO(run.out << run.err);
  const auto summary = nlohmann::json::parse(text_of(tactus.work() / "runs/closing/summary.json"));
  CHECK(summary["sound"] == false);
  CHECK(summary["audit"]["intersections_max"] > 0);
  CHECK_THAT(run.out,
             Catch::Contains("\"C\" goes through itself: \"self_contact\": true") &&
                 Catch::Contains("up to a depth that has no measure, of a body in itself;"));
  // A study takes a number that is not finite for a run that failed.
  CHECK_THAT(text_of(tactus.work() / "runs/closing/history.csv"), !Catch::Contains("inf"));
}

TEST_CASE("Round particles that overlap at the start are refused", "[cli]") {
  const Installation tactus({"newmark", "grid", "particle_gap", "local_sqp"});
  write_text(tactus.work() / "grains.json", R"({"bodies": [
    {"name": "a", "type": "particles", "points": [[0, 0]], "mass": 1, "radius": 0.3},
    {"name": "b", "type": "particles", "points": [[0.5, 0]], "mass": 1, "radius": 0.3}],
    "integrator": {"type": "newmark"}, "time": {"end": 1, "step": 0.1},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "particle_gap"},
                "solver": {"type": "local_sqp"}}})");
  const Installation::Outcome run = tactus.run({"run", "grains.json"});
  CHECK(run.code == 2);
  CHECK_THAT(
      run.err,
      Catch::Contains(
          R"(/bodies/0: "a" and "b" overlap at the start: "a" at (0, 0) m and "b" at (0.5, 0) m )"
          "are 0.1 m nearer than the sum of their radii; move one of them by at least 0.1 m, "
          R"(by "translate" or the "spacing" of an array (touching is allowed))"));
}

TEST_CASE("An overlap at the start is told with its place, its depth and what to do", "[cli]") {
  const Installation tactus;
  write_text(tactus.work() / "two.json", two_blocks("1e-3", "{}", "1e-4"));
  const auto told = [&](const std::vector<std::string>& sets) {
    std::vector<std::string> arguments{"check", "two.json"};
    for (const std::string& set : sets) arguments.insert(arguments.end(), {"--set", set});
    const auto outcome = tactus.run(arguments);
    CHECK(outcome.code == 2);
    const std::size_t at = outcome.err.find("/bodies/");
    return at == outcome.err.npos ? outcome.err
                                  : outcome.err.substr(at, outcome.err.find('\n', at) - at);
  };
  // A corner of the first one in the left face of the second, far from the origin.
  CHECK(
      told({"/bodies/0/translate=[1000, 0]", "/bodies/1/translate=[1000.9, 0.8]"}) ==
      R"(/bodies/0: "block" and "target" overlap at the start: node 9 of body "block" at )"
      R"((1001, 1) m is 0.1 m deep in "target", whose nearest edge runs from (1000.9, 1.3) m to )"
      R"((1000.9, 0.8) m; move one of them by at least 0.1 m, by "translate" or the "spacing" of )"
      R"(an array (touching is allowed); overlaps up to 1.4e-11 m count as touching)");
  // One inside of the other.
  CHECK_THAT(told({"/bodies/1/translate=[0.3, 0.2]", "/bodies/1/scale=0.25"}),
             Catch::Contains(R"("target" at (0.4875, 0.45) m is 0.45 m deep in )"
                             R"("block", whose nearest edge runs from (0, 0) m to (0.5, 0) m;)"));
  CHECK(
      told({"/bodies/1/translate=[0, 0]"}) ==
      R"(/bodies/0: "block" and "target" overlap at the start: their boundaries lie on each )"
      R"(other, and both bodies on one side of them; move them apart (touching is allowed); overlaps )"
      R"(up to 1.4e-14 m count as touching)");
  // Ten copies, each in both of its neighbours: nine pairs.
  const auto ten = tactus.run({"check", "two.json", "--set", "/bodies/1/translate=[3, 0]", "--set",
                               R"(/bodies/1/array={"count": [10, 1], "spacing": [0.9, 0]})"});
  CHECK_THAT(ten.err,
             Catch::Contains(R"(/bodies/1: "target_8" and "target_9" overlap at the start: )"
                             R"(node 6 of body "target_8" at (10.3, 0.5) m is 0.1 m deep in )"
                             R"("target_9")") &&
                 Catch::Contains("count as touching; 1 more pair overlaps\n") &&
                 !Catch::Contains("target_10"));
}

TEST_CASE("A checkpoint that is none is a mistake of a file and not a bug", "[cli]") {
  const Installation tactus;
  write_text(tactus.work() / "scene.json", spinning("neo_hookean", ""));
  REQUIRE(tactus.run({"run", "scene.json", "--out", "out"}).code == 0);
  write_text(tactus.work() / "out/checkpoint.h5", "not what it was");
  const Installation::Outcome run = tactus.run({"run", "scene.json", "--out", "out", "--resume"});
  CHECK(run.code == 2);
  CHECK_THAT(run.err, Catch::Contains("checkpoint.h5") && !Catch::Contains("this is a bug"));
}

TEST_CASE("A body at rest keeps its energy of nothing, whatever its coordinates round to",
          "[cli]") {
  const Installation tactus;
  const Said rest = verdict_on(tactus, R"({"bodies": [{"name": "block", "density": 1000,
      "translate": [0.13, 0.77], "mesh": {"type": "rectangle", "size": [0.7, 0.3], "cells": [7, 3]},
      "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}],
    "integrator": {"type": "newmark"}, "time": {"end": 1e-2}})");
  CHECK(rest.sound);
  CHECK_THAT(rest.words, Catch::Contains("total energy 0 J at the start, 0 J at the end: unchanged "
                                         "up to rounding\n  by cause: time integration 0 J\n"));
}

TEST_CASE("A disk that sinks at concave corners is told of the option that projects positions",
          "[cli]") {
  // The disk meets the next facet within a step, and velocities that no longer approach leave what is deep. The limit
  // is a thousandth of a facet, so that some swings are enough.
  const Installation tactus(
      {"moreau_jean", "grid", "node_to_facet", "interior_point", "local_sqp", "nonsmooth_force"});
  const auto swinging = [](const std::string& drift, const std::string& stages) {
    return R"({"bodies": [{"name": "disk", "type": "rigid", "radius": 4e-3, "mass": 1, "inertia": 1e6,
          "translate": [0, 4.000001e-3], "velocity": [1, 0]},
        {"name": "dent", "type": "obstacle", "mesh": {"type": "polygon", "size": 0.1, "points": [[-0.03, 0.004],
          [-0.01, 0], [0.01, 0], [0.03, 0.004], [0.03, -0.01], [-0.03, -0.01]]}}],
      "loads": [{"type": "gravity", "acceleration": [0, -600]}],
      "integrator": {"type": "moreau_jean", "drift": ")" +
           drift + R"("}, "time": {"end": 0.05, "step": 5e-5},
      "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "node_to_facet"},
        "solver": {"type": "interior_point"}, "depth_limit": 1e-3, )" +
           stages +
           R"("laws": [{"between": ["*", "*"], "type": "nonsmooth_force", "friction": 0}]}})";
  };
  const Said sinks = verdict_on(tactus, swinging("none", ""));
  CHECK_FALSE(sinks.sound);
  CHECK_THAT(sinks.words, Catch::Contains("\"project\" for /integrator/drift"));
  const Said held = verdict_on(
      tactus,
      swinging("project", R"("stages": {"projection": {"solver": {"type": "local_sqp"}}}, )"));
  CHECK(held.sound);
  CHECK_THAT(held.words, !Catch::Contains("BODIES OVERLAP"));
}
