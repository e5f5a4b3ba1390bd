/// \file pressed_forces.hpp  The forces of contact in a step that was solved in increments: which rows push, against
/// what, and what each pair of bodies and each support received of them.
#pragma once

#include <vector>

#include "core/contact/contact_forces.hpp"
#include "core/contact/step_rows.hpp"

namespace tactus::core {

/// The result of a solved step from which ContactForces are collected.
struct ContactOutcome {
  View<Real> w{}, multiplier{};
  View<Real> force{};         ///< [dofs] N, forces from the solver
  View<Index> zone{};         ///< [dofs] StepSolution::zone; empty: none
  Real fraction = 1;          ///< fraction of the rows' forces that acted; zones always act fully
  Real dt = 0;                ///< s
  bool at_start = false;      ///< StepReport::contact_at_start
  View<Index> component{};    ///< StepResult::component; empty: one fraction for all
  View<Real> of_component{};  ///< StepResult::component_fraction
};

class PressedForces {
 public:
  /// @param rows  of the steps; outlive this object
  explicit PressedForces(StepRows& rows) : rows_(rows) {}

  /// Finds the rows that exert a force at the solution w of this step and keeps their gradients
  /// there. If the gradients of a row do not add up to zero over its vertices, the row pushes
  /// against something outside the model and is treated as grounded, even if its constraint has not
  /// declared it as such.
  Outcome look(View<Real> w, View<Real> multiplier, Context& context);
  View<Index> pressed() const { return pressed_; }  ///< the rows that look() has found
  /// Adds the forces lambda * grad value of rows with a force, and those that moved rigid impact
  /// zones, which no row carries. Precondition: look() with the same solution.
  void collect(const ContactOutcome& step, ContactForces& out) const;
  /// Adds multiplier times RowBuffer::held of each row with a force to the component it belongs to.
  /// @param component  [dofs]; @param out [components] J
  Outcome add_held_work(const ContactModel& contact, View<Real> w, View<Real> multiplier,
                        View<Index> component, Out<Real> out, Context& context) const;
  /// Sets the group of a row to kNone if some row of that group touches a prescribed degree of
  /// freedom or is grounded, because momentum is not conserved there; see StepResult::group.
  void release_held_groups(Out<Index> group);

 private:
  void find_grounded_rows();
  Real fraction_of(Index row, const ContactOutcome& step) const;
  void add_row(Index row, Real multiplier, const Real* gradient, const Real* outside_velocity,
               const ContactOutcome& step, ContactForces& out) const;

  StepRows& rows_;
  std::vector<Index> pressed_;  ///< rows that exert a force at the solution
  std::vector<Real> gradient_, outside_velocity_;
  std::vector<Index> held_groups_;
};

}  // namespace tactus::core
