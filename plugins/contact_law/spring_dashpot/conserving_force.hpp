// The normal force of a spring and a dashpot over one step that gives and takes exactly the energy which
// the spring stores: a discrete gradient. It conserves energy in the step in which contact begins and in
// the one in which it ends, where a rule for springs that are pressed all the time does not.
#pragma once

#include <tactus/types.hpp>

namespace spring_dashpot {

using namespace tactus;

/// The gap moves from x = `start` to y, both negative where the spring is pressed, with the mean of the
/// normal velocities at both ends. The force is constant over the step,
///   f(y) = -(V(y) - V(x))/(y - x) - d (min(y, 0) - min(x, 0))/dt,   V(g) = s/(m + 1) max(0, -g)^(m + 1),
///   y = `free_end` + dt^2 W_NN/2 f(y),
/// so that its work f (x - y) is the energy V(y) that is stored afterwards less V(x), and what the
/// dashpot takes (Greenspan 1984; Gonzalez 1996). f falls with y, so that there is one solution. For
/// m = 1 and x, y < 0 it is Solfec (90).
struct ConservingForce {
  Real spring = 0, power = 1, dashpot = 0;  ///< s, m and d of this contact
  Real dt = 0, w = 0;                       ///< s; 1/kg, W_NN
  Real start = 0, free_end = 0;  ///< m, gap at t_n, and at t_{n+1} if this force did not act
  bool bonded = false;           ///< the spring pulls as well; power is 1
  /// Nothing has acted or was stored before, although `start` may be negative: contact began in the
  /// second half of the step before, which contact is not asked about.
  bool fresh = false;

  /// N; never negative unless bonded.
  Real force() const;

 private:
  Real answer() const { return dt * dt * w / 2; }  ///< m/N
  Real stored(Real gap) const;                     ///< J
  Real mean(Real end) const;                       ///< N, of the spring
  Real at(Real end) const;                         ///< N, f(y)
  Real linear() const;
  Real between(Real low, Real high) const;
};

}  // namespace spring_dashpot
