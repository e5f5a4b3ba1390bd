/// What a study does with a folder that somebody else has touched: cells of an earlier version of its file,
/// runs that write a cell at the same time, results that differ from run to run, and memory that all cells
/// share.
#include <chrono>
#include <nlohmann/json.hpp>

#include "apps/study/machine_memory.hpp"
#include "apps/study/outcome.hpp"
#include "tests/cli/run_scene.hpp"
#include "tests/support/csv_table.hpp"
#include "tests/support/sanitized.hpp"

using namespace tactus::cli_tests;
using Catch::Contains;
using nlohmann::json;

namespace {

const std::string kLibrary = std::string(TACTUS_FAULT_DIR) + "/hides.so";

/// Two blocks that meet, in a study of the first one's speed.
class Desk : public Installation {
 public:
  Desk() { write_text(work() / "base.json", two_blocks("1e-3", "{}", "1e-4")); }

  /// @param axis  members of the axis "v"
  Outcome study(const std::string& axis, const std::vector<std::string>& more = {},
                const std::string& rest = "") const {
    write_text(work() / "study.json",
               R"({"base": "base.json", "axes": [{"name": "v", )" + axis +
                   R"(}], "metrics": {"p": {"of": "history/linear_momentum_x_kg_m_per_s"},
                             "t_s": {"of": "history/wall_elements_s", "take": "sum"}})" +
                   rest + "}\n");
    std::vector<std::string> arguments{"study", "study.json", "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
  Outcome speeds(const std::string& values, const std::vector<std::string>& more = {}) const {
    return study(R"("pointer": "/bodies/0/velocity/0", "values": )" + values, more);
  }
  fs::path folder() const { return work() / "runs/study"; }
  fs::path cell(const std::string& name) const { return folder() / "cells" / name; }
  std::string text(const std::string& name) const { return text_of(folder() / name); }
  json cells() const { return json::parse(text("results.json"))["cells"]; }
};

}  // namespace

TEST_CASE(
    "Cells of values that a study no longer has are named, in no result, and removed if asked",
    "[study]") {
  const Desk desk, fresh;
  CHECK(fresh.speeds("[1, 3]").code == 0);
  CHECK(desk.speeds("[1, 2, 3, 4]").err == "");
  fs::create_directory(desk.cell("mine"));
  const auto edited = desk.speeds("[1, 3]");
  CHECK(edited.code == 0);
  CHECK(edited.err ==
        "note: runs/study/cells holds what belongs to no cell of this study: 0001-2, 0003-4, mine. "
        "It is in no result; --prune removes those that were cells\n");
  for (const char* name : {"results.csv", "results.json", "results.md", "results.tex"})
    CHECK(desk.text(name) == fresh.text(name));
  CHECK(desk.text("report.html").find("0003-4") == std::string::npos);
  SECTION("kept, they are cells again when their values come back") {
    const auto made = fs::last_write_time(desk.cell("0003-4/history.csv"));
    CHECK(desk.speeds("[1, 2, 3, 4]").code == 0);
    CHECK(fs::last_write_time(desk.cell("0003-4/history.csv")) == made);
  }
  SECTION("removed, what was no cell stays") {
    CHECK_THAT(desk.speeds("[1, 3]", {"--prune"}).err, Contains("no cell of this study: mine."));
    CHECK_FALSE(fs::exists(desk.cell("0001-2")));
    CHECK_FALSE(fs::exists(desk.cell("0003-4.json")));
    CHECK(fs::exists(desk.cell("mine")));
    CHECK(fs::exists(desk.cell("0001-3/history.csv")));
  }
  SECTION("a cell that another run is writing stays") {
    const auto busy = desk.script(
        "exec 9< runs/study/cells/0001-2; flock 9\n\"$tactus\" study study.json --quiet --prune");
    CHECK_THAT(busy.err, Contains("no cell of this study: 0001-2, mine."));
    CHECK(fs::exists(desk.cell("0001-2/history.csv")));
  }
}

TEST_CASE("Cells that were on their way to other numbers when the study was killed are found again",
          "[study]") {
  const Desk desk;
  CHECK(desk.speeds("[1, 2, 3]").code == 0);
  const std::string results = desk.text("results.json");
  const auto made = fs::last_write_time(desk.cell("0002-3/history.csv"));
  const auto stranded = [&](const std::string& from, const std::string& to) {
    for (const char* end : {"", ".json"}) fs::rename(desk.cell(from + end), desk.cell(to + end));
  };
  // Both would be in the way of each other if names on the way were made of the cell's number.
  stranded("0002-3", ".moving-0");
  stranded("0000-1", ".moving-2");
  CHECK(desk.speeds("[1, 2, 3]").err == "");
  CHECK(fs::last_write_time(desk.cell("0002-3/history.csv")) == made);
  CHECK(desk.text("results.json") == results);
}

TEST_CASE("A cell that another run is writing keeps its checkpoint and its record", "[study]") {
  const Desk desk;
  fs::create_directories(desk.cell("0000-1"));
  write_text(desk.cell("0000-1/checkpoint.h5"), "of another run");
  write_text(desk.folder() / "study.json", "{}");
  write_text(desk.cell("0000-1.json"), R"({"key": "another", "status": "interrupted"})");
  const std::string record = text_of(desk.cell("0000-1.json"));
  CHECK(desk.speeds("[1, 2]", {"--dry-run"}).code == 0);  // writes study.json
  const auto busy =
      desk.script("exec 9< runs/study/cells/0000-1; flock 9\n\"$tactus\" study study.json --quiet");
  INFO(busy.out << busy.err);
  CHECK(busy.code == 3);
  CHECK(desk.cells()[0]["status"] == "interrupted");
  CHECK(desk.cells()[1]["status"] == "ok");
  CHECK(text_of(desk.cell("0000-1/checkpoint.h5")) == "of another run");
  CHECK(text_of(desk.cell("0000-1.json")) == record);
}

TEST_CASE("Repeats find plugins whose results, or whose ends, differ from run to run", "[study]") {
  const Desk desk;
  const auto outcome = desk.study(
      R"("variants": {"good": {},
          "bits": {"/bodies/0/material": {"type": "hides", "deed": "none", "place": "value"}},
          "ends": {"/contact/solver": {"type": "hides", "deed": "throw_the_second_time",
                                       "place": "setup"}}})",
      {"--plugin-dir", kLibrary}, R"(, "repeat": 1)");
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 5);
  const json cells = desk.cells();
  const auto reason = [&](std::size_t i) { return cells[i]["reason"].get<std::string>(); };
  CHECK(cells[0]["status"] == "ok");
  CHECK(cells[1]["status"] == "unsound");
  CHECK(reason(1) ==
        "two runs of this cell have different histories: something in it is not deterministic");
  CHECK(cells[2]["status"] == "unsound");
  CHECK_THAT(reason(2), Contains("it came to its end once, and another time did not (crashed: "
                                 "contact_solver \"hides\" failed") &&
                            Contains("not again") &&
                            Contains("something in it is not deterministic"));
  CHECK(cells[1]["metrics"]["p"].is_number());
  CHECK_THAT(outcome.out, Contains("unsound: v=bits: two runs of this cell have different"));
  CHECK(desk.text("report.html").find("have different histories") != std::string::npos);
}

TEST_CASE("Cells that hold too much memory together run one after the other", "[study]") {
  if (tactus::kSanitized) {
    WARN("skipped: the address sanitizer takes more memory than this test allows");
    return;
  }
  const Desk desk, fresh;
  const auto with = [](const Desk& place, const std::string& limit) {
    return place.study(R"("zip": {"/bodies/0/mesh/cells": [[120, 110], [120, 111], [2, 2]]})",
                       {"--jobs", "3"}, R"(, "limits": {"memory_in_all_MiB": )" + limit + "}");
  };
  CHECK(with(fresh, "\"none\"").err == "");
  CHECK(with(desk, "40").code == 3);
  CHECK(desk.cells()[0]["status"] == "memory");
  CHECK(desk.cells()[1]["reason"] ==
        "held more than 40 MiB of memory by itself, as /limits/memory_in_all_MiB allows");
  CHECK(desk.cells()[2]["status"] == "ok");
  const auto apart = with(desk, "75");  // one of them takes about 55 MiB
  INFO(apart.out << apart.err << desk.text("timings.csv"));
  CHECK(apart.code == 0);
  CHECK_THAT(apart.err, Contains("run again alone, because all cells at a time held more than 75 "
                                 "MiB (/limits/memory_in_all_MiB); fewer --jobs avoid that"));
  for (const char* name : {"results.csv", "results.json"})
    CHECK(desk.text(name) == fresh.text(name));
}

TEST_CASE("Memory that a cell held between two looks at it is in the table of times", "[study]") {
  const Desk desk;
  const std::string holds = R"({"/contact/solver": {"type": "hides", "place": "setup",
      "deed": "hold_memory_for_a_moment"}, "/bodies/0/velocity": )";
  const auto outcome = desk.study(R"("variants": {"a": )" + holds + R"([1, 0]}, "b": )" + holds +
                                      R"([2, 0]}, "c": )" + holds + "[3, 0]}}",
                                  {"--plugin-dir", kLibrary});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
  const tactus::testing::CsvTable timings(desk.text("timings.csv"));
  for (std::size_t cell = 0; cell < 3; ++cell) CHECK(timings.number(cell, "cell_memory_MiB") > 100);
}

TEST_CASE("A study does not replace its own file, nor that of another study", "[study]") {
  const Desk desk;
  const auto own = desk.speeds("[1]", {"--out", "."});
  CHECK(own.code == 2);
  CHECK(own.err ==
        "./study.json was written by somebody, and the record of this study would replace it; "
        "give another folder with --out\n");
  const std::string text = text_of(desk.work() / "study.json");
  CHECK_THAT(text, Contains("\"axes\""));
  fs::create_directory(desk.work() / "other");
  write_text(desk.work() / "other/study.json", text);
  CHECK(desk.speeds("[1]", {"--emit", "slurm", "--out", "other"}).code == 2);
  CHECK(text_of(desk.work() / "other/study.json") == text);
  CHECK_FALSE(fs::exists(desk.work() / "other/slurm.sh"));
}

TEST_CASE("A condition with an empty column holds in no row, and a formula without numbers says so",
          "[study]") {
  const Desk desk;
  write_text(desk.work() / "study.json",
             R"({"base": "base.json", "axes": [{"name": "c", "variants": {"one": {}}}], "metrics": {
                 "first_s": {"of": "history/time_s", "when": "history/time_s > 2e-4 ? 1 : 0/0"},
                 "never_s": {"of": "history/time_s", "when": "0/0*history/time_s"},
                 "none": {"of": "0/0*history/time_s"}}})");
  const auto outcome = desk.run({"study", "study.json", "--quiet"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
  const json cell = desk.cells()[0];
  CHECK(cell["metrics"]["first_s"] == Approx(3e-4));
  CHECK(cell["reason"] ==
        "never_s: the condition of \"when\" did not hold in any row; none: in every row its "
        "columns are empty, or its formula gives no number");
}

TEST_CASE("Results of a cell that cannot be read take no other cell away", "[study]") {
  const Desk desk;
  const std::string axis = R"("variants": {"good": {}, "cut": {"/bodies/0/velocity": [2, 0]},
      "gone": {"/bodies/0/velocity": [3, 0]},
      "inside_out": {"/bodies/0/velocity": {"gradient": [[-1e9, 0], [0, 0]]}}})";
  CHECK(desk.study(axis).code == 3);
  for (const char* name : {"0001-cut", "0003-inside_out"})
    std::ofstream(desk.cell(name) / "history.csv", std::ios::app) << "1,2\n";
  fs::remove_all(desk.cell("0002-gone"));
  const auto collected = desk.study(axis, {"--collect"});
  INFO(collected.out << collected.err);
  CHECK(collected.code == 3);
  const json cells = desk.cells();
  CHECK(cells[0]["status"] == "ok");
  CHECK(cells[1]["status"] == "interrupted");
  CHECK_THAT(cells[1]["reason"].get<std::string>(),
             Contains("its results cannot be read, and it has to run again: cannot read ") &&
                 Contains("history.csv': line "));
  CHECK(cells[2]["status"] == "interrupted");
  CHECK(cells[2]["metrics"]["p"].is_null());
  CHECK(cells[3]["status"] == "not_converged");
  CHECK(desk.study(axis).code == 3);  // runs the second and the third one again
  CHECK(desk.cells()[1]["metrics"]["p"] == Approx(2000));
  CHECK(desk.cells()[2]["metrics"]["p"] == Approx(3000));
}

TEST_CASE("A report shows no run of an earlier version of a cell that has not run since",
          "[study]") {
  const Desk desk;
  const auto with = [&](const std::string& value) {
    return desk.study(R"("variants": {"a": {}, "b": )" + value + "}");
  };
  // A summary is on the page for each run that it shows.
  const auto findings = [&] {
    const std::string page = desk.text("report.html"), mark = "\"findings\"";
    std::size_t count = 0;
    for (auto at = page.find(mark); at != page.npos; at = page.find(mark, at + 1)) ++count;
    return count;
  };
  CHECK(with(R"({"/bodies/0/velocity": [2, 0]})").code == 0);
  const std::size_t both = findings();
  CHECK(with(R"({"/newton": {}})").code == 0);
  CHECK(desk.cells()[1]["status"] == "refused");
  CHECK(findings() == both - 1);
}

TEST_CASE("Memory of a container is the least that a control group or one above it allows",
          "[study]") {
  using tactus::core::control_group_limit_MiB;
  const tactus::test::TemporaryFolder folder;
  const fs::path root = folder.path();
  const auto limit = [&](const std::string& groups) {
    return control_group_limit_MiB(groups, root.string());
  };
  CHECK(limit("0::/a/b\n") == std::numeric_limits<double>::infinity());
  fs::create_directories(root / "a/b");
  fs::create_directories(root / "memory/job");
  write_text(root / "a/memory.max", "1048576000\n");
  write_text(root / "a/b/memory.max", "max\n");
  write_text(root / "memory/job/memory.limit_in_bytes", "524288000\n");
  CHECK(limit("0::/a/b\n") == 1000);
  CHECK(limit("0::/\n") == std::numeric_limits<double>::infinity());
  CHECK(limit("0::/not/here\n4:cpu,cpuacct:/job\n") == std::numeric_limits<double>::infinity());
  CHECK(limit("4:memory:/job\n0::/a\n") == 500);
  CHECK(tactus::core::available_memory_MiB() > 1);
}

TEST_CASE("The reason of a cell that held too much memory names the limit that it met", "[study]") {
  using tactus::core::CellStatus;
  tactus::core::Limits limits;
  const auto reason = [&] { return limit_in_words(CellStatus::memory, limits); };
  CHECK_THAT(reason(), Contains("MiB of memory by itself, 80 % of what the machine has; "
                                "/limits/memory_in_all_MiB sets another limit"));
  limits.memory_in_all = 500;
  CHECK(reason() ==
        "held more than 500 MiB of memory by itself, as /limits/memory_in_all_MiB allows");
  limits.memory = 200;
  CHECK(reason() == "held more than 200 MiB of memory, as /limits/memory_MiB allows");
}
