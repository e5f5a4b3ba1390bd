/// `tactus study` from outside: bad files in their words, cells that fail each in another way, what is kept
/// of an interrupted study, formulas, orders.
#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/cli/run_scene.hpp"
#include "tests/study/base_scene.hpp"
#include "tests/support/csv_table.hpp"
#include "tests/support/sanitized.hpp"

using namespace tactus::cli_tests;
using Catch::Contains;
using nlohmann::json;

namespace {

std::string study(const std::string& axes, const std::string& metrics, const std::string& rest) {
  return "{\"base\": \"base.json\", \"axes\": [" + axes + "], \"metrics\": {" + metrics + "}" +
         rest + "}\n";
}

constexpr const char* kSpeeds =
    R"({"name": "v", "zip": {"/bodies/0/velocity": [[1, 0], [2, 0], [3, 0]]}, "numbers": [1, 2, 3],
        "labels": ["0", "1", "2"]})";
constexpr const char* kMomentum =
    R"("p": {"of": "history/linear_momentum_x_kg_m_per_s", "take": "mean", "unit": "kg m/s",
            "exact": "1000*v", "accept": {"relative": 1e-9}},
       "way": {"of": "history/linear_momentum_x_kg_m_per_s/1000", "take": "integral"})";

class StudyPlace : public Installation {
 public:
  explicit StudyPlace(const std::vector<std::string>& plugins = kPlanePlugins)
      : Installation(plugins) {
    write_text(work() / "base.json", kBase);
  }
  Outcome study(const std::string& text, const std::vector<std::string>& more = {}) const {
    write_text(work() / "study.json", text);
    std::vector<std::string> arguments{"study", "study.json", "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
  fs::path folder() const { return work() / "runs/study"; }
  json results() const { return json::parse(text_of(folder() / "results.json")); }
  std::string status(std::size_t cell) const { return results()["cells"][cell]["status"]; }
};

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

struct BadStudy {
  std::string name, text, refusal;
};

std::vector<BadStudy> bad_studies() {
  std::vector<BadStudy> all;
  std::ifstream file(fs::path(TACTUS_SOURCE_DIR) / "tests/study/bad_studies.txt");
  std::string* into = nullptr;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("# ")) {
      all.push_back({line.substr(2), "", ""});
      into = &all.back().text;
    } else if (line == "---") {
      into = &all.back().refusal;
    } else if (into) {
      *into += line + "\n";
    }
  }
  return all;
}

}  // namespace

TEST_CASE("Each bad study is refused in its words, and nothing is written", "[study]") {
  const StudyPlace tactus;
  const std::vector<BadStudy> all = bad_studies();
  CHECK(all.size() >= 40);
  for (const BadStudy& bad : all) {
    INFO(bad.name);
    const auto outcome = tactus.study(bad.text);
    CHECK(outcome.code == 2);
    CHECK(outcome.out == "");
    CHECK(outcome.err == bad.refusal);
    CHECK_FALSE(fs::exists(tactus.work() / "runs"));
  }
}

TEST_CASE("A metric that is one column or value has its unit; what is computed has none",
          "[study]") {
  const StudyPlace tactus;
  const auto outcome = tactus.study(study(kSpeeds, R"(
    "energy": {"of": "history/total_energy_J"}, "at_end": {"of": "summary/energy/final_J"},
    "half": {"of": "history/total_energy_J", "unit": "kJ"},
    "none": {"of": "history/total_energy_J", "unit": "1"}, "twice": {"of": "2*history/time_s"},
    "summed": {"of": "history/total_energy_J", "take": "integral"}, "n": {"of": "history/step"})",
                                          ""));
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
  std::vector<std::string> units;
  const json results = tactus.results();
  for (const json& metric : results["metrics"]) units.push_back(metric["unit"]);
  CHECK(units == std::vector<std::string>{"J", "J", "kJ", "", "", "", ""});
}

TEST_CASE("A study gives each cell its metrics, exact values and a verdict", "[study]") {
  const StudyPlace tactus;
  const auto outcome = tactus.study(study(kSpeeds, kMomentum, R"(, "baseline": {"v": "0"})"));
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, Contains("3 cells: 3 ok"));
  const json results = tactus.results();
  for (std::size_t i = 0; i < 3; ++i) {
    const json& cell = results["cells"][i];
    const double v = static_cast<double>(i) + 1;
    CHECK(cell["metrics"]["p"] == Approx(1000 * v).epsilon(1e-12));
    CHECK(cell["metrics"]["way"] == Approx(1e-3 * v).epsilon(1e-12));
    CHECK(cell["exact"]["p"] == 1000 * v);
    CHECK(cell["accepted"] == true);
    CHECK(fs::exists(tactus.folder() / std::string(cell["folder"]) / "history.csv"));
  }
  CHECK(results["axes"][0]["values"] == json({1, 2, 3}));
  CHECK_THAT(text_of(tactus.folder() / "results.csv"),
             Contains("index,folder,v,status,p,p_exact,way,accepted,reason\n"));
  CHECK_THAT(text_of(tactus.folder() / "results.md"), Contains("| 2 | ok |"));
  CHECK_THAT(text_of(tactus.folder() / "results.tex"), Contains("\\bottomrule"));
}

TEST_CASE("A study compares curves over time with those of its baseline, whatever the steps",
          "[study]") {
  const StudyPlace tactus;
  // A block in free flight: x = x0 + v t, so that curves part by |v - v0| t. With another step nothing changes.
  const std::string axes =
      std::string(kSpeeds) +
      R"(, {"name": "step", "pointer": "/time/step", "values": [1e-4, 3.1e-5]})";
  const std::string probe =
      R"(, "set": {"/probes": [{"type": "node", "name": "tip", "body": "block", "node": 1}]},
      "baseline": {"v": "0", "step": "0.0001"})";
  const std::string kNear = R"(, "accept": {"absolute": 1e-12}})";
  const std::string of = R"({"of": "probes/tip.u_x_m", "take": )";
  const std::string metrics =
      "\"apart_m\": " + of + R"("max_difference", "exact": "abs(v-1)*1e-3")" + kNear +
      ", \"l2_m\": " + of + R"("l2_difference", "exact": "abs(v-1)*1e-3/3^0.5")" + kNear +
      ", \"later\": " + of + R"("shift"})";
  const auto outcome = tactus.study(study(axes, metrics, probe));
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
  const json results = tactus.results();
  for (const json& cell : results["cells"]) CHECK(cell["accepted"] == true);
  CHECK(results["metrics"][2]["unit"] == "s");
  CHECK(results["cells"][0]["metrics"]["later"] == 0);
  CHECK(results["cells"][5]["metrics"]["later"].is_null());
  const auto refused =
      tactus.study(study(kSpeeds, R"("d": {"of": "history/time_s", "take": "shift"})", ""));
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Contains("compares a curve with that of the \"baseline\""));
}

TEST_CASE("A study reads probes, and knows their columns before a cell runs", "[study]") {
  const StudyPlace tactus;
  const std::string probes =
      R"(, "set": {"/probes": [{"type": "node", "name": "tip", "body": "block", "node": 1}]})";
  const auto metric = [](const std::string& column) {
    return R"("way": {"of": "1000*probes/)" + column +
           R"(", "exact": "v", "accept": {"relative": 1e-9}})";
  };
  const auto refused = tactus.study(study(kSpeeds, metric("tip.u_z_m"), probes));
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Contains("\"probes/tip.u_z_m\" is no column of any cell; did you mean "
                                   "\"probes/tip.u_x_m\"?"));
  const auto outcome = tactus.study(study(kSpeeds, metric("tip.u_x_m"), probes));
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
  const json results = tactus.results();
  for (const json& cell : results["cells"]) CHECK(cell["accepted"] == true);
}

TEST_CASE("Cells that fail are shown as what they are, with a reason, and the others complete",
          "[study]") {
  const StudyPlace tactus;
  const std::string axes = R"({"name": "case", "variants": {
      "good": {}, "slow": {"/time/end": 1e3, "/output/frames_every": 1e3},
      "refused": {"/newton": {}}, "wrong": {"/bodies/0/velocity": [2, 0]},
      "unsound": {"/output/audit": "off"}}})";
  const std::string metrics = R"("p": {"of": "history/linear_momentum_x_kg_m_per_s",
      "exact": 1000, "accept": {"absolute": 1e-6}},
      "never_s": {"of": "history/time_s", "when": "history/time_s > 1"})";
  const std::string longest = tactus::kSanitized ? "15" : "3";
  const auto outcome =
      tactus.study(study(axes, metrics, R"(, "limits": {"wall_s": )" + longest + "}"));
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 3);
  const json cells = tactus.results()["cells"];
  const std::vector<std::string> expected{"ok", "timeout", "refused", "not_accepted", "unsound"};
  REQUIRE(cells.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    INFO(i << cells[i].dump());
    CHECK(cells[i]["status"] == expected[i]);
    CHECK(cells[i]["metrics"]["never_s"].is_null());
    CHECK_FALSE(std::string(cells[i]["reason"]).empty());
    const bool has_value = i == 0 || i == 3 || i == 4;
    CHECK(cells[i]["metrics"]["p"].is_number() == has_value);
  }
  CHECK(cells[0]["reason"] == "never_s: the condition of \"when\" did not hold in any row");
  CHECK(cells[1]["reason"] == "took longer than " + longest + " s, as /limits/wall_s allows");
  CHECK(cells[2]["reason"] ==
        "--set /newton={}: /newton: \"newmark\" makes explicit steps with the options given here, "
        "which need no Newton's method; remove \"newton\"");
}

TEST_CASE("A cell that holds more memory than is allowed is ended, and the others complete",
          "[study]") {
  const StudyPlace tactus;
  const std::string most = tactus::kSanitized ? "400" : "150";
  const auto outcome = tactus.study(study(R"({"name": "case", "variants": {
      "good": {}, "large": {"/bodies/0/mesh/cells": [600, 600]}}})",
                                          R"("p": {"of": "history/linear_momentum_x_kg_m_per_s"})",
                                          R"(, "limits": {"memory_MiB": )" + most + "}"));
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 3);
  const json cells = tactus.results()["cells"];
  CHECK(cells[0]["status"] == "ok");
  CHECK(cells[1]["status"] == "memory");
  CHECK(cells[1]["metrics"]["p"].is_null());
  CHECK(cells[1]["reason"] ==
        "held more than " + most + " MiB of memory, as /limits/memory_MiB allows");
}

TEST_CASE("Histories with numbers that are none, and formulas that give none, are no results",
          "[study]") {
  const StudyPlace tactus;
  CHECK(tactus.study(study(kSpeeds, kMomentum, "")).code == 0);
  const fs::path history = tactus.folder() / "cells/0001-1/history.csv";
  std::string text = text_of(history);  // the energy of the last row becomes none
  const auto begin = text.rfind('\n', text.size() - 2) + 1;
  const auto first = text.find(',', begin), second = text.find(',', first + 1),
             end = text.find(',', second + 1);
  text.replace(second + 1, end - second - 1, "nan");
  write_text(history, text);
  const auto outcome = tactus.study(study(kSpeeds, kMomentum, ""), {"--collect"});
  CHECK(outcome.code == 3);
  const json cell = tactus.results()["cells"][1];
  CHECK(cell["status"] == "not_finite");
  CHECK(cell["reason"] == "kinetic_energy_J in history.csv is no finite number, first in row 10");
  CHECK(cell["metrics"]["p"].is_null());
}

TEST_CASE("Each column of the tables of times has its own name", "[study]") {
  const StudyPlace tactus;
  const auto outcome = tactus.study(
      study(kSpeeds,
            R"("wall_s": {"of": "summary/wall_s"}, "load": {"of": "summary/machine_load"},
               "memory_MiB": {"of": "-2", "timing": true})",
            ", \"repeat\": 1"));
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
  const tactus::testing::CsvTable timings(text_of(tactus.folder() / "timings.csv"));
  for (std::size_t cell = 0; cell < 3; ++cell) {
    // The largest of samples: a cell as short as these may be seen before its program starts, or never.
    CHECK(timings.number(cell, "cell_memory_MiB") >= 0);
    CHECK(timings.number(cell, "memory_MiB") == -2);
    CHECK(timings.number(cell, "wall_s") == timings.number(cell, "wall_s_least"));
  }
}

TEST_CASE("A study that is killed goes on with what is not finished, to the same results",
          "[study]") {
  const StudyPlace whole, killed;
  const std::string text = study(
      R"({"name": "v", "pointer": "/bodies/0/velocity/0", "range": {"from": 1, "to": 6, "count": 6}})",
      R"("p": {"of": "history/linear_momentum_x_kg_m_per_s"}, "wall_s": {"of": "summary/wall_s"})",
      R"(, "set": {"/time/end": 0.2})");
  CHECK(whole.study(text).code == 0);
  write_text(killed.work() / "study.json", text);
  killed.script(
      "nice -n 19 \"$tactus\" study study.json --quiet --jobs 1 > /dev/null & pid=$!\n"
      "until grep -qs '\"ok\"' runs/study/cells/0002-3.json runs/study/cells/0003-4.json; do "
      "kill -0 $pid || exit 99; sleep 0.01; done\nkill -9 $pid; wait $pid 2> /dev/null; true");
  std::map<fs::path, fs::file_time_type> before;
  for (const auto& entry : fs::directory_iterator(killed.folder() / "cells"))
    if (entry.path().extension() == ".json" &&
        text_of(entry.path()).find("\"ok\"") != std::string::npos)
      before[entry.path()] = fs::last_write_time(entry.path());
  CHECK_FALSE(before.empty());
  CHECK(before.size() < 6);
  CHECK(killed.study(text).code == 0);
  for (const auto& [file, time] : before) CHECK(fs::last_write_time(file) == time);
  for (const char* name : {"results.json", "results.csv", "results.md", "results.tex"})
    CHECK(text_of(whole.folder() / name) == text_of(killed.folder() / name));
  CHECK(text_of(whole.folder() / "results.json").find("wall_s\": null") != std::string::npos);
}

TEST_CASE("A value that is added to an axis runs its own cells alone", "[study]") {
  const StudyPlace tactus;
  const auto with = [](const std::string& values) {
    return study(R"({"name": "v", "pointer": "/bodies/0/velocity/0", "values": )" + values + "}",
                 R"("p": {"of": "history/linear_momentum_x_kg_m_per_s"})", "");
  };
  CHECK(tactus.study(with("[2, 3]")).code == 0);
  const auto made = fs::last_write_time(tactus.folder() / "cells/0001-3/history.csv");
  CHECK(tactus.study(with("[1, 2, 3]")).code == 0);
  CHECK(fs::last_write_time(tactus.folder() / "cells/0002-3/history.csv") == made);
  CHECK_FALSE(fs::exists(tactus.folder() / "cells/0001-3"));
  CHECK(tactus.results()["cells"][2]["metrics"]["p"] == Approx(3000));
}

TEST_CASE("A cell whose files were changed or removed since it ended runs again", "[study]") {
  const StudyPlace tactus;
  const std::string text = study(kSpeeds, kMomentum, "");
  CHECK(tactus.study(text).code == 0);
  const std::string results = text_of(tactus.folder() / "results.json");
  const fs::path history = tactus.folder() / "cells/0001-1/history.csv";
  const std::size_t rows = lines_of(text_of(history));
  SECTION("removed") { fs::remove(history); }
  SECTION("cut off") { fs::resize_file(history, fs::file_size(history) / 2); }
  CHECK(tactus.study(text).code == 0);
  CHECK(lines_of(text_of(history)) == rows);
  CHECK(text_of(tactus.folder() / "results.json") == results);
}

TEST_CASE("A cell that another program has run runs again", "[study]") {
  const StudyPlace tactus;
  const std::string text = study(kSpeeds, kMomentum, "");
  CHECK(tactus.study(text).code == 0);
  const fs::path history = tactus.folder() / "cells/0001-1/history.csv";
  const auto made = fs::last_write_time(history);
  CHECK(tactus.study(text).code == 0);
  CHECK(fs::last_write_time(history) == made);
  std::ofstream(tactus.root() / "bin/tactus", std::ios::app) << "\n";  // another program
  CHECK(tactus.study(text).code == 0);
  CHECK(fs::last_write_time(history) > made);
}

TEST_CASE("A study given to run, and a configuration given to study, name the right command",
          "[study]") {
  const StudyPlace tactus;
  write_text(tactus.work() / "study.json", study(kSpeeds, kMomentum, ""));
  CHECK(tactus.run({"run", "study.json"}).err ==
        "study.json is a study, not a configuration; run it with: tactus study study.json\n");
  CHECK(tactus.run({"study", "base.json"}).err ==
        "base.json is a configuration, not a study; run it with: tactus run base.json\n");
}

TEST_CASE("Repeats are kept apart from results, and observed orders are judged", "[study]") {
  const StudyPlace tactus;
  const std::string axes =
      R"({"name": "step", "pointer": "/time/step", "values": [4e-4, 2e-4, 1e-4]})";
  const std::string metrics = R"("energy_J": {"of": "history/total_energy_J", "take": "drift",
        "exact": 0},
      "order": {"order_of": "energy_J", "along": "step", "step": "/time/step",
                "accept": {"above": 1.8, "below": 2.2}},
      "usual_J": {"mean_of": "energy_J", "along": "step", "accept": {"below": 1e9}},
      "solver_s": {"of": "history/wall_elements_s", "take": "sum"})";
  const std::string spinning = R"(, "repeat": 2,
      "set": {"/bodies/0/velocity": {"spin": 20}, "/time/end": 0.02})";
  const auto outcome = tactus.study(study(axes, metrics, spinning));
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, Contains("order: observed order of energy_J along step: "));
  const json row = tactus.results()["orders"][0]["rows"][0];
  const json results = tactus.results(), mean = results["means"][0]["rows"][0];
  double sum = 0;
  for (const json& cell : results["cells"]) sum += cell["metrics"]["energy_J"].get<double>();
  CHECK(mean["mean"] == Approx(sum / 3));
  CHECK(mean["cells"] == 3);
  CHECK(mean["accepted"] == true);
  CHECK_THAT(outcome.out, Contains("usual_J: mean of energy_J along step: "));
  CHECK(row["observed"].size() == 2);
  CHECK(row["order"] == Approx(2).margin(0.1));
  CHECK(tactus.results()["cells"][0]["metrics"]["solver_s"].is_null());
  // How busy the machine was, and how much of a processor the runs got.
  const tactus::testing::CsvTable timings(text_of(tactus.folder() / "timings.csv"));
  for (std::size_t cell = 0; cell < 3; ++cell) {
    CHECK(timings.number(cell, "solver_s_runs") == 2);
    CHECK(timings.number(cell, "solver_s_spread") >= 0);
    CHECK(timings.number(cell, "cell_cpu_s") > 0);
    CHECK(timings.number(cell, "cell_load") >= 0);
    CHECK(timings.number(cell, "repeat_load") >= 0);
    CHECK(timings.number(cell, "repeat_cpu_share") > 0);
    CHECK(timings.number(cell, "repeat_cpu_share") < 1.5);  // of one thread
  }
  CHECK_FALSE(fs::exists(tactus.folder() / "repeat"));
}

TEST_CASE("A bar in its first mode comes to the exact cosine with order 2", "[study]") {
  const StudyPlace tactus;
  const fs::path file = fs::path(TACTUS_SOURCE_DIR) / "configs/studies/bar_mode.json";
  const auto outcome = tactus.run({"study", file.string(), "--quiet"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
  const json results = json::parse(text_of(tactus.work() / "runs/bar_mode/results.json"));
  CHECK(results["orders"][0]["rows"][0]["order"] == Approx(2).margin(0.1));
  for (const json& cell : results["cells"]) CHECK(cell["metrics"]["distance"] < 2e-3);
}

TEST_CASE("All broad phases give eight cubes in space the same results to the bit", "[study]") {
  const StudyPlace tactus(all_plugins());
  const fs::path configs = fs::path(TACTUS_SOURCE_DIR) / "configs";
  json shipped =
      json::parse(text_of(configs / "studies/space_broad_phases.json"), nullptr, true, true);
  shipped["base"] = (configs / "paper/eight_cubes.json").string();
  shipped.erase("repeat");  // which is for times
  const auto outcome = tactus.study(shipped.dump());
  INFO(outcome.out << outcome.err);
  REQUIRE(outcome.code == 0);
  std::set<std::string> searches;
  for (const auto& entry :
       fs::directory_iterator(fs::path(TACTUS_SOURCE_DIR) / "plugins/broad_phase"))
    if (entry.is_directory()) searches.insert(entry.path().filename());
  std::map<std::string, std::set<std::string>> physics;  // by number of cells
  std::set<std::string> searched;
  const json results = json::parse(text_of(tactus.folder() / "results.json"));
  for (const json& cell : results["cells"]) {
    const json &values = cell["metrics"], &axes = cell["axes"];
    searched.insert(axes["search"]);
    CHECK(values["intersections"] == 0);
    CHECK(values["touching"] > 0);
    CHECK(values["searches"] >= values["steps"]);
    physics[axes["cells"]].insert(
        json{values["steps"], values["final_J"], values["touching"], values["searches"]}.dump());
  }
  CHECK(searched == searches);
  CHECK(physics.size() == 2);
  for (const auto& [cells, seen] : physics) CHECK(seen.size() == 1);
}

TEST_CASE("A dry run tells cells and costs, a job array runs one cell a task", "[study]") {
  const StudyPlace tactus;
  const std::string text = study(kSpeeds, kMomentum, "");
  const auto dry = tactus.study(text, {"--dry-run"});
  CHECK(dry.code == 0);
  CHECK_THAT(dry.out, Contains("study: 3 cells\n  v: 0 1 2\n") && Contains("0002  v=2") &&
                          Contains("from a few steps of 3 cells; 0 extrapolated"));
  CHECK_FALSE(fs::exists(tactus.work() / "runs"));
  CHECK(tactus.study(text).code == 0);
  const std::string local = text_of(tactus.folder() / "results.csv");
  fs::remove_all(tactus.folder());
  CHECK(tactus.study(text, {"--emit", "slurm"}).code == 0);
  CHECK_THAT(text_of(tactus.folder() / "slurm.sh"), Contains("#SBATCH --array=0-2\n"));
  const auto tasks = tactus.script(
      "for task in 0 1 2; do SLURM_ARRAY_TASK_ID=$task sh runs/study/slurm.sh || exit 1; done");
  INFO(tasks.out << tasks.err);
  CHECK(tasks.code == 0);
  CHECK(tactus.study(text, {"--collect"}).code == 0);
  CHECK(text_of(tactus.folder() / "results.csv") == local);
}

TEST_CASE("A metric may be a column that only runs with reactions have", "[study]") {
  const StudyPlace tactus(all_plugins());
  write_text(tactus.work() / "base.json",
             text_of(fs::path(TACTUS_SOURCE_DIR) / "configs/validation/sliding_block.json"));
  const auto outcome = tactus.study(
      study(R"({"name": "mu", "pointer": "/contact/laws/0/friction", "values": [0.2, 0.3]})",
            R"("heat_J": {"of": "history/friction_dissipation_J", "take": "sum"})", ""),
      {"--dry-run"});
  CHECK(outcome.err == "");
  CHECK(outcome.code == 0);
}
