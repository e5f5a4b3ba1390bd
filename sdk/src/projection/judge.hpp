// Which components of an attempt are bad: they bring energy out of nothing, or leave a violation.
#pragma once

#include <vector>

#include "attempt.hpp"

namespace tactus::projection {

class Judge {
 public:
  /// Looks at each component by itself. One is bad where contact brings in more than `share` of the
  /// energy so far by its work, or by the balance of the step while the run has gained that much as
  /// well; where it has no solution; where a violation that nothing settles touches it.
  Outcome assess(const StepInput& in, const Attempt& attempt, bool settled, Real share,
                 Context& context);

  bool sound() const { return bad_.empty() && left_.empty(); }
  /// Rows with the largest positive share of the energy of a bad component, one each.
  View<Index> worst_rows() const { return worst_; }
  /// Calls visit(vertices) for each group of vertices that went wrong together: those of a bad
  /// component, those of a violation that is left.
  template <class Visit>
  void each_bad_group(const StepInput& in, const Attempt& attempt, Visit&& visit);

 private:
  void mark_left(const StepInput& in, const Attempt& attempt);
  Outcome find_held_changes(const StepInput& in, Context& context);
  Real held_work(const StepInput& in, const ProjectionComponent& component) const;
  bool brings_energy(const StepInput& in, const ProjectionComponent& component, Real share,
                     Context& context);
  Outcome find_worst_row(const StepInput& in, const ProjectionComponent& component,
                         Context& context);

  std::vector<std::uint8_t> touched_;  ///< [components] by a violation that is left
  std::vector<Index> bad_, worst_;     ///< components; rows
  std::vector<Index> left_;            ///< violations that nothing settled
  std::vector<Index> held_;            ///< rows with prescribed degrees of freedom
  std::vector<Real> held_change_;      ///< [rows] of the step, 0 where not held
  std::vector<Real> change_, gradient_;
  std::vector<Index> group_;
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
