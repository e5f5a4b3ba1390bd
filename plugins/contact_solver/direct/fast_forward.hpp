// Sweeps that go on and on in one direction, in one leap. Contacts that share a load, such as two corners of
// a block that both stick, pass it on to each other by the same small amount in every sweep, thousands of
// times, until one of them slips or lets go. Between such events a sweep is a linear map, so that where the
// next event is can be computed instead.
#pragma once

#include <tactus/reaction.hpp>
#include <vector>

namespace direct {

using namespace tactus;

class FastForward {
 public:
  /// A new problem: forgets the last one.
  void begin() { known_ = too_far_ = false, reach_ = 1, change_ = -1; }

  /// Leaps ahead from `end`, if that is where sweeps are going.
  /// @param start  [contacts * dim] N s, reactions before two sweeps, forward and backward
  /// @param end    [contacts * dim] N s, reactions after them; in a leap replaced by those further ahead
  void after_sweeps(const ReactionProblem& problem, View<Real> start, Out<Real> end);

 private:
  template <int D>
  void look(const ReactionProblem& problem, View<Real> start, Out<Real> end);

  bool known_ = false;              ///< whether `before_` is that of the two sweeps before
  bool too_far_ = false;            ///< whether sweeps went back after the last leap
  std::vector<Real> now_, before_;  ///< [contacts * dim] m/s, changes by two sweeps
  Real reach_ = 1;                  ///< factor of the next leap that no event limits
  Real change_ = -1;  ///< m/s, by the two sweeps before the last leap; below 0: none yet
};

}  // namespace direct
