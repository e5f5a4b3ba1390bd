#include "conserving_force.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spring_dashpot {

Real ConservingForce::stored(Real gap) const {
  return spring / (power + 1) * std::pow(std::max(-gap, Real(0)), power + 1);
}

Real ConservingForce::mean(Real end) const {
  const Real a = std::max(-start, Real(0)), b = std::max(-end, Real(0));
  if (fresh) return stored(end) / (start - end);
  // The difference of two nearly equal energies is rounding. The midpoint rule and its first correction
  // are exact to the fourth power of the ratio, 1e-12, times a coefficient below 1e-3.
  if (a > 0 && b > 0 && std::abs(b - a) < 1e-3 * a) {
    const Real middle = (a + b) / 2, ratio = (b - a) / middle;
    return spring * std::pow(middle, power) * (1 + power * (power - 1) / 24 * ratio * ratio);
  }
  return a == 0 && b == 0 ? 0 : (stored(end) - stored(start)) / (start - end);
}

Real ConservingForce::at(Real end) const {
  return mean(end) - dashpot * (std::min(end, Real(0)) - std::min(start, Real(0))) / dt;
}

/// f where the spring acts all the way and is linear.
Real ConservingForce::linear() const {
  return (-spring * (start + free_end) / 2 - dashpot * (free_end - start) / dt) /
         (1 + answer() * (spring / 2 + dashpot / dt));
}

/// f at the end of the step, which lies between these two: the method of false position, Illinois.
Real ConservingForce::between(Real low, Real high) const {
  const auto off = [&](Real end) { return end - free_end - answer() * at(end); };
  const Real enough = 4 * std::numeric_limits<Real>::epsilon() *
                      std::max({std::abs(low), std::abs(high), std::abs(start)});
  Real below = off(low), above = off(high);
  for (int n = 0; n < 200 && high - low > enough && below < 0 && above > 0; ++n) {
    Real middle = (low * above - high * below) / (above - below);
    if (!(middle > low && middle < high)) middle = (low + high) / 2;
    const Real here = off(middle);
    if (here < 0) {
      low = middle, below = here, above /= 2;
    } else {
      high = middle, above = here, below /= 2;
    }
    if (here == 0) return at(middle);
  }
  return at(std::abs(below) < std::abs(above) ? low : high);
}

Real ConservingForce::force() const {
  if (bonded) return linear();
  if (power == 1 && start < 0 && !fresh) {
    const Real f = std::max(linear(), Real(0));
    if (free_end + answer() * f <= 0) return f;
  }
  const Real first = at(free_end);
  if (!(first > 0)) return 0;
  // With nothing stored before, f falls with y only up to here; beyond it the body would be slower than
  // one that could have come this far in half of a step.
  const Real last = free_end + answer() * first;
  if (!fresh || start >= 0) return between(free_end, last);
  const Real limit = start * (power + 1) / power;
  const Real end = std::min(last, limit);
  if (free_end < end && end - free_end - answer() * at(end) >= 0) return between(free_end, end);
  ConservingForce known = *this;
  known.fresh = false;
  return known.force();
}

}  // namespace spring_dashpot
