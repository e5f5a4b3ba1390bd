/// \file reaction_contacts.hpp  Contact rows as a problem in reactions needs them: frames, relative velocities, and the
/// forces that follow from reactions.
#pragma once

#include <vector>

#include "core/contact/contact_forces.hpp"
#include "core/contact/reaction_map.hpp"
#include "core/contact/reaction_rows.hpp"
#include "core/contact/step_rows.hpp"

namespace tactus::core {

/// The result of a solved reaction problem from which ContactForces are collected.
struct ReactionOutcome {
  View<Real> reactions{};  ///< [contacts * dim] N s
  View<Real> friction{};   ///< [contacts] coefficient, from which sticking is told
  View<Real> velocity{};   ///< [dofs] mean over the step
  Real fraction = 1;       ///< fraction of the reactions that acted
  Real dt = 0;             ///< s
};

class ReactionContacts {
 public:
  /// @param rows  of the steps; outlive this object
  explicit ReactionContacts(StepRows& rows) : rows_(rows) {}

  /// Fills `out`, except for the gaps, for the rows listed in it, at this step's frozen contact
  /// geometry.
  /// @param frames  turns the frames of contacts that were there at t_n; null: in the plane
  Outcome evaluate(ReactionRows& out, const ReactionMap* frames, Context& context);
  /// U = frame * (sum c_a v_a - velocity of what is outside) for each contact, [contacts * dim] m/s.
  /// `velocity` [dofs] includes prescribed degrees of freedom.
  void relative_velocity(const ReactionRows& rows, View<Real> velocity, Out<Real> U) const;
  /// By how much the normal relative velocity of each contact changes while its bodies move on with
  /// `velocity` for the time `ahead`, because they turn: they carry normals with them, and their
  /// points move along curves. Exactly 0 for contacts of nodes and of bodies that do not turn.
  /// @param velocity  [dofs], includes prescribed degrees of freedom; @param out  [contacts] m/s
  Outcome turning(const ReactionRows& rows, View<Real> velocity, Real ahead, Out<Real> out,
                  Context& context);
  /// Adds the moment about the origin that reactions have because the two sides of a contact are
  /// loaded at different places. Points with their own degrees of freedom are loaded where they
  /// are, all other bodies at the point of contact.
  void add_angular_momentum_error(const ReactionRows& rows, View<Real> reactions,
                                  Real* moment) const;
  /// Adds the forces of the reactions of a solved problem.
  void collect(const ReactionRows& rows, const ReactionOutcome& step, ContactForces& out) const;

 private:
  void scatter(ReactionRows& out) const;
  bool turns(Index row, View<Real> velocity, Real time) const;
  Outcome look_there(const Placement& there, Real time, Context& context);
  Real normal_velocity(Index row, const Placement& at, View<Real> velocity, const Real* frame,
                       const Real* weight, const Real* outside_velocity) const;
  const SurfaceMotion& motion() const { return *rows_.places().geometry().motion; }
  int dim() const { return rows_.places().dim(); }

  StepRows& rows_;
  /// What turning() computes of rows whose bodies turn.
  struct Ahead {
    std::vector<Index> rows;
    std::vector<Real> u, y, frame, weight, outside_velocity;
  } ahead_;
};

}  // namespace tactus::core
