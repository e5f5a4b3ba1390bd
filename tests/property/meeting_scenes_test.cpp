// Corners that meet at a point: slices of a disk, stars, squares, wedges in notches. Whatever they
// do, no step may leave an intersection, and contact may bring in no energy. Scenes that fail are
// shrunk and written as configurations that reproduce them.
#include "tests/property/meeting_scenes.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "tests/property/scene_judge.hpp"

using namespace tactus;
using namespace tactus::property;

namespace {

void run_family(std::string_view family) {
  const int wanted = scenes_wanted("TACTUS_MEETING_SCENES", 40) / 4;
  const SceneJudge judge;
  Tallies tallies;
  for (unsigned seed = 1; seed <= static_cast<unsigned>(wanted); ++seed) {
    const SceneText text = MeetingScenes(family, seed).scene();
    const Verdict v = judge.judge(text.json());
    tallies.add(fmt::format("{} {} {}", text.kind, text.solver, text.impact), v);
    if (v.fault == Fault::none) continue;
    FAIL_CHECK(failure(text, seed, v, judge));
  }
  std::cout << tallies.table();
  CHECK(tallies.all().refused_at_start <= wanted / 50);
  CHECK(tallies.all().refused <= wanted / 50);
  CHECK(tallies.all().touched >= wanted / 2);
  CHECK(tallies.all().ratio <= 3);
}

/// A disk cut into `count` triangles of one element each, drawn apart by `gap` at the tips, which
/// meet at one point with the same speed.
std::string triangles_round_a_point(int count, Real gap, Real speed, std::string_view impact) {
  std::string bodies;
  for (int k = 0; k < count; ++k) {
    const Polygon corners{{0, 0}, towards(2 * kPi * k / count), towards(2 * kPi * (k + 1) / count)};
    const auto way = towards(2 * kPi * (k + 0.5) / count);
    bodies += fmt::format(
        R"({}{{"name": "b{}", "density": 1, "translate": [{}, {}], "velocity": [{}, {}],
      "mesh": {{"type": "polygon", "size": 1.8, "points": [[0, 0], [{}, {}], [{}, {}]]}},
      "material": {{"type": "neo_hookean", "lambda": 0.5, "mu": 0.25}}}})",
        k ? ", " : "", k + 1, gap * way[0], gap * way[1], -speed * way[0], -speed * way[1],
        corners[1][0], corners[1][1], corners[2][0], corners[2][1]);
  }
  return fmt::format(R"({{"bodies": [{}], "integrator": {{"type": "newmark", "impact": "{}"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "vertex_edge"}},
                 "solver": {{"type": "local_sqp"}}}},
    "time": {{"end": 4}}, "output": {{"audit": "steps"}}}})",
                     bodies, impact);
}

void check_sound(const std::string& scene) {
  const Verdict v = SceneJudge().judge(scene);
  INFO(v.name() << ": " << v.words << v.refused_at_start << v.refused);
  CHECK(v.name() == "sound");
  CHECK(v.touched);
  CHECK(v.contact <= 1e-3);
  CHECK(v.r1 <= 1.001);
}

}  // namespace

TEST_CASE("three triangles that meet at a point stay apart and gain nothing", "[property]") {
  const std::string impact = GENERATE("reflect", "stop");
  const Real speed = GENERATE(0.1, 0.3);
  CAPTURE(impact, speed);
  check_sound(triangles_round_a_point(3, 1.2e-3, speed, impact));
}

TEST_CASE("six slices that meet slowly at a point stay apart and gain nothing", "[property]") {
  const std::string impact = GENERATE("reflect", "stop");
  const Real speed = GENERATE(0.003, 0.01);
  CAPTURE(impact, speed);
  check_sound(triangles_round_a_point(6, 2e-3, speed, impact));
}

TEST_CASE("scenes of the reference folder in which corners meet are sound, where it is there",
          "[property]") {
  const std::string name = GENERATE("min_three_triangles", "six_slices_slow");
  const std::string file = TACTUS_REFERENCE_DIR "/scenes/" + name + ".json";
  if (!std::filesystem::exists(file)) return;  // scenes like these are in the two tests above
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  check_sound(text.str());
}

TEST_CASE("slices of a disk whose tips meet take no energy from contact", "[property]") {
  run_family("slices");
}
TEST_CASE("stars that meet tip to tip take no energy from contact", "[property]") {
  run_family("stars");
}
TEST_CASE("squares that meet corner to corner take no energy from contact", "[property]") {
  run_family("corners");
}
TEST_CASE("wedges driven into notches take no energy from contact", "[property]") {
  run_family("wedges");
}
