/// Observed orders of convergence: sequences v0 + c h^p of random sizes and ratios give back p and v0;
/// sequences without an order are said to have none, and why.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <random>

#include "apps/study/observed_order.hpp"
#include "apps/study/outcome.hpp"
#include "apps/study/results_files.hpp"
#include "apps/study/results_tables.hpp"

using namespace tactus;
using namespace tactus::core;
using Catch::Contains;
using Catch::EndsWith;

namespace {

constexpr Real kUnknown = kNotGiven;

/// A study of one axis "n" whose cells have these sizes and values, with an order of "v" along "n".
struct Sequence {
  StudyRun run;
  explicit Sequence(const std::vector<Refinement>& cells, Real exact = kUnknown,
                    Real expected = kUnknown) {
    Study& study = run.study;
    Metric v;
    v.name = "v";
    if (std::isfinite(exact)) v.exact = Expression(fmt::format("{}", exact));
    study.metrics.push_back(std::move(v));
    Axis axis{.name = "n", .values = {}};
    for (const Refinement& cell : cells) {
      run.cells.emplace_back().values = {axis.values.size()};
      run.cells.back().index = axis.values.size();
      AxisValue& value = axis.values.emplace_back();
      value.label = fmt::format("{:.3g}", cell.step), value.number = cell.step;
      CellOutcome outcome;
      outcome.status = CellStatus::ok;
      outcome.values = {cell.value}, outcome.exact = {exact};
      outcome.timings.resize(1);
      run.results.outcomes.push_back(std::move(outcome));
    }
    study.axes = {std::move(axis)};
    run.checks.resize(cells.size());
    Order order;
    order.name = "order", order.of = "v", order.along = "n", order.step_formula = Expression("n");
    if (std::isfinite(expected)) {
      order.exact = Expression(fmt::format("{}", expected));
      order.accept.absolute = 0.1;
    }
    study.orders.push_back(std::move(order));
    run.results.orders = {
        order_of(study, study.orders[0], run.cells, run.checks, run.results.outcomes)};
  }
  const OrderRow& row() const { return run.results.orders[0].rows.at(0); }
  /// The sentence about the order below the table.
  std::string words() const { return shown_table(run, ShownFor::terminal).notes.back(); }
};

}  // namespace

TEST_CASE("An order is found whatever the ratios of refinement, without an exact value",
          "[study][orders]") {
  const Sequence h2({{4, 16}, {3, 9}, {2, 4}, {1, 1}}, kUnknown, 2);
  REQUIRE(h2.row().orders.size() == 2);
  for (const CellsOrder& order : h2.row().orders) CHECK(order.order == Approx(2).epsilon(1e-12));
  CHECK(h2.row().accepted == true);
  CHECK(std::abs(h2.row().limit) < 1e-12);
  CHECK(h2.row().uncertainty == Approx(1.25));  // 1.25 |0 - 1|
  CHECK(h2.row().orders[1].cells == std::vector<std::size_t>{1, 2, 3});
  CHECK_THAT(h2.words(), Contains("observed order of v along n: 2 from 3, 2, 1 (2 from 4, 3, 2)") &&
                             Contains("the value at 1 is uncertain by 1.2") &&
                             EndsWith("; it has to be within 0.1 of 2: accepted"));
}

TEST_CASE("Random sequences v0 + c h^p give back p and v0", "[study][orders]") {
  std::mt19937_64 random(20261125);
  const auto between = [&](Real low, Real high) {
    return std::uniform_real_distribution<Real>(low, high)(random);
  };
  for (int family = 0; family < 500; ++family) {
    const Real p = between(0.3, 4), v0 = between(-2, 2),
               c = between(0.5, 2) * (family % 2 ? 1 : -1);
    const bool has_exact = family % 3 == 0;
    const auto n =
        static_cast<std::size_t>(has_exact ? 2 : 3) + static_cast<std::size_t>(family % 4);
    std::vector<Refinement> cells;
    for (Real h = between(0.1, 10); cells.size() < n; h /= between(1.1, 3))
      cells.push_back({h, v0 + c * std::pow(h, p)});
    std::ranges::shuffle(cells, random);
    const Sequence sequence(cells, has_exact ? v0 : kUnknown);
    const Real finest = std::ranges::min_element(cells, {}, &Refinement::step)->value;
    INFO("p " << p << ", v0 " << v0 << ", c " << c << ", " << n << " sizes: " << sequence.words());
    REQUIRE(sequence.row().orders.size() == n - (has_exact ? 1 : 2));
    for (const CellsOrder& order : sequence.row().orders) CHECK(std::abs(order.order - p) < 1e-6);
    if (has_exact) continue;
    CHECK(std::abs(sequence.row().limit - v0) < 1e-6 * std::abs(c));
    CHECK(sequence.row().uncertainty == Approx(1.25 * std::abs(finest - v0)).epsilon(1e-5));
  }
}

TEST_CASE("The order of a disturbed sequence is off by what the disturbance explains",
          "[study][orders]") {
  // To first order in d, values 16, 4, 1 (h = 4, 2, 1; p = 2) of which the middle one is off by d have
  // (12 - d) / (3 + d) = 4 - 5 d / 3, so that p is off by -5 d / (12 ln 2).
  for (const Real d : {-1e-3, 1e-4, 1e-2}) {
    const Sequence disturbed({{4, 16}, {2, 4 + d}, {1, 1}});
    CHECK(disturbed.row().order() - 2 == Approx(-5 * d / (12 * std::log(2))).epsilon(0.01));
  }
  // Noise that is larger than the changes leaves no order, or one that is told from the sequence alone.
  std::mt19937_64 random(7);
  std::normal_distribution<Real> noise(0, 0.05);
  int none = 0;
  for (int i = 0; i < 300; ++i) {
    const auto value = [&](Real h) { return Refinement{h, 1 + h * h + noise(random)}; };
    const Sequence noisy({value(0.2), value(0.1), value(0.05)});
    const Real first = noisy.run.results.outcomes[0].values[0] -
                       noisy.run.results.outcomes[1].values[0],
               second = noisy.run.results.outcomes[1].values[0] -
                        noisy.run.results.outcomes[2].values[0];
    // With a constant ratio of 2 the order is log2(first / second) (Roache), where that is above 0.
    const Real classical = first / second > 1 ? std::log2(first / second) : kNotGiven;
    none += std::isnan(classical) ? 1 : 0;
    CHECK(std::isnan(noisy.row().order()) == std::isnan(classical));
    if (!std::isnan(classical)) CHECK(noisy.row().order() == Approx(classical).epsilon(1e-9));
  }
  CHECK(none > 50);
}

TEST_CASE("A sequence without an order is said to have none, and why", "[study][orders]") {
  struct Case {
    std::vector<Refinement> cells;
    Real exact;
    std::string words;
  };
  const std::vector<Case> cases{
      {{{4, 1}, {2, 2}, {1, 1.9888}},
       kUnknown,
       "none from 4, 2, 1, because the values go up and down"},
      {{{4, 3}, {2, 2}, {1, 1}},
       kUnknown,
       "none from 4, 2, 1, because the changes do not shrink as they would with an order above 0"},
      {{{4, 4}, {2, 3}, {1, 1}}, kUnknown, "because the changes do not shrink"},
      {{{4, 2}, {2, 2}, {1, 2}}, kUnknown, "because two of the values are equal but for rounding"},
      {{{4, 2}, {2, 1}, {2, 1.5}}, kUnknown, "because two of the steps are equal"},
      {{{4, 2}, {2, 1}},
       kUnknown,
       "none, because only 2 of the three values that it takes without an exact one are there"},
      {{{4, 2}, {2, kNotGiven}},
       1.0,
       "none, because only 1 of the two values that it takes is there"},
      {{{4, 1}, {2, 2}}, 0.0, "none from 4, 2, because the error does not shrink"},
      {{{4, 1}, {2, -0.5}},
       0.0,
       "none from 4, 2, because the values lie on both sides of the exact one"},
      {{{4, 1}, {2, 0}}, 0.0, "none from 4, 2, because an error is zero"},
      {{{4, 1}, {4, 0.5}}, 0.0, "none from 4, 4, because two of the steps are equal"}};
  for (const Case& one : cases) {
    const Sequence sequence(one.cells, one.exact, 2);
    CHECK_THAT(sequence.words(), Contains(one.words) && Contains("NOT ACCEPTED"));
    CHECK(std::isnan(sequence.row().order()));
    CHECK(std::isnan(sequence.row().uncertainty));
    CHECK(sequence.row().accepted == false);
  }
}

TEST_CASE("The order of a row is that of its finest cells, and no other stands in for it",
          "[study][orders]") {
  const Sequence sequence({{8, 64}, {4, 16}, {2, 4}, {1, 5}}, kUnknown, 2);
  CHECK(sequence.row().orders[0].order == Approx(2));
  CHECK(std::isnan(sequence.row().order()));
  CHECK(sequence.row().accepted == false);
}

TEST_CASE("The uncertainty is larger where the order is not the expected one, or has not settled",
          "[study][orders]") {
  const std::vector<Refinement> second{{4, 16}, {2, 4}, {1, 1}};
  CHECK(Sequence(second).row().uncertainty == Approx(1.25));
  CHECK(Sequence(second, kUnknown, 2).row().uncertainty == Approx(1.25));
  CHECK(Sequence(second, kUnknown, 1).row().uncertainty == Approx(3));
  // p = 1, then p = 2
  CHECK(Sequence({{8, 40}, {4, 16}, {2, 4}, {1, 1}}).row().uncertainty == Approx(3));
}

TEST_CASE("Results hold changes where no value is exact, and errors where one is",
          "[study][orders]") {
  const std::string changes = results_json(Sequence({{4, 16}, {2, 4}, {1, 1}}).run),
                    errors = results_json(Sequence({{4, 16}, {2, 4}, {1, 1}}, 0).run);
  CHECK_THAT(changes, Contains("\"changes\": [12, 3]") && !Contains("\"errors\"") &&
                          Contains("\"cells\": [\"4\", \"2\", \"1\"]"));
  CHECK_THAT(errors, Contains("\"errors\": [16, 4, 1]") && !Contains("\"changes\"") &&
                         Contains("\"cells\": [\"2\", \"1\"]"));
}
