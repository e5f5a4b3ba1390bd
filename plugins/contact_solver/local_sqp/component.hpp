// One independent contact problem: rows that share degrees of freedom, solved by SQP.
#pragma once

#include <tactus/contact_solver.hpp>
#include <vector>

#include "dual_active_set.hpp"

namespace local_sqp {

struct Settings {
  Index iterations = 25;  ///< limit of the SQP
  Real regularisation = 1e-10;
  Real stop = 0;    ///< m, largest change of a coordinate at which the SQP stops
  Real report = 0;  ///< m, last change above which an unconverged problem is counted
};

/// What one component's solution was like.
struct ComponentResult {
  Outcome outcome{};
  Index iterations = 0;
  Index inconsistent = 0;  ///< rows below their lower bound at the end
  bool converged = true;
};

/// min 1/2 (u - u_pre)' D (u - u_pre), value_i(u) >= lower_i: linearised at the current point in
/// z = D^(1/2) (u - u_pre) and solved in the dual, again until the point stands still.
///
/// Works on its own degrees of freedom only, so components may be solved at once.
class ComponentProblem {
 public:
  std::vector<Index> rows;  ///< positions in ContactModel::rows(); empty: merged into another
  bool changed = true;      ///< has rows that were not there when it was solved last
  ComponentResult result;

  /// Starts from correction d (current) and writes u = u_pre + d, d, multipliers, force = D d.
  void solve(const ContactModel& contact, View<Real> diagonal, View<Real> predictor,
             const Settings& settings, Out<Real> u, Out<Real> d, Out<Real> multiplier,
             Out<Real> force, Context& context);

  /// Makes it a problem without rows; memory is kept.
  void clear();
  /// Takes over the rows and the working set of a component that grows into this one.
  void merge(const ComponentProblem& other);
  /// Unknowns, ascending; valid after solve().
  View<Index> unknowns() const { return dof_; }

 private:
  void number_unknowns(const ContactRows& all);
  Outcome linearise(const ContactModel& contact, View<Real> diagonal, View<Real> u, View<Real> d,
                    Context& context);

  std::vector<Index> dof_;    ///< unknowns, ascending
  std::vector<Index> local_;  ///< [entries of rows] position in dof_
  std::vector<Real> value_, gradient_, norm_, b_, l_, z_, step_;
  SparseRows A_;
  DualActiveSet qp_;
};

}  // namespace local_sqp
