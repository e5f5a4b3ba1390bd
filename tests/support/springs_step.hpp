// The problem of an implicit step in a few numbers, for tests of contact solvers on assembled problems.
#pragma once

#include <cmath>
#include <string>

#include "tactus/conformance/contact_solver.hpp"
#include "tactus/conformance/doubles.hpp"
#include "tests/support/make_component.hpp"

namespace tactus::testing {

/// Masses on springs p = k (s + c s^3) that the ground holds, each with its own predictor.
class Springs final : public StepProblem {
 public:
  Springs(std::vector<Real> predictor, Real k, Real c, bool has_potential)
      : predictor_(std::move(predictor)), k_(k), c_(c), has_potential_(has_potential) {
    fixed_.assign(predictor_.size(), 0);
  }
  Structure structure() const override { return Structure::sparse; }
  const ContactPoint& contact() const override { return point_; }
  View<std::uint8_t> fixed() const override { return fixed_; }
  View<Real> predictor() const override { return predictor_; }
  Outcome residual(View<Real> w, Out<Real> r, Context&) const override {
    for (std::size_t i = 0; i < w.size(); ++i)
      r[i] = w[i] - predictor_[i] + k_ * (w[i] + c_ * w[i] * w[i] * w[i]);
    return {};
  }
  Outcome potential(View<Real> w, Real& value, Context&) const override {
    if (!has_potential_) return Outcome::failed(Cause::unsupported, "there is none");
    value = 0;
    for (std::size_t i = 0; i < w.size(); ++i)
      value += std::pow(w[i] - predictor_[i], 2) / 2 +
               k_ * (w[i] * w[i] / 2 + c_ * std::pow(w[i], 4) / 4);
    return {};
  }
  Outcome tangent(View<Real> w, const LinearOperator*& result, Context&) override {
    Eigen::MatrixXd A =
        Eigen::MatrixXd::Zero(static_cast<Index>(w.size()), static_cast<Index>(w.size()));
    for (std::size_t i = 0; i < w.size(); ++i) {
      const auto k = static_cast<Eigen::Index>(i);
      A(k, k) = 1 + k_ * (1 + 3 * c_ * w[i] * w[i]);
    }
    operator_ = std::make_unique<conformance::MatrixOperator>(A);
    result = operator_.get();
    return {};
  }

 private:
  std::vector<Real> predictor_;
  Real k_, c_;
  bool has_potential_;
  std::vector<std::uint8_t> fixed_;
  ContactPoint point_;
  std::unique_ptr<conformance::MatrixOperator> operator_;
};

/// The end of a step.
struct SpringsSolved {
  Outcome outcome;
  std::vector<Real> w, force, multiplier;
  std::vector<Index> group;
  SolveReport report;
};

/// Solves a step of masses on springs by a contact solver of this build.
inline SpringsSolved solve_springs(const std::string& solver_name, StepProblem& problem,
                                   std::vector<conformance::RowFunction> rows,
                                   OptionValues options = {}) {
  const auto solver = make_component<ContactSolver>(solver_name, std::move(options));
  conformance::SerialContext context;
  conformance::DenseSolvers solvers;
  const std::size_t dofs = problem.predictor().size();
  const std::vector<std::uint8_t> free(dofs, 0);
  Layout layout;
  layout.dim = 2, layout.coordinates = layout.dofs = static_cast<Index>(dofs);
  layout.prescribed = free;
  solver->setup({.layout = &layout, .linear = &solvers}, context.context());
  conformance::RowContact contact(std::move(rows), 0);
  contact.begin(std::vector<Real>(dofs, 0));
  SpringsSolved s;
  s.w.assign(problem.predictor().begin(), problem.predictor().end());
  s.force.assign(dofs, 0);
  StepSolution solution{
      .w = s.w, .contact_force = s.force, .multiplier = &s.multiplier, .group = &s.group};
  s.outcome = solver->solve(problem, contact, solution, context.context());
  s.report = solution.report;
  return s;
}

}  // namespace tactus::testing
