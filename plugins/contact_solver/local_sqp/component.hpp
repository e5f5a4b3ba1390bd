// One independent contact problem: rows that share degrees of freedom, solved by SQP.
#pragma once

#include <tactus/projection/component.hpp>
#include <vector>

#include "dual_active_set.hpp"

namespace local_sqp {

struct Settings {
  Index iterations = 25;  ///< limit of the SQP
  Real regularisation = 1e-10;
  Real stop = 0;    ///< m, largest change of a coordinate at which the SQP stops
  Real report = 0;  ///< m, last change above which an unconverged problem is counted
};

/// min 1/2 (u - u_pre)' D (u - u_pre), value_i(u) >= lower_i: linearised at the current point in
/// z = D^(1/2) (u - u_pre) and solved in the dual, again until the point stands still.
///
/// Works on its own degrees of freedom only, so components may be solved at once.
class ComponentProblem final : public ProjectionComponent {
 public:
  /// `settings` outlive the component.
  explicit ComponentProblem(const Settings& settings) : settings_(settings) {}

 private:
  void do_solve(const Projection& in, Context& context) override;
  void do_clear() override;
  /// Takes over the working set.
  void do_merge(const ProjectionComponent& other) override;
  Outcome linearise(const Projection& in, Context& context);

  const Settings& settings_;
  std::vector<Real> value_, gradient_, norm_, b_, l_, z_;
  std::vector<Real> root_;  ///< [unknowns] D^-1/2
  SparseRows A_;
  DualActiveSet qp_;
};

}  // namespace local_sqp
