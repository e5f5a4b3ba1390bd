// Judges the components of an attempt: a bad one adds energy without a cause, or leaves a
// violation.
#pragma once

#include <vector>

#include "attempt.hpp"

namespace tactus::projection {

class Judge {
 public:
  /// Judges each component separately. It is bad if contact adds more than
  /// PassOptions::energy_share of the energy so far by its work, or if it does so by the balance of
  /// the step and the run has gained that much as well; if it moves vertices by far more than they
  /// have to be moved; if it has no solution; or if it touches a violation that nothing settles.
  Outcome assess(const StepInput& in, const Attempt& attempt, bool settled,
                 const PassOptions& options, Context& context);

  bool sound() const { return bad_.empty() && left_.empty(); }
  /// Largest Amplification::ratio of the components that are not bad.
  Real largest_ratio() const { return largest_ratio_; }
  /// J, what the forces of these rows do at most along their margins. Bodies that touch within the
  /// margin are pushed apart up to it once, and that is no sign of a wrong row.
  static Real margin_work(const StepInput& in, View<Index> rows, const Scales& scales);
  /// For each bad component the row with the largest positive share of its energy.
  View<Index> worst_rows() const { return worst_; }
  /// Calls visit(vertices) for each group of vertices with a common fault: those of a bad
  /// component, and those of a remaining violation.
  template <class Visit>
  void each_bad_group(const StepInput& in, const Attempt& attempt, Visit&& visit);

 private:
  void mark_left(const StepInput& in, const Attempt& attempt);
  Outcome find_excess(const StepInput& in, const ProjectionComponent& component, bool limited,
                      bool& excessive, Context& context);
  Outcome find_depth(const StepInput& in, const ProjectionComponent& component, Real& deepest,
                     Context& context);
  Outcome find_held_changes(const StepInput& in, Context& context);
  Real held_work(const StepInput& in, const ProjectionComponent& component,
                 View<Real> change) const;
  bool brings_energy(const StepInput& in, const ProjectionComponent& component, Real share,
                     Context& context);
  Outcome find_worst_row(const StepInput& in, const ProjectionComponent& component,
                         Context& context);

  std::vector<std::uint8_t> touched_;  ///< [components] 1: touched by a remaining violation
  std::vector<Index> bad_, worst_;     ///< components; rows
  std::vector<Index> left_;            ///< remaining violations
  std::vector<Index> held_;            ///< rows with prescribed degrees of freedom
  /// [rows] RowBuffer::held and held_mean; 0 without prescribed dofs
  std::vector<Real> held_change_, mean_change_;
  std::vector<Real> change_, mean_, gradient_, value_;
  std::vector<Index> group_;
  Real largest_ratio_ = 0;
};

template <class Visit>
void Judge::each_bad_group(const StepInput& in, const Attempt& attempt, Visit&& visit) {
  const ContactRows& rows = in.contact.rows();
  for (const Index c : bad_) {
    group_.clear();
    for (const Index r : attempt.partition()[static_cast<std::size_t>(c)].rows)
      group_.insert(group_.end(), rows.stencil.begin() + rows.stencil_start[r],
                    rows.stencil.begin() + rows.stencil_start[r + 1]);
    visit(View<Index>(group_));
  }
  for (const Index i : left_) visit(in.contact.violations().vertices(i));
}

}  // namespace tactus::projection
