// --resume goes on with the same run only, whole, and says what is in the way otherwise.
#include <algorithm>

#include "core/support/sha256.hpp"
#include "run_scene.hpp"
#include "tests/support/csv_table.hpp"

using namespace tactus::cli_tests;

namespace {

/// a.json, run and stopped by Ctrl-C on its way in the folder "out".
void run_and_interrupt(const Installation& tactus) {
  const auto outcome = tactus.script(signalled_run("run a.json", "out", "INT"));
  INFO(outcome.err);
  REQUIRE(outcome.code == 130);
}

Installation::Outcome resume(const Installation& tactus, std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"run", "a.json", "--quiet", "--out", "out", "--resume"});
  return tactus.run(more);
}

}  // namespace

TEST_CASE("a mesh file that has changed since is no run to go on with", "[cli][resume]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", meshed_scene("3"));
  write_text(tactus.work() / "square.msh", square_mesh());
  run_and_interrupt(tactus);
  const std::string before = tactus::core::sha256(square_mesh());
  const std::string edited = GENERATE("1.01", "more nodes");
  std::string mesh = square_mesh("1.01");
  if (edited == "more nodes") mesh.insert(0, "$Comments\nhello\n$EndComments\n");
  write_text(tactus.work() / "square.msh", mesh);
  const auto refused = resume(tactus);
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Catch::Contains("/bodies/0/mesh/sha256") && Catch::Contains(before) &&
                              Catch::Contains(tactus::core::sha256(mesh)));
  const auto again = tactus.run({"run", "a.json", "--quiet", "--out", "out"});
  CHECK(again.code == 2);
  CHECK_THAT(again.err, Catch::Contains("/bodies/0/mesh/sha256"));
  write_text(tactus.work() / "square.msh", square_mesh());
  CHECK(resume(tactus, {"--set", "/output/history_every=100"}).code == 0);
}

TEST_CASE("a resolved configuration wants the mesh that it was run with", "[cli][resume]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", meshed_scene("1e-4"));
  write_text(tactus.work() / "square.msh", square_mesh());
  REQUIRE(tactus.run({"run", "a.json", "--quiet", "--out", "out"}).code == 0);
  const std::string wanted = tactus::core::sha256(square_mesh());
  CHECK_THAT(text_of(tactus.work() / "out/resolved.json"), Catch::Contains(wanted));
  CHECK(tactus.run({"run", "out/resolved.json", "--quiet", "--out", "again"}).code == 0);
  check_same_results(tactus.work() / "out", tactus.work() / "again");
  const auto check_refused = [&] {
    const auto outcome = tactus.run({"run", "out/resolved.json", "--quiet", "--out", "other"});
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Catch::Contains("square.msh") && Catch::Contains(wanted));
    CHECK_FALSE(fs::exists(tactus.work() / "other"));
  };
  write_text(tactus.work() / "square.msh", square_mesh("1.01"));
  check_refused();
  fs::remove(tactus.work() / "square.msh");
  check_refused();
}

TEST_CASE("a table or a frame that is missing or was edited is no run to go on with",
          "[cli][resume]") {
  const Installation tactus;
  std::string scene = two_blocks("2e-3", R"({"frames_every": 2e-4, "checkpoint_every": 1e-3})");
  scene.insert(1, R"("supports": [{"body": "target", "group": "right"}],
    "probes": [{"type": "energy", "name": "of_block", "body": "block"}], )");
  write_text(tactus.work() / "a.json", scene);
  REQUIRE(tactus.run({"run", "a.json", "--quiet", "--out", "out"}).code == 0);
  const std::string name = GENERATE("history.csv", "contacts.csv", "supports.csv", "probes.csv",
                                    "frames/000003.vtu", "frames/000010.vtu");
  const fs::path file = tactus.work() / "out" / name;
  const std::string before = text_of(file);
  CAPTURE(name);
  const auto check_refused = [&] {
    const auto all = tactus.files();
    const std::string history = text_of(tactus.work() / "out/history.csv");
    const auto outcome = resume(tactus, {"--set", "/time/end=3e-3"});
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Catch::Contains(name) && Catch::Contains("--force"));
    CHECK(tactus.files() == all);
    CHECK((text_of(tactus.work() / "out/history.csv") == history));
  };
  std::string edited = before;
  edited[before.rfind('1')] = '2';
  write_text(file, edited);
  check_refused();
  write_text(file, before.substr(0, before.size() / 2));
  check_refused();
  fs::remove(file);
  check_refused();
  write_text(file, before);
  CHECK(resume(tactus, {"--set", "/time/end=3e-3"}).code == 0);
}

TEST_CASE("rows behind the checkpoint of a complete run are taken away", "[cli][resume]") {
  const Installation tactus;
  std::string scene = two_blocks("2e-3", R"({"frames_every": 2e-4})");
  scene.insert(1, R"("supports": [{"body": "target", "group": "right"}],
    "probes": [{"type": "energy", "name": "of_block", "body": "block"}], )");
  write_text(tactus.work() / "a.json", scene);
  REQUIRE(tactus.run({"run", "a.json", "--quiet", "--out", "out"}).code == 0);
  const std::string name = GENERATE("history.csv", "contacts.csv", "supports.csv", "probes.csv");
  const fs::path file = tactus.work() / "out" / name;
  const std::string before = text_of(file);
  const std::size_t last = before.rfind('\n', before.size() - 2);
  write_text(file, before + before.substr(last + 1));
  CAPTURE(name);
  CHECK(resume(tactus).code == 0);
  CHECK((text_of(file) == before));
}

TEST_CASE("frames.pvd is mended by a resumed run", "[cli][resume]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", two_blocks("2e-3", R"({"frames_every": 2e-4})"));
  REQUIRE(tactus.run({"run", "a.json", "--quiet", "--out", "out"}).code == 0);
  const fs::path list = tactus.work() / "out/frames.pvd";
  const std::string before = text_of(list);
  SECTION("cut off") { write_text(list, before.substr(0, before.size() - 20)); }
  SECTION("gone") { fs::remove(list); }
  CHECK(resume(tactus).code == 0);
  CHECK(text_of(list) == before);
}

TEST_CASE("a run that came to its end goes on to a later one", "[cli][resume]") {
  const Installation tactus;
  // Powers of two: both ends are met without a step that is shortened or stretched by rounding.
  write_text(
      tactus.work() / "a.json",
      two_blocks("0.00390625", R"({"frames_every": 0.00048828125, "checkpoint_every": 0.001})",
                 "7.62939453125e-06"));
  REQUIRE(tactus.run({"run", "a.json", "--quiet", "--out", "whole"}).code == 0);
  const std::vector<std::string> half{"--set", "/time/end=0.001953125"};
  auto first = half;
  first.insert(first.begin(), {"run", "a.json", "--quiet", "--out", "out"});
  REQUIRE(tactus.run(first).code == 0);
  const auto again = resume(tactus, half);
  CHECK(again.code == 0);
  CHECK_THAT(again.out,
             Catch::Contains("the run was complete already, and nothing was left to do"));
  const auto shorter = resume(tactus, {"--set", "/time/end=0.001"});
  CHECK(shorter.code == 2);
  CHECK_THAT(
      shorter.err,
      Catch::Contains("/time/end: 0.001 given, and out was started for 0.001953125. A run can "
                      "be made longer by --resume, not shorter"));
  const auto outcome = resume(tactus);
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK(status_in(tactus.work() / "out") == "completed");
  check_same_results(tactus.work() / "whole", tactus.work() / "out");
  const auto resolved =
      nlohmann::json::parse(text_of(tactus.work() / "out/resolved.json"), nullptr, false);
  CHECK(resolved["time"]["end"] == 0.00390625);
}

TEST_CASE("steps that were shortened for an old end stay, and usual ones follow", "[cli][resume]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", two_blocks("1.025e-3"));  // 101 steps and two of 0.75e-5 s
  REQUIRE(tactus.run({"run", "a.json", "--quiet", "--out", "out"}).code == 0);
  REQUIRE(resume(tactus, {"--set", "/time/end=2.025e-3"}).code == 0);
  const tactus::testing::CsvTable history(text_of(tactus.work() / "out/history.csv"));
  std::vector<double> sizes;
  double before = 0;
  for (std::size_t row = 0; row < history.size(); ++row) {
    const double time = history.number(row, "time_s");
    sizes.push_back(time - before);
    before = time;
  }
  REQUIRE(sizes.size() > 150);
  CHECK(sizes[101] == Approx(1e-5));
  CHECK(sizes[102] == Approx(0.75e-5));
  CHECK(sizes[103] == Approx(0.75e-5));
  CHECK(sizes[104] == Approx(1e-5));
  CHECK(before == 2.025e-3);
}

TEST_CASE("a stopped run goes on to a later end as if that had been asked for at once",
          "[cli][resume]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", two_blocks("0.06", R"({"history_every": 100})"));
  REQUIRE(tactus.run({"run", "a.json", "--quiet", "--out", "whole"}).code == 0);
  REQUIRE(tactus.script(killed_run("run a.json --set /time/end=0.05", "out")).code == 0);
  REQUIRE(resume(tactus).code == 0);
  check_same_results(tactus.work() / "whole", tactus.work() / "out");
}

TEST_CASE("a resumed run may change its output", "[cli][resume]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", two_blocks("2e-3", R"({"frames_every": 1e-4})"));
  REQUIRE(tactus.run({"run", "a.json", "--quiet", "--out", "out"}).code == 0);
  REQUIRE(resume(tactus, {"--set", "/time/end=4e-3", "--set", "/output/frames_every=1e-3"}).code ==
          0);
  // 0, 1e-4, ..., 2e-3 as before, then 3e-3 and 4e-3.
  const auto frames = fs::directory_iterator(tactus.work() / "out/frames");
  CHECK(std::distance(frames, fs::directory_iterator()) == 23);
  const std::string list = text_of(tactus.work() / "out/frames.pvd");
  CHECK_THAT(list, Catch::Contains("timestep=\"0.003") && Catch::Contains("timestep=\"0.004\""));
}

TEST_CASE("any other difference is refused by its key and both values", "[cli][resume]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", two_blocks("2e-3"));
  REQUIRE(tactus.run({"run", "a.json", "--quiet", "--out", "out"}).code == 0);
  const auto density = resume(tactus, {"--set", "/bodies/1/density=2000", "--set",
                                       "/bodies/0/thickness=2", "--set", "/output/audit=off"});
  CHECK(density.code == 2);
  CHECK_THAT(density.err, Catch::Contains("/bodies/1/density: 1000 in the folder, 2000 now") &&
                              Catch::Contains("/bodies/0/thickness: 1 in the folder, 2 now") &&
                              !Catch::Contains("/output/audit"));
  const auto earlier = resume(tactus, {"--set", "/time/end=1e-3"});
  CHECK(earlier.code == 2);
  CHECK_THAT(earlier.err, Catch::Contains("/time/end: 0.001 given, and out was started for 0.002"));
  const auto other =
      tactus.run({"run", "a.json", "--quiet", "--out", "out", "--set", "/time/end=1"});
  CHECK(other.code == 2);
  CHECK_THAT(other.err, Catch::Contains("/time/end") && Catch::Contains("--resume"));
}

TEST_CASE("a resolved configuration is resumed in the folder that it stands in", "[cli][resume]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", two_blocks("0.3"));
  REQUIRE(tactus.script(killed_run("run a.json", "elsewhere/out")).code == 0);
  const auto outcome = tactus.run({"run", "elsewhere/out/resolved.json", "--quiet", "--resume",
                                   "--set", "/output/history_every=1000"});
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  CHECK(status_in(tactus.work() / "elsewhere/out") == "completed");
  CHECK_FALSE(fs::exists(tactus.work() / "runs"));
}

TEST_CASE("a checkpoint of another format says which program wrote it", "[cli][resume]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", two_blocks("1e-4"));
  REQUIRE(tactus.run({"run", "a.json", "--quiet", "--out", "out"}).code == 0);
  const fs::path file = tactus.work() / "out/checkpoint.h5";
  std::string content = text_of(file);
  const auto line = [&](const std::string& key) {
    const std::size_t at = content.find("\n" + key + " ") + 1;
    return std::pair(at, content.find('\n', at) - at);
  };
  const auto [version, length] = line("version");
  content.replace(version, length, "version 1");
  std::string program = "program tactus 0.0.7";
  const auto [at, size] = line("program");
  REQUIRE(at != 0);
  SECTION("it is written in it") { content.replace(at, size, program); }
  SECTION("an old one did not write it down") {
    content.erase(at, size + 1);
    std::string resolved = text_of(tactus.work() / "out/resolved.json");
    const std::size_t tactus_at = resolved.find("\"tactus\": \"") + 11;
    resolved.replace(tactus_at, resolved.find('"', tactus_at) - tactus_at, "0.0.7");
    write_text(tactus.work() / "out/resolved.json", resolved);
  }
  write_text(file, content);
  const auto outcome = resume(tactus);
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err, Catch::Contains("tactus 0.0.7") && Catch::Contains("format 1"));
}
