// A configuration that names a component which cannot be had: the program says why and ends with 4.
#include "sandbox.hpp"
#include "tests/cli/installation.hpp"

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
