// Random families of scenes in space, judged by a judge of their own: no two bodies may ever overlap, contact
// may never bring in energy, and what the program says of its energy must be so.
//
// TACTUS_SPACE_SCENES says how many scenes there are in all; TACTUS_SPACE_SEED=KIND:N takes one;
// TACTUS_KEEP_SCENES is a folder in which scenes that fail are written, with their meshes.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "judge.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace tactus;
using namespace tactus::space_scenes;

namespace {

unsigned scenes_wanted() {
  const char* text = std::getenv("TACTUS_SPACE_SCENES");
  return text ? static_cast<unsigned>(std::stoul(text)) : 60;
}

/// Fast and violent scenes take a hundred thousand steps, which only the long tests follow.
Limits limits() { return {.steps = std::getenv("TACTUS_SPACE_SCENES") ? 50'000 : 3000}; }

/// A scene that fails with fewer bodies and in a shorter time, if it still fails in the same way.
Scene shrunk(Scene scene, const Verdict& verdict, const std::filesystem::path& folder) {
  const auto fails = [&](const Scene& s) {
    const Verdict v = judge(s.write(folder), limits());
    return v.fault == verdict.fault && v.refused == verdict.refused;
  };
  for (std::size_t b = 0; b < scene.bodies.size() && scene.bodies.size() > 1;) {
    Scene fewer = scene;
    fewer.bodies.erase(fewer.bodies.begin() + static_cast<std::ptrdiff_t>(b));
    if (fails(fewer))
      scene = fewer;
    else
      ++b;
  }
  return scene;
}

/// Where the scene was written, for words about it.
std::string kept(const Scene& scene, const Verdict& verdict) {
  const char* folder = std::getenv("TACTUS_KEEP_SCENES");
  if (!folder) return "TACTUS_KEEP_SCENES=FOLDER writes the scene";
  std::filesystem::create_directories(folder);
  const auto file =
      std::filesystem::path(folder) / fmt::format("{}_{}.json", scene.kind, scene.seed);
  std::ofstream(file) << shrunk(scene, verdict, folder).write(folder);
  return "tactus run " + file.string();
}

/// Two tallies: of scenes slower and faster than twice the slowest wave.
void run_kind(std::string_view kind, unsigned share) {
  unsigned first = 1, last = std::max(1U, scenes_wanted() * share / 100);
  if (const char* one = std::getenv("TACTUS_SPACE_SEED")) {
    const std::string text = one;
    if (!text.starts_with(std::string(kind) + ":")) return;
    first = last = static_cast<unsigned>(std::stoul(text.substr(kind.size() + 1)));
  }
  const test::TemporaryFolder folder;
  Tally slow, fast;
  for (unsigned seed = first; seed <= last; ++seed) {
    const Scene scene = random_scene(kind, seed);
    const Verdict v = judge(scene.write(folder.path()), limits());
    (scene.speed < 2 ? slow : fast).add(v);
    if (std::getenv("TACTUS_SPACE_VERBOSE"))
      std::cout << fmt::format("{} {} speed {:.3g} bodies {} steps {} zones {} {:.2f} s {}\n", kind,
                               seed, scene.speed, scene.bodies.size(), v.steps, v.zone_steps,
                               v.seconds, v.name())
                << std::flush;
    if (v.sound()) continue;
    const std::string words =
        fmt::format("{} {} at {:.3g} c: {}; {}", kind, seed, scene.speed, v.name(), kept(scene, v));
    const bool never = v.fault == Fault::overlap || v.fault == Fault::contact ||
                       v.fault == Fault::account || v.fault == Fault::momentum;
    if (never)
      FAIL_CHECK(words);
    else
      WARN(words);
  }
  std::cout << Tally::head() << slow.row(std::string(kind) + ", below 2 c")
            << fast.row(std::string(kind) + ", above");
  CHECK(slow.touched + fast.touched >= (slow.scenes + fast.scenes) / 2);
  CHECK(slow.refused_at_start + fast.refused_at_start == 0);
  CHECK(slow.scenes - slow.sound <= slow.scenes / 200);
  CHECK(fast.scenes - fast.sound <= (fast.scenes + 4) / 5);  // one of less than five may fail
}

}  // namespace

TEST_CASE("thrown bodies of space never overlap or gain energy by contact", "[space]") {
  run_kind("thrown", 30);
}
TEST_CASE("boxes of a lattice never overlap or gain energy by contact", "[space]") {
  run_kind("lattice", 25);
}
TEST_CASE("bodies in cavities never overlap or gain energy by contact", "[space]") {
  run_kind("nested", 10);
}
TEST_CASE("grains thrown at bodies never overlap or gain energy by contact", "[space]") {
  run_kind("unequal", 15);
}
TEST_CASE("rigid bodies among others never overlap or gain energy by contact", "[space]") {
  run_kind("rigid", 15);
}
TEST_CASE("bodies that fold never overlap or gain energy by contact", "[space]") {
  run_kind("folding", 5);
}
