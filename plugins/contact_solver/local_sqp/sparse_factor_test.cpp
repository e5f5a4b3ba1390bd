// Tests of the sparse factor of large components, alone and within the dual active set.
#include "sparse_factor.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "test_problems.hpp"
#include "tests/support/dense_algebra.hpp"

using namespace tactus;
using namespace local_sqp::testing;
using local_sqp::RowOrder;
using local_sqp::SparseFactor;

TEST_CASE("a sparse factor that rows enter and leave solves as a dense one", "[local_sqp]") {
  const auto seed = GENERATE(range(0u, 10u));
  const Index rows = 101 + 30 * static_cast<Index>(seed);
  // Every third row nearly repeats another one: a change would lose its digits, and is not made.
  Problem p = random_problem(seed, rows - rows / 3, 2 * rows);
  for (Index i = 0; p.A.count() < rows; ++i) {
    std::vector<Index> column(p.A.column[i].begin(), p.A.column[i].end());
    std::vector<Real> value(p.A.value.begin() + 6 * i, p.A.value.begin() + 6 * i + 6);
    value[0] += 1e-4;
    p.add(column, value, 1);
  }
  RowOrder order(RowOrder::For::sparse);
  REQUIRE(order.update(p.A, p.columns));
  SparseFactor factor;
  factor.analyse(p.A, order);
  factor.assemble(p.A, order, 1e-6);
  std::vector<std::uint8_t> picked(static_cast<std::size_t>(rows));
  factor.factorise(picked, 0);
  const Eigen::MatrixXd A = dense(p);
  std::mt19937 random(seed);
  for (int change = 1; change <= 300; ++change) {
    const auto k = static_cast<Index>(random() % static_cast<unsigned>(rows));
    picked[k] ^= 1;
    picked[k] ? factor.enter(picked, k) : factor.leave(picked, k);
    if (change % 50 > 0) continue;
    std::vector<Index> row;
    std::vector<Real> x(picked.size());
    for (Index i = 0; i < rows; ++i)
      if (picked[i]) row.push_back(order.rows()[i]), x[i] = 1;
    const Eigen::MatrixXd AW = A(row, Eigen::all);
    const auto n = AW.rows();
    const Eigen::MatrixXd K = AW * AW.transpose() + 1e-6 * Eigen::MatrixXd::Identity(n, n);
    const Eigen::VectorXd expected = testing::solved(K, Eigen::VectorXd::Ones(n));
    factor.solve(x);
    Real worst = 0;
    for (Index i = 0, next = 0; i < rows; ++i)
      worst = std::max(worst, std::abs(x[i] - (picked[i] ? expected[next++] : 0)));
    CHECK(worst < 1e-7 * expected.lpNorm<Eigen::Infinity>());
  }
}

TEST_CASE("rows of a patch that nearly repeat each other end at the solution", "[local_sqp]") {
  // Vertices on a square lattice, each above a facet of another lattice that is shifted by less than a cell.
  const auto seed = GENERATE(range(0u, 6u));
  constexpr Index kSide = 14, kNodes = kSide * kSide;
  std::mt19937 random(seed);
  std::uniform_real_distribution<Real> some(0.05, 0.45);
  const Real s = some(random), t = some(random);
  std::normal_distribution<Real> height;
  Problem p{.A = {}, .b = {}, .columns = 2 * kNodes};
  for (Index i = 0; i + 1 < kSide; ++i)
    for (Index j = 0; j + 1 < kSide; ++j) {
      const Index v = i * kSide + j;
      const Real b = 1 + 0.3 * height(random);
      p.add({v, kNodes + v, kNodes + v + 1, kNodes + v + kSide}, {1, s + t - 1, -s, -t}, b);
      p.add({kNodes + v, v, v + 1, v + kSide}, {-1, 1 - s - t, s, t}, b + 1e-5 * height(random));
      p.add({v, kNodes + v, kNodes + v + 1, kNodes + v + kSide}, {1, s + t - 1 + 1e-6, -s, -t}, b);
    }
  REQUIRE(p.A.count() > 2 * local_sqp::DualActiveSet::kSparse);
  check_optimal(p, solve(p));
}
