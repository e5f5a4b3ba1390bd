#include "dual_active_set.cpp"  // NOLINT(bugprone-suspicious-include): the plugin's inner parts

#include <Eigen/Core>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <random>

#include "envelope_factor.cpp"  // NOLINT(bugprone-suspicious-include)
#include "row_order.cpp"        // NOLINT(bugprone-suspicious-include)
#include "sparse_factor.cpp"    // NOLINT(bugprone-suspicious-include)
#include "test_problems.hpp"
#include "tests/support/allocations.hpp"
#include "tests/support/dense_algebra.hpp"

using namespace tactus;
using namespace local_sqp::testing;
using local_sqp::DualActiveSet;
using local_sqp::EnvelopeFactor;
using local_sqp::RowOrder;
using local_sqp::SparseRows;

namespace {

/// Rows w_(i+1) - w_i >= b_i sqrt(2), as of bodies in a row.
Problem chain(Index rows, const std::vector<Real>& b) {
  Problem p{.A = {}, .b = {}, .columns = rows + 1};
  for (Index i = 0; i < rows; ++i) p.add({i, i + 1}, {-1, 1}, b[static_cast<std::size_t>(i)]);
  return p;
}

/// The same with rows and columns in another order: row i of p is row place[i] of it.
Problem shuffled(const Problem& p, unsigned seed, std::vector<std::size_t>& place) {
  std::mt19937 random(seed);
  std::vector<Index> column(static_cast<std::size_t>(p.columns));
  std::vector<std::size_t> row(p.b.size());
  std::iota(column.begin(), column.end(), Index{0});
  std::iota(row.begin(), row.end(), std::size_t{0});
  std::shuffle(column.begin(), column.end(), random);
  std::shuffle(row.begin(), row.end(), random);
  Problem q{.A = {}, .b = {}, .columns = p.columns};
  place.resize(row.size());
  for (std::size_t i = 0; i < row.size(); ++i) {
    place[row[i]] = i;
    std::vector<Index> c;
    std::vector<Real> v;
    const auto from = static_cast<Index>(row[i]);
    for (Index k = p.A.column.range(from).begin; const Index of_p : p.A.column[from]) {
      c.push_back(column[static_cast<std::size_t>(of_p)]);
      v.push_back(p.A.value[static_cast<std::size_t>(k++)]);
    }
    q.add(c, v, p.b[row[i]]);
  }
  return q;
}

/// The slow and obvious way: every subset of rows as the active ones; the best that pulls nowhere
/// and satisfies all rows is the solution (strictly convex, so it is the only one).
std::vector<Real> by_enumeration(const Problem& p) {
  const Eigen::MatrixXd A = dense(p);
  const auto n = A.rows();
  const Eigen::MatrixXd K = A * A.transpose() + kRegularisation * Eigen::MatrixXd::Identity(n, n);
  const Eigen::VectorXd b = Eigen::Map<const Eigen::VectorXd>(p.b.data(), n);
  for (int subset = 0; subset < (1 << n); ++subset) {
    std::vector<int> active;
    for (int i = 0; i < n; ++i)
      if (subset >> i & 1) active.push_back(i);
    const Eigen::MatrixXd KA = K(active, active);
    const Eigen::VectorXd bA = b(active);
    Eigen::VectorXd l = Eigen::VectorXd::Zero(n);
    if (!active.empty()) l(active) = testing::solved(KA, bA);
    if (l.minCoeff() < 0 || (b - K * l).maxCoeff() > 1e-9) continue;
    return {l.data(), l.data() + n};
  }
  return {};
}

}  // namespace

TEST_CASE("the dual active set agrees with trying every subset of rows", "[local_sqp]") {
  const auto seed = GENERATE(range(0u, 40u));
  const Problem p = random_problem(seed, 1 + seed % 9, 8);
  const Solution s = solve(p);
  const std::vector<Real> expected = by_enumeration(p);
  REQUIRE(expected.size() == s.l.size());
  const Eigen::VectorXd zl = dense(p).transpose() * map(View<Real>(expected));
  for (std::size_t k = 0; k < s.z.size(); ++k) CHECK(s.z[k] == Approx(zl[k]).margin(1e-8));
}

TEST_CASE("the dual active set satisfies the conditions of optimality with 300 rows",
          "[local_sqp]") {
  const auto seed = GENERATE(range(0u, 4u));
  const Problem p = random_problem(seed, 300, 400);
  check_optimal(p, solve(p));
}

TEST_CASE("many more rows than unknowns end at the solution", "[local_sqp]") {
  // All hold at one point, so there is a solution; exchanging rows at once does not always find it.
  const auto seed = GENERATE(range(0u, 20u));
  const Index columns = 4 + seed % 7;
  Problem p = random_problem(seed, 8 * columns, columns);
  const Eigen::VectorXd sound = dense(p) * Eigen::VectorXd::LinSpaced(columns, -1, 1);
  for (std::size_t i = 0; i < p.b.size(); ++i)
    p.b[i] = sound[static_cast<Eigen::Index>(i)] - 0.1 * std::abs(p.b[i]);
  check_optimal(p, solve(p));
}

TEST_CASE("a chain whose rows are all active is solved at once, as densely", "[local_sqp]") {
  constexpr Index kRows = 300;
  std::vector<Real> b(kRows);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = 0.01 + 0.001 * static_cast<Real>(i * 37 % 100);
  const Problem p = chain(kRows, b);
  const Solution s = solve(p);
  const Eigen::MatrixXd A = dense(p);
  const Eigen::MatrixXd K =
      A * A.transpose() + kRegularisation * Eigen::MatrixXd::Identity(kRows, kRows);
  const Eigen::VectorXd l = testing::solved(K, map(View<Real>(b)));
  REQUIRE(l.minCoeff() > 0);  // K^-1 has no negative entries
  CHECK(s.changes == 0);
  // Round-off times the condition of K, (2/pi 301)^2.
  for (Index i = 0; i < kRows; ++i)
    CHECK(std::abs(s.l[static_cast<std::size_t>(i)] - l[i]) < 1e-11 * l.maxCoeff());
}

TEST_CASE("of parallel rows only the highest holds", "[local_sqp]") {
  // z >= 1, ..., z >= 40, in two orders: 39 of the rows that are violated at first must leave.
  const bool ascending = GENERATE(true, false);
  constexpr Index kRows = 40;
  Problem p{.A = {}, .b = {}, .columns = 1};
  for (Index i = 1; i <= kRows; ++i)
    p.add({0}, {1}, static_cast<Real>(ascending ? i : kRows + 1 - i));
  const Solution s = solve(p);
  const std::size_t highest = ascending ? kRows - 1 : 0;
  CHECK(s.z[0] == Approx(kRows).epsilon(1e-9));
  for (std::size_t i = 0; i < s.l.size(); ++i)
    CHECK(s.l[i] == Approx(i == highest ? kRows : 0).epsilon(1e-9));
}

TEST_CASE("a row that is given twice carries half each", "[local_sqp]") {
  // l1 + l2 = 1/(1 + eps/2), and eps makes them equal.
  Problem p{.A = {}, .b = {}, .columns = 2};
  for (int twice = 0; twice < 2; ++twice) p.add({0, 1}, {3, 4}, 1);
  const Solution s = solve(p);
  CHECK(s.z[0] == Approx(0.6).epsilon(1e-9));
  CHECK(s.l[0] + s.l[1] == Approx(1).epsilon(1e-9));
  CHECK(s.l[0] == Approx(s.l[1]).epsilon(1e-5));  // round-off / eps
}

TEST_CASE("the order of rows and unknowns does not matter", "[local_sqp]") {
  const auto seed = GENERATE(range(0u, 10u));
  const Problem p = random_problem(seed, 80, 120);
  std::vector<std::size_t> place;
  const Problem q = shuffled(p, seed, place);
  const Solution given = solve(p), other = solve(q);
  for (std::size_t i = 0; i < place.size(); ++i)
    CHECK(other.l[place[i]] == Approx(given.l[i]).margin(1e-11));
}

TEST_CASE("a chain in any order has neighbours beside each other", "[local_sqp]") {
  const auto seed = GENERATE(range(0u, 5u));
  std::vector<std::size_t> place;
  const Problem p = shuffled(chain(100, std::vector<Real>(100, 1)), seed, place);
  RowOrder order;
  order.update(p.A, p.columns);
  CHECK(order.first()[0] == 0);
  for (Index k = 1; k < 100; ++k) CHECK(order.first()[k] == k - 1);
}

TEST_CASE("the order has every row once, in parts that have nothing in common too", "[local_sqp]") {
  Problem p{.A = {}, .b = {}, .columns = 40};
  for (Index i = 0; i < 20; ++i) p.add({i, 20 + (i * 7) % 20}, {1, 1}, 1);
  RowOrder order;
  order.update(p.A, p.columns);
  std::vector<Index> rows(order.rows().begin(), order.rows().end());
  std::sort(rows.begin(), rows.end());
  for (Index i = 0; i < 20; ++i) CHECK(rows[static_cast<std::size_t>(i)] == i);
}

TEST_CASE("the factor of some rows solves their block, also after a change", "[local_sqp]") {
  const Problem p = random_problem(11, 40, 60);
  RowOrder order;
  order.update(p.A, p.columns);
  EnvelopeFactor factor;
  factor.assemble(p.A, order, kRegularisation);
  std::vector<std::uint8_t> picked(40);
  for (std::size_t k = 0; k < picked.size(); ++k) picked[k] = k % 3 != 0;
  factor.factorise(picked, 0);
  picked[21] ^= 1, picked[22] ^= 1;
  factor.factorise(picked, 21);
  const Eigen::MatrixXd A = dense(p);
  std::vector<Index> row;
  std::vector<Real> x(picked.size());
  for (std::size_t k = 0; k < picked.size(); ++k)
    if (picked[k]) row.push_back(order.rows()[k]), x[k] = p.b[static_cast<std::size_t>(row.back())];
  const Eigen::MatrixXd K = A(row, Eigen::all) * A(row, Eigen::all).transpose();
  const Eigen::VectorXd b = map(View<Real>(p.b))(row), expected = testing::solved(K, b);
  factor.solve(x);
  Index next = 0;
  for (std::size_t k = 0; k < picked.size(); ++k)
    CHECK(x[k] == Approx(picked[k] ? expected[next++] : 0).margin(1e-7));  // eps, condition
}

TEST_CASE("a warm solve takes no memory", "[local_sqp]") {
  const Problem p = random_problem(5, 100, 150);
  Solution s = solve(p);
  DualActiveSet qp;
  qp.solve(p.A, p.b, p.columns, kRegularisation, s.l, s.z);
  const std::size_t before = testing::allocations();
  qp.reset();
  qp.solve(p.A, p.b, p.columns, kRegularisation, s.l, s.z);
  CHECK(testing::allocations() == before);
}

TEST_CASE("a merged problem starts from both working sets", "[local_sqp]") {
  const Problem first = chain(30, std::vector<Real>(30, 1)), second = random_problem(3, 40, 60);
  Problem both = first;
  for (Index i = 0; i < second.A.count(); ++i) {
    const auto [from, to] = second.A.column.range(i);
    std::vector<Index> column(second.A.column[i].begin(), second.A.column[i].end());
    for (Index& c : column) c += first.columns;
    both.add(column, {second.A.value.begin() + from, second.A.value.begin() + to}, second.b[i]);
  }
  both.columns += second.columns;
  DualActiveSet one, other;
  Solution s = solve(both), a = solve(first), b = solve(second);
  one.solve(first.A, first.b, first.columns, kRegularisation, a.l, a.z);
  other.solve(second.A, second.b, second.columns, kRegularisation, b.l, b.z);
  one.merge(other, first.A.count());
  CHECK(s.changes > 0);
  const Index changes = solve(both, std::move(one)).changes;
  CHECK(changes == 0);
}

TEST_CASE("a warm start changes the work, not the solution", "[local_sqp]") {
  Problem p = random_problem(7, 60, 80);
  std::vector<Real> l(p.b.size()), z(80), cold_l(p.b.size()), cold_z(80);
  DualActiveSet warm;
  warm.solve(p.A, p.b, 80, kRegularisation, l, z);
  for (Real& b : p.b) b *= 1.001;  // the next iteration of an SQP
  const Index warm_changes = warm.solve(p.A, p.b, 80, kRegularisation, l, z);
  DualActiveSet cold;
  const Index cold_changes = cold.solve(p.A, p.b, 80, kRegularisation, cold_l, cold_z);
  CHECK(warm_changes == 0);
  CHECK(cold_changes > 0);
  for (std::size_t k = 0; k < z.size(); ++k) CHECK(z[k] == Approx(cold_z[k]).margin(1e-9));
}

TEST_CASE("contradicting rows end with a row violated, not in a cycle", "[local_sqp]") {
  // z >= 1 and -z >= 1.
  Problem p;
  p.columns = 1;
  p.add({0}, {1}, 1);
  p.add({0}, {-1}, 1);
  std::vector<Real> l(2), z(1);
  DualActiveSet qp;
  qp.solve(p.A, p.b, 1, kRegularisation, l, z);
  CHECK(l[0] > 1e8);
  CHECK(std::min(z[0] - 1, -z[0] - 1) < -0.5);
}
