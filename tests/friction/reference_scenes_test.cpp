// Everyday scenes of the reference folder that once ended without a result: with every implicit law the
// program brings them to their end, accepts no step that has not converged, and calls them sound.
#include <nlohmann/json.hpp>

#include "tests/cli/installation.hpp"
#include "tests/support/keep_scene.hpp"

using namespace tactus::cli_tests;

namespace {

const std::vector<std::string> kPluginsOfReference{"grid",
                                                   "node_to_facet",
                                                   "moreau_jean",
                                                   "interior_point",
                                                   "neo_hookean",
                                                   "nonsmooth_force",
                                                   "nonsmooth_velocity",
                                                   "projected_gradient",
                                                   "de_saxce_feng",
                                                   "force",
                                                   "node",
                                                   "group"};

/// The scene with interior_point, and with `law` in place of each of its laws.
nlohmann::json scene(const fs::path& file, const std::string& law) {
  auto scene = nlohmann::json::parse(text_of(file));
  scene["contact"]["solver"] = {{"type", "interior_point"}};
  for (auto& entry : scene["contact"]["laws"]) entry["type"] = law;
  return scene;
}

/// summary.json of the run.
nlohmann::json run(const Installation& tactus, const nlohmann::json& scene) {
  write_text(tactus.work() / "scene.json", scene.dump());
  tactus::test::keep_scene(scene.dump());
  const auto outcome = tactus.run({"run", "scene.json", "--out", "out", "--force"});
  INFO(outcome.out << outcome.err);
  REQUIRE(outcome.code == 0);
  return nlohmann::json::parse(text_of(tactus.work() / "out/summary.json"));
}

}  // namespace

TEST_CASE("everyday scenes that once ended without a result are sound with every implicit law",
          "[friction][reference]") {
  const std::string name = GENERATE("arch8_4nodes_exit3", "arch16_gap1e-6_h1e-3", "card_house",
                                    "wedge_jam", "elastic_block_on_slab", "pile100_mixed_gs");
  const fs::path file = fs::path(TACTUS_REFERENCE_DIR) / "scenes" / (name + ".json");
  if (!fs::exists(file)) {
    WARN("skipped: no reference scenes; set TACTUS_REFERENCE_DIR");
    return;
  }
  const Installation tactus(kPluginsOfReference);
  const bool pile = name == "pile100_mixed_gs";
  for (const std::string law :
       {"nonsmooth_force", "nonsmooth_velocity", "projected_gradient", "de_saxce_feng"}) {
    CAPTURE(name, law);
    auto config = scene(file, law);
    if (pile) config["time"]["end"] = 0.4;  // bodies lie on each other; to 1 s it takes 3 s a law
    const auto summary = run(tactus, config);
    CHECK(summary["sound"] == true);
    CHECK(summary["time_s"].get<double>() == Approx(config["time"]["end"].get<double>()));
    CHECK(summary["retries"] == 0);
    CHECK(summary["contact"]["reactions"]["convergence"]["accepted_unconverged"] == 0);
  }
}
