/// \file contact_choice.hpp  Which rows are contacts of a problem in reactions: those within reach of their law, and
/// those whose gap may close within the step.
#pragma once

#include <vector>

#include "core/contact/depth_limit.hpp"
#include "core/contact/pair_laws.hpp"
#include "core/contact/reaction_rows.hpp"
#include "core/contact/step_rows.hpp"
#include "core/contact/touch_record.hpp"
#include "core/step/turning_gaps.hpp"
#include "tactus/contact_model.hpp"

namespace tactus::core {

class ContactChoice {
 public:
  /// Everything outlives the object.
  ContactChoice(const ContactModel& contact, const StepRows& rows, const PairLaws& laws,
                const Surface& surface)
      : contact_(contact), rows_(rows), laws_(laws), depth_limit_(surface) {}

  /// Fills ReactionRows::row and ::gap. Rows of two things that cannot move have no degrees of freedom; they are
  /// counted and left out.
  /// @param velocity  [dofs] without reactions
  /// @param ahead  null: contacts begin when their gap is closed
  /// @returns retry where a contact is deeper than its limit
  Outcome choose(View<Real> velocity, const TurningGaps* ahead, const TouchRecord& touches,
                 ReactionRows& out, Context& context);
  /// Whether a law acts at this gap of a row. For all other contacts their first touch is still to come.
  bool is_closed(Index row, Real gap) const { return gap <= reach_of(row); }
  Index immovable() const { return immovable_; }  ///< contacts between two things that cannot move
  void clear() { immovable_ = 0; }
  const DepthLimit& depth_limit() const { return depth_limit_; }

 private:
  Real reach_of(Index row) const;
  Outcome check_depth(Index row, Real gap, const TouchRecord& touches) const;

  const ContactModel& contact_;
  const StepRows& rows_;
  const PairLaws& laws_;
  DepthLimit depth_limit_;
  std::vector<Index> all_rows_;
  std::vector<Real> value_;
  Index immovable_ = 0;
};

}  // namespace tactus::core
