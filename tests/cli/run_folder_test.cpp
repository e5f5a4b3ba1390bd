// Whose folder it is: nothing that a run has written is lost to another command, and nothing is
// written elsewhere.
#include <sys/stat.h>

#include "run_scene.hpp"

using namespace tactus::cli_tests;

TEST_CASE("a run that was killed is not started anew by the same command", "[cli][folder]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", two_blocks("0.3"));
  REQUIRE(tactus.script(killed_run("run a.json", "out")).code == 0);
  const std::string before = text_of(tactus.work() / "out/checkpoint.h5");
  const auto check_refused = [&] {
    const auto again = tactus.run({"run", "a.json", "--quiet", "--out", "out"});
    CHECK(again.code == 2);
    CHECK_THAT(again.err, Catch::Contains("did not come to its end") &&
                              Catch::Contains("--resume") && Catch::Contains("--force"));
    CHECK((text_of(tactus.work() / "out/checkpoint.h5") == before));
  };
  REQUIRE_FALSE(fs::exists(tactus.work() / "out/summary.json"));
  check_refused();
  const std::string status = GENERATE("failed", "not_converged", "running", "");
  write_text(tactus.work() / "out/summary.json",
             status.empty() ? "" : "{\"status\": \"" + status + "\"}");
  check_refused();
  CHECK(tactus
            .run({"run", "a.json", "--quiet", "--out", "out", "--set", "/time/end=0.3", "--force",
                  "--set", "/time/end=1e-4"})
            .code == 0);
}

TEST_CASE("a refused run leaves no folder behind that was not there before", "[cli][folder]") {
  const Installation tactus;
  // Bodies that overlap: found when the model is built, after the folder was locked.
  std::string scene = two_blocks("1e-4");
  scene.replace(scene.find("1.0001"), 6, "0.5000");
  write_text(tactus.work() / "a.json", scene);
  CHECK(tactus.run({"run", "a.json", "--quiet", "--out", "deep/down/out"}).code == 2);
  CHECK_FALSE(fs::exists(tactus.work() / "deep"));
  CHECK(tactus.run({"run", "a.json", "--quiet", "--out", "new", "--resume"}).code == 2);
  CHECK_FALSE(fs::exists(tactus.work() / "new"));
  fs::create_directory(tactus.work() / "mine");
  CHECK(tactus.run({"run", "a.json", "--quiet", "--out", "mine/out"}).code == 2);
  CHECK(fs::exists(tactus.work() / "mine"));
  CHECK_FALSE(fs::exists(tactus.work() / "mine/out"));
}

TEST_CASE("a folder that another run writes to is left alone, even with --force", "[cli][folder]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", two_blocks("1e-4"));
  REQUIRE(tactus.run({"run", "a.json", "--quiet", "--out", "out"}).code == 0);
  const auto files = tactus.files();
  const auto outcome = tactus.script(
      "flock out \"$tactus\" run a.json --quiet --out out --force --set /time/step=1e-6");
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err, Catch::Contains("is being written by another run"));
  CHECK(tactus.files() == files);
}

TEST_CASE("a file that was never finished does not block a folder", "[cli][folder]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", two_blocks("1e-4"));
  fs::create_directory(tactus.work() / "out");
  write_text(tactus.work() / "out/resolved.json.part", "{\"dimen");
  const auto outcome = tactus.run({"run", "a.json", "--quiet", "--out", "out"});
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  CHECK_FALSE(fs::exists(tactus.work() / "out/resolved.json.part"));
  write_text(tactus.work() / "out/notes.txt", "mine");
  fs::remove(tactus.work() / "out/resolved.json");
  CHECK(tactus.run({"run", "a.json", "--quiet", "--out", "out"}).code == 2);
}

TEST_CASE("links in a run folder make nobody write elsewhere", "[cli][folder]") {
  const Installation tactus(all_plugins());
  // A run with every file that there can be.
  write_text(tactus.work() / "a.json", R"({"bodies": [
      {"name": "block", "type": "rigid", "density": 1000, "velocity": [2, 0],
       "mesh": {"type": "rectangle", "size": [1, 0.5], "cells": [1, 1]}},
      {"name": "ground", "type": "obstacle", "translate": [-1, -0.5],
       "mesh": {"type": "rectangle", "size": [4, 0.5], "cells": [1, 1]}}],
    "loads": [{"type": "gravity", "acceleration": [0, -9.81]}],
    "integrator": {"type": "moreau_jean"},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "node_to_facet"},
      "solver": {"type": "gauss_seidel"},
      "laws": [{"between": ["*", "*"], "type": "nonsmooth_force", "friction": 0.3}]},
    "probes": [{"type": "energy", "name": "of_block", "body": "block"}],
    "time": {"end": 1e-4, "step": 1e-5},
    "output": {"checkpoint_every": 2e-5, "residuals": true}})");
  REQUIRE(tactus.run({"run", "a.json", "--quiet", "--out", "out"}).code == 0);
  const fs::path mine = tactus.work() / "mine";
  fs::create_directory(mine);
  write_text(mine / "file", "precious");
  for (const std::string name :
       {"history.csv", "contacts.csv", "supports.csv", "probes.csv", "residuals.csv", "log.txt",
        "frames.pvd", "summary.json", "summary.json.part", "resolved.json.part",
        "checkpoint.h5.part", "frames"}) {
    CAPTURE(name);
    const fs::path link = tactus.work() / "out" / name;
    CHECK((name.ends_with(".part") || fs::exists(link)));
    fs::remove_all(link);
    fs::create_symlink(name == "frames" ? mine : mine / "file", link);
    CHECK(tactus
              .run({"run", "a.json", "--quiet", "--out", "out", "--resume", "--set",
                    "/time/end=2e-4"})
              .code != 1);
    CHECK(text_of(mine / "file") == "precious");
    CHECK(tactus.run({"run", "a.json", "--quiet", "--out", "out", "--force"}).code == 0);
    CHECK(text_of(mine / "file") == "precious");
    CHECK(std::distance(fs::directory_iterator(mine), fs::directory_iterator()) == 1);
  }
}

TEST_CASE("what is no file is refused at once as configuration, mesh or checkpoint",
          "[cli][folder]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", meshed_scene("1e-4"));
  write_text(tactus.work() / "square.msh", square_mesh());
  REQUIRE(tactus.run({"run", "a.json", "--quiet", "--out", "out"}).code == 0);
  const auto check_refused = [&](const std::string& words, const std::string& file) {
    const auto outcome = tactus.script("timeout 20 \"$tactus\" " + words);
    CAPTURE(words);
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Catch::Contains(file));
    CHECK_THAT(outcome.err, Catch::Contains("is a pipe, not a file") ||
                                Catch::Contains("is a device, not a file") ||
                                Catch::Contains("is a folder"));
  };
  const std::string what = GENERATE("pipe", "folder");
  const auto put = [&](const fs::path& at) {
    fs::remove_all(at);
    if (what == "pipe") REQUIRE(mkfifo(at.c_str(), 0600) == 0);
    if (what == "folder") fs::create_directory(at);
  };
  put(tactus.work() / "b.json");
  check_refused("run b.json", "b.json");
  check_refused("check b.json", "b.json");
  check_refused("run /dev/zero", "/dev/zero");
  put(tactus.work() / "out/checkpoint.h5");
  check_refused("run a.json --out out --resume", "checkpoint.h5");
  put(tactus.work() / "square.msh");
  check_refused("run a.json --out other", "square.msh");
}
