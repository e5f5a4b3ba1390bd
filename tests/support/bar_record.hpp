// What a run tells of a bar that strikes something along its axis: the force on it in each step, and
// what follows from it, as the verification catalogue (BAR-1 to BAR-9) asks for it.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "tests/support/simulation.hpp"

namespace tactus::testing {

/// Contact force on one body along the last axis, at the end of each step.
struct BarRecord {
  std::vector<Real> time, force, dt;  ///< dt of each step
  Real highest = 0;                   ///< largest energy over that at the start
  Index dirty = 0;                    ///< states in which bodies overlap

  Real longest_step() const { return *std::ranges::max_element(dt); }
  Real mean(Real from, Real to) const {
    Real sum = 0, n = 0;
    for (std::size_t i = 0; i < time.size(); ++i)
      if (time[i] > from && time[i] < to) sum += force[i], n += 1;
    return sum / n;
  }
  /// Standard deviation over mean.
  Real noise(Real from, Real to) const {
    const Real middle = mean(from, to);
    Real square = 0, n = 0;
    for (std::size_t i = 0; i < time.size(); ++i)
      if (time[i] > from && time[i] < to)
        square += (force[i] - middle) * (force[i] - middle), n += 1;
    return std::sqrt(square / n) / middle;
  }
  Real impulse(Real from, Real to) const {
    Real sum = 0;
    for (std::size_t i = 0; i < time.size(); ++i)
      if (time[i] > from && time[i] < to) sum += force[i] * dt[i];
    return sum;
  }
  Real first(Real from, Real to) const {
    for (std::size_t i = 0; i < time.size(); ++i)
      if (force[i] > 0 && time[i] > from && time[i] < to) return time[i];
    return -1;
  }
  Real last(Real from, Real to) const {
    Real t = -1;
    for (std::size_t i = 0; i < time.size(); ++i)
      if (force[i] > 0 && time[i] > from && time[i] < to) t = time[i];
    return t;
  }
};

/// An audit of a bar in space costs three times as much as a step.
constexpr std::size_t kStepsPerAudit = 5;

/// Runs to the end. `upper`: position of the body that the force is counted on.
template <class Look>
BarRecord record_bar(Simulation& s, std::int32_t upper, Look&& look) {
  BarRecord r;
  const auto along = static_cast<std::size_t>(s.model.dim() - 1);
  s.run([&](Simulation& now) {
    const auto& facts = now.stepper.facts();
    Real impulse = 0;
    for (const auto& pair : facts.contact.forces.pairs)
      impulse += (pair.body_a == upper ? 1 : -1) * pair.impulse[along];
    r.time.push_back(now.time());
    r.force.push_back(impulse / facts.dt);
    r.dt.push_back(facts.dt);
    if (r.dt.size() % kStepsPerAudit == 0) r.dirty += !now.audit().clean();
    look(now);
  });
  r.highest = s.balance.largest_total() / s.balance.initial();
  CHECK(r.dirty == 0);
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
  return r;
}
inline BarRecord record_bar(Simulation& s, std::int32_t upper) {
  return record_bar(s, upper, [](Simulation&) {});
}

}  // namespace tactus::testing
