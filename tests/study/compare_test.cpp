/// `tactus compare`: where two runs part and how far, folders that are none, columns of an earlier version.
#include "tests/cli/run_scene.hpp"
#include "tests/study/base_scene.hpp"

using namespace tactus::cli_tests;
using Catch::Contains;

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
  CHECK_THAT(other.out, !Contains("rows of other times"));
  CHECK(
      tactus.run({"run", "base.json", "--quiet", "--out", "d", "--set", "/time/step=3e-4"}).code ==
      0);
  CHECK_THAT(
      tactus.run({"compare", "a", "d"}).out,
      Contains("history.csv: the steps of the two runs differ from row 1 on, so that rows of "
               "other times are compared"));
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
