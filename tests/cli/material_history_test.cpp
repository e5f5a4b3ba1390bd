// A bar of metal that strikes a wall, as users run it: what its material remembers in frames, probes and
// pictures, a table from a file, and runs that were stopped.
#include <algorithm>
#include <cmath>

#include "run_scene.hpp"
#include "tests/support/csv_table.hpp"

using namespace tactus::cli_tests;
using tactus::testing::CsvTable;

namespace {

const std::vector<std::string> kPlugins{"grid", "j2_plastic", "local_sqp", "newmark",
                                        "vertex_edge"};
const std::string kTable = "# plastic strain, yield stress [Pa]\n0, 4e8\n0.5, 4.5e8\n";

/// A short Taylor bar, with the yield stress from a table. @param end  s
std::string bar_scene(const std::string& end, const std::string& table = "copper.csv") {
  return R"({"bodies": [
    {"name": "bar", "density": 8930, "velocity": [0, -227], "translate": [0, 1e-6],
     "mesh": {"type": "rectangle", "size": [6.4e-3, 12.8e-3], "cells": [4, 8]},
     "material": {"type": "j2_plastic", "young": 117e9, "poisson": 0.35, "hardening_table": ")" +
         table + R"("}},
    {"name": "wall", "type": "obstacle", "translate": [-5e-3, -2e-3],
     "mesh": {"type": "rectangle", "size": [17e-3, 2e-3], "cells": [1, 1]}}],
    "integrator": {"type": "newmark", "impact": "stop"},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "vertex_edge"},
                "solver": {"type": "local_sqp"}},
    "probes": [{"type": "material", "name": "foot", "body": "bar", "column": "plastic_strain"},
               {"type": "material", "name": "heat", "body": "bar", "column": "dissipated"}],
    "time": {"end": )" +
         end + R"(}, "output": {"frames_every": 2e-6}})";
}

void write_scene(const Installation& tactus, const std::string& end) {
  write_text(tactus.work() / "a.json", bar_scene(end));
  write_text(tactus.work() / "copper.csv", kTable);
}

}  // namespace

TEST_CASE("plastic strain stands in frames and probes, and dissipation in the account",
          "[cli][material]") {
  const Installation tactus(kPlugins);
  write_scene(tactus, "8e-6");
  const auto outcome = tactus.run({"run", "a.json", "--quiet", "--out", "out"});
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const CsvTable probes(text_of(tactus.work() / "out/probes.csv")),
      history(text_of(tactus.work() / "out/history.csv"));
  const std::size_t last = probes.size() - 1;
  CHECK(probes.number(0, "foot.plastic_strain_max") == 0);
  CHECK(probes.number(last, "foot.plastic_strain_max") > 0.05);
  CHECK(probes.number(last, "foot.plastic_strain_mean") <
        probes.number(last, "foot.plastic_strain_max"));
  // The mean over the volume, times it, is what the history has: m^3 for 1 m of thickness.
  const double volume = 6.4e-3 * 12.8e-3, dissipated = history.number(last, "dissipated_energy_J");
  CHECK(probes.number(last, "heat.dissipated_mean_J_per_m3") * volume ==
        Approx(dissipated).epsilon(1e-12));
  CHECK(dissipated > 0.05 * history.number(0, "kinetic_energy_J"));
  const std::string frame = text_of(tactus.work() / "out/frames/000003.vtu");
  CHECK_THAT(frame, Catch::Contains("Name=\"plastic_strain\" NumberOfComponents=\"1\""));
  CHECK_THAT(frame, Catch::Contains("<!-- field dissipated [J/m^3]: plastic work -->"));
  CHECK_THAT(frame, !Catch::Contains("inverse_plastic"));
}

TEST_CASE("a bar that flows goes on after a kill to the same bytes", "[cli][material]") {
  const Installation tactus(kPlugins);
  write_scene(tactus, "1.5e-5");
  const std::string step = "/time/step=2e-9";  // long enough to be stopped on its way
  REQUIRE(tactus.run({"run", "a.json", "--quiet", "--set", step, "--out", "whole"}).code == 0);
  const auto stopped = tactus.script(signalled_run("run a.json --set " + step, "out", "INT"));
  INFO(stopped.err);
  REQUIRE(stopped.code == 130);
  REQUIRE(
      tactus.run({"run", "a.json", "--quiet", "--set", step, "--out", "out", "--resume"}).code ==
      0);
  check_same_results(tactus.work() / "whole", tactus.work() / "out");
}

TEST_CASE("a table of a material belongs to what a run is, from any working directory",
          "[cli][material]") {
  const Installation tactus(kPlugins);
  write_scene(tactus, "1e-6");
  REQUIRE(tactus.run({"run", "a.json", "--quiet", "--out", "out"}).code == 0);
  const std::string resolved = text_of(tactus.work() / "out/resolved.json");
  CHECK_THAT(resolved, Catch::Contains("hardening_table_sha256"));
  fs::create_directory(tactus.work() / "below");
  const auto below = tactus.script("cd below && \"$tactus\" run ../a.json --quiet --out ../other");
  INFO(below.err);
  REQUIRE(below.code == 0);
  check_same_results(tactus.work() / "out", tactus.work() / "other");
  std::string edited = kTable;
  edited[edited.find("4.5e8")] = '5';  // one byte
  write_text(tactus.work() / "copper.csv", edited);
  const auto resumed = tactus.run({"run", "a.json", "--quiet", "--out", "out", "--resume"});
  CHECK(resumed.code == 2);
  CHECK_THAT(resumed.err, Catch::Contains("/bodies/0/material/hardening_table_sha256"));
}

TEST_CASE("a probe of what a material does not show names what it shows", "[cli][material]") {
  const Installation tactus(kPlugins);
  write_scene(tactus, "1e-6");
  const auto of_wall = tactus.run({"check", "a.json", "--set", "/probes/0/body=wall"});
  CHECK(of_wall.code == 2);
  CHECK_THAT(of_wall.err, Catch::Contains("/probes/0/body") && Catch::Contains("no material"));
  const auto hidden =
      tactus.run({"check", "a.json", "--set", "/probes/0/column=inverse_plastic_off"});
  CHECK(hidden.code == 2);
  CHECK_THAT(hidden.err, Catch::Contains("/probes/0/column") && Catch::Contains("plastic_strain"));
}
