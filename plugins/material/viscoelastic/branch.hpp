// One spring and dashpot in series, and what becomes of it in a step in which the strain changes at a
// constant rate.
#pragma once

#include <cmath>
#include <tactus/types.hpp>

namespace viscoelastic {
using tactus::Real;

/// With e the strain of the spring, E that of the point, tau the relaxation time and x = dt/tau,
/// de/dt = dE/dt - e/tau has the exact solution
///   e' = exp(-x) e + phi dE,                       phi = (1 - exp(-x))/x
/// and the dashpot takes the integral of |e|^2/tau, which is a sum of squares:
///   a |e + r dE|^2 + rest |dE|^2,                  a = (1 - exp(-2x))/2, r = tanh(x/2)/x,
///                                                  rest = (x - 2 tanh(x/2))/x^2
/// |.|^2 is twice the energy of a strain. Where no time passes, e' = e + dE and nothing is taken.
struct Branch {
  Real fraction = 0;  ///< of the stiffness
  Real keeps = 1, phi = 1;
  Real a = 0, r = 0.5, rest = 0;

  Branch() = default;
  Branch(Real share, Real relaxation_time, Real dt) : fraction(share) {
    const Real x = dt / relaxation_time, y = x / 2, y2 = y * y;
    if (!(x > 0)) return;
    keeps = std::exp(-x);
    phi = -std::expm1(-x) / x;
    a = -std::expm1(-2 * x) / 2;
    r = std::tanh(y) / x;
    // The series where the difference would cancel.
    rest = y < 0.03 ? y * (1. / 6 - y2 * (1. / 15 - y2 * (17. / 630 - y2 * 31 / 2835)))
                    : (1 - std::tanh(y) / y) / x;
  }
};

}  // namespace viscoelastic
