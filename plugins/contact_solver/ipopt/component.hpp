// One independent contact problem, whose rows share degrees of freedom, solved by IPOPT.
#pragma once

#include <tactus/projection/component.hpp>

#include "engine.hpp"

namespace ipopt {

struct Settings {
  Engine* engine = nullptr;
  Real length = 1;   ///< m, h: unit of d and of gaps
  Real near = 1e-8;  ///< multiple of h; corrections that differ by less count as equal
};

/// min 1/2 d'D d subject to value_i(u_pre + d) >= lower_i, as a nonlinear program with exact
/// gradients and Hessian. In terms of s = d/h and of the smallest entry D_0 of D,
///   f = 1/2 sum_k (D_k/D_0) s_k^2,   c_i = (value_i - lower_i)/(h scale_i) >= 0,
/// so that the force of row i with multiplier l_i is D_0 h l_i/scale_i.
class ComponentProblem final : public ProjectionComponent {
 public:
  /// `settings` outlive the component.
  explicit ComponentProblem(const Settings& settings) : settings_(settings) {}

  bool serial() const override { return true; }  // IPOPT solves one problem at a time

 private:
  class Scaled;
  void do_solve(const Projection& in, Context& context) override;
  bool attempt(int trial, const Projection& in, Context& context);
  void find_patterns(const ContactRows& all);
  void take(const Projection& in, const EngineResult& found, Context& context);
  Outcome gradients(const Projection& in, Context& context);
  void force_of_rows(const Projection& in);
  void least_squares(const Projection& in);
  void apply_force(const Projection& in);

  const Settings& settings_;
  Program::Pattern jacobian_, hessian_;
  std::vector<Index> hessian_start_;  ///< [unknowns + 1] entries of a row of hessian_
  std::vector<Real> value_, gradient_;
  std::vector<Real> force_;  ///< [unknowns] G'lambda, N
};

}  // namespace ipopt
