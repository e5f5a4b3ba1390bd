// Corners that meet at a point: slices of a disk, stars, squares, wedges in notches. Whatever they
// do, no step may leave an intersection, and contact may bring in no energy. Scenes that fail are
// shrunk and written as configurations that reproduce them.
#include "tests/property/meeting_scenes.hpp"

#include <catch2/catch.hpp>
#include <iostream>

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
}

}  // namespace

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
