// Plugins that end the program, crash it, never return, or change how it computes: whatever
// they do, a run ends with 4 and names them.
#include <regex>

#include "sandbox.hpp"
#include "tests/cli/installation.hpp"

using namespace tactus::cli_tests;

namespace {

const std::vector<std::string> kNeededForHiding{"newmark", "grid", "vertex_edge", "local_sqp",
                                                "neo_hookean"};

/// Two blocks that fly side by side; the component in `section` does `deed` at `place`.
std::vector<std::string> command(const Installation& tactus, const std::string& command,
                                 const std::string& section, const std::string& deed,
                                 const std::string& place) {
  write_text(tactus.work() / "pair.json", R"({
    "bodies": [{"name": "block", "mesh": {"type": "rectangle", "size": [1, 1], "cells": [16, 16]},
      "density": 1000, "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3},
      "velocity": [1, 0], "array": {"count": [2, 1], "spacing": [1.001, 1]}}],
    "integrator": {"type": "newmark"},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "vertex_edge"},
                "solver": {"type": "local_sqp"}},
    "time": {"end": 2e-3}})");
  return {command,
          "pair.json",
          "--threads",
          "2",
          "--plugin-dir",
          tactus::faults::library("hides").string(),
          "--set",
          "/" + section + R"(={"type": "hides", "deed": ")" + deed + R"(", "place": ")" + place +
              "\"}"};
}

struct HidingCase {
  std::string section, deed, place, words;
};

void expect_named(const Installation& tactus, const HidingCase& c) {
  fs::remove_all(tactus.work() / "runs");
  const auto outcome = tactus.run(command(tactus, "run", c.section, c.deed, c.place));
  INFO(c.section << " " << c.deed << " " << c.place << ": " << outcome.out << outcome.err);
  CHECK(outcome.code == 4);
  CHECK_THAT(outcome.out + outcome.err, Catch::Contains(c.words));
  CHECK_THAT(outcome.out + outcome.err, !Catch::Contains("this is a bug"));
}

}  // namespace

TEST_CASE("a plugin that ends the program in a step is named, and the run ends with 4",
          "[faults]") {
  const std::string solver = R"(contact_solver "hides" failed in step 3 at t = )";
  const Installation tactus(kNeededForHiding);
  expect_named(tactus, {"contact/solver", "exit", "step", solver});
  for (const HidingCase& c : std::vector<HidingCase>{
           {"contact/solver", "exit", "step", "it ended the program with exit()"},
           {"contact/solver", "exit", "worker", solver},
           {"contact/solver", "exit_in_a_thread", "step", "it ended the program with exit()"},
           {"contact/solver", "exit_of_the_thread", "step", solver},
           {"contact/solver", "quick_exit", "step", "it ended the program with quick_exit()"},
           {"contact/broad_phase", "exit", "step",
            R"(broad_phase "hides" failed in step 1 at t = 0 s: it ended the program with exit())"},
           {"material", "exit", "step", R"(material "hides" failed)"}}) {
    HidingCase placed = c;
    if (c.section == "material") placed.section = "bodies/0/material";
    expect_named(tactus, placed);
  }
}

TEST_CASE("a plugin runs in the program's process with the user's rights, and nothing confines it",
          "[faults]") {
  const Installation tactus(kNeededForHiding);
  const auto outcome =
      tactus.run_with(command(tactus, "run", "contact/solver", "write_elsewhere", "step"),
                      " --quiet & program=$!; wait $program; code=$?;"
                      " echo $program $(id -u) > expected; exit $code");
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
  const std::string written = text_of(tactus.root() / "written_by_a_plugin");
  CHECK_FALSE(written.empty());
  CHECK(written == text_of(tactus.work() / "expected"));
}

TEST_CASE("a plugin that crashes or aborts in a step is named, and the run ends with 4",
          "[faults]") {
  const std::string solver = R"(contact_solver "hides" failed in step 3 at t = )";
  const Installation tactus(kNeededForHiding);
  for (const auto& [deed, words] : std::vector<std::pair<std::string, std::string>>{
           {"null", "it crashed with signal 11 (segmentation fault)"},
           {"bus", "it crashed with signal 7 (bus error)"},
           {"divide", "it crashed with signal 8 (arithmetic exception)"},
           {"illegal", "it crashed with signal 4 (illegal instruction)"},
           {"stack", "it crashed with signal 11 (segmentation fault), its stack is full"},
           {"abort", "it ended the program with signal 6 (abort)"},
           {"trap", "it crashed with signal 5 (trap)"},
           {"terminate", "it ended the program with signal 6 (abort)"},
           {"throw_in_vain", "it ended the program with signal 6 (abort)"}}) {
    expect_named(tactus, {"contact/solver", deed, "step", words});
    if (deed == "null" || deed == "stack")
      expect_named(tactus, {"contact/solver", deed, "worker", words});
    if (deed == "trap") expect_named(tactus, {"contact/solver", deed, "step", solver});
  }
  expect_named(tactus, {"bodies/0/material", "stack", "step", R"(material "hides" failed)"});
}

TEST_CASE("a plugin that changes the floating-point modes is named, and the run ends with 4",
          "[faults]") {
  const std::string solver = R"(contact_solver "hides" failed in step 3 at t = )";
  const Installation tactus(kNeededForHiding);
  for (const HidingCase& c : std::vector<HidingCase> {
#if defined(__x86_64__)
         {"contact/solver", "flush_to_zero", "step", "flush-to-zero switched on"},
             {"bodies/0/material", "flush_to_zero", "step", R"(material "hides" failed)"},
#endif
             {"contact/solver", "rounding", "step", solver},
             {"contact/solver", "rounding", "step", "another direction of rounding"},
             {"contact/solver", "rounding", "worker", solver},
             {"contact/solver", "float_traps", "step", "other floating-point exceptions trapped"},
       })
    expect_named(tactus, c);
  // The last of them fails in a step, of which the summary tells.
  CHECK_THAT(text_of(tactus.work() / "runs/pair/summary.json"), Catch::Contains("failed"));
}

TEST_CASE("a plugin that ends the program outside of steps is named", "[faults]") {
  const Installation tactus(kNeededForHiding);
  const std::string broad_phase = R"(broad_phase "hides" failed )";
  for (const HidingCase& c : std::vector<HidingCase>{
           {"contact/broad_phase", "exit", "made", broad_phase + "when it was made: it ended"},
           {"contact/broad_phase", "null", "made", broad_phase + "when it was made: it crashed"},
           {"contact/broad_phase", "exit", "claims",
            broad_phase + "when it was asked what it provides"},
           {"contact/broad_phase", "exit", "metrics",
            broad_phase + "when it was asked for its metrics"},
           {"contact/broad_phase", "null", "destroyed", broad_phase + "when it was destroyed"},
           {"contact/broad_phase", "exit", "accept", broad_phase + "in step 1 at t = 0 s"},
           {"contact/broad_phase", "exit", "save", broad_phase + "when its state was saved"},
           {"contact/solver", "exit", "setup",
            R"(contact_solver "hides" failed before the first step)"}})
    expect_named(tactus, c);
  const auto checked = tactus.run(command(tactus, "check", "contact/broad_phase", "exit", "made"));
  INFO(checked.out << checked.err);
  CHECK(checked.code == 4);
  CHECK_THAT(checked.err, Catch::Contains(broad_phase + "when it was made"));
  const auto explained = tactus.run({"explain", "broad_phase", "exits_described", "--plugin-dir",
                                     tactus::faults::library("hides").string()});
  INFO(explained.out << explained.err);
  CHECK(explained.code == 4);
  CHECK_THAT(explained.err, Catch::Contains(R"(broad_phase "exits_described" failed when its )"
                                            "options were described: it ended the program"));
}

TEST_CASE("a plugin that leaves by _exit(0) leaves a folder that is protected as unfinished",
          "[faults]") {
  const Installation tactus(kNeededForHiding);
  std::vector<std::string> run = command(tactus, "run", "contact/solver", "leave_at_once", "step");
  run.insert(run.end(), {"--set", "/output/checkpoint_every=1e-9"});
  CHECK(tactus.run(run).code == 0);  // nothing in the process hears of it
  const fs::path folder = tactus.work() / "runs/pair";
  CHECK_FALSE(fs::exists(folder / "summary.json"));
  REQUIRE(fs::exists(folder / "checkpoint.h5"));
  const std::string checkpoint = text_of(folder / "checkpoint.h5");
  const auto again = tactus.run(run);
  INFO(again.out << again.err);
  CHECK(again.code == 2);
  CHECK_THAT(again.err, Catch::Contains("holds this run, which did not come to its end; --resume "
                                        "goes on from its checkpoint"));
  CHECK(text_of(folder / "checkpoint.h5") == checkpoint);
}

TEST_CASE(
    "a material that throws what the SDK does not know is named with an element, and the run "
    "ends with 4",
    "[faults]") {
  const Installation tactus(kNeededForHiding);
  expect_named(tactus, {"bodies/0/material", "throw", "step",
                        R"(material "hides" failed before the first step: no more room (in )"
                        "element 1 of body \"block_1\""});
}

TEST_CASE("what is thrown when a checkpoint is written leaves a summary that says so", "[faults]") {
  const Installation tactus(kNeededForHiding);
  const std::string place = GENERATE("save", "save_at_the_end");
  expect_named(tactus, {"contact/broad_phase", "throw", place,
                        R"(broad_phase "hides" failed when its state was saved: no more room)"});
  const std::string summary = text_of(tactus.work() / "runs/pair/summary.json");
  CHECK_THAT(summary, Catch::Contains("\"failed\"") && Catch::Contains("no more room"));
}

TEST_CASE("a plugin that never returns is named by the second interrupt", "[faults]") {
  const Installation tactus(kNeededForHiding);
  const auto outcome =
      tactus.run_with(command(tactus, "run", "contact/solver", "endless", "step"),
                      " & program=$!; while ! [ -e started ]; do sleep 0.02; done;"
                      " kill -INT $program; sleep 0.1; kill -0 $program || echo too early;"
                      " kill -INT $program; wait $program");
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 4);
  CHECK_THAT(outcome.err, Catch::Contains(R"(contact_solver "hides" failed in step 3 at t = )"));
  CHECK_THAT(outcome.out + outcome.err, !Catch::Contains("too early"));
}

TEST_CASE("while a run is set up one interrupt is enough, whoever is being called", "[faults]") {
  const Installation tactus(kNeededForHiding);
  const auto outcome =
      tactus.run_with(command(tactus, "run", "bodies/0/material", "endless", "step"),
                      " & program=$!; while ! [ -e started ]; do sleep 0.02; done;"
                      " kill -INT $program; wait $program");
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 130);
  CHECK_THAT(outcome.err,
             Catch::Contains("interrupted before the first step; nothing was written"));
}

TEST_CASE("a plugin that never returns while its configuration is read is ended by one signal",
          "[faults]") {
  const Installation tactus(kNeededForHiding);
  const std::string signal = GENERATE("INT", "TERM");
  const auto outcome =
      tactus.run_with(command(tactus, "run", "contact/broad_phase", "endless", "made"),
                      " & program=$!; while ! [ -e started ]; do sleep 0.02; done;"
                      " kill -" +
                          signal + " $program; wait $program");
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 130);
  CHECK_THAT(outcome.err, Catch::Contains("interrupted while the configuration was read"));
}

TEST_CASE("a signal that comes while plugins are opened ends the program in words", "[faults]") {
  const Installation tactus(kNeededForHiding);
  fs::create_directory(tactus.work() / "slow");
  fs::copy_file(tactus::faults::library("static_hangs"), tactus.work() / "slow/static_hangs.so");
  command(tactus, "run", "bodies/0/material", "", "");  // writes pair.json
  std::string scene = text_of(tactus.work() / "pair.json");
  scene.replace(scene.find("neo_hookean"), 11, "fault_sound");
  write_text(tactus.work() / "pair.json", scene);
  write_text(
      tactus.work() / "study.json",
      R"({"base": "pair.json", "axes": [{"name": "v", "pointer": "/time/end", "values": [1e-3]}],
                 "metrics": {"steps": {"of": "history/step", "take": "last"}}})");
  const auto [start, words] = GENERATE(table<std::string, std::string>(
      {{"run pair.json", "interrupted while the configuration was read; nothing was written\n"},
       {"study study.json", "interrupted before its first cell; nothing was written\n"}}));
  const std::string signal = GENERATE("INT", "TERM", "USR1");
  const auto outcome =
      tactus.script("export FAULT_STARTED=\"$PWD/started\"\n\"$tactus\" " + start +
                    " --quiet --out out --plugin-dir slow & program=$!\n"
                    "until [ -e started ]; do kill -0 $program || exit 99; sleep 0.02; done\n"
                    "kill -" +
                    signal + " $program; wait $program");
  INFO(start << " and SIG" << signal << ": " << outcome.out << outcome.err);
  CHECK(outcome.code == 130);
  CHECK(outcome.err == words);
  CHECK_FALSE(fs::exists(tactus.work() / "out"));
}

TEST_CASE("a check stops its measured step after some seconds and says that steps take longer",
          "[faults]") {
  const Installation tactus(kNeededForHiding);
  const auto outcome =
      tactus.run(command(tactus, "check", "contact/solver", "null", "until_stopped"));
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, Catch::Contains("ms per step, measured at the start"));
  // Two steps that take next to no time, and the third one, which is stopped after 3 s.
  std::smatch told;
  REQUIRE(std::regex_search(outcome.out, told, std::regex("about (\\d+) ms per step")));
  CHECK(std::stod(told[1]) >= 1000);
  CHECK(std::stod(told[1]) < 10000);
}

TEST_CASE("a plugin that is interrupted by a signal from elsewhere is not called its cause",
          "[faults]") {
  const Installation tactus(kNeededForHiding);
  const auto outcome = tactus.run_with(command(tactus, "run", "contact/solver", "endless", "step"),
                                       " & program=$!; while ! [ -e started ]; do sleep 0.02; done;"
                                       " kill -ABRT $program; wait $program");
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 128 + SIGABRT);  // sanitizers would answer to SIGSEGV themselves
  CHECK_THAT(outcome.err, !Catch::Contains("contact_solver \"hides\""));
}
