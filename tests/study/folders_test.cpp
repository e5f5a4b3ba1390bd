/// What a study finds in its folder and has not made: links, runs of others, cells that a killed study was moving.
#include <nlohmann/json.hpp>

#include "tests/cli/run_scene.hpp"

using namespace tactus::cli_tests;
using Catch::Contains;

namespace {

/// A study of two cells.
class StudyFolders : public Installation {
 public:
  explicit StudyFolders(const std::string& speeds = "[0.5, 1]") {
    write_text(work() / "base.json", two_blocks("1e-3", "{}", "1e-4"));
    write_study(speeds);
  }
  void write_study(const std::string& speeds) const {
    write_text(
        work() / "study.json",
        R"({"base": "base.json", "axes": [{"name": "v", "pointer": "/bodies/0/velocity/0", "values": )" +
            speeds + R"(}], "metrics": {"p": {"of": "history/linear_momentum_x_kg_m_per_s"}}})");
  }
  Outcome study() const { return run({"study", "study.json", "--quiet", "--out", "out"}); }
  fs::path cell(const std::string& name) const { return work() / "out/cells" / name; }
};

}  // namespace

TEST_CASE("A study does not follow links in its folder", "[study]") {
  const StudyFolders tactus;
  REQUIRE(tactus.study().code == 0);
  const fs::path victim = tactus.work() / "victim", folder = tactus.work() / "folder";
  write_text(victim, "mine");
  fs::create_directories(folder);
  SECTION("in the place of its page") {
    fs::remove(tactus.work() / "out/report.html");
    fs::create_symlink(victim, tactus.work() / "out/report.html");
    const auto outcome = tactus.study();
    CHECK(outcome.code == 0);
    CHECK_THAT(outcome.err, Contains("report.html is a link, which is not followed"));
  }
  SECTION("in the place of what a cell says") {
    fs::create_symlink(victim, tactus.cell("0001-1.log"));
    const auto outcome = tactus.study();
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Contains("0001-1.log is a link"));
  }
  SECTION("in the place of a cell") {
    fs::remove_all(tactus.cell("0001-1"));
    fs::create_symlink(folder, tactus.cell("0001-1"));
    const auto outcome = tactus.study();
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Contains("0001-1 is a link"));
  }
  CHECK(text_of(victim) == "mine");
  CHECK(fs::is_empty(folder));
}

TEST_CASE("A study does not replace a run that it did not make", "[study]") {
  const StudyFolders tactus;
  REQUIRE(
      tactus.run({"run", "base.json", "--quiet", "--out", tactus.cell("0001-1").string()}).code ==
      0);
  const std::string theirs = text_of(tactus.cell("0001-1") / "history.csv");
  const auto outcome = tactus.study();
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err,
             Contains("0001-1 is in the way: it holds a run that this study did not make"));
  CHECK(text_of(tactus.cell("0001-1") / "history.csv") == theirs);
}

TEST_CASE("A cell whose folder may not be written has failed, and runs when it may be", "[study]") {
  const StudyFolders tactus;
  REQUIRE(tactus.run({"study", "study.json", "--quiet", "--out", "whole"}).code == 0);
  const auto outcome = tactus.script(R"sh(
set -u
who=
if [ "$(id -u)" = 0 ]; then who='setpriv --reuid 65534 --regid 65534 --clear-groups'; fi
chmod 755 "$root" "$root/work"
mkdir -p out/cells/0001-1
chmod 777 out out/cells
chmod 555 out/cells/0001-1
$who "$tactus" study study.json --quiet --out out >log 2>&1
echo "without rights: $?"
grep -c 'refused' log
grep -o 'crashed: .*Permission denied' log
chmod 777 out/cells/0001-1
$who "$tactus" study study.json --quiet --out out --retry >log 2>&1
echo "with rights: $?"
cmp whole/results.csv out/results.csv && cmp whole/results.json out/results.json && echo same)sh");
  CHECK(outcome.err == "");
  CHECK(outcome.out ==
        "without rights: 3\n0\ncrashed: v=1: cannot write 'out/cells/0001-1/resolved.json': "
        "Permission denied\nwith rights: 0\nsame\n");
}

TEST_CASE("A study that was killed between the two files of a cell that it moved goes on with it",
          "[study]") {
  const StudyFolders tactus;
  REQUIRE(tactus.study().code == 0);
  const fs::file_time_type made = fs::last_write_time(tactus.cell("0001-1") / "summary.json");
  tactus.write_study("[0.5, 0.75, 1]");  // v = 1 becomes cell 2
  const std::string half = GENERATE("to a name on the way", "to its new place");
  INFO(half);
  if (half == "to a name on the way") {
    fs::rename(tactus.cell("0001-1"), tactus.cell(".moving-0"));
  } else {
    fs::rename(tactus.cell("0001-1"), tactus.cell("0002-1"));
    fs::rename(tactus.cell("0001-1.json"), tactus.cell(".moving-0.json"));
  }
  const auto outcome = tactus.study();
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
  CHECK(fs::last_write_time(tactus.cell("0002-1") / "summary.json") ==
        made);  // it did not run again
  CHECK_FALSE(fs::exists(tactus.cell(".moving-0")));
  CHECK_FALSE(fs::exists(tactus.cell(".moving-0.json")));
}
