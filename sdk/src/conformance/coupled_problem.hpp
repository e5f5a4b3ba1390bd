/// Problems of implicit steps in small: masses between springs, whose tangent couples them, with contact
/// rows over their increments.
#pragma once

#include "solver_trial.hpp"

namespace tactus::conformance {

/// r(w) = A (w - target) + c B' f(B w), with A symmetric and positive definite and B w the elongations of
/// springs from one degree of freedom to the next, the first from a wall. Convex, so that where rows are
/// linear there is one solution.
class CoupledProblem final : public StepProblem {
 public:
  enum class Spring : std::uint8_t { none, stiffening, softening };  ///< 0, s^3, s/sqrt(1 + s^2)

  struct Parts {
    Eigen::MatrixXd A;
    std::vector<Real> target;
    Spring spring = Spring::none;
    Real c = 0;
    std::vector<std::uint8_t> fixed{};  ///< at their target
  };

  explicit CoupledProblem(Parts parts) : p_(std::move(parts)), predictor_(p_.target) {
    p_.fixed.resize(p_.target.size(), 0);
  }
  Structure structure() const override { return Structure::sparse; }
  bool linear() const override { return p_.spring == Spring::none; }
  const ContactPoint& contact() const override { return point_; }
  View<std::uint8_t> fixed() const override { return p_.fixed; }
  View<Real> predictor() const override { return predictor_; }

  Outcome residual(View<Real> w, Out<Real> r, Context&) const override {
    map(r) = p_.A * (map(w) - map(View<Real>(p_.target)));
    for (std::size_t i = 0; i < w.size(); ++i) {
      const Real pull = p_.c * force(w[i] - (i > 0 ? w[i - 1] : 0));
      r[i] += pull;
      if (i > 0) r[i - 1] -= pull;
    }
    for (std::size_t i = 0; i < w.size(); ++i)
      if (p_.fixed[i]) r[i] = 0;
    return {};
  }
  Outcome potential(View<Real> w, Real& value, Context&) const override {
    const Eigen::VectorXd d = map(w) - map(View<Real>(p_.target));
    value = d.dot(p_.A * d) / 2;
    for (std::size_t i = 0; i < w.size(); ++i)
      value += p_.c * energy(w[i] - (i > 0 ? w[i - 1] : 0));
    return {};
  }
  Outcome tangent(View<Real> w, const LinearOperator*& result, Context&) override {
    Eigen::MatrixXd K = p_.A;
    for (std::size_t i = 0; i < w.size(); ++i) {
      const auto k = static_cast<Eigen::Index>(i);
      const Real stiffness = p_.c * slope(w[i] - (i > 0 ? w[i - 1] : 0));
      K(k, k) += stiffness;
      if (i > 0) K(k - 1, k - 1) += stiffness, K(k, k - 1) -= stiffness, K(k - 1, k) -= stiffness;
    }
    for (std::size_t i = 0; i < w.size(); ++i)
      if (const auto k = static_cast<Eigen::Index>(i); p_.fixed[i])
        K.row(k).setZero(), K.col(k).setZero(), K(k, k) = 1;
    tangent_ = std::make_unique<MatrixOperator>(std::move(K), 1, MatrixOperator::Pattern::sparse);
    result = tangent_.get();
    return {};
  }

 private:
  Real force(Real s) const {
    return p_.spring == Spring::stiffening  ? s * s * s
           : p_.spring == Spring::softening ? s / std::sqrt(1 + s * s)
                                            : 0;
  }
  Real energy(Real s) const {
    return p_.spring == Spring::stiffening  ? s * s * s * s / 4
           : p_.spring == Spring::softening ? std::sqrt(1 + s * s)
                                            : 0;
  }
  Real slope(Real s) const {
    return p_.spring == Spring::stiffening  ? 3 * s * s
           : p_.spring == Spring::softening ? std::pow(1 + s * s, -1.5)
                                            : 0;
  }
  Parts p_;
  std::vector<Real> predictor_;
  ContactPoint point_{.time = 1};
  std::unique_ptr<MatrixOperator> tangent_;
};

/// Such a problem with rows over w, which all hold at 0.
struct CoupledCase {
  CoupledProblem::Parts parts;
  std::vector<RowFunction> rows;
  std::size_t dofs() const { return parts.target.size(); }
};

/// The masses and rows of a projection, and between all neighbours springs of about the same stiffness.
inline CoupledCase coupled(const ProjectionCase& c, CoupledProblem::Spring spring, Real stiffness) {
  const auto n = static_cast<Eigen::Index>(c.dofs());
  Eigen::MatrixXd A = map(View<Real>(c.mass)).asDiagonal();
  for (Eigen::Index i = 0; i + 1 < n; ++i) {
    const Real k = stiffness * (1 + 0.5 * std::sin(static_cast<Real>(i)));
    A(i, i) += k, A(i + 1, i + 1) += k, A(i, i + 1) -= k, A(i + 1, i) -= k;
  }
  return {{.A = std::move(A),
           .target = c.predictor,
           .spring = spring,
           .c = spring == CoupledProblem::Spring::none ? 0 : stiffness,
           .fixed = c.fixed},
          c.rows};
}

/// Linear rows, curved rows, and a wall that drives the first mass of a chain, with each kind of spring.
inline std::vector<CoupledCase> coupled_cases() {
  using Spring = CoupledProblem::Spring;
  std::vector<CoupledCase> cases;
  for (std::uint64_t seed = 1; seed <= 5; ++seed)
    for (const Spring spring : {Spring::none, Spring::stiffening, Spring::softening}) {
      cases.push_back(coupled(random_linear_case(70 + seed, 8, 6), spring, 2));
      cases.push_back(coupled(discs_case(70 + seed, 4), spring, 0.5));
      ProjectionCase driven = beads_case(70 + seed, 6);
      driven.fixed.assign(driven.dofs(), 0);
      driven.fixed[0] = 1, driven.predictor[0] = 0.3;
      RowFunction& first =
          driven.rows[0];  // between the wall, which is no unknown, and its neighbour
      first.dof = {1};
      first.gradient = [](View<Real>, Out<Real> g) { g[0] = 1; };
      first.held = [](View<Real> w) { return -w[0]; };
      cases.push_back(coupled(driven, spring, 3));
    }
  return cases;
}

}  // namespace tactus::conformance
