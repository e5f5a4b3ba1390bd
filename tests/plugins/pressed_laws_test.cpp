// Laws that are not Coulomb's under every solver that takes them: problems of a hundred contacts in space,
// against solutions found in other ways.
#include <Eigen/LU>
#include <catch2/catch.hpp>

#include "core/support/executor.hpp"
#include "tactus/conformance/random.hpp"
#include "tests/support/dense_algebra.hpp"
#include "tests/support/friction_steps.hpp"
#include "tests/support/hybrid_of.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

constexpr Index kContacts = 100;
constexpr Real kStep = 1e-3;  // s

/// A hundred contacts of thirty bodies in space. Every fifth parts and stays open, all others are pressed.
struct Interface {
  Eigen::MatrixXd W;
  Eigen::VectorXd q;
  std::vector<Real> area;
  PosedProblem posed;

  explicit Interface(std::uint64_t seed) {
    conformance::Random random(seed);
    const Index n = 3 * kContacts;
    Eigen::MatrixXd H = Eigen::MatrixXd::Zero(n, 180);
    q.resize(n);
    for (Index i = 0; i < kContacts; ++i) {
      const Index body = i % 30, other = (7 * i + 1) % 30;
      for (Index d = 0; d < 3; ++d) {
        for (Index k = 0; k < 6; ++k) {
          H(3 * i + d, 6 * body + k) = (k == d ? 1 : 0) + random.between(-0.1, 0.1);
          if (other != body) H(3 * i + d, 6 * other + k) = random.between(-0.1, 0.1);
        }
        q[3 * i + d] = random.between(-2, 2);
      }
      q[3 * i] = is_open(i) ? 30 : -6 + random.between(-0.3, 0.3);
      area.push_back(random.between(0.5, 2));
    }
    W = H * H.transpose() + 2 * Eigen::MatrixXd::Identity(n, n);
    pose();
  }
  static bool is_open(Index contact) { return contact % 5 == 0; }

 private:
  void pose() {
    core::FrictionProblem& p = posed.problem;
    p.name = "interface", p.dim = 3, p.contacts = kContacts;
    p.start = {0};
    for (Index i = 0; i < kContacts; ++i) {
      p.friction.push_back(0);
      for (Index j = 0; j < kContacts; ++j) {
        p.column.push_back(j);
        for (Index a = 0; a < 3; ++a)
          for (Index b = 0; b < 3; ++b) p.value.push_back(W(3 * i + a, 3 * j + b));
      }
      p.start.push_back(static_cast<Index>(p.column.size()));
    }
    p.free_velocity.assign(q.data(), q.data() + q.size());
    posed.dt = kStep, posed.area = area;
  }
};

/// With the bound of each contact given, Tresca's law between pressed contacts is the minimum of
/// R'WR/2 + q'R over R_N >= 0 and |R_T| <= bound: found here by accelerated projected gradients.
Eigen::VectorXd convex_minimum(const Interface& f, Real limit) {
  const Real length = 1 / tactus::testing::eigenvalues(f.W).maxCoeff();
  Eigen::VectorXd R = Eigen::VectorXd::Zero(f.q.size()), ahead = R;
  Real t = 1;
  for (int k = 0; k < 20000; ++k) {
    Eigen::VectorXd next = ahead - length * (f.W * ahead + f.q);
    for (Index i = 0; i < kContacts; ++i) {
      const Real bound = limit * f.area[static_cast<std::size_t>(i)] * kStep;
      if (Interface::is_open(i)) next.segment<3>(3 * i).setZero();
      next[3 * i] = std::max(Real(0), next[3 * i]);
      const Real size = next.segment<2>(3 * i + 1).norm();
      if (size > bound) next.segment<2>(3 * i + 1) *= bound / size;
    }
    const Eigen::VectorXd change = next - R;
    if ((ahead - next).dot(change) > 0) t = 1;  // it goes back: start anew
    const Real later = (1 + std::sqrt(1 + 4 * t * t)) / 2;
    ahead = next + (t - 1) / later * change;
    R = next, t = later;
    if (change.norm() <= 1e-16 * R.norm()) break;
  }
  return R;
}

/// Pressed contacts with a film are a linear system: U_N = 0 and U_T + R_T/k = 0.
Eigen::VectorXd linear_solution(const Interface& f, Real drag) {
  Eigen::MatrixXd A = f.W;
  Eigen::VectorXd b = -f.q;
  for (Index i = 0; i < kContacts; ++i) {
    for (Index d = 1; d < 3; ++d)
      A(3 * i + d, 3 * i + d) += 1 / (drag * f.area[static_cast<std::size_t>(i)] * kStep);
    if (!Interface::is_open(i)) continue;
    A.middleRows<3>(3 * i).setZero();
    A.block<3, 3>(3 * i, 3 * i).setIdentity();
    b.segment<3>(3 * i).setZero();
  }
  return A.partialPivLu().solve(b);
}

/// Whether the contacts that are to be pressed are, and the others part: the reference solves its law.
void check_reference(const Interface& f, const Eigen::VectorXd& R) {
  const Eigen::VectorXd U = f.W * R + f.q;
  for (Index i = 0; i < kContacts; ++i)
    CHECK((Interface::is_open(i) ? U[3 * i] > 0.1 : R[3 * i] > 1e-3));
}

void check_solver(const std::string& name, const ContactLaw& law, const Interface& f,
                  const Eigen::VectorXd& expected) {
  INFO(name);
  const OptionValues options{{"tolerance", 1e-11}};
  const auto solver = name == "hybrid"
                          ? hybrid_of(make_component<ContactSolver>("gauss_seidel", options),
                                      make_component<ContactSolver>("interior_point", options))
                          : make_component<ContactSolver>(name, options);
  core::Runtime runtime(1);
  const PosedSolution s = solve_posed(f.posed, *solver, {&law}, runtime.context());
  CHECK(s.status == SolveStatus::converged);
  CHECK(s.resv <= 1e-10);
  CHECK((map(View<Real>(s.R)) - expected).norm() <= 1e-9 * expected.norm());
}

}  // namespace

TEST_CASE("a hundred contacts with a shear strength have the reactions of the convex problem",
          "[contact_law][tresca]") {
  const Real limit = GENERATE(100., 300.);
  const Interface f(static_cast<std::uint64_t>(limit));
  const auto law = make_component<ContactLaw>("tresca", {{"limit", limit}});
  const Eigen::VectorXd R = convex_minimum(f, limit);
  check_reference(f, R);
  for (const std::string name : {"gauss_seidel", "projected_newton", "interior_point", "hybrid"})
    check_solver(name, *law, f, R);
}

TEST_CASE("a hundred contacts with a film have the reactions of a linear system",
          "[contact_law][viscous]") {
  const Real drag = GENERATE(100., 1e4);
  const Interface f(static_cast<std::uint64_t>(drag));
  const auto law = make_component<ContactLaw>("viscous", {{"drag", drag}});
  const Eigen::VectorXd R = linear_solution(f, drag);
  check_reference(f, R);
  for (const std::string name : {"gauss_seidel", "projected_newton", "interior_point", "hybrid"})
    check_solver(name, *law, f, R);
}
