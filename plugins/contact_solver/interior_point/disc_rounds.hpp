/// \file disc_rounds.hpp  Central paths and Newton's method in turn, for contacts whose friction has a bound that
/// does not depend on what presses (friction/pressed_law.hpp).
///
/// With given friction (Tresca) the problem of all contacts is convex, and the central path solves it. The slip bound
/// depends on the velocity with which a contact opens, and that on the friction: the rounds iterate to a fixed point on
/// the slip bound. Each takes the share of friction from the reactions before, and most are right after a round or two.
/// Those that change again fade within the path (disc_conditions.hpp), and in some rounds all do. Newton's method on
/// the equations of the laws goes on from the end of each path, and what it finds is judged by the laws themselves.
///
/// Source: J. Haslinger, I. Hlavacek and J. Necas, Numerical methods for unilateral problems in solid mechanics,
/// Handbook of Numerical Analysis IV (1996), for friction as a sequence of problems with given bounds.
#pragma once

#include <tactus/reactions/proximal_newton.hpp>

#include "central_path.hpp"

namespace interior_point {
using tactus::ContactLaw;

class DiscRounds {
 public:
  struct Methods {
    CentralPath& path;
    tactus::ProximalNewton& newton;
    tactus::BlockSweeps& sweeps;
  };

  /// Finds the bounds in the equations of the laws. @pre all laws are linearised
  /// @returns false if a contact has neither Coulomb's law nor such a bound
  bool prepare(const ReactionProblem& problem, View<const ContactLaw*> laws,
               View<std::uint8_t> coulomb, Context& context);

  /// At most so many rounds from x. What was found is in the search.
  /// @pre the methods have been prepared for the problem, and x has been judged
  void improve(ReactionPoint& x, Index rounds, Real until, const Methods& methods,
               ReactionSearch& search);

 private:
  template <int D>
  void choose(const ReactionPoint& x, Index round, const ReactionProblem& problem);

  std::vector<Real> bound_;  ///< [contacts] N s; below 0: Coulomb's law
  std::vector<FrictionDisc> discs_;
  std::vector<std::uint8_t> changes_;  ///< [contacts] the share changed from a round to the next
};

}  // namespace interior_point
