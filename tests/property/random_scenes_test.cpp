// Adversarial scenes: random bodies thrown at each other. Whatever they are, no step may leave an
// intersection, and no energy may appear. A scene that fails is shrunk (fewer bodies, a shorter
// time) and written as a configuration that reproduces it.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "core/model/model_error.hpp"
#include "tests/property/scene_generator.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::property::SceneGenerator;
using tactus::property::SceneText;
using tactus::testing::Simulation;

namespace {

struct Verdict {
  bool usable = true;    ///< bodies are apart at the start
  bool refused = false;  ///< ended with a message
  bool touched = false;
  std::string fault;  ///< empty: sound
};

Verdict judge(const SceneText& text) {
  Verdict v;
  try {
    Simulation s(text.json());
    if (!s.audit().clean()) {
      v.usable = false;
      return v;
    }
    while (!s.stepper.finished()) {
      s.step();
      v.touched = v.touched || s.stepper.facts().forces.contacts > 0;
      const auto& audit = s.audit();
      if (!audit.clean()) {
        v.fault = fmt::format("{} intersections, {} overlaps at t = {}", audit.intersections,
                              audit.contained, s.time());
        return v;
      }
    }
    // Stored energies are known to an ulp of mu (density/4, c = 1) times the volume, a few at most.
    const Real rounding = 0x1p-49 * s.balance.mass() / 4;
    if (s.balance.largest_total() > 1.001 * s.balance.initial() + rounding)
      v.fault =
          fmt::format("energy rose to {} E0", s.balance.largest_total() / s.balance.initial());
    if (s.balance.linear_drift() > 1e-11 * s.balance.linear_scale() + 0x1p-49 * s.balance.mass())
      v.fault = fmt::format("momentum drifted by {}",
                            s.balance.linear_drift() / s.balance.linear_scale());
  } catch (const core::StepError&) {
    v.refused = true;
  } catch (const core::ModelError&) {
    v.usable = false;
  }
  return v;
}

/// Fewer bodies and a shorter time, as long as it fails.
SceneText shrink(SceneText text) {
  for (std::size_t b = 0; b < text.bodies.size() && text.bodies.size() > 1;) {
    SceneText fewer = text;
    fewer.bodies.erase(fewer.bodies.begin() + static_cast<std::ptrdiff_t>(b));
    if (judge(fewer).fault.empty())
      ++b;
    else
      text = fewer;
  }
  for (int k = 0; k < 6; ++k) {
    SceneText shorter = text;
    shorter.end /= 2;
    if (judge(shorter).fault.empty()) break;
    text = shorter;
  }
  return text;
}

int scenes_wanted() {
  const char* text = std::getenv("TACTUS_SCENES");
  return text ? std::atoi(text) : 200;
}

}  // namespace

TEST_CASE("random scenes never intersect, crash or gain energy", "[property]") {
  const int wanted = scenes_wanted();
  struct Tally {
    int run = 0, touched = 0, refused = 0;
  };
  std::map<std::string, Tally> kinds;
  int run = 0;
  for (unsigned seed = 1; run < wanted; ++seed) {
    const SceneText text = SceneGenerator(seed).scene();
    const Verdict v = judge(text);
    if (!v.usable) continue;
    ++run;
    Tally& tally = kinds[text.kind];
    ++tally.run;
    tally.touched += v.touched;
    tally.refused += v.refused;
    if (v.fault.empty()) continue;
    const auto file =
        std::filesystem::temp_directory_path() / fmt::format("tactus_scene_{}.json", seed);
    std::ofstream(file) << shrink(text).json();
    FAIL_CHECK("scene " << seed << ": " << v.fault << "; reproduce with: tactus run "
                        << file.string());
  }
  CHECK(kinds.size() == 3);
  for (const auto& [kind, tally] : kinds) {
    CAPTURE(kind, tally.run, tally.touched, tally.refused);
    CHECK(tally.run >= wanted / 20);
    CHECK(tally.touched >= tally.run / 4);  // enough of the scenes are about something
    CHECK(tally.refused <= run / 50);       // slow as they are, hardly any may be too violent
  }
}

TEST_CASE("scenes that once failed run clean", "[property]") {
  // Found by the test above, as it wrote them: bodies that touch from the start and are an ulp into
  // each other a few steps later, which only exact signs see.
  const std::string name = GENERATE(as<std::string>{}, "side_of_resting_squares",
                                    "resting_an_ulp_apart", "corner_on_a_resting_side");
  auto s = Simulation::from_file(TACTUS_SOURCE_DIR "/tests/property/found/" + name + ".json");
  Index dirty = 0;
  s.run([&](Simulation& now) { dirty += !now.audit().clean(); });
  CHECK(dirty == 0);
}
