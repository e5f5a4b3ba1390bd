#include <Eigen/Cholesky>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "component.cpp"        // NOLINT(bugprone-suspicious-include): the plugin's inner parts
#include "dual_active_set.cpp"  // NOLINT(bugprone-suspicious-include)
#include "tests/support/doubles.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::testing;
using local_sqp::DualActiveSet;
using local_sqp::SparseRows;

namespace {

constexpr Real kRegularisation = 1e-10;

struct Problem {
  SparseRows A;
  std::vector<Real> b;
  Index columns = 0;
};

/// Random rows of unit length with up to 6 entries.
Problem random_problem(unsigned seed, Index rows, Index columns) {
  std::mt19937 random(seed);
  std::normal_distribution<Real> normal;
  Problem p{.A = {}, .b = {}, .columns = columns};
  for (Index i = 0; i < rows; ++i) {
    std::vector<Index> column(static_cast<std::size_t>(columns));
    for (Index k = 0; k < columns; ++k) column[static_cast<std::size_t>(k)] = k;
    std::shuffle(column.begin(), column.end(), random);
    column.resize(static_cast<std::size_t>(std::min<Index>(6, columns)));
    std::vector<Real> value;
    Real square = 0;
    for (std::size_t k = 0; k < column.size(); ++k) {
      value.push_back(normal(random));
      square += value.back() * value.back();
    }
    for (std::size_t k = 0; k < column.size(); ++k) {
      p.A.column.push_back(column[k]);
      p.A.value.push_back(value[k] / std::sqrt(square));
    }
    p.A.start.push_back(static_cast<Index>(p.A.column.size()));
    p.b.push_back(normal(random));
  }
  return p;
}

Eigen::MatrixXd dense(const Problem& p) {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(p.A.count(), p.columns);
  for (Index i = 0; i < p.A.count(); ++i)
    for (Index k = p.A.start[i]; k < p.A.start[i + 1]; ++k) A(i, p.A.column[k]) = p.A.value[k];
  return A;
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
    if (!active.empty()) l(active) = Eigen::VectorXd(KA.ldlt().solve(bA));
    if (l.minCoeff() < 0 || (b - K * l).maxCoeff() > 1e-9) continue;
    return {l.data(), l.data() + n};
  }
  return {};
}

}  // namespace

TEST_CASE("the dual active set agrees with trying every subset of rows", "[local_sqp]") {
  const auto seed = GENERATE(range(0u, 40u));
  const Problem p = random_problem(seed, 1 + seed % 9, 8);
  std::vector<Real> l(p.b.size()), z(static_cast<std::size_t>(p.columns));
  DualActiveSet qp;
  qp.solve(p.A, p.b, p.columns, kRegularisation, l, z);
  const std::vector<Real> expected = by_enumeration(p);
  REQUIRE(expected.size() == l.size());
  const Eigen::VectorXd zl = dense(p).transpose() * map(View<Real>(expected));
  for (std::size_t k = 0; k < z.size(); ++k) CHECK(z[k] == Approx(zl[k]).margin(1e-8));
}

TEST_CASE("the dual active set satisfies the conditions of optimality with 300 rows",
          "[local_sqp]") {
  const auto seed = GENERATE(range(0u, 4u));
  const Problem p = random_problem(seed, 300, 400);
  std::vector<Real> l(p.b.size()), z(static_cast<std::size_t>(p.columns));
  DualActiveSet qp;
  qp.solve(p.A, p.b, p.columns, kRegularisation, l, z);
  const Eigen::VectorXd slack =
      dense(p) * map(View<Real>(z)) + kRegularisation * map(View<Real>(l)) - map(View<Real>(p.b));
  for (std::size_t i = 0; i < l.size(); ++i) {
    CHECK(l[i] >= 0);
    CHECK(slack[static_cast<Eigen::Index>(i)] >= -1e-8);
    CHECK(std::abs(l[i] * slack[static_cast<Eigen::Index>(i)]) <= 1e-8 * (1 + l[i]));
  }
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
  p.A.column = {0, 0}, p.A.value = {1, -1}, p.A.start = {0, 1, 2};
  p.b = {1, 1};
  std::vector<Real> l(2), z(1);
  DualActiveSet qp;
  qp.solve(p.A, p.b, 1, kRegularisation, l, z);
  CHECK(l[0] > 1e8);
  CHECK(std::min(z[0] - 1, -z[0] - 1) < -0.5);
}

TEST_CASE("local_sqp solves far problems apart, to the bit", "[local_sqp]") {
  // Two pairs of particles that have nothing to do with each other, and each pair alone.
  const auto row = [](Index left, Index right) {
    return RowFunction{.dof = {left, right},
                       .value = [=](View<Real> q) { return q[right] - q[left]; },
                       .gradient = [](View<Real>, Out<Real> g) { g[0] = -1, g[1] = 1; },
                       .lower = 1e-10};
  };
  const auto newmark = make_component<Integrator>("newmark");
  const auto solver = make_component<ContactSolver>("local_sqp");
  const auto alone = make_component<ContactSolver>("local_sqp");
  MassSystem both({1, 2, 3, 5}), first({1, 2});
  RowContact both_rows({row(0, 1), row(2, 3)}), first_rows({row(0, 1)});
  MiniRun run(both, both_rows, *newmark, *solver, {0, 0.1, 7, 7.05}, {3, 0, 1, -1});
  MiniRun reference(first, first_rows, *newmark, *alone, {0, 0.1}, {3, 0});
  for (int k = 0; k < 10; ++k) run.step(0.01), reference.step(0.01);
  CHECK(run.q[0] == reference.q[0]);
  CHECK(run.q[1] == reference.q[1]);
  CHECK(run.v[0] == reference.v[0]);
  CHECK(run.v[2] < run.v[3]);  // the other pair met too
}

TEST_CASE("local_sqp drops the row that adds energy and keeps the best attempt", "[local_sqp]") {
  // One particle at rest; a row that asks it to be 1 m to the right can only be met by pushing it
  // there: work of contact in one step far above any energy there is.
  RowFunction push{.dof = {0},
                   .value = [](View<Real> q) { return q[0] - 1; },
                   .gradient = [](View<Real>, Out<Real> g) { g[0] = 1; },
                   .lower = 1e-9};
  MassSystem system({1});
  RowContact contact({push});
  const auto newmark = make_component<Integrator>("newmark");
  const auto solver = make_component<ContactSolver>("local_sqp");
  MiniRun run(system, contact, *newmark, *solver, {0}, {0});
  run.context().step.energy = 1e-6;
  // The only row is banned, its need is left, no clean attempt is sound: the best one is taken.
  const auto impulse = run.step(0.01);
  CHECK(run.q[0] == Approx(1).margin(1e-8));
  CHECK(impulse[0] == Approx(2 / 0.01).epsilon(1e-8));
}
