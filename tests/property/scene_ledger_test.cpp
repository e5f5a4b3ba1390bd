// Not a test of its own: shows the energy account of one scene, step by step, to whoever wants to
// know why it failed. A scene is a file, or the family and the seed of a random one:
//   TACTUS_SCENE=tactus_slices_7.json tactus_property_tests '[ledger]'
//   TACTUS_SCENE=slices:7 tactus_property_tests '[ledger]'
#include <catch2/catch.hpp>
#include <iostream>
#include <iterator>

#include "tests/property/meeting_scenes.hpp"
#include "tests/property/scene_generator.hpp"
#include "tests/property/scene_judge.hpp"

using namespace tactus;
using namespace tactus::property;

namespace {

std::string scene_named(const std::string& name) {
  const auto colon = name.find(':');
  if (colon == std::string::npos) {
    std::ifstream file(name);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  const std::string family = name.substr(0, colon);
  const auto seed = static_cast<unsigned>(std::stoul(name.substr(colon + 1)));
  const bool meeting = std::ranges::count(kMeetingFamilies, family) > 0;
  return meeting ? MeetingScenes(family, seed).scene().json()
                 : SceneGenerator(family, seed).scene().json();
}

}  // namespace

TEST_CASE("the energy account of one scene, step by step", "[.][ledger]") {
  const char* name = std::getenv("TACTUS_SCENE");
  REQUIRE(name != nullptr);
  const std::string json = scene_named(name);
  if (std::getenv("TACTUS_SHOW_SCENE")) std::cout << json;
  std::cout << fmt::format(
      "{:>7}{:>12}{:>11}{:>13}{:>13}{:>12}{:>12}{:>12}{:>12}{:>9}{:>6}{:>6}{:>6}\n", "step", "time",
      "dt", "kinetic", "strain", "dt2/8 aMa", "G", "sum G", "sum J", "contacts", "substeps",
      "tries", "zones");
  Index step = 0;
  std::size_t bodies = 0;
  const Verdict v = SceneJudge().judge(json, [&](testing::Simulation& s, const EnergyLedger& e) {
    bodies = s.model.bodies().size();
    const core::StepFacts& f = s.stepper.facts();
    std::cout << fmt::format(
        "{:>7}{:>12.6g}{:>11.4g}{:>13.6g}{:>13.6g}{:>12.4g}{:>12.4g}{:>12.4g}{:>12.4g}{:>9}{:>6}{:>"
        "6}{:>6}\n",
        ++step, s.time(), f.dt, e.kinetic(), e.strain(), e.correction(), e.last().contact,
        e.sums().contact, e.sums().integration, f.contact.forces.contacts, f.substeps, f.retries,
        f.contact.forces.impact_zone_nodes);
  });
  std::cout << fmt::format(
      "{}: {}{}{}\n{} bodies, {} steps, zones in {}, R1 {:.6g}, sum G {:.4g}, sum J {:.4g}, drifts "
      "{:.2g}, {:.2g}\n",
      v.name(), v.words, v.refused_at_start, v.refused, bodies, v.steps, v.impact_zone_steps, v.r1,
      v.contact, v.integration, v.linear_drift, v.angular_drift);
}
