/// Cells that end in every way a process can end, beside one that is good: each is shown as what it is, with
/// its reason, and the others complete. Also the page on what goes together, which is read in the same way, and
/// what is kept of a cell to find out that it was changed.
#include <nlohmann/json.hpp>

#include "apps/study/cell_record.hpp"
#include "apps/study/dry_run.hpp"
#include "apps/study/outcome.hpp"
#include "tests/cli/run_scene.hpp"
#include "tests/support/sanitized.hpp"

using namespace tactus::cli_tests;
using Catch::Contains;
using nlohmann::json;

namespace {

const std::string kMetrics = R"("metrics": {"p": {"of": "history/linear_momentum_x_kg_m_per_s"}})";

const std::string kHides = std::string(TACTUS_FAULT_DIR) + "/hides.so";

/// Two blocks that meet, and the library of components that do what no exception tells of.
class FailingPlace : public Installation {
 public:
  FailingPlace() { write_text(work() / "base.json", two_blocks("1e-3", "{}", "1e-4")); }

  /// @param variants  of the axis "case": {"good": {}, ...}
  Outcome study(const std::string& variants, const std::string& rest = "",
                const std::string& before = "") const {
    write_text(work() / "study.json",
               R"({"base": "base.json", "axes": [{"name": "case", "variants": )" + variants +
                   "}], " + kMetrics + rest + "}\n");
    return script(before + "\"$tactus\" study study.json --quiet --plugin-dir " + kHides);
  }
  json cells() const { return json::parse(text_of(work() / "runs/study/results.json"))["cells"]; }
};

std::string hides(const std::string& name, const std::string& pointer, const std::string& deed,
                  const std::string& place) {
  return ", \"" + name + "\": {\"" + pointer + R"(": {"type": "hides", "deed": ")" + deed +
         R"(", "place": ")" + place + "\"}}";
}

struct Expected {
  std::string status, reason;
};

void check(const json& cells, const std::vector<Expected>& expected) {
  REQUIRE(cells.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    INFO(cells[i].dump());
    CHECK(cells[i]["status"] == expected[i].status);
    const std::string reason = cells[i]["reason"];
    CHECK_THAT(reason, Contains(expected[i].reason));
    CHECK(reason.empty() == expected[i].reason.empty());
    CHECK(cells[i]["metrics"]["p"].is_number() == (expected[i].status == "ok"));
  }
}

}  // namespace

TEST_CASE("Cells whose plugins crash, exit or hang in a step are told by name", "[study]") {
  const FailingPlace tactus;
  const auto outcome =
      tactus.study(R"({"good": {})" + hides("segv", "/contact/solver", "null", "step") +
                       hides("exit", "/contact/solver", "exit", "step") +
                       hides("leave", "/contact/solver", "leave_at_once", "step") +
                       hides("hang", "/contact/solver", "sleep", "step") +
                       R"(, "throws": {"/contact/broad_phase": {"type": "hides", "deed": "throw"}},
             "also_good": {"/bodies/0/velocity": [0.5, 0]}})",
                   R"(, "limits": {"wall_s": 5})");
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 3);
  const std::string solver = R"(contact_solver "hides" failed in step)";
  check(tactus.cells(),
        {{"ok", ""},
         {"crashed", solver},
         {"crashed", "it ended the program with exit()"},
         {"crashed", "it ended with code 0 and left no summary"},
         {"timeout", "took longer than 5 s, as /limits/wall_s allows"},
         {"crashed", R"(broad_phase "hides" failed in step 1 at t = 0 s: no more room)"},
         {"ok", ""}});
}

TEST_CASE("A plugin that ends the program while its configuration is read costs its own cell",
          "[study]") {
  const FailingPlace tactus;
  const auto outcome = tactus.study(
      R"({"good": {}, "describes": {"/contact/broad_phase": {"type": "exits_described"}})" +
          hides("made", "/contact/broad_phase", "null", "made") +
          hides("claims", "/contact/broad_phase", "leave_at_once", "claims") +
          hides("measures", "/contact/broad_phase", "abort", "metrics") +
          hides("hangs", "/contact/broad_phase", "sleep", "made") +
          R"(, "refused": {"/newton": {}}, "also_good": {"/bodies/0/velocity": [0.5, 0]}})",
      R"(, "limits": {"wall_s": 5})");
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 3);
  const std::string made = R"(broad_phase "hides" failed when it was made: it crashed with signal)";
  check(tactus.cells(),
        {{"ok", ""},
         {"crashed", R"("exits_described")"},
         {"crashed", made},
         {"crashed", "the process that read its configuration ended with exit code 0"},
         {"crashed", R"(broad_phase "hides" failed when it was asked for its metrics)"},
         {"timeout", "its configuration was not read within 5 s"},
         {"refused", "/newton: \"newmark\" makes explicit steps"},
         {"ok", ""}});
}

TEST_CASE("A dry run tells cells that crash from those that do not fit", "[study]") {
  const FailingPlace tactus;
  const std::string variants =
      R"({"good": {}, "describes": {"/contact/broad_phase": {"type": "exits_described"}},
          "refused": {"/newton": {}}})";
  CHECK(tactus.study(variants).code == 3);
  const auto dry = tactus.script("\"$tactus\" study study.json --dry-run --plugin-dir " + kHides);
  CHECK(dry.code == 0);
  CHECK_THAT(dry.out, Contains("0001  case=describes  (crashed)\n") &&
                          Contains("0002  case=refused  (refused)\n") &&
                          Contains("\ncrashed: case=describes: broad_phase \"exits_described\""));
}

TEST_CASE("docs/compatibility.md is what the check says", "[study][matrix]") {
  std::vector<std::string> plugins;
  for (const auto& entry : fs::directory_iterator(TACTUS_PLUGIN_DIR))
    if (entry.path().extension() == ".so") plugins.push_back(entry.path().stem().string());
  if (std::find(plugins.begin(), plugins.end(), "ipopt") == plugins.end()) return;
  const Installation tactus(plugins);
  INFO("write the page anew: ./dev docs");
  CHECK(tactus.run({"list", "--matrix"}).out ==
        text_of(fs::path(TACTUS_SOURCE_DIR) / "docs/compatibility.md"));
}

TEST_CASE("A plugin that ends the program costs its own rows of the page on what goes together",
          "[study][matrix]") {
  const FailingPlace tactus;
  const auto outcome = tactus.script("\"$tactus\" list --matrix --plugin-dir " + kHides);
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out,
             Contains("| hides, local_sqp | none |") && Contains("vertex_edge (elastic, rigid)"));
  CHECK_THAT(outcome.out, !Contains("| exits_described"));
  CHECK_THAT(outcome.out, Contains("## Not known\n\n- ") &&
                              Contains("- contact_solver \"exits_described\" failed"));
}

TEST_CASE("Cells that do not converge, have no finite energy, or find no memory say so",
          "[study]") {
  if (tactus::kSanitized) {
    WARN("skipped: the address sanitizer takes more memory than this test allows");
    return;
  }
  const FailingPlace tactus;
  const auto outcome = tactus.study(
      R"({"good": {}, "inside_out": {"/bodies/0/velocity": {"gradient": [[-1e9, 0], [0, 0]]}},
          "fast": {"/loads": [{"type": "gravity", "acceleration": [0, 1e160]}]},
          "large": {"/bodies/0/mesh/cells": [1500, 1500]}})",
      "", "ulimit -v 700000\n");
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 3);
  check(tactus.cells(), {{"ok", ""},
                         {"not_converged", "something could pass through unseen"},
                         {"not_finite", "discrete_energy_J in history.csv is no finite number"},
                         {"memory", "out of memory"}});
}

TEST_CASE("A cell whose files cannot be written has crashed, and runs again when asked to",
          "[study]") {
  const FailingPlace tactus;
  const std::string good = R"({"good": {}})";
  tactus.study(good, "", "ulimit -f 8\n");
  const auto again = tactus.study(good);
  INFO(again.out << again.err);
  CHECK(again.code == 3);
  check(tactus.cells(), {{"crashed", "File too large"}});
  CHECK(tactus.run({"study", "study.json", "--quiet", "--retry"}).code == 0);
  check(tactus.cells(), {{"ok", ""}});
}

TEST_CASE("A cell that another run is writing is interrupted, and the next start runs it",
          "[study]") {
  const FailingPlace tactus;
  fs::create_directories(tactus.work() / "runs/study/cells/0000-good");
  write_text(tactus.work() / "runs/study/study.json", "{}");
  const auto locked = tactus.study(R"({"good": {}, "other": {"/bodies/0/velocity": [0.5, 0]}})", "",
                                   "exec 9< runs/study/cells/0000-good; flock 9\n");
  INFO(locked.out << locked.err);
  CHECK(locked.code == 3);
  check(tactus.cells(), {{"interrupted", "is being written by another run"}, {"ok", ""}});
  CHECK_THAT(locked.out, Contains("interrupted: case=good: "));
  CHECK(tactus.run({"study", "study.json", "--quiet"}).code == 0);
  check(tactus.cells(), {{"ok", ""}, {"ok", ""}});
}

TEST_CASE("An order does without cells that have no value, and names those that it is made of",
          "[study]") {
  const FailingPlace tactus;
  write_text(tactus.work() / "study.json", R"({"base": "base.json", "axes": [
      {"name": "n", "numbers": [1, 9, 4, 2], "zip": {"/time/step": [2.5e-5, 1, 1e-4, 5e-5]}}],
    "metrics": {"e": {"of": "0*history/time_s + 3*n^2", "exact": 0},
      "order": {"order_of": "e", "along": "n", "step": "/time/step", "exact": 2,
                "accept": {"absolute": 1e-9}},
      "usual": {"mean_of": "e", "along": "n"}}})");
  const auto outcome = tactus.run({"study", "study.json", "--quiet"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
  // 3 n^2 of 1, 4 and 2
  CHECK_THAT(outcome.out,
             Contains("usual: mean of e along n: 21, ") && Contains(", of 3 of 4 cells"));
  CHECK_THAT(
      outcome.out,
      Contains("observed order of e along n: 2 from 2, 1 (2 from 4, 2) (without a value, and "
               "left out: 9)"));
  const json row =
      json::parse(text_of(tactus.work() / "runs/study/results.json"))["orders"][0]["rows"][0];
  CHECK(row["accepted"] == true);
  REQUIRE(row["observed"].size() == 2);
  CHECK(row["observed"][0]["cells"] == json({"4", "2"}));
  CHECK(row["observed"][1]["cells"] == json({"2", "1"}));
}

TEST_CASE("Times of another definition of a metric, or of other threads, are measured again",
          "[study]") {
  const FailingPlace tactus;
  const auto times_of = [&](const std::string& formula, const std::string& rest) {
    write_text(tactus.work() / "study.json",
               R"({"base": "base.json", "axes": [{"name": "case", "variants": {"good": {}}}],
                   "metrics": {"t_s": {"of": ")" +
                   formula + R"(", "take": "sum"}}, "repeat": 1)" + rest + "}");
    CHECK(tactus.run({"study", "study.json", "--quiet"}).code == 0);
    return text_of(tactus.work() / "runs/study/cells/0000-good.json");
  };
  const std::string first = times_of("history/wall_elements_s", "");
  CHECK(times_of("history/wall_elements_s", "") == first);
  const json other = json::parse(times_of("1 + 0*history/wall_elements_s", ""));
  CHECK(other["times_s"] == json::parse("[[11], [11]]"));
  CHECK(json::parse(times_of("1 + 0*history/wall_elements_s", R"(, "threads": 2)"))["times_of"] !=
        other["times_of"]);
}

TEST_CASE("A task of a job array reads its own cell, and its exit code is that of its cell",
          "[study]") {
  const FailingPlace tactus;
  const auto task = [&](const std::string& number) {
    return tactus
        .script("timeout 25 \"$tactus\" study study.json --quiet --plugin-dir " + kHides +
                " --only " + number)
        .code;
  };
  write_text(tactus.work() / "study.json",
             R"({"base": "base.json", "axes": [{"name": "case", "variants": {"good": {})" +
                 hides("hangs", "/contact/broad_phase", "endless", "made") +
                 R"(, "fast": {"/bodies/0/velocity": [2, 0]}, "refused": {"/newton": {}},
                     "inside_out": {"/bodies/0/velocity": {"gradient": [[-1e9, 0], [0, 0]]}}}}],
                 "limits": {"wall_s": 30},
                 "metrics": {"p": {"of": "history/linear_momentum_x_kg_m_per_s",
                                   "accept": {"below": 1500}}}})");
  CHECK(task("0") == 0);
  CHECK(task("2") == 5);
  CHECK(task("3") == 0);
  CHECK(task("4") == 3);
}

TEST_CASE("A script for Slurm names folders that have blanks and percent signs", "[study]") {
  const FailingPlace tactus;
  write_text(tactus.work() / "study.json",
             R"({"base": "base.json", "axes": [{"name": "case", "variants": {"good": {}}}], )" +
                 kMetrics + "}");
  CHECK(tactus.run({"study", "study.json", "--emit", "slurm", "--out", "a b %j"}).code == 0);
  const std::string script = text_of(tactus.work() / "a b %j/slurm.sh");
  CHECK_THAT(script, Contains("a b %%j/slurm/%a.txt\"\n") && Contains("#SBATCH --output=\"/"));
  const auto refused = tactus.run({"study", "study.json", "--emit", "slurm", "--out", "a\"b"});
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Contains("cannot stand in a script for Slurm"));
}

TEST_CASE("A dry run names the cells for which there was no time", "[study]") {
  const FailingPlace tactus;
  write_text(tactus.work() / "study.json",
             R"({"base": "base.json", "axes": [{"name": "case", "variants": {"good": {}}}], )" +
                 kMetrics + "}");
  tactus::core::StudySettings settings;
  settings.reading_time = 0;
  const auto run = tactus::core::prepare_study(tactus.work() / "study.json", settings);
  const std::string words = tactus::core::dry_run_in_words(run, settings);
  CHECK_THAT(words, Contains("0000  case=good  (not read)\n") &&
                        Contains("one cell was not read for lack of time"));
}

TEST_CASE("Tables have orders, limits, and what Markdown and LaTeX would take for their own",
          "[study]") {
  const FailingPlace tactus;
  write_text(tactus.work() / "study.json", R"({"base": "base.json", "description": "a_b <i>",
    "axes": [{"name": "n", "numbers": [4, 2, 1], "labels": ["a\\b", "<c>", "d"],
              "zip": {"/time/step": [1e-4, 5e-5, 2.5e-5]}}],
    "baseline": {"n": "d"},
    "metrics": {"e": {"of": "0*history/time_s + 1 + n^2", "exact": 1, "accept": {"absolute": 5}},
      "zero": {"of": "0*history/time_s + n", "exact": 0},
      "order": {"order_of": "e", "along": "n", "step": "n"}}})");
  const auto outcome = tactus.run({"study", "study.json", "--quiet"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 5);
  const fs::path folder = tactus.work() / "runs/study";
  CHECK_THAT(text_of(folder / "results.csv"),
             Contains(",e,e_exact,zero,zero_exact,order,accepted,reason\n") &&
                 Contains(",5,1,2,0,2,yes,") && Contains(",17,1,4,0,,no,"));
  const std::string md = text_of(folder / "results.md"), tex = text_of(folder / "results.tex");
  CHECK_THAT(md, Contains("a\\_b \\<i\\>") && Contains("| 17 ! (+1.6e+03 %; +750 %) |") &&
                     Contains("- order: observed order of e along n: 2 from \\<c\\>, d"));
  CHECK_THAT(md, Contains("beside e: distance from the exact value"));
  CHECK_THAT(tex,
             Contains("a\\textbackslash{}b & ") && Contains("\\textless{}c\\textgreater{}") &&
                 Contains("$17$$^{!}$ (+1.6e+03 \\%) &") &&
                 Contains("observed order of e along n: 2 from \\textless{}c\\textgreater{}, d"));
}

TEST_CASE("A cell whose repeats have other bits than its own run is unsound", "[study]") {
  const FailingPlace tactus;
  CHECK(tactus.study(R"({"good": {}})").code == 0);
  const fs::path record = tactus.work() / "runs/study/cells/0000-good.json";
  json kept = json::parse(text_of(record));
  kept["history"] = "0000000000000000";  // as if the run had come to other bits
  write_text(record, kept.dump());
  write_text(tactus.work() / "study.json",
             R"({"base": "base.json", "repeat": 1,
                 "axes": [{"name": "case", "variants": {"good": {}}}],
                 "metrics": {"t_s": {"of": "history/wall_elements_s"}}})");
  CHECK(tactus.run({"study", "study.json", "--quiet"}).code == 5);
  CHECK(tactus.cells()[0]["status"] == "unsound");
  CHECK_THAT(std::string(tactus.cells()[0]["reason"]), Contains("have different histories"));
}

TEST_CASE("Values that are too long for a process, and exact values that are none, fail their cell",
          "[study]") {
  const FailingPlace tactus;
  CHECK(
      tactus
          .study(R"({"good": {}, "long": {"/description": ")" + std::string(200'000, 'x') + "\"}}")
          .code == 2);
  CHECK(tactus.run({"study", "study.json", "--quiet", "--despite-mistakes"}).code == 2);
  check(
      tactus.cells(),
      {{"ok", ""}, {"invalid", "the value of \"/description\" takes more than 100000 characters"}});
  write_text(tactus.work() / "study.json",
             R"({"base": "base.json", "axes": [{"name": "a", "variants": {"b": {}}}], "metrics": {
                 "p": {"of": "history/time_s", "exact": "1/0", "accept": {"relative": 0.1}}}})");
  CHECK(tactus.run({"study", "study.json", "--quiet"}).code == 5);
  CHECK(tactus.cells()[0]["status"] == "not_accepted");
  CHECK_THAT(std::string(tactus.cells()[0]["reason"]),
             Contains("p is 0.001, and its exact value no finite number"));
}

TEST_CASE("What stands in the place of a cell's folder is left alone and named", "[study]") {
  const FailingPlace tactus;
  const fs::path in_the_way = tactus.work() / "runs/study/cells/0000-good";
  CHECK(tactus.study(R"({"good": {}})").code == 0);
  fs::remove_all(in_the_way);
  write_text(in_the_way, "mine");
  const auto outcome = tactus.study(R"({"good": {}})");
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err, Contains("cells/0000-good is in the way: "));
  CHECK(text_of(in_the_way) == "mine");
  fs::remove(in_the_way);
  write_text(tactus.work() / "other.json", text_of(tactus.work() / "study.json"));
  const auto other = tactus.run({"study", "other.json", "--quiet", "--out", "runs/study"});
  CHECK(other.code == 2);
  CHECK_THAT(other.err, Contains("runs/study holds the study \"study\", whose results would be "
                                 "replaced by those of \"other\""));
}

TEST_CASE("What is kept of a history does not depend on times by the clock", "[study]") {
  const tactus::test::TemporaryFolder folder;
  const fs::path file = folder.path() / "history.csv";
  const auto sum = [&](const std::string& text) {
    write_text(file, text);
    return tactus::core::checksum_without_times(file);
  };
  const std::string first = sum("time_s,wall_a_s,last\n0,0.5,1\n1,0.6,2\n");
  CHECK(sum("time_s,wall_a_s,last\n0,7,1\n1,1e-3,2\n") == first);
  CHECK(sum("time_s,wall_a_s,last\n0,0.5,1\n1,0.6,3\n") != first);
  CHECK(sum("time_s,wall_a_s,last\n0,0.5,1\n1,0.6,2\n2,0.6,2\n") != first);
  CHECK(sum("time_s,wall_a_s,last\n0,0.5,1\n1,0.6,2") != first);
  CHECK(sum("") != first);
}
