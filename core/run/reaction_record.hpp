/// \file reaction_record.hpp  From a solved problem in reactions to what the history says of it.
#pragma once

#include <vector>

#include "core/contact/reaction_data.hpp"
#include "core/contact/reaction_rows.hpp"
#include "core/run/reaction_facts.hpp"

namespace tactus::core {

/// A solved problem; views are of the step at hand.
struct SolvedReactions {
  const ReactionRows& rows;
  const ReactionData& data;
  View<Real> velocity{};       ///< [contacts * dim] m/s, U at the end of the step
  View<std::uint8_t> fresh{};  ///< [contacts] 1: the two did not touch in the step before
  Real touching = 0;           ///< m, gaps up to this are rounding
};

class ReactionRecord {
 public:
  explicit ReactionRecord(Index dofs) : contact_of_dof_(static_cast<std::size_t>(dofs), kNone) {}

  /// All but the moment defect and the contacts that were left out, of which the problem knows nothing.
  ReactionFacts of(const SolvedReactions& solved);

 private:
  void add_contact(const SolvedReactions& solved, Index contact, ReactionFacts& facts) const;
  bool shares_impacts(const SolvedReactions& solved);
  std::size_t root_of(std::size_t contact);

  std::vector<Index> contact_of_dof_;  ///< [dofs] kNone between two calls
  std::vector<std::size_t> parent_;    ///< [contacts] of the sets of contacts that share bodies
  std::vector<Index> members_;         ///< [contacts] of a root: that push
};

}  // namespace tactus::core
