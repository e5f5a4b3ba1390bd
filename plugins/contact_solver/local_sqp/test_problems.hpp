// Quadratic programs for the tests of the dual active set and its factors.
#pragma once

#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "dual_active_set.hpp"

namespace local_sqp::testing {

inline constexpr Real kRegularisation = 1e-10;

struct Problem {
  SparseRows A;
  std::vector<Real> b;
  Index columns = 0;

  void add(const std::vector<Index>& column, std::vector<Real> value, Real right) {
    Real square = 0;
    for (const Real v : value) square += v * v;
    for (Real& v : value) v /= std::sqrt(square);
    A.column.add_row(column);
    A.value.insert(A.value.end(), value.begin(), value.end());
    b.push_back(right);
  }
};

struct Solution {
  std::vector<Real> l, z;
  Index changes = 0;
};

inline Solution solve(const Problem& p, DualActiveSet&& qp = {}) {
  Solution s{.l = std::vector<Real>(p.b.size()),
             .z = std::vector<Real>(static_cast<std::size_t>(p.columns))};
  s.changes = qp.solve(p.A, p.b, p.columns, kRegularisation, s.l, s.z);
  return s;
}

/// Random rows of unit length with up to 6 entries.
inline Problem random_problem(unsigned seed, Index rows, Index columns) {
  std::mt19937 random(seed);
  std::normal_distribution<Real> normal;
  Problem p{.A = {}, .b = {}, .columns = columns};
  for (Index i = 0; i < rows; ++i) {
    std::vector<Index> column(static_cast<std::size_t>(columns));
    std::iota(column.begin(), column.end(), Index{0});
    std::shuffle(column.begin(), column.end(), random);
    column.resize(static_cast<std::size_t>(std::min<Index>(6, columns)));
    std::vector<Real> value;
    for (std::size_t k = 0; k < column.size(); ++k) value.push_back(normal(random));
    p.add(column, value, normal(random));
  }
  return p;
}

inline Eigen::MatrixXd dense(const Problem& p) {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(p.A.count(), p.columns);
  for (Index i = 0; i < p.A.count(); ++i)
    for (Index k = p.A.column.range(i).begin; const Index c : p.A.column[i])
      A(i, c) = p.A.value[static_cast<std::size_t>(k++)];
  return A;
}

/// l >= 0, A z + eps l >= b, and one of the two an equality: all that makes l the solution.
inline void check_optimal(const Problem& p, const Solution& s) {
  const Eigen::VectorXd slack = dense(p) * map(View<Real>(s.z)) +
                                kRegularisation * map(View<Real>(s.l)) - map(View<Real>(p.b));
  for (std::size_t i = 0; i < s.l.size(); ++i) {
    CHECK(s.l[i] >= 0);
    CHECK(slack[static_cast<Eigen::Index>(i)] >= -1e-8);
    CHECK(std::abs(s.l[i] * slack[static_cast<Eigen::Index>(i)]) <= 1e-8 * (1 + s.l[i]));
  }
}

}  // namespace local_sqp::testing
