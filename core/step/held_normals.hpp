/// \file held_normals.hpp  Contacts whose two sides supports hold along the normal, while they may move along
/// the surface. No reaction opens such a contact, and a law that solves for it has no solution, or many.
#pragma once

#include <vector>

#include "core/contact/pair_laws.hpp"
#include "core/contact/reaction_contacts.hpp"

namespace tactus::core {

class HeldNormals {
 public:
  /// @param rows, laws  outlive the object
  HeldNormals(const StepRows& rows, const PairLaws& laws) : rows_(rows), laws_(laws) {}

  struct Problem {
    const ReactionContacts& contacts;
    View<Real> velocity{};       ///< [dofs] m/s, without reactions
    View<std::uint8_t> fixed{};  ///< [dofs] 1: no reaction moves it
  };
  /// Leaves contacts of implicit laws out where supports keep the gap as it is or open it: nothing presses there, and
  /// there is no friction. Only ReactionRows::row and ::gap are changed; the rest is to be evaluated again.
  /// @param left_out  whether there were any
  /// @returns failed where supports close the gap
  Outcome leave_out(const Problem& problem, ReactionRows& rows, bool& left_out, Context& context);
  Index left_out() const { return left_out_; }  ///< closed contacts since clear()
  void clear() { left_out_ = 0; }

 private:
  const StepRows& rows_;
  const PairLaws& laws_;
  std::vector<std::uint8_t> held_;  ///< [contacts]
  std::vector<Real> relative_;      ///< [contacts * dim] m/s
  Index left_out_ = 0;
};

}  // namespace tactus::core
