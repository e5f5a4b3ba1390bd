/// \file reaction_record.hpp  Evaluates a solved problem in reactions for the history and the
/// summary.
#pragma once

#include <vector>

#include "core/contact/contact_state.hpp"
#include "core/contact/reaction_rows.hpp"
#include "core/step/reaction_facts.hpp"
#include "core/support/reaction_data.hpp"

namespace tactus::core {

/// A solved problem; views belong to the current step.
struct SolvedReactions {
  const ReactionRows& rows;
  const ReactionData& data;
  View<Real> velocity{};       ///< [contacts * dim] m/s, U at the end of the step
  View<std::uint8_t> fresh{};  ///< [contacts] 1: the two sides did not touch in the previous step
  Real touching = 0;           ///< m, gaps up to this are rounding errors
};

class ReactionRecord {
 public:
  explicit ReactionRecord(Index dofs) : contact_of_dof_(static_cast<std::size_t>(dofs), kNone) {}

  /// All facts except the moment defect and the number of contacts left out, which the problem does
  /// not contain.
  ReactionFacts of(const SolvedReactions& solved);

 private:
  void add_contact(const SolvedReactions& solved, Index contact, ReactionFacts& facts) const;
  bool shares_impacts(const SolvedReactions& solved);
  std::size_t root_of(std::size_t contact);

  std::vector<Index> contact_of_dof_;  ///< [dofs] kNone between two calls
  /// [contacts] union-find over the contacts that share bodies
  std::vector<std::size_t> parent_;
  /// [contacts] at the root of a set: number of pushing contacts
  std::vector<Index> members_;
};

}  // namespace tactus::core
