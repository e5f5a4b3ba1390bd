/// The answer of a study in words: which cells agree, ties, how far from the exact value, which axes change a metric
/// and by how much, and differences against the spread of an ensemble.
#include "apps/study/answer.hpp"

#include <fmt/format.h>

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <random>

#include "apps/study/effects.hpp"
#include "apps/study/results_files.hpp"
#include "apps/study/results_tables.hpp"

using namespace tactus;
using namespace tactus::core;
using Catch::Contains;

namespace {

/// A full study of one metric "v" over these axes; `value` gives it from the positions on them.
StudyRun study_of(const std::vector<std::pair<std::string, std::vector<std::string>>>& axes,
                  const std::function<Real(const std::vector<std::size_t>&)>& value,
                  Real exact = kNotGiven) {
  StudyRun run;
  Metric v;
  v.name = "v", v.unit = "m";
  run.study.metrics.push_back(std::move(v));
  std::size_t count = 1;
  for (const auto& [name, labels] : axes) {
    Axis axis{.name = name, .values = {}};
    for (const std::string& label : labels) axis.values.emplace_back().label = label;
    count *= labels.size();
    run.study.axes.push_back(std::move(axis));
  }
  for (std::size_t i = 0; i < count; ++i) {
    Cell& cell = run.cells.emplace_back();
    cell.index = i;
    std::size_t rest = i;
    for (std::size_t a = axes.size(); a-- > 0;) {
      cell.values.insert(cell.values.begin(), rest % axes[a].second.size());
      rest /= axes[a].second.size();
    }
    CellOutcome outcome;
    outcome.values = {value(cell.values)}, outcome.exact = {exact};
    outcome.status = std::isfinite(outcome.values[0]) ? CellStatus::ok : CellStatus::refused;
    outcome.timings.resize(1);
    run.results.outcomes.push_back(std::move(outcome));
  }
  run.checks.resize(count);
  return run;
}

std::string answer(const StudyRun& run) { return answer_of(run).at(0).says; }

const std::vector<std::string> kLaws{"spring", "rigid", "reflect"}, kSolvers{"a", "b"},
    kMeshes{"8", "16", "32"};

}  // namespace

TEST_CASE("The answer has the value that most cells agree on, and names what does not",
          "[study][answer]") {
  const StudyRun run = study_of({{"law", kLaws}, {"solver", kSolvers}}, [](const auto& at) {
    return at[0] == 0 ? 0.5 : 0.68 * (1 + 1e-4 * static_cast<Real>(at[1]));
  });
  CHECK_THAT(answer(run), Contains("v is 0.68") && Contains("in 4 of 6 cells, to within 0.01 %") &&
                              Contains("with law=spring it is 0.5 m."));
  CHECK_THAT(
      answer(run),
      Contains("It changes with law by up to 0.18 m (26 %), least with spring and greatest with") &&
          Contains("solver by up to 6.8e-05 m (0.01 %)"));
}

TEST_CASE("Cells whose differences are nothing beside those of the study are named together",
          "[study][answer]") {
  // A paper's study: the mesh decides, laws and solvers agree to seven digits, and it has not converged.
  const Real by_mesh[] = {33988, 30132, 37245};
  StudyRun run = study_of(
      {{"law", kLaws}, {"solver", kSolvers}, {"mesh", {"40 mm", "28 mm", "20 mm"}}},
      [&](const auto& at) {
        return by_mesh[at[2]] + 1e-3 * static_cast<Real>(at[0]) + 1e-4 * static_cast<Real>(at[1]);
      });
  for (std::size_t v = 0; v < 3; ++v)
    run.study.axes[2].values[v].number = std::array{40, 28, 20}[v];
  CHECK_THAT(answer(run),
             Contains("v goes from 30132 m with mesh=28 mm (6 cells) to 37245 m with "
                      "mesh=20 mm (6 cells).") &&
                 Contains("least with 28 mm and greatest with 20 mm (from 28 mm to 20 mm "
                          "by 7110 m (19 %)), law by up to 0.002 m (5.4e-06 "
                          "%) and solver by up to 0.0001 m (2.7e-07 %)."));
  const StudyRun agreed = study_of({{"law", kLaws}, {"solver", kSolvers}}, [](const auto& at) {
    return at[0] == 0 ? 686.767 + 1e-4 * static_cast<Real>(at[1]) : 725.36;
  });
  CHECK_THAT(answer(agreed), Contains("with law=spring it is 686.77 m."));
}

TEST_CASE("Cells are told to have a value only if they have it to the digits shown",
          "[study][answer]") {
  // Errors over many powers of ten, and the exact value of an error is zero: that of one cell is another one's sixfold.
  const Real errors[] = {7.5e-5, 4.6875e-4, 0.94868, 0.0316, 0.3};
  const StudyRun run = study_of(
      {{"h", {"1", "2", "3", "4", "5"}}, {"law", {"a", "b"}}},
      [&](const auto& at) { return at[1] == 0 ? 1e-11 * errors[at[0]] : errors[at[0]]; }, 0);
  CHECK_THAT(answer(run), Contains("v goes from 7.5e-16 m with (h=1, law=a) to 0.94868 m with "
                                   "(h=3, law=b).") &&
                              Contains("It is 7.5e-16 m off the exact 0 m with (h=1, law=a), and "
                                       "0.949 m with (h=3, law=b)."));
  // Two of three values are one, and the others are told apart.
  const StudyRun agreed = study_of({{"law", kLaws}, {"solver", kSolvers}}, [](const auto& at) {
    return at[0] != 0 ? 0.68 : at[1] == 0 ? 1e-12 : 5e-10;
  });
  CHECK_THAT(answer(agreed), Contains("with law=spring it is between 1e-12 m and 5e-10 m."));
  // What stands for a value of the axis that alone changes the metric is the value of all cells with it.
  StudyRun alone = study_of({{"law", kLaws}, {"mesh", kMeshes}}, [](const auto& at) {
    return at[1] == 0 ? 1e-12 * static_cast<Real>(1 + at[0]) : static_cast<Real>(at[1]);
  });
  for (std::size_t v = 0; v < 3; ++v)
    alone.study.axes[1].values[v].number = std::array{8, 16, 32}[v];
  CHECK_THAT(answer(alone), !Contains("is 1e-12 m with mesh=8, 1 m with"));
}

TEST_CASE("Ties are named as ties, and axes without an effect as such", "[study][answer]") {
  const StudyRun run = study_of({{"law", kLaws}, {"solver", kSolvers}}, [](const auto& at) {
    return 1 + static_cast<Real>(at[0]);  // 1, 2, 3 whatever the solver
  });
  CHECK_THAT(
      answer(run),
      Contains("v goes from 1 m with law=spring (2 cells) to 3 m with law=reflect (2 cells).") &&
          Contains("It does not depend on solver."));
  const StudyRun same =
      study_of({{"law", kLaws}, {"solver", kSolvers}}, [](const auto&) { return 2; });
  CHECK_THAT(answer(same), Contains("v is 2 m in all 6 cells."));
  CHECK_THAT(answer(same), !Contains("changes"));
  StudyRun described =
      study_of({{"law", kLaws}, {"solver", kSolvers}}, [](const auto&) { return 2; });
  described.study.metrics[0].description = "how far the block slides";
  CHECK_THAT(answer(described), Contains("v (how far the block slides) is 2 m in all 6 cells."));
}

TEST_CASE("The answer says which cells are nearest to the exact value", "[study][answer]") {
  const StudyRun run = study_of(
      {{"law", kLaws}, {"solver", kSolvers}},
      [](const auto& at) { return 2 + 0.1 * static_cast<Real>(at[0]); }, 2.05);
  CHECK_THAT(answer(run), Contains("off the exact 2.05 m with law=spring or rigid (4 cells)"));
}

TEST_CASE("Effects are differences along one axis alone, also where cells are missing",
          "[study][answer]") {
  // v = x_law + y_mesh without interaction, where one combination does not fit.
  const StudyRun run = study_of({{"law", kLaws}, {"mesh", kMeshes}}, [](const auto& at) {
    if (at[0] == 2 && at[1] == 0) return kNotGiven;
    return 10 * static_cast<Real>(at[0]) + 0.5 * static_cast<Real>(at[1]);
  });
  const std::vector<Effect> effects = effects_of(run, values_of(run, 0));
  REQUIRE(effects.size() == 2);
  CHECK(effects[0].axis == 0);
  CHECK(effects[0].largest == Approx(20));
  CHECK(effects[0].mean == Approx(20));  // of the lines that are whole
  CHECK(effects[1].axis == 1);
  CHECK(effects[1].largest == Approx(1));
  CHECK(effects[1].mean == Approx(1));
  CHECK_THAT(answer(run), Contains("One cell has no value."));
}

TEST_CASE("Axes that change only together are not called without effect", "[study][answer]") {
  // The law "spring" fits the solver "b" alone, and the others the solver "a" alone.
  const StudyRun run = study_of({{"law", kLaws}, {"solver", kSolvers}}, [](const auto& at) {
    if ((at[0] == 0) != (at[1] == 1)) return kNotGiven;
    return at[0] == 0 ? 0.5 : 0.68;
  });
  CHECK_THAT(answer(run), Contains("with law=spring it is 0.5 m.") &&
                              Contains("Cells that differ in law alone agree.") &&
                              !Contains("depend"));
}

TEST_CASE("What differs in an ensemble by rounding alone is not told as a difference",
          "[study][answer]") {
  StudyRun run = study_of({{"seed", {"0", "1", "2"}}, {"speed", {"0", "0.1"}}},
                          [](const auto& at) { return 0.5 + (at[1] == 0 ? 1e-15 : 0); });
  for (AxisValue& value : run.study.axes[0].values)
    value.settings.push_back({"/random/seed", Json::of(1.0)});
  CHECK_THAT(answer(run),
             Contains("over 6 cells, which agree.") && !Contains("larger") && !Contains("scatter"));
}

TEST_CASE("Student's quantiles are those of the tables", "[study][answer]") {
  for (const auto& [degrees, quantile] : {std::pair<std::size_t, Real>{1, 12.7062},
                                          {2, 4.3027},
                                          {4, 2.7764},
                                          {5, 2.5706},
                                          {9, 2.2622},
                                          {20, 2.0860},
                                          {100, 1.9840}})
    CHECK(student_quantile(degrees) == Approx(quantile).epsilon(2e-3));
}

TEST_CASE(
    "Differences over an ensemble are told beside their interval, which covers the truth in 95 % "
    "of cases",
    "[study][answer]") {
  // What a seed does is common to both laws and far larger than their difference.
  std::mt19937_64 random(3);
  std::normal_distribution<Real> common(0, 10), own(0, 1);
  int covered = 0, told = 0;
  constexpr int kStudies = 1000;
  for (int k = 0; k < kStudies; ++k) {
    const Real truth = k % 2 == 0 ? 0 : 3;
    std::vector<Real> seeds(12);
    for (Real& seed : seeds) seed = common(random);
    std::vector<std::string> labels;
    for (std::size_t s = 0; s < seeds.size(); ++s) labels.push_back(std::to_string(s));
    StudyRun run = study_of({{"seed", labels}, {"law", {"a", "b"}}}, [&](const auto& at) {
      return seeds[at[0]] + own(random) + (at[1] == 1 ? truth : 0);
    });
    for (AxisValue& value : run.study.axes[0].values)
      value.settings.push_back({"/random/seed", Json::of(1.0)});
    REQUIRE(ensemble_of(run, 0) == std::optional<std::size_t>(0));
    const auto differences = differences_over(run, values_of(run, 0), 0);
    REQUIRE(differences.size() == 1);
    const EnsembleDifference& d = differences[0];
    const Real of_b = d.more == 1 ? d.mean : -d.mean;
    covered += std::abs(of_b - truth) <= d.half_width ? 1 : 0;
    told += truth != 0 && d.exceeds_spread() ? 1 : 0;
    if (k < 2)
      CHECK_THAT(answer(run),
                 Contains("95 % interval of the mean over 12 values of seed") &&
                     Contains(d.exceeds_spread() ? "exceeds the spread" : "is within the spread"));
  }
  CHECK(covered == Approx(0.95 * kStudies).margin(4 * std::sqrt(0.05 * 0.95 * kStudies)));
  CHECK(told > 0.99 * kStudies / 2);  // 3 is 7 standard errors: sqrt(2/12) = 0.41
}

TEST_CASE("What is larger over an ensemble is larger in the mean of its members",
          "[study][answer]") {
  // y is larger than x by 1 in two cells of seed 0, and smaller by 1.5 in the only one of seed 1.
  StudyRun run =
      study_of({{"seed", {"0", "1"}}, {"law", {"a", "b"}}, {"c", {"x", "y"}}}, [](const auto& at) {
        if (at[0] == 1 && at[1] == 1) return kNotGiven;
        return at[2] == 0 ? 0.0 : at[0] == 0 ? 1.0 : -1.5;
      });
  for (AxisValue& value : run.study.axes[0].values)
    value.settings.push_back({"/random/seed", Json::of(1.0)});
  const auto differences = differences_over(run, values_of(run, 0), 0);
  REQUIRE(differences.size() == 1);
  CHECK(differences[0].mean == Approx(0.25));  // of -1 and 1.5
  CHECK_THAT(answer(run), Contains("With c=x it is larger than with y by 0.25 m"));
}

TEST_CASE("A change along another axis below the uncertainty of the mesh is called so",
          "[study][answer]") {
  StudyRun run = study_of({{"mesh", kMeshes}, {"solver", kSolvers}}, [](const auto& at) {
    const Real h = std::pow(0.5, static_cast<Real>(at[0]));
    return 1 + h * h + 1e-3 * static_cast<Real>(at[1]);
  });
  for (std::size_t v = 0; v < 3; ++v)
    run.study.axes[0].values[v].number = std::pow(0.5, static_cast<Real>(v));
  Order order;
  order.name = "order", order.of = "v", order.along = "mesh",
  order.step_formula = Expression("mesh");
  run.study.orders.push_back(std::move(order));
  run.results.orders = {
      order_of(run.study, run.study.orders[0], run.cells, run.checks, run.results.outcomes)};
  CHECK_THAT(answer(run),
             Contains("mesh by up to 0.938 m") && Contains("(converging with order 2.00)") &&
                 Contains("What it changes with solver (up to 0.001 m (0.05 %)) is less than its "
                          "uncertainty of 0.0781 m"));
}

TEST_CASE("The best of a column is nearest to the exact value; what rounding tells apart ties",
          "[study][answer]") {
  const auto marked = [](const std::vector<Real>& values, Real exact) {
    const StudyRun run = study_of(
        {{"law", {"a", "b", "c"}}}, [&](const auto& at) { return values[at[0]]; }, exact);
    std::string best;
    const ShownTable table = shown_table(run, ShownFor::page);
    for (const ShownTable::Row& row : table.rows) best += row.values[0].best ? row.labels[0] : "";
    return best;
  };
  CHECK(marked({1.1, 1.10005, 1.3}, 1) == "a");
  CHECK(marked({1 + 1e-10, 1 - 5e-10, 1.3}, 1) == "ab");
  CHECK(marked({2e-17, 7e-17, 1}, 0) == "ab");
  CHECK(marked({2e-10, 7e-10, 9e-10}, 0) == "a");
  CHECK(marked({1.5, kNotGiven, kNotGiven}, 1) == "");  // there is no other
  CHECK(marked({2, 2, 2}, 1) == "");
  StudyRun asked = study_of({{"law", {"a", "b"}}}, [](const auto&) { return 1; });
  asked.study.metrics[0].best = Best::greatest;
  CHECK_THAT(results_json(asked), Contains("\"best\": \"greatest\""));  // for the page
}

TEST_CASE(
    "A time is the best only where it was repeated alone and others are slower beyond the spread",
    "[study][answer]") {
  const auto marked = [](const std::vector<Timing>& timings, Index repeat) {
    StudyRun run = study_of({{"solver", {"a", "b", "c"}}},
                            [&](const auto& at) { return timings[at[0]].median; });
    run.study.metrics[0].timing = true;
    run.study.repeat = repeat;
    for (std::size_t i = 0; i < 3; ++i) run.results.outcomes[i].timings = {timings[i]};
    std::string best;
    const ShownTable table = shown_table(run, ShownFor::terminal);
    for (const ShownTable::Row& row : table.rows) best += row.values[0].best ? row.labels[0] : "";
    return best;
  };
  const auto timing = [](Real median, Real spread, std::size_t runs, bool alone) {
    return Timing{.least = median - spread / 2,
                  .median = median,
                  .greatest = median + spread / 2,
                  .runs = runs,
                  .alone = alone};
  };
  CHECK(marked({timing(1, 0.1, 3, true), timing(1.05, 0.1, 3, true), timing(2, 0.1, 3, true)}, 3) ==
        "ab");
  CHECK(marked({timing(1, 0.1, 3, true), timing(1.05, 0.1, 3, true), timing(1.02, 0.1, 3, true)},
               3) == "");
  CHECK(marked({timing(1, 0, 1, true), timing(1.05, 0, 1, true), timing(2, 0, 1, true)}, 1) == "");
  CHECK(marked({timing(1, 0, 1, false), timing(1.05, 0, 1, false), timing(2, 0, 1, false)}, 0) ==
        "");
}

TEST_CASE("What is not accepted is the best of no column", "[study][answer]") {
  StudyRun run = study_of(
      {{"law", kLaws}}, [](const auto& at) { return 0.01 * static_cast<Real>(at[0]); }, 10);
  const auto marked = [&] {
    std::string best;
    const ShownTable table = shown_table(run, ShownFor::terminal);
    for (const ShownTable::Row& row : table.rows) best += row.values[0].best ? row.labels[0] : "";
    return best;
  };
  CHECK(marked() == "reflect");
  run.study.metrics[0].accept.relative = 0.05;  // and all are off by 99.8 % and more
  for (CellOutcome& outcome : run.results.outcomes) outcome.status = CellStatus::not_accepted;
  CHECK(marked() == "");
  run.results.outcomes[1].values = {9.7}, run.results.outcomes[1].status = CellStatus::ok;
  run.results.outcomes[2].values = {9.6}, run.results.outcomes[2].status = CellStatus::ok;
  CHECK(marked() == "rigid");
}
