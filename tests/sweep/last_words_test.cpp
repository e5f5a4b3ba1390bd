// However a run ends, its last row, its last frame and its summary tell of its last step. A run that is
// killed between a checkpoint of this step and its summary does not make the step again, and ends with
// the same words.
#include <catch2/catch.hpp>

#include "process.hpp"
#include "results.hpp"
#include "tests/cli/installation.hpp"
#include "tests/support/csv_table.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace tactus::sweep;
using tactus::cli_tests::text_of;
using tactus::cli_tests::write_text;

namespace {

namespace fs = std::filesystem;

/// A block falls on another one that lies on the ground. From then on four contacts share the lower one,
/// and 20 sweeps are not enough for them.
constexpr const char* kStack = R"({
  "bodies": [
    {"name": "lower", "type": "rigid", "density": 1000,
     "mesh": {"type": "rectangle", "size": [1, 0.5], "cells": [1, 1]}},
    {"name": "upper", "type": "rigid", "density": 1000, "translate": [0.1, 0.501],
     "mesh": {"type": "rectangle", "size": [1, 0.5], "cells": [1, 1]}},
    {"name": "ground", "type": "obstacle", "translate": [-1, -0.5],
     "mesh": {"type": "rectangle", "size": [4, 0.5], "cells": [1, 1]}}
  ],
  "loads": [{"type": "gravity", "acceleration": [0, -9.81]}],
  "integrator": {"type": "moreau_jean"},
  "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "node_to_facet"},
              "solver": {"type": "gauss_seidel", "iterations": 20},
              "laws": [{"between": ["*", "*"], "type": "nonsmooth_force", "friction": 0.5}]},
  "time": {"end": 0.03, "step": 1e-3},
  "output": {"history_every": 1000, "checkpoint_every": 1e-3}
})";

/// Calls by which the last checkpoints were put in their place.
std::vector<long> last_checkpoints(const Ended& ended, std::size_t most) {
  std::vector<long> calls;
  for (const std::string& call : ended.calls)
    if (call.ends_with(" rename out/checkpoint.h5.part")) calls.push_back(std::stol(call));
  REQUIRE(calls.size() > most);
  return {calls.end() - static_cast<std::ptrdiff_t>(most), calls.end()};
}

/// What the last row of the history says of the length of the last step [s].
double last_dt(const fs::path& run) {
  const tactus::testing::CsvTable history(text_of(run / "history.csv"));
  return history.number(history.size() - 1, "dt_s");
}

/// Runs the scene as it is, then killed behind each of its last checkpoints and resumed.
void expect_same_end(const std::string& scene, std::vector<std::string> settings, int code,
                     const std::string& words) {
  const tactus::test::TemporaryFolder folder;
  Place place(fs::canonical(folder.path()) / "place");
  write_text(place.work() / "scene.json", scene);
  settings.insert(settings.begin(),
                  {"run", "scene.json", "--quiet", "--threads", "1", "--out", "out"});
  const Ended whole = place.run(settings, {});
  INFO(whole.out << whole.err);
  REQUIRE(whole.code == code);
  REQUIRE_THAT(text_of(place.out() / "summary.json"), Catch::Contains(words));
  CHECK(last_dt(place.out()) > 0);  // not of the attempts at a step that could not be made
  const Files reference = results_in(place.out());
  for (const long call : last_checkpoints(whole, 3)) {
    place.start_from({});
    REQUIRE(place.run(settings, {call + 1, "kill"}).code == 137);
    std::vector<std::string> resumed = settings;
    resumed.push_back("--resume");
    const Ended ended = place.run(resumed, {});
    INFO("killed behind call " << call << ", then: " << ended.out << ended.err);
    CHECK(ended.code == code);
    CHECK(difference(reference, results_in(place.out())).empty());
  }
}

}  // namespace

TEST_CASE("a run that is killed before its last row and frame writes the same ones when resumed",
          "[sweep][resume]") {
  SECTION("of a run that completes") {
    expect_same_end(kStack, {"--set", "/contact/solver/iterations=1000"}, 0, "\"completed\"");
  }
  SECTION("of a run with a step that cannot be made") {
    expect_same_end(kStack, {"--set", "/output/residuals=true"}, 3, "could not be made");
  }
  SECTION("of a run whose energy runs away") {
    // Steps that vary in time with the highest mode, near its limit: see docs/theory.
    const fs::path squares = fs::path(TACTUS_SOURCE_DIR) / "configs/paper/four_squares.json";
    std::vector<std::string> settings;
    for (const char* set :
         {"/integrator/impact=stop", "/integrator/safety=0.95", "/contact/substepping=false",
          "/output/history_every=1000", "/output/checkpoint_every=1e-6",
          R"(/probes=[{"type": "energy", "name": "of", "body": "mover"}])",
          "/bodies/0/mesh/cells=[4, 4]", "/bodies/1/mesh/cells=[4, 4]",
          "/bodies/2/mesh/cells=[4, 4]", "/bodies/3/mesh/cells=[4, 4]"})
      settings.insert(settings.end(), {"--set", set});
    expect_same_end(text_of(squares), settings, 3, "ran away");
  }
}
