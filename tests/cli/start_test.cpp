// A run that begins with the last state of another one: the same motion as in one go, other options from
// there on, and what it is refused for.
#include <algorithm>
#include <iomanip>
#include <sstream>

#include "apps/report/vtu_reader.hpp"
#include "core/support/sha256.hpp"
#include "run_scene.hpp"
#include "tests/support/csv_table.hpp"

using namespace tactus::cli_tests;
using tactus::testing::CsvTable;

namespace {

/// To the last digit: steps of another length before the end would be another run.
std::string seconds_of(int steps) {
  std::ostringstream text;
  text << std::setprecision(17) << steps * 0.0001220703125;
  return text.str();
}

/// The falling block with steps of 2^-13 s, so that times are exact.
std::string motion(int steps, const std::string& more = "") {
  return falling_block("1.001", R"(, "velocity": [0.1, 0], "fix": ["x", "y"])", "",
                       R"("time": {"step": 0.0001220703125, "end": )" + seconds_of(steps) +
                           R"(}, "output": {"history_every": 100}, )" + more +
                           R"("probes": [{"type": "node", "name": "a", "body": "block", "node": 1},
                       {"type": "node", "name": "b", "body": "floor", "node": 15},
                       {"type": "node", "name": "c", "body": "box", "node": 2},
                       {"type": "energy", "name": "e", "body": "block"}])");
}

Installation::Outcome run_motion(const Installation& tactus, const std::string& name,
                                 const std::string& text) {
  write_text(tactus.work() / (name + ".json"), text);
  const auto outcome = tactus.run({"run", name + ".json", "--quiet", "--out", name});
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  return outcome;
}

constexpr const char* kStart = R"("start": {"from": "first"}, )";

tactus::core::Frame last_frame(const fs::path& folder) {
  fs::path last;
  for (const auto& entry : fs::directory_iterator(folder / "frames"))
    last = std::max(last, entry.path());
  return tactus::core::read_frame(last);
}

}  // namespace

TEST_CASE("a run that begins with the state of another one moves as one run over both times",
          "[cli][start]") {
  const Installation tactus;
  REQUIRE(run_motion(tactus, "whole", motion(400)).code == 0);
  REQUIRE(run_motion(tactus, "first", motion(200)).code == 0);
  const auto outcome = run_motion(tactus, "second", motion(200, kStart));
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK_THAT(outcome.err, Catch::Contains("\"velocity\" of bodies is not used"));
  const CsvTable whole(text_of(tactus.work() / "whole/probes.csv"));
  const CsvTable second(text_of(tactus.work() / "second/probes.csv"));
  REQUIRE(whole.size() == 5);
  REQUIRE(second.size() == 3);
  // newmark starts by itself: its acceleration follows from positions. The path of the support is added
  // to another place, which rounds.
  for (std::size_t row = 0; row < 3; ++row)
    for (const std::string node : {"a", "b", "c"})
      for (const std::string column : {".x_m", ".y_m", ".v_x_m_per_s", ".v_y_m_per_s"}) {
        INFO(node << column << " row " << row);
        CHECK(std::abs(second.number(row, node + column) - whole.number(row + 2, node + column)) <
              1e-9);
      }
  const auto one = last_frame(tactus.work() / "whole"), two = last_frame(tactus.work() / "second");
  for (std::size_t i = 0; i < one.von_mises.size(); ++i)
    CHECK(two.von_mises[i] == Approx(one.von_mises[i]).epsilon(1e-6).margin(1e-3));

  const auto summary =
      nlohmann::json::parse(text_of(tactus.work() / "second/summary.json"), nullptr, false);
  CHECK(summary["start"]["from"] == (fs::canonical(tactus.work()) / "first").string());
  CHECK(summary["start"]["checkpoint_sha256"] ==
        tactus::core::sha256_of_file(tactus.work() / "first/checkpoint.h5"));
  CHECK(summary["start"]["time_s"] == 200 * 0.0001220703125);
  CHECK(summary["start"]["steps"] == 200);
  CHECK(summary["sound"] == true);
  CHECK_THAT(outcome.out, Catch::Contains("began with the state of "));
}

TEST_CASE("options and materials may differ from those of the run that a start comes from",
          "[cli][start]") {
  const Installation tactus;
  REQUIRE(run_motion(tactus, "first", motion(100)).code == 0);
  write_text(tactus.work() / "a.json", motion(50, kStart));
  const auto other =
      tactus.run({"run", "a.json", "--quiet", "--out", "a", "--set", "/bodies/0/material/young=2e6",
                  "--set", "/supports=[]", "--set", "/integrator/impact=stop"});
  INFO(other.err);
  CHECK(other.code == 0);
  const auto resumed = tactus.run(
      {"run", "a/resolved.json", "--quiet", "--out", "a", "--resume", "--set", "/time/end=0.01"});
  INFO(resumed.err);
  CHECK(resumed.code == 0);
}

TEST_CASE("a start from what is no such run is refused in words", "[cli][start]") {
  const Installation tactus;
  REQUIRE(run_motion(tactus, "first", motion(10)).code == 0);
  const std::string folder = fs::canonical(tactus.work()).string();
  const auto refused = [&](const std::vector<std::string>& sets, const std::string& out = "a") {
    write_text(tactus.work() / "a.json", motion(10, kStart));
    std::vector<std::string> arguments{"run", "a.json", "--quiet", "--out", out};
    for (const std::string& set : sets) arguments.insert(arguments.end(), {"--set", set});
    const auto outcome = tactus.run(arguments);
    CHECK(outcome.code == 2);
    return outcome.err;
  };
  CHECK_THAT(refused({"/start/from=frst"}),
             Catch::Contains("/start/from: \"" + folder +
                             "/frst\" is no folder of a run: it has no resolved.json; paths are "
                             "relative to the folder of the configuration\n1 error"));
  CHECK_THAT(refused({"/start/form=first"}), Catch::Contains("did you mean \"from\"?"));
  CHECK_THAT(refused({"/bodies/0/mesh/cells=[2, 3]", "/bodies/1/name=ground", "/supports=[]",
                      "/probes=[]"}),
             Catch::Contains("has other bodies than this configuration, so that its state is none "
                             "of theirs; they differ in\n"
                             "  /bodies/0/mesh/cells: [2, 2] in the folder, [2, 3] now\n"
                             "  /bodies/1/name: \"floor\" in the folder, \"ground\" now\n1 error"));
  CHECK_THAT(
      refused({"/start/sha256=" + std::string(64, 'a')}),
      Catch::Contains("the checkpoint of \"" + folder + "/first\" has changed: its SHA-256 is "));
  CHECK_THAT(refused({}, "first"),
             Catch::Contains("first holds the run that /start/from names, and would be replaced by "
                             "what goes on from it; give another folder with --out"));
  std::string bytes = text_of(tactus.work() / "first/checkpoint.h5");
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  write_text(tactus.work() / "first/checkpoint.h5", bytes);
  CHECK_THAT(refused({}), Catch::Contains("/start/from: ") && Catch::Contains("is damaged"));
}

TEST_CASE("a start from a state behind a floor of this run is refused", "[cli][start]") {
  std::vector<std::string> plugins = kPlanePlugins;
  plugins.emplace_back("floor");
  const Installation tactus(plugins);
  REQUIRE(run_motion(tactus, "first", motion(5)).code == 0);  // the block falls by 0.6 mm
  write_text(tactus.work() / "a.json", motion(10, kStart));
  const auto on_floor = [&](const std::string& height) {
    return tactus.run({"run", "a.json", "--quiet", "--out", height, "--set",
                       R"(/contact/constraint=[{"type": "floor", "between": ["block", "yard"],
                          "name": "yard", "normal": [0, 1], "point": [0, )" +
                           height + R"(]}, {"type": "vertex_edge"}])"});
  };
  const auto above = on_floor("1");
  INFO(above.err);
  CHECK(above.code == 0);
  const auto behind = on_floor("1.0008");
  CHECK(behind.code == 2);
  CHECK_THAT(behind.err,
             Catch::Contains("/start/from: \"block\" and \"yard\" overlap in the state of the "
                             "other run: node ") &&
                 Catch::Contains("deep in \"yard\""));
}
