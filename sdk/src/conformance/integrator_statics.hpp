/// What an integrator without inertia promises (capability::statics).
#pragma once

#include "integrator_flight.hpp"
#include "worst.hpp"

namespace tactus::conformance {

/// Springs on a support that moves: contact and springs are in balance at the end of each step, and nothing that is
/// free has a velocity. A contact force that is as it was in the step before does its work along the way.
inline Finding steps_end_in_equilibrium(const Make<Integrator>& make) {
  Springs springs;
  springs.system.drive(1, kPlace[1], 0.25, 3);
  Flight flight(make, springs.system, kPlace, kVelocity);
  Real worst = 0;
  for (int k = 0; k < 6; ++k) {
    const std::vector<Real> push{1. + k / 2, 0, k / 2 - 1.5}, before = flight.state().q;
    flight.step(k % 2 ? kStep : 2 * kStep, View<Real>(push));
    const auto& [time, q, v, a, extra] = flight.state();
    std::vector<Real> force(3);
    if (!springs.system.force({.q = q, .time = time}, force, flight.context()))
      return broken("no force");
    Real weights = 0, work = 0;
    for (const Real weight : flight.report.weight) weights += weight;
    for (std::size_t i = 0; i < 3; ++i) work += push[i] * (q[i] - before[i]);
    raise_to(worst, std::abs(force[0] + push[0]), std::abs(force[2] + push[2]), std::abs(v[0]),
             std::abs(v[2]), std::abs(weights - 1));
    if (k % 2 && !(std::abs(work - flight.report.contact_work) <= 1e-11))
      return broken(text_of("an even force does a work of ", work, " J, ",
                            flight.report.contact_work, " J are reported"));
  }
  return within(worst, 1e-11);
}

}  // namespace tactus::conformance
