// `tactus solve`: the table, the files that it leaves, exit codes, and what it says of solvers, laws and
// problems that do not go together.
#include <algorithm>
#include <array>
#include <chrono>

#include "tests/cli/installation.hpp"
#include "tests/support/friction_problem.hpp"

using namespace tactus::cli_tests;
using Catch::Contains;
using tactus::test::kBlock;

namespace {

const std::vector<std::string> kSolvers{"gauss_seidel",    "projected_newton", "hybrid",
                                        "interior_point",  "direct",           "local_sqp",
                                        "nonsmooth_force", "spring_dashpot",   "tresca"};

/// Cells of a line of CSV.
std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> out;
  std::istringstream in(line);
  for (std::string cell; std::getline(in, cell, ',');) out.push_back(cell);
  return out;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

}  // namespace

TEST_CASE("solve takes interior_point by itself and prints what came of it", "[cli][solve]") {
  const Installation tactus(kSolvers);
  write_text(tactus.work() / "block.fc3d", kBlock);
  const auto outcome = tactus.run({"solve", "block.fc3d"});
  CHECK(outcome.err == "");
  CHECK(outcome.code == 0);
  const auto lines = lines_of(outcome.out);
  REQUIRE(lines.size() == 2);
  CHECK_THAT(lines[0], Contains("problem") && Contains("iterations") && Contains("residual"));
  CHECK_THAT(lines[1], Contains("block") && Contains("interior_point") &&
                           Contains("nonsmooth_force") && Contains("converged"));
  CHECK(tactus.files() ==
        std::set<std::string>{(tactus.work() / "block.fc3d").string()});  // nothing was written
}

TEST_CASE("solve compares solvers on problems, and leaves a table, reactions and residuals",
          "[cli][solve]") {
  const Installation tactus(kSolvers);
  write_text(tactus.work() / "a.fc3d", kBlock);
  write_text(tactus.work() / "b.fc3d", kBlock);
  const auto outcome = tactus.run({"solve", "a.fc3d", "b.fc3d", "--solver", "gauss_seidel",
                                   "--solver", R"({"type": "gauss_seidel", "order": "symmetric"})",
                                   "--tol", "1e-12", "--out", "results", "--table", "table.csv"});
  CHECK(outcome.err == "");
  CHECK(outcome.code == 0);
  const auto table = lines_of(text_of(tactus.work() / "table.csv"));
  REQUIRE(table.size() == 5);
  CHECK(table[0] == "problem,contacts,solver,law,status,iterations,residual,time_s");
  const std::vector<std::string> names{"a", "a", "b", "b"},
      solvers{"gauss_seidel", "gauss_seidel_2", "gauss_seidel", "gauss_seidel_2"};
  for (std::size_t k = 0; k < 4; ++k) {
    const auto row = cells(table[k + 1]);
    REQUIRE(row.size() == 8);
    CHECK(row[0] == names[k]);
    CHECK(row[1] == "2");
    CHECK(row[2] == solvers[k]);
    CHECK(row[4] == "converged");
    CHECK(std::stod(row[6]) <= 1e-12);
    const std::string stem = row[0] + "." + row[2] + ".nonsmooth_force";
    const auto residuals = lines_of(text_of(tactus.work() / "results" / (stem + ".residuals.csv")));
    CHECK(residuals.size() == 1 + std::stoul(row[5]));
    CHECK(residuals[0] == "iteration,residual_m_s");
    const auto reactions = lines_of(text_of(tactus.work() / "results" / (stem + ".reactions.txt")));
    CHECK(reactions.size() == 3);
  }
}

TEST_CASE("solve writes problems in FCLIB's form and reads them back", "[cli][solve]") {
  const Installation tactus(kSolvers);
  write_text(tactus.work() / "block.fc3d", kBlock);
  REQUIRE(tactus.run({"solve", "block.fc3d", "--fclib", "h", "--out", "text"}).code == 0);
  const auto again = tactus.run({"solve", "h/block.hdf5", "--out", "binary"});
  CHECK(again.err == "");
  CHECK(again.code == 0);
  const std::string file = "block.interior_point.nonsmooth_force.reactions.txt";
  CHECK(text_of(tactus.work() / "text" / file) == text_of(tactus.work() / "binary" / file));
}

TEST_CASE("solve ends with 3 where a solver does not converge, and still leaves its best",
          "[cli][solve]") {
  const Installation tactus(kSolvers);
  write_text(tactus.work() / "block.fc3d", kBlock);
  const auto outcome =
      tactus.run({"solve", "block.fc3d", "--out", "results", "--solver",
                  R"({"type": "gauss_seidel", "iterations": 1, "tolerance": 1e-15})"});
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.out, Contains("out_of_iterations"));
  CHECK(fs::exists(tactus.work() / "results/block.gauss_seidel.nonsmooth_force.reactions.txt"));
}

TEST_CASE("solve says what does not go together, and what would", "[cli][solve]") {
  const Installation tactus(kSolvers);
  write_text(tactus.work() / "block.fc3d", kBlock);
  const auto refused = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"solve", "block.fc3d"});
    const auto outcome = tactus.run(arguments);
    CHECK(outcome.code == 2);
    CHECK(outcome.out == "");
    return outcome.err;
  };
  CHECK_THAT(refused({"--solver", "local_sqp"}),
             Contains("\"local_sqp\" solves no problems in reactions") &&
                 Contains("contact_solvers that fit \"nonsmooth_force\": gauss_seidel"));
  CHECK_THAT(refused({"--solver", "direct"}), Contains("needs an explicit law"));
  CHECK_THAT(refused({"--solver", "gauss_seidel", "--law",
                      R"({"type": "spring_dashpot", "spring": 1e6})"}),
             Contains("does not provide what \"gauss_seidel\" needs") &&
                 Contains("contact_laws that do: nonsmooth_force"));
  CHECK_THAT(refused({"--law", "nonsmooth_force", "--law", "tresca"}),
             Contains("the friction of \"tresca\" follows from its options") &&
                 Contains("contact_laws that use them: nonsmooth_force"));
  CHECK_THAT(refused({"--solver", "gaus_seidel"}), Contains("did you mean \"gauss_seidel\"?"));
  CHECK_THAT(refused({"--solver", R"({"type": "gauss_seidel", "sweps": 3})"}),
             Contains("unknown key \"sweps\""));
  CHECK_THAT(refused({"--law", "{"}), Contains("--law:1"));
}

TEST_CASE("solve names the file and the line that cannot be used", "[cli][solve]") {
  const Installation tactus(kSolvers);
  write_text(tactus.work() / "empty.fc3d", "");
  std::string broken = kBlock;
  broken.replace(broken.find("mu 0.5"), 6, "mu nan");
  write_text(tactus.work() / "broken.fc3d", broken);
  CHECK(tactus.run({"solve", "empty.fc3d"}).err == "empty.fc3d: the file is empty\n");
  const auto nan = tactus.run({"solve", "broken.fc3d"});
  CHECK(nan.code == 2);
  CHECK(nan.err ==
        "broken.fc3d, line 5: a friction coefficient is nan; allowed: a finite number\n");
  CHECK_THAT(tactus.run({"solve", "missing.fc3d"}).err, Contains("missing.fc3d"));
  CHECK_THAT(tactus.run({"solve"}).err, Contains("PROBLEM"));
}

TEST_CASE("solve goes on with the problems that can be read", "[cli][solve]") {
  const Installation tactus(kSolvers);
  write_text(tactus.work() / "empty.fc3d", "");
  write_text(tactus.work() / "a.fc3d", kBlock);
  write_text(tactus.work() / "b.fc3d", kBlock);
  const auto outcome =
      tactus.run({"solve", "a.fc3d", "empty.fc3d", "b.fc3d", "missing.fc3d", "--out", "results"});
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err, Contains("empty.fc3d: the file is empty\n") && Contains("missing.fc3d"));
  const auto lines = lines_of(outcome.out);
  REQUIRE(lines.size() == 3);
  CHECK_THAT(lines[1], Catch::StartsWith("a ") && Contains("converged"));
  CHECK_THAT(lines[2], Catch::StartsWith("b ") && Contains("converged"));
  for (const char* name : {"a", "b"})
    CHECK(fs::exists(tactus.work() / "results" /
                     (std::string(name) + ".interior_point.nonsmooth_force.reactions.txt")));
}

TEST_CASE("solve names the option that a tolerance came from", "[cli][solve]") {
  const Installation tactus(kSolvers);
  write_text(tactus.work() / "block.fc3d", kBlock);
  const auto outcome =
      tactus.run({"solve", "block.fc3d", "--solver", "gauss_seidel", "--tol", "2"});
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err, Catch::StartsWith("--tol 2: /tolerance: ") && !Contains("--set"));
}

TEST_CASE("solve takes a tolerance above zero", "[cli][solve]") {
  const Installation tactus(kSolvers);
  write_text(tactus.work() / "block.fc3d", kBlock);
  for (const std::string given : {"-1", "0", "abc", "1e-8x", "nan", "inf"}) {
    const auto outcome = tactus.run({"solve", "block.fc3d", "--tol", given});
    CHECK(outcome.code == 2);
    CHECK(outcome.err ==
          "--tol: takes a number above 0, not \"" + given + "\"\nsee: tactus solve --help\n");
  }
}

TEST_CASE("solve stops at its time limit and leaves the best reactions", "[cli][solve]") {
  const Installation tactus(kSolvers);
  write_text(tactus.work() / "block.fc3d", kBlock);
  // Hardly any block comes to a residual of 1e-300: these would go on for hours.
  const std::string of_sweeps =
      R"({"type": "gauss_seidel", "iterations": 1e9, "patience": 1e9, "tolerance": 1e-300})";
  const std::array<std::string, 4> endless{
      of_sweeps, R"({"type": "hybrid", "solvers": [)" + of_sweeps + "]}",
      R"({"type": "projected_newton", "sweeps": 1e9, "iterations": 1e9, "tolerance": 1e-300})",
      R"({"type": "interior_point", "sweeps": 1e9, "tolerance": 1e-300})"};
  const std::string& solver = endless[GENERATE(range(0U, 4U))];
  const auto start = std::chrono::steady_clock::now();
  const auto outcome = tactus.run({"solve", "block.fc3d", "--out", "results", "--solver", solver,
                                   "--table", "table.csv", "--time-limit", "0.2"});
  const std::chrono::duration<double> command = std::chrono::steady_clock::now() - start;
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 3);
  const auto lines = lines_of(text_of(tactus.work() / "table.csv"));
  REQUIRE(lines.size() == 2);
  CHECK(cells(lines[1])[4] == "out_of_time");
  CHECK(std::stod(cells(lines[1])[6]) < 1e-12);  // without reactions it is 1
  // The limit covers the preparation of the solver too, which the time of the table does not.
  CHECK(command.count() >= 0.2);
  CHECK(std::stod(cells(lines[1])[7]) > 0);
  CHECK(std::stod(cells(lines[1])[7]) <= command.count());
  std::size_t reactions = 0;
  for (const auto& entry : fs::directory_iterator(tactus.work() / "results"))
    if (entry.path().string().ends_with(".reactions.txt"))
      for (const std::string& line : lines_of(text_of(entry.path())))
        reactions += !line.empty() && line[0] != '#';
  CHECK(reactions == 2);
}

TEST_CASE("solve takes a time limit above zero", "[cli][solve]") {
  const Installation tactus(kSolvers);
  write_text(tactus.work() / "block.fc3d", kBlock);
  CHECK(tactus.run({"solve", "block.fc3d", "--time-limit", "0"}).code != 0);
  CHECK(tactus.run({"solve", "block.fc3d", "--time-limit", "1e300"}).code == 0);
}

TEST_CASE("solve keeps its inputs, and results of problems of one name apart", "[cli][solve]") {
  const Installation tactus(kSolvers);
  fs::create_directories(tactus.work() / "other");
  write_text(tactus.work() / "block.fc3d", kBlock);
  std::string half = kBlock;
  half.replace(half.find("mu 0.5 0.5"), 10, "mu 0.1 0.1");
  write_text(tactus.work() / "other/block.fc3d", half);
  const auto both = tactus.run({"solve", "block.fc3d", "other/block.fc3d", "--out", "out",
                                "--fclib", "out", "--table", "t.csv"});
  CHECK(both.err == "");
  CHECK(both.code == 0);
  CHECK_THAT(both.out, Contains("block ") && Contains("block_2 "));
  for (const char* name : {"out/block.hdf5", "out/block_2.hdf5",
                           "out/block.interior_point.nonsmooth_force.reactions.txt",
                           "out/block_2.interior_point.nonsmooth_force.reactions.txt"})
    CHECK(fs::exists(tactus.work() / name));
  CHECK(text_of(tactus.work() / "out/block.hdf5") != text_of(tactus.work() / "out/block_2.hdf5"));

  const std::string problem = text_of(tactus.work() / "out/block.hdf5");
  const auto table = tactus.run({"solve", "out/block.hdf5", "--table", "other/../out/block.hdf5"});
  CHECK(table.code == 2);
  CHECK_THAT(table.err, Contains("--table") && Contains("this is a problem; give another file"));
  const auto same = tactus.run({"solve", "out/block.hdf5", "--fclib", "out"});
  CHECK(same.code == 2);
  CHECK_THAT(same.err, Contains("--fclib out: out/block.hdf5 would be replaced"));
  CHECK(text_of(tactus.work() / "out/block.hdf5") == problem);

  write_text(tactus.work() / "file", "");
  const auto folder = tactus.run({"solve", "block.fc3d", "--out", "file/results"});
  CHECK(folder.code == 2);
  CHECK_THAT(folder.err, Contains("file/results"));
  CHECK(folder.out.empty());  // before anything was solved
}
