// The complementarity problem of sqp against the search through all sets of rows.
#include "complementarity.cpp"  // NOLINT(bugprone-suspicious-include): the plugin's inner parts

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <random>

#include "tests/support/allocations.hpp"

using namespace tactus;
using sqp::Complementarity;

namespace {

struct Problem {
  Eigen::MatrixXd W;
  Eigen::VectorXd q;
};

/// Rows on a few unknowns: with more rows than unknowns W is singular.
Problem random_problem(unsigned seed, Eigen::Index rows, Eigen::Index unknowns) {
  std::mt19937 random(seed);
  std::normal_distribution<Real> normal;
  const auto number = [&] { return normal(random); };
  const Eigen::MatrixXd G = Eigen::MatrixXd::NullaryExpr(rows, unknowns, number);
  // Some point satisfies all rows, so that the problem has a solution.
  const Eigen::VectorXd inside = Eigen::VectorXd::NullaryExpr(unknowns, number);
  const Eigen::VectorXd slack =
      Eigen::VectorXd::NullaryExpr(rows, [&] { return std::abs(normal(random)); });
  return {G * G.transpose(), slack - G * inside};
}

/// Slow and obvious: of all sets of active rows the one whose forces do not pull and leave no row below its
/// bound. What is unique is W l.
Eigen::VectorXd by_all_sets(const Problem& p) {
  const Eigen::Index rows = p.q.size();
  for (unsigned set = 0; set < 1U << rows; ++set) {
    std::vector<Eigen::Index> active;
    for (Eigen::Index i = 0; i < rows; ++i)
      if (set >> i & 1) active.push_back(i);
    Eigen::VectorXd l = Eigen::VectorXd::Zero(rows);
    if (!active.empty()) {
      const Eigen::FullPivLU<Eigen::MatrixXd> factors(p.W(active, active));
      if (!factors.isInvertible()) continue;
      l(active) = factors.solve(-p.q(active));
    }
    if ((l.array() >= 0).all() && ((p.W * l + p.q).array() >= -1e-10).all()) return p.W * l;
  }
  FAIL("the problem has no solution");
  return {};
}

std::vector<Real> row_major(const Eigen::MatrixXd& W) {
  return {W.data(), W.data() + W.size()};  // symmetric
}

Eigen::VectorXd solve(const Problem& p, Complementarity& by, Real guess) {
  std::vector<Real> l(static_cast<std::size_t>(p.q.size()), guess);
  const std::vector<Real> W = row_major(p.W), q(p.q.begin(), p.q.end());
  REQUIRE(by.solve(W, q, l));
  return map(View<Real>(l));
}

}  // namespace

TEST_CASE("rows push as the search through all sets of rows says", "[sqp]") {
  const Eigen::Index unknowns = GENERATE(2, 4, 9);
  const Real guess = GENERATE(Complementarity::kUnknown, 0., 1.);
  for (unsigned seed = 1; seed <= 40; ++seed) {
    CAPTURE(unknowns, guess, seed);
    const Problem p = random_problem(seed, 2 + seed % 7, unknowns);
    Complementarity by;
    const Eigen::VectorXd l = solve(p, by, guess), expected = by_all_sets(p);
    CHECK((l.array() >= 0).all());
    CHECK((p.W * l + p.q).minCoeff() >= -1e-9);
    CHECK(std::abs(l.dot(p.W * l + p.q)) <= 1e-8);
    CHECK((p.W * l - expected).lpNorm<Eigen::Infinity>() <= 1e-8);
  }
}

TEST_CASE("the unit of a row does not matter for the rows that push", "[sqp]") {
  const Problem p = random_problem(5, 6, 8);
  Problem scaled = p;
  Eigen::VectorXd unit(6);
  unit << 1e-6, 1, 1e3, 1e-2, 1e6, 10;
  scaled.W = unit.asDiagonal() * p.W * unit.asDiagonal();
  scaled.q = unit.cwiseProduct(p.q);
  Complementarity by;
  const Eigen::VectorXd l = solve(p, by, Complementarity::kUnknown),
                        m = solve(scaled, by, Complementarity::kUnknown);
  CHECK((l - unit.cwiseProduct(m)).lpNorm<Eigen::Infinity>() <= 1e-8 * l.maxCoeff());
}

TEST_CASE("a row that is given twice carries half of the force each time", "[sqp]") {
  const Problem p{Eigen::MatrixXd::Constant(2, 2, 4), Eigen::VectorXd::Constant(2, -1)};
  Complementarity by;
  const Eigen::VectorXd l = solve(p, by, Complementarity::kUnknown);
  CHECK(l[0] == Approx(0.125).epsilon(1e-4));
  CHECK(l[0] + l[1] == Approx(0.25).epsilon(1e-9));
}

TEST_CASE("sets of rows are exchanged a bounded number of times", "[sqp]") {
  // Two thirds more rows than unknowns, which drives the exchange of all wrong rows in circles.
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const Problem p = random_problem(seed, 120, 70);
    Complementarity by;
    const Eigen::VectorXd l = solve(p, by, Complementarity::kUnknown);
    CHECK((p.W * l + p.q).minCoeff() >= -1e-7);
    CHECK(by.exchanges() <= 20 + 10 * 120);
  }
}

TEST_CASE("a warm problem of the same size takes no memory", "[sqp]") {
  const Problem p = random_problem(7, 30, 40);
  const std::vector<Real> W = row_major(p.W), q(p.q.begin(), p.q.end());
  std::vector<Real> l(q.size(), Complementarity::kUnknown);
  Complementarity by;
  REQUIRE(by.solve(W, q, l));
  const auto before = testing::allocations();
  REQUIRE(by.solve(W, q, l));
  CHECK(testing::allocations() == before);
}
