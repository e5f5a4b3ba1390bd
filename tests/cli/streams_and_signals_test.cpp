// What the program does where its surroundings fail it: closed descriptors, full disks, limits, signals
// of batch systems.
#include "run_scene.hpp"

using namespace tactus::cli_tests;

TEST_CASE("closed standard streams do not make files of the run their place", "[cli][streams]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", two_blocks("2e-4"));
  REQUIRE(tactus.run({"run", "a.json", "--out", "whole"}).code == 0);
  const std::string closed = GENERATE("<&-", ">&-", "2>&-", "<&- >&- 2>&-");
  CAPTURE(closed);
  const auto outcome = tactus.script("\"$tactus\" run a.json --out out " + closed);
  const int expected = closed == "<&-" || closed == "2>&-" ? 0 : 2;  // its words are lost
  CHECK(outcome.code == expected);
  check_same_results(tactus.work() / "whole", tactus.work() / "out");
  const auto times_said = [&](const char* file) {
    const std::string text = text_of(tactus.work() / "out" / file), words = "by these measures";
    int count = 0;
    for (std::size_t at = text.find(words); at != text.npos; at = text.find(words, at + 1)) ++count;
    return count;
  };
  CHECK(times_said("log.txt") == 1);  // the words on the screen did not get into it
  CHECK(times_said("history.csv") == 0);
  CHECK(tactus.script("\"$tactus\" run a.json --out out --resume " + closed).code == expected);
  CHECK(times_said("log.txt") == 1);  // a run that came to its end is left alone
}

TEST_CASE("a command that only prints fails where nothing can be printed", "[cli][streams]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", two_blocks("2e-4"));
  const std::string command =
      GENERATE("list", "explain", "explain material neo_hookean", "explain --markdown",
               "check a.json", "schema", "version", "--version", "--help", "run --help");
  CAPTURE(command);
  for (const char* where : {">&-", "> /dev/full"}) {
    CAPTURE(where);
    const auto outcome = tactus.script("\"$tactus\" " + command + " " + where);
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Catch::Contains("standard output"));
  }
  CHECK(tactus.script("\"$tactus\" " + command + " <&- > /dev/null").code ==
        tactus.script("\"$tactus\" " + command + " > /dev/null").code);
}

TEST_CASE("compare fails where its words are lost, also of runs that differ", "[cli][streams]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", two_blocks("1e-4"));
  write_text(tactus.work() / "b.json", two_blocks("2e-4"));
  for (const std::string name : {"a", "b"})
    REQUIRE(tactus.run({"run", name + ".json", "--quiet", "--out", name}).code == 0);
  CHECK(tactus.run({"compare", "a", "a"}).code == 0);
  CHECK(tactus.run({"compare", "a", "b"}).code == 5);
  for (const std::string words :
       {"compare a a >&-", "compare a b >&-", "compare a b > /dev/full"}) {
    const auto outcome = tactus.script("\"$tactus\" " + words);
    INFO(words);
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Catch::Contains("standard output"));
  }
}

TEST_CASE(
    "a run whose words nobody reads comes to its end, and its exit code says that they are lost",
    "[cli][streams]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", two_blocks("2e-4"));
  const std::string where = GENERATE("> /dev/full 2> /dev/full", "> /dev/full", ">&-");
  const auto outcome = tactus.script("\"$tactus\" run a.json --quiet --out out " + where);
  CHECK(outcome.code == 2);
  CHECK(status_in(tactus.work() / "out") == "completed");
}

TEST_CASE(
    "a study whose words nobody reads comes to its end, and its exit code says that they are lost",
    "[cli][streams]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", two_blocks("2e-4"));
  write_text(
      tactus.work() / "study.json",
      R"({"base": "a.json", "axes": [{"name": "v", "pointer": "/bodies/0/velocity/0", "values": [0.5, 1]}],
                 "metrics": {"p": {"of": "history/linear_momentum_x_kg_m_per_s"}}})");
  const std::string where = GENERATE("> /dev/full", ">&-");
  const auto outcome = tactus.script("\"$tactus\" study study.json --quiet --out out " + where);
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err, Catch::Contains("standard output"));
  CHECK(fs::exists(tactus.work() / "out/results.csv"));
  CHECK(tactus.run({"study", "study.json", "--quiet", "--out", "out"}).code == 0);
}

TEST_CASE("signals of batch systems leave a checkpoint that --resume goes on from",
          "[cli][signals]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", two_blocks("0.3", R"({"history_every": 100})"));
  const std::string signal = GENERATE("INT", "TERM", "XCPU", "USR1", "HUP");
  CAPTURE(signal);
  const auto outcome = tactus.script(signalled_run("run a.json", "out", signal));
  CHECK(outcome.code == 130);
  CHECK(status_in(tactus.work() / "out") == "interrupted");
  CHECK(tactus.run({"run", "a.json", "--quiet", "--out", "out", "--resume"}).code == 0);
  CHECK(status_in(tactus.work() / "out") == "completed");
}

TEST_CASE("a hang-up that is ignored at the start stays ignored", "[cli][signals]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", two_blocks("0.1", R"({"history_every": 100})"));
  const auto outcome = tactus.script(
      "(trap '' HUP; exec \"$tactus\" run a.json --quiet --out out > /dev/null) & pid=$!\n"
      "until [ -e out/checkpoint.h5 ]; do kill -0 $pid || exit 99; sleep 0.01; done\n"
      "kill -HUP $pid; wait $pid");
  CHECK(outcome.code == 0);
}

TEST_CASE("a file that grows beyond the limit of its size is an error in words", "[cli][signals]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", two_blocks("0.1"));
  const auto outcome = tactus.script("ulimit -f 150\n\"$tactus\" run a.json --quiet --out out");
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err,
             Catch::Contains("history.csv") &&
                 Catch::Contains("File too large; once that is mended, the same command with "
                                 "--resume goes on from the checkpoint"));
  CHECK(status_in(tactus.work() / "out") == "failed");
  CHECK(tactus.run({"run", "a.json", "--quiet", "--out", "out"}).code == 2);
  CHECK(tactus
            .run({"run", "a.json", "--quiet", "--out", "out", "--resume", "--set",
                  "/output/history_every=100"})
            .code == 0);
}

TEST_CASE("a stack of 64 KiB is enough, or is missed in words", "[cli][signals]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", two_blocks("1e-3"));
  for (const std::string command : {"check a.json", "run a.json --quiet --out out"}) {
    const auto outcome = tactus.script("ulimit -s 64\n\"$tactus\" " + command);
    INFO(outcome.out << outcome.err);
    CHECK((outcome.code == 0 ||
           (outcome.code < 128 && outcome.err.find("stack") != std::string::npos)));
  }
}

TEST_CASE("a run can be interrupted before its first step and leaves nothing", "[cli][signals]") {
  const Installation tactus;
  std::string scene = two_blocks("1e-4");
  scene.replace(scene.find("[2, 2]"), 6, "[900, 900]");  // some seconds of work
  write_text(tactus.work() / "a.json", scene);
  const auto outcome = tactus.script(
      "\"$tactus\" run a.json --out out > /dev/null & pid=$!\n"
      "until [ -e out ]; do kill -0 $pid || exit 99; sleep 0.01; done\n"
      "kill -INT $pid; wait $pid");
  CHECK(outcome.code == 130);
  CHECK_THAT(outcome.err, Catch::Contains("interrupted before the first step"));
  CHECK_FALSE(fs::exists(tactus.work() / "out"));
}

TEST_CASE("the log says how a run was set up", "[cli][signals]") {
  const Installation tactus;
  write_text(tactus.work() / "a.json", two_blocks("1e-4"));
  REQUIRE(tactus.run({"run", "a.json", "--out", "out"}).code == 0);
  const std::string log = text_of(tactus.work() / "out/log.txt");
  CHECK_THAT(log, Catch::Contains("making the meshes") && Catch::Contains("building the model") &&
                      Catch::Contains("looking for the stable step"));
}
