// A configuration that names a component which cannot be had: the program says why and ends with 4.
#include "sandbox.hpp"
#include "tests/cli/installation.hpp"
#include "tests/support/csv_table.hpp"

using namespace tactus::cli_tests;

namespace {

constexpr const char* kConfiguration = R"({
  "bodies": [
    {"name": "block", "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]},
     "density": 1000, "material": {"type": "fault_sound"}}],
  "integrator": {"type": "newmark"},
  "time": {"end": 1e-6}
}
)";

Installation::Outcome run_with(const Installation& tactus, const std::string& library) {
  write_text(tactus.work() / "block.json", kConfiguration);
  return tactus.run(
      {"check", "block.json", "--plugin-dir", tactus::faults::library(library).string()});
}

}  // namespace

TEST_CASE("a configuration that needs a refused plugin is told why and ends with 4", "[faults]") {
  const Installation tactus({"newmark"});
  const std::string name = GENERATE("old_string", "entry_throws", "static_throws");
  const auto outcome = run_with(tactus, name);
  INFO(name << ": " << outcome.out << outcome.err);
  if (name == "entry_throws") {  // names another component: fault_sound is simply not known
    CHECK(outcome.code == 2);
    return;
  }
  CHECK(outcome.code == 4);
  CHECK_THAT(outcome.err, Catch::Contains(tactus::faults::library(name).string()));
  CHECK_THAT(outcome.err,
             Catch::Contains(name == "old_string" ? "_GLIBCXX_USE_CXX11_ABI" : "no licence found"));
}

TEST_CASE("a refused plugin that nobody needs stops nobody", "[faults]") {
  const Installation tactus({"newmark"});
  fs::copy_file(tactus::faults::library("old_string"),
                tactus.root() / "lib/tactus/plugins/old_string.so");
  fs::copy_file(tactus::faults::library("static_throws"),
                tactus.root() / "lib/tactus/plugins/static_throws.so");
  const auto outcome = run_with(tactus, "sound");
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
}

TEST_CASE("a material without an energy leaves it unknown, and such a run is not accepted as sound",
          "[faults]") {
  const Installation tactus({"newmark"});
  write_text(tactus.work() / "block.json", kConfiguration);
  const auto run = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{
        "run",   "block.json", "--plugin-dir", tactus::faults::library("sound").string(),
        "--out", "out",        "--force"};
    words.insert(words.end(), more.begin(), more.end());
    return tactus.run(words);
  };
  const auto plain = run({});
  INFO(plain.out << plain.err);
  CHECK(plain.code == 0);
  CHECK_THAT(plain.out, Catch::Contains("ENERGY UNKNOWN: material \"fault_sound\" gives none") &&
                            Catch::Contains("NOT SHOWN TO BE SOUND"));
  const auto asked = run({"--set", "/accept=sound"});
  CHECK(asked.code == 5);
  CHECK_THAT(asked.out, Catch::Contains("ENERGY UNKNOWN"));
}

namespace {

/// Two blocks that meet, with one of the components replaced by one that breaks off.
Installation::Outcome run_pair(const Installation& tactus, const std::string& section,
                               const std::string& type, const std::vector<std::string>& more = {}) {
  write_text(tactus.work() / "pair.json", R"({
    "bodies": [{"name": "block", "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]},
      "density": 1000, "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3},
      "velocity": [1, 0], "array": {"count": [2, 1], "spacing": [1.001, 1]}}],
    "integrator": {"type": "newmark"},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "vertex_edge"},
                "solver": {"type": "local_sqp"}},
    "time": {"end": 1e-2}})");
  std::vector<std::string> words{"run",          "pair.json",
                                 "--plugin-dir", tactus::faults::library("breaks_off").string(),
                                 "--set",        "/" + section + "/type=" + type};
  words.insert(words.end(), more.begin(), more.end());
  return tactus.run(words);
}

const std::vector<std::string> kNeededForRun{"newmark", "grid", "vertex_edge", "local_sqp",
                                             "neo_hookean"};

}  // namespace

TEST_CASE("a plugin that breaks off in a step is named, and the run ends with 4", "[faults]") {
  struct RunCase {
    std::string section, type, words;
  };
  const auto c = GENERATE(
      RunCase{"broad_phase", "throws",
              "broad_phase \"throws\" failed in step 1 at t = 0 s: my bug"},
      RunCase{"broad_phase", "throws_number", "it threw something that is no std::exception"},
      RunCase{"broad_phase", "far_pair", "it answered the pair (0, 16) of 16 and 16 boxes"},
      RunCase{"constraint", "throws",
              "constraint \"throws\" failed in step 1 at t = 0 s: a row too many"},
      RunCase{"solver", "misuse",
              "contact_solver \"misuse\" failed in step 1 at t = 0 s: I called somebody wrongly"},
      RunCase{"solver", "no_multipliers",
              "contact_solver \"no_multipliers\" failed in step 1 at t = 0 s: it answered 1 "
              "multipliers for 0 "},
      RunCase{"solver", "throws", "contact_solver \"throws\" failed in step 1 at t = 0 s: row 7"});
  const Installation tactus(kNeededForRun);
  const auto outcome = run_pair(tactus, "contact/" + c.section, c.type);
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 4);
  CHECK_THAT(outcome.out, Catch::Contains("FAILED at t = 0 s") && Catch::Contains(c.words) &&
                              Catch::Contains("NOT SHOWN TO BE SOUND"));
  CHECK(fs::exists(tactus.work() / "runs/pair/summary.json"));
}

TEST_CASE(
    "a plugin that breaks off before the first step or after it is named and not called our bug",
    "[faults]") {
  struct RunCase {
    std::string section, type, words;
  };
  const auto c = GENERATE(
      RunCase{
          "contact/constraint", "throws_early",
          "constraint \"throws_early\" failed before the first step: no table for this surface"},
      RunCase{"contact/solver", "throws_early",
              "contact_solver \"throws_early\" failed before the first step: body 9"},
      RunCase{"integrator", "throws_number",
              "integrator \"throws_number\" failed before the first step"},
      RunCase{"contact/solver", "throws_late",
              "contact_solver \"throws_late\" failed when its state was saved"});
  const Installation tactus(kNeededForRun);
  const auto outcome = run_pair(tactus, c.section, c.type);
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 4);
  CHECK_THAT(outcome.err + outcome.out, Catch::Contains(c.words));
  CHECK_THAT(outcome.err + outcome.out, !Catch::Contains("this is a bug"));
}

TEST_CASE("every component is told of each accepted and each rejected step, and keeps its columns",
          "[faults]") {
  const Installation tactus(kNeededForRun);
  const auto outcome =
      run_pair(tactus, "contact/broad_phase", "witness",
               {"--set", "/contact/solver/type=retry_twice", "--set", "/time/end=1e-4"});
  INFO(outcome.out << outcome.err);
  REQUIRE(outcome.code == 0);
  const tactus::testing::CsvTable history(text_of(tactus.work() / "runs/pair/history.csv"));
  const auto at = [&](const std::string& column) {
    return history.number(history.size() - 1, column);
  };
  CHECK(at("step") > 0);
  CHECK(at("accepted") == at("step"));
  CHECK(at("rejected") == 2 * at("step"));
  CHECK(at("contacts") == 0);
  CHECK(at("contacts_2") == at("step"));
  // Each step asked twice for a quarter of what it had tried.
  CHECK_THAT(text_of(tactus.work() / "runs/pair/log.txt"), Catch::Contains("is tried again"));
  CHECK(at("time_s") == Approx(1e-4).epsilon(1e-12));
}

TEST_CASE("with --no-plugins a configuration that names plugins of its own is refused",
          "[faults]") {
  const Installation tactus;
  fs::create_directory(tactus.work() / "theirs");
  const std::string folder = fs::canonical(tactus.work() / "theirs").string();
  const auto refused = [&](const std::string& command) {
    const auto outcome =
        tactus.run({command, "scene.json", "--no-plugins", "--set", R"(/plugins=["theirs"])"});
    INFO(outcome.out << outcome.err);
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Catch::Contains("scene.json: /plugins names " + folder +
                                            ", whose code would run: refused by --no-plugins"));
  };
  write_text(tactus.work() / "scene.json", R"({
    "bodies": [{"name": "block", "mesh": {"type": "rectangle", "size": [1, 1], "cells": [1, 1]},
      "density": 1000, "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}],
    "integrator": {"type": "newmark"}, "time": {"end": 1e-4}})");
  refused("check");
  refused("run");
  CHECK_FALSE(fs::exists(tactus.work() / "runs"));
  CHECK(tactus.run({"check", "scene.json", "--no-plugins"}).code == 0);
}
