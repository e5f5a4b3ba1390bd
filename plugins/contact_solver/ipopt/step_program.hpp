// The equations of an implicit step under the contact rows found so far, as one nonlinear program.
#pragma once

#include <tactus/step_problem.hpp>

#include "engine.hpp"

namespace ipopt {

/// min J(u) subject to value_i(u) >= lower_i over the free degrees of freedom of all bodies, with the potential
/// J of the step. In terms of s = (u - u_0)/h round the place u_0 where it is posed, and of the mean D_0 of the
/// diagonal of the tangent there,
///   f = (J(u) - J(u_0))/(D_0 h^2),   c_i = (value_i - lower_i)/(h scale_i) >= 0,
/// so that the force of row i with multiplier l_i is D_0 h l_i/scale_i.
class StepProgram final : public Program, private BlockSink {
 public:
  struct Place {
    StepProblem* problem = nullptr;
    const ContactModel* contact = nullptr;
    Context* context = nullptr;
    View<Real> start{};       ///< [dofs] u_0
    View<Real> multiplier{};  ///< [rows] N, where to start
    Real restraint = 0;       ///< N/m, sigma: sigma/2 |u - u_0|^2 is added to J
  };
  /// Finds patterns and units. What `place` names outlives the solve.
  Outcome pose(const Place& place);

  /// Writes u and the multipliers of IPOPT's solution. Multipliers that are smaller than the gap of their own row
  /// belong to open rows and become zero.
  Outcome read(const EngineResult& found, Out<Real> u, Out<Real> multiplier);

  /// Why a function had no value; ok if all had.
  const Outcome& outcome() const { return outcome_; }

  Index unknowns() const override { return static_cast<Index>(dof_.size()); }
  Index conditions() const override { return static_cast<Index>(list_.size()); }
  const Pattern& jacobian_pattern() const override { return jacobian_; }
  const Pattern& hessian_pattern() const override { return hessian_; }
  void start(Out<Real> s, Out<Real> multiplier) const override;
  bool objective(View<Real> s, Real& value) override;
  bool objective_gradient(View<Real> s, Out<Real> gradient) override;
  bool evaluate(View<Real> s, Out<Real> c) override;
  bool jacobian(View<Real> s, Out<Real> value) override;
  bool hessian(View<Real> s, Real factor, View<Real> multiplier, Out<Real> value) override;
  bool stopped() const override { return in_.context->stopped(); }

 private:
  void add(View<Index> rows, View<Index> columns, View<Real> value) override;
  void number_unknowns();
  Outcome find_units(const SparseView*& matrix);
  void find_jacobian();
  void find_hessian(const SparseView& matrix);
  void add_tangent(const SparseView& matrix, Real factor);
  void set_point(View<Real> s);
  bool keep(Outcome outcome);
  Real scale(std::size_t row) const { return in_.contact->rows().scale[row]; }
  /// N, force of a multiplier of 1 for a row with scale 1.
  Real force() const { return stiffness_ * length_; }

  Place in_;
  Real length_ = 1;           ///< m, h
  Real stiffness_ = 1;        ///< N/m, D_0
  Real restraint_ = 0;        ///< sigma/D_0
  Real potential_ = 0;        ///< J, at u_0
  std::vector<Index> dof_;    ///< [unknowns] free degrees of freedom, ascending
  std::vector<Index> local_;  ///< [dofs] unknown, or kNone
  std::vector<Index> list_;   ///< all rows: 0, 1, 2, ...
  Pattern jacobian_, hessian_;
  std::vector<Index> hessian_start_;  ///< [unknowns + 1] entries of a row of hessian_
  std::vector<Real> u_, r_, weights_;
  Out<Real> target_{};  ///< of add()
  Outcome outcome_;
};

}  // namespace ipopt
