/// `tactus compare`: where two runs part and how far, folders that are none, columns of an earlier version.
#include <cmath>

#include "tests/cli/run_scene.hpp"
#include "tests/study/base_scene.hpp"

using namespace tactus::cli_tests;
using Catch::Contains;

TEST_CASE("compare says how far curves are apart over time, also with automatic steps",
          "[study][compare]") {
  const Installation tactus;
  // A block swings in its first mode; a step of its own choice, one that is half as long, and another speed.
  write_text(tactus.work() / "base.json", R"({"bodies": [{"name": "block", "density": 1000,
      "velocity": {"gradient": [[1, 0], [0, 0]]},
      "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]},
      "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}],
    "integrator": {"type": "newmark"}, "time": {"end": 0.05, "step": "auto"}})");
  const auto run = [&](const std::string& out, const std::vector<std::string>& sets) {
    std::vector<std::string> arguments{"run", "base.json", "--quiet", "--out", out};
    for (const std::string& set : sets) arguments.insert(arguments.end(), {"--set", set});
    CHECK(tactus.run(arguments).code == 0);
  };
  run("auto", {});
  run("fine", {"/time/step=1e-4"});
  run("fast", {"/bodies/0/velocity={\"gradient\": [[2, 0], [0, 0]]}"});
  run("again", {});
  const auto same = tactus.run({"compare", "auto", "again"});  // whatever the machine did meanwhile
  CHECK(same.code == 0);
  CHECK_THAT(same.out, Contains("the same") && !Contains("at the end"));
  const auto near = tactus.run({"compare", "auto", "fine"});
  CHECK(near.code == 5);
  CHECK_THAT(near.out, Contains("of other times") && Contains("history/kinetic_energy_J") &&
                           !Contains("history/neighbour_list_rebuilds") && !Contains("they part"));
  const auto far = tactus.run({"compare", "auto", "fast"});
  CHECK(far.code == 5);
  CHECK_THAT(far.out, Contains("at the end (summary.json)") && Contains("energy/initial_J") &&
                          Contains("+300 %"));  // the energy grows with the square of the speed
}

TEST_CASE("compare says where two runs part, and how far", "[study][compare]") {
  const Installation tactus;
  write_text(tactus.work() / "base.json", kBase);
  const auto run = [&](const std::string& out, const std::string& speed) {
    return tactus.run({"run", "base.json", "--quiet", "--out", out, "--set",
                       "/bodies/0/velocity=[" + speed + ", 0]"});
  };
  CHECK(run("a", "1").code == 0);
  CHECK(run("b", "1").code == 0);
  CHECK(run("c", "1.000001").code == 0);
  const auto same = tactus.run({"compare", "a", "b"});
  CHECK(same.code == 0);
  CHECK_THAT(same.out, Contains("11 rows: the same"));
  const auto other = tactus.run({"compare", "a", "c"});
  CHECK(other.code == 5);
  CHECK_THAT(other.out, Contains("they part at t = 0 s (row 0 of history.csv)") &&
                            Contains("history/linear_momentum_x_kg_m_per_s"));
  CHECK_THAT(other.out, !Contains("of other times"));
  CHECK(
      tactus.run({"run", "base.json", "--quiet", "--out", "d", "--set", "/time/step=3e-4"}).code ==
      0);
  // A block in free flight has the same momentum and energy whatever the step, and counts are no curves.
  const auto steps = tactus.run({"compare", "a", "d", "--relative", "1e-9", "--absolute", "1e-9"});
  INFO(steps.out);
  CHECK(steps.code == 0);
  CHECK_THAT(
      steps.out,
      Contains("history.csv: the rows of the two runs are of other times from row 1 on; columns "
               "with a unit are compared over time") &&
          Contains("the same curves within the tolerance"));
  CHECK(tactus.run({"compare", "a", "c", "--relative", "1e-5", "--absolute", "1e-5"}).code == 0);
  const auto none = tactus.run({"compare", "a", "nothing"});
  CHECK(none.code == 2);
  CHECK(none.err == "nothing: is no run folder: it has no history.csv\n");
  fs::rename(tactus.work() / "c", tactus.work() / "coarse");
  CHECK(tactus.run({"compare", "a", "./corse"}).err ==
        "./corse: is no run folder: it has no history.csv; did you mean \"./coarse\"?\n");
  CHECK(tactus.run({"report", "corse/"}).err ==
        "corse/: is the folder of neither a run (it has no resolved.json) nor a study (it has no "
        "results.json); give a folder that tactus run or tactus study has written; did you mean "
        "\"coarse\"?\n");
}

TEST_CASE("A report that lacks a part which cannot be read is written, and its exit code says so",
          "[study][compare]") {
  const Installation tactus;
  write_text(tactus.work() / "base.json", kBase);
  REQUIRE(tactus.run({"run", "base.json", "--quiet", "--out", "a"}).code == 0);
  REQUIRE(tactus.run({"report", "a"}).code == 0);
  const fs::path frame = tactus.work() / "a/frames/000000.vtu";
  write_text(frame, text_of(frame).substr(0, 200));
  fs::remove(tactus.work() / "a/report.html");
  const auto outcome = tactus.run({"report", "a"});
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err, Contains("note: ") && Contains("000000.vtu"));
  CHECK(fs::file_size(tactus.work() / "a/report.html") > 10000);
}

namespace {

/// What compare says of a column: its largest difference, part of its size, L2 distance and shift.
struct Told {
  double largest = 0, of_size = 0, l2 = 0;
  std::string later;
};

Told told_of(const std::string& column, const std::string& words) {
  std::istringstream text(words);
  for (std::string line; std::getline(text, line);)
    if (line.starts_with(column + " ")) {
      Told told;
      std::string first;
      std::istringstream(line.substr(column.size())) >> first >> told.largest >> told.of_size >>
          told.l2 >> told.later;
      return told;
    }
  FAIL(column << " is not in: " << words);
  return {};
}

}  // namespace

TEST_CASE("compare tells the distance of two free flights, in size and over time",
          "[study][compare]") {
  const Installation tactus;
  write_text(tactus.work() / "base.json", kBase);
  const std::string probe =
      R"(/probes=[{"type": "group", "name": "right", "body": "block", "group": "right"}])";
  for (const char* speed : {"1", "1.25"})
    CHECK(tactus
              .run({"run", "base.json", "--quiet", "--out", speed, "--set", probe, "--set",
                    std::string("/bodies/0/velocity=[") + speed + ", 0]"})
              .code == 0);
  const std::string words = tactus.run({"compare", "1", "1.25"}).out;
  INFO(words);
  // Momenta of 1000 kg are 250 kg m/s apart all the time, and no shift mends that.
  const Told momentum = told_of("history/linear_momentum_x_kg_m_per_s", words);
  CHECK(momentum.largest == Approx(250));
  CHECK(momentum.of_size == Approx(0.2));
  CHECK(momentum.l2 == Approx(250));
  CHECK(momentum.later == "-");
  // Ways are t and 1.25 t until 1e-3 s: the root of the mean of (t/4)^2 is the largest by sqrt(3).
  const Told way = told_of("probes/right.u_x_m", words);
  CHECK(way.largest == Approx(2.5e-4));
  CHECK(way.of_size == Approx(0.2));
  CHECK(way.l2 == Approx(2.5e-4 / std::sqrt(3)).epsilon(1e-3));  // four digits
}

TEST_CASE("compare tells by how much a load that begins later comes later", "[study][compare]") {
  const Installation tactus;
  write_text(tactus.work() / "base.json", kBase);
  // A force that grows to 1e5 N in 1e-4 s, and begins at 2e-4 s or 5e-5 s later.
  const auto run = [&](const std::string& out, const std::string& begin, const std::string& end) {
    CHECK(tactus
              .run({"run", "base.json", "--quiet", "--out", out, "--set", "/time/step=2.5e-5",
                    "--set", "/bodies/0/velocity=[0, 0]", "--set",
                    R"(/loads=[{"type": "gravity", "acceleration": [100, 0],
                       "factor": {"type": "table", "times": [0, )" +
                        begin + ", " + end + R"(], "values": [0, 0, 1]}}])"})
              .code == 0);
  };
  run("early", "2e-4", "3e-4");
  run("late", "2.5e-4", "3.5e-4");
  const std::string words = tactus.run({"compare", "early", "late"}).out;
  INFO(words);
  const Told momentum = told_of("history/linear_momentum_x_kg_m_per_s", words);
  CHECK(momentum.largest == Approx(1e5 * 5e-5));
  CHECK(std::stod(momentum.later) == Approx(5e-5).epsilon(1e-3));
  CHECK_THAT(words, Contains("moving the second curve in time leaves no more than half of L2"));
  CHECK(std::stod(told_of("history/linear_momentum_x_kg_m_per_s",
                          tactus.run({"compare", "late", "early"}).out)
                      .later) == Approx(-5e-5).epsilon(1e-3));
}

TEST_CASE("Tolerances of compare are for values and not for the times of rows",
          "[study][compare]") {
  const Installation tactus;
  write_text(tactus.work() / "base.json", two_blocks("3e-3", "{}", "1e-4"));
  for (const char* every : {"1", "2", "3"})
    CHECK(tactus
              .run({"run", "base.json", "--quiet", "--out", every, "--set",
                    std::string("/output/history_every=") + every})
              .code == 0);
  // At each third row stands what the run with all rows has at this time.
  const std::vector<std::vector<std::string>> tolerances{
      {}, {"--absolute", "1"}, {"--relative", "0.7"}, {"--relative", "1", "--absolute", "1e9"}};
  for (const auto& tolerance : tolerances)
    for (const char* other : {"2", "3"}) {
      std::vector<std::string> arguments{"compare", "1", other};
      arguments.insert(arguments.end(), tolerance.begin(), tolerance.end());
      const auto outcome = tactus.run(arguments);
      INFO(outcome.out);
      CHECK_THAT(
          outcome.out,
          Contains("history.csv: the rows of the two runs are of other times from row 1 on") &&
              !Contains("history.csv: 31 rows in the first"));
    }
}

TEST_CASE("Tables without a time in common are said to have none", "[study][compare]") {
  const Installation tactus;
  write_text(tactus.work() / "base.json", two_blocks("3e-3", "{}", "1e-4"));
  const auto run = [&](const std::string& out, const std::string& speed) {
    CHECK(tactus
              .run({"run", "base.json", "--quiet", "--out", out, "--set",
                    "/bodies/0/velocity=[" + speed + ", 0]"})
              .code == 0);
  };
  run("hits", "1");
  run("late", "0.05");
  const auto outcome = tactus.run({"compare", "hits", "late"});
  INFO(outcome.out);
  CHECK_THAT(outcome.out, Contains("contacts.csv") && !Contains("nan"));
}

TEST_CASE("compare names a column that only one of two runs has", "[study][compare]") {
  const Installation tactus;
  write_text(tactus.work() / "base.json", kBase);
  for (const char* folder : {"a", "b"})
    CHECK(tactus.run({"run", "base.json", "--quiet", "--out", folder}).code == 0);
  const fs::path history = tactus.work() / "a/history.csv";
  std::string text = text_of(history);
  const std::string now = ",neighbour_list_rebuilds,";
  text.replace(text.find(now), now.size(), ",another,");
  write_text(history, text);
  CHECK_THAT(tactus.run({"compare", "a", "b"}).out,
             Contains("history.csv: only the first run has the column another\n"));
}

TEST_CASE("compare takes forces of probes for means since the row before", "[study][compare]") {
  const Installation tactus;
  const auto put = [&](const std::string& run, const std::vector<double>& times,
                       const std::string& columns, const std::vector<std::string>& cells) {
    std::string history = "step,time_s\n", probes = "step,time_s," + columns + "\n";
    for (std::size_t i = 0; i < times.size(); ++i) {
      const std::string row = fmt::format("{},{}", i, times[i]);
      history += row + '\n', probes += row + ',' + cells[i] + '\n';
    }
    fs::create_directories(tactus.work() / run);
    write_text(tactus.work() / run / "history.csv", history);
    write_text(tactus.work() / run / "probes.csv", probes);
  };
  // 4 N from 1 s to 2 s, with rows twice as often in the second run.
  const std::string both = "hit.force_x_N,hit.impulse_x_N_s";
  put("a", {0, 1, 2}, both, {",0", "0,0", "4,4"});
  put("b", {0, 0.5, 1, 1.5, 2}, both, {",0", "0,0", "0,0", "4,2", "4,2"});
  const auto same = tactus.run({"compare", "a", "b"});
  INFO(same.out);
  CHECK(same.code == 0);
  CHECK_THAT(same.out, Contains("the same curves within the tolerance"));
  // Forces alone, the second of which is 6 N in the end: 4 N s and 5 N s.
  put("c", {0, 1, 2}, "hit.force_x_N", {"", "0", "4"});
  put("d", {0, 0.5, 1, 1.5, 2}, "hit.force_x_N", {"", "0", "0", "4", "6"});
  const auto other = tactus.run({"compare", "c", "d"});
  INFO(other.out);
  CHECK(other.code == 5);
  CHECK_THAT(other.out, Contains("probes/hit.impulse_x_N_s") && Contains("           1 "));
}
