// One independent contact problem, whose rows share degrees of freedom, solved by sequential
// quadratic programming (SQP).
#pragma once

#include <tactus/projection/component.hpp>
#include <vector>

#include "dual_active_set.hpp"

namespace local_sqp {

struct Settings {
  Index iterations = 25;  ///< limit of the SQP
  Real regularisation = 1e-10;
  Real stop = 0;    ///< m, the SQP stops if no coordinate changes by more
  Real report = 0;  ///< m, a problem whose last change exceeds this counts as unconverged
};

/// min 1/2 (u - u_pre)' D (u - u_pre) subject to value_i(u) >= lower_i. The rows are linearised at
/// the current point in terms of z = D^(1/2) (u - u_pre), the dual problem is solved, and this is
/// repeated until the point no longer changes.
///
/// Works on its own degrees of freedom only, so that components may be solved concurrently.
class ComponentProblem final : public ProjectionComponent {
 public:
  /// `settings` outlive the component.
  explicit ComponentProblem(const Settings& settings) : settings_(settings) {}

 private:
  void do_solve(const Projection& in, Context& context) override;
  void do_clear() override;
  /// Takes over the working set of the other component.
  void do_merge(const ProjectionComponent& other) override;
  void set_pattern(const ContactRows& all);
  Outcome linearise(const Projection& in, Context& context);

  const Settings& settings_;
  std::vector<Real> value_, gradient_, norm_, b_, l_, z_;
  std::vector<Real> root_;  ///< [unknowns] D^-1/2
  SparseRows A_;
  DualActiveSet qp_;
};

}  // namespace local_sqp
