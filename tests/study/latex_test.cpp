/// What goes into results.tex, results.csv and results.md: names and labels of all kinds stay what they are.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "apps/study/latex_text.hpp"
#include "apps/study/results_files.hpp"

using namespace tactus;
using namespace tactus::core;
using Catch::Contains;

namespace {

StudyRun study_with(const std::vector<std::string>& labels, const std::string& description = "") {
  StudyRun run;
  run.study.name = "study", run.study.description = description;
  Metric v, hidden;
  v.name = "total_energy_J", v.unit = "J", v.title = "energy E", v.digits = 3;
  hidden.name = "other", hidden.in_paper = false;
  run.study.metrics.push_back(std::move(v)), run.study.metrics.push_back(std::move(hidden));
  Axis axis{.name = "law", .values = {}};
  for (const std::string& label : labels) {
    Cell& cell = run.cells.emplace_back();
    cell.index = axis.values.size();
    cell.values = {axis.values.size()};
    axis.values.emplace_back().label = label;
    CellOutcome outcome;
    outcome.status = CellStatus::ok;
    outcome.values = {-1.23456e-7, 2}, outcome.exact = {kNotGiven, kNotGiven};
    outcome.timings.resize(2);
    run.results.outcomes.push_back(std::move(outcome));
  }
  run.study.axes = {std::move(axis)};
  run.checks.resize(labels.size());
  return run;
}

}  // namespace

TEST_CASE("Text for LaTeX keeps special characters, and names signs that no T1 font has",
          "[study][latex]") {
  CHECK(
      latex_text("a_b & 50 % #1 {x} ~ ^ \\ $") ==
      "a\\_b \\& 50 \\% \\#1 \\{x\\} \\textasciitilde{} \\textasciicircum{} \\textbackslash{} \\$");
  CHECK(latex_text("[law] *") == "{[}law{]} {*}");  // after \\ these would be its arguments
  CHECK(latex_text("a--b") == "a-{-}b");
  CHECK(latex_text("µ = 0.3, α ≤ 2 m²") ==
        "\\ensuremath{\\mu} = 0.3, \\ensuremath{\\alpha} \\ensuremath{\\leq} 2 m\\ensuremath{^2}");
  CHECK(latex_text("Größe, Łódź") == "Größe, Łódź");
  CHECK(latex_text("网格") == "\\texttt{U+7F51}\\texttt{U+683C}");
  CHECK(latex_text("a\nb\x01") == "a b ");
  CHECK(latex_text("\xff") == "?");
}

TEST_CASE("Numbers are set in mathematics", "[study][latex]") {
  CHECK(latex_number("-1.5e-07") == "$-1.5\\times10^{-7}$");
  CHECK(latex_number("1e+10") == "$1\\times10^{10}$");
  CHECK(latex_number("0.25") == "$0.25$");
  CHECK(latex_number("e") == "e");
  CHECK(latex_number("1-2") == "1-2");
  CHECK(latex_number("") == "");
}

TEST_CASE(
    "The table for a paper has the chosen columns, titles and digits, and refused cells in one "
    "line",
    "[study][latex]") {
  StudyRun run = study_with({"[a]", "b", "c"});
  run.results.outcomes[1].status = CellStatus::refused;
  run.results.outcomes[1].values = {kNotGiven, kNotGiven};
  run.results.outcomes[1].reason = "/contact: " + std::string(3000, 'x');
  const std::string tex = results_latex(run);
  CHECK_THAT(tex, Contains("energy E\\\\{[}J{]}") && !Contains("other") && !Contains("status"));
  CHECK_THAT(tex, Contains("{[}a{]} & $-1.23\\times10^{-7}$ \\\\\n"));
  CHECK_THAT(tex, !Contains("xxx") &&
                      Contains("1 of 3 combinations do not fit together and are left out: law=b"));
  run.results.outcomes[1].status = CellStatus::crashed;
  CHECK_THAT(results_latex(run), Contains("law & status & ") && Contains("crashed: law=b: "));
}

TEST_CASE(
    "Numbers of a column of the table for a paper have as many decimals as their digits allow",
    "[study][latex]") {
  StudyRun run = study_with({"a", "b", "c", "d", "e", "f"});
  run.study.metrics[0].digits = 6;
  const Real values[] = {19634.2, 20908, 0, -3.5, 123456, 2e-9};
  for (std::size_t i = 0; i < 6; ++i) run.results.outcomes[i].values[0] = values[i];
  const std::string tex = results_latex(run);
  for (const char* row : {"a & $19634.2$", "b & $20908.0$", "c & $0$", "d & $-3.5$", "e & $123456$",
                          "f & $2\\times10^{-9}$"})
    CHECK_THAT(tex, Contains(row));
  for (std::size_t i = 0; i < 6; ++i) run.results.outcomes[i].values[0] = static_cast<Real>(i + 9);
  CHECK_THAT(results_latex(run), Contains("a & $9$ ") && Contains("b & $10$ "));
}

TEST_CASE("A long table for a paper goes over several pages", "[study][latex]") {
  std::vector<std::string> labels;
  for (int i = 0; i < 80; ++i) labels.push_back(std::to_string(i));
  const std::string tex = results_latex(study_with(labels));
  const auto count = [&](std::string_view word) {
    int found = 0;
    for (std::size_t at = 0; (at = tex.find(word, at)) != tex.npos; ++at) ++found;
    return found;
  };
  // Parts of 26 or 27 rows, each with the head and no wider than the line.
  CHECK(count("\\begin{tabular}{lr}") == 3);
  CHECK(count("\nlaw & ") == 3);
  CHECK(count("\\resizebox{") == 3);
  CHECK(count("\\par\\medskip") == 2);
  for (const std::string& label : labels) CHECK(count("\n$" + label + "$ & ") == 1);
}

TEST_CASE("No text of results.csv is a formula for a spreadsheet", "[study][csv]") {
  const std::string csv =
      results_csv(study_with({"=1+1", "@SUM(A1)", "+a", "-b", "-1.5", "\t=2", "plain"}));
  CHECK_THAT(csv, Contains(",'=1+1,ok") && Contains(",'@SUM(A1),ok") && Contains(",'+a,ok") &&
                      Contains(",'-b,ok") && Contains(",-1.5,ok") && Contains(",'\t=2,ok") &&
                      Contains(",plain,ok"));
}

TEST_CASE("Text of results.md stays text in a table and in a paragraph", "[study][markdown]") {
  const std::string md = results_markdown(
      study_with({"a|b", "[x](http://y)", "<b>", "~~s~~", "&amp;", "two\nlines"}, "- one\n# two"));
  CHECK_THAT(md, Contains("| a\\|b |") && Contains("| \\[x\\](http://y) |") &&
                     Contains("| \\<b\\> |") && Contains("| \\~\\~s\\~\\~ |") &&
                     Contains("| \\&amp; |") && Contains("| two lines |"));
  CHECK_THAT(md, Contains("\n\\- one \\# two\n"));
}
