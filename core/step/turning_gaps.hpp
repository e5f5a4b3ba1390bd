/// \file turning_gaps.hpp  The laws of contacts whose gaps close within a step, or change because bodies turn.
///
/// Gaps change to second order in a step, because the points of a body that turns move along curves. The law of a
/// contact is posed with the free velocities first (GapAhead); where reactions change spins it is posed anew with the
/// solved ones.
#pragma once

#include <vector>

#include "core/contact/depth_limit.hpp"
#include "core/contact/gap_ahead.hpp"
#include "core/contact/reaction_contacts.hpp"
#include "core/support/reaction_data.hpp"

namespace tactus::core {

class TurningGaps {
 public:
  /// The problem of a step; everything outlives the object.
  struct Problem {
    const StepRows& step_rows;
    const DepthLimit& depth;
    ReactionContacts& contacts;
    const ReactionRows& rows;
    ReactionData& data;
  };
  /// A solution of it, whose arrays are filled again by every further one.
  struct Solution {
    const std::vector<Real>& velocity;     ///< [dofs] m/s
    const std::vector<Real>& at_contacts;  ///< [contacts * dim] m/s
    FunctionRef<bool()> converged;
    FunctionRef<Outcome()> solve_anew;  ///< from the free velocities
  };
  TurningGaps(const ContactGeometry& geometry, const PairLaws& laws, const Problem& problem)
      : ahead_(geometry, laws), problem_(problem) {}

  /// @param velocity  [dofs] without reactions
  /// @param h  s, from the middle of this step, where the rows are made, to that of the next one, where they are made
  /// again: a gap changes by as much with the velocities that this step ends with
  void begin(View<Real> q, View<Real> velocity, Real h) { ahead_.begin(q, velocity, h_ = h); }
  Real furthest() const { return ahead_.furthest(); }  ///< m, see GapAhead
  /// Whether an open row is a contact because its gap may close within the step.
  bool begins(Index row, Real gap) const;
  /// Finds how much the gaps of all contacts change because bodies turn with the free velocities.
  Outcome find_turning(View<Real> velocity, Context& context);
  /// Adds to the free velocity of a contact what its law has beside U_N.
  void pose(std::size_t contact);
  /// Where the reactions of contacts together give the bodies energy, because each counted on its own part of it,
  /// they are solved again without turning, which only takes energy. Else they are solved again as long as contacts
  /// would get deeper because of the spins that the reactions themselves give.
  Outcome settle(const Solution& solution, Context& context);

 private:
  bool serves(std::size_t contact) const;
  Real speed(std::size_t contact, Real turning) const;
  void set_speed(std::size_t contact, Real speed);
  bool pose_anew(const Solution& solution);
  Outcome stop_turning(const Solution& solution);
  Real work(const Solution& solution) const;
  Real magnitude_of_work() const;

  GapAhead ahead_;
  Problem problem_;
  Real h_ = 0;
  std::vector<Real> turning_;  ///< [contacts] m/s, ReactionContacts::turning() as posed
  std::vector<Real> turned_;   ///< [contacts] m/s, the same for solved velocities
  std::vector<Real> before_;   ///< [contacts] m/s, ReactionData::gap_speed of the
                               ///< solution before
};

}  // namespace tactus::core
