// Where the energy of a run came from and went to, computed from its states alone: positions,
// velocities, accelerations and masses before and after each step. Nothing of what the program says
// about its own energy goes in, so that the two can be compared.
//
// For the explicit scheme (beta = 0, gamma = 1/2) without loads and supports,
//   R1 = T + U - dt^2/8 a'M a
// is conserved by free linear systems. With w = v_n + dt/2 a_n, u = x_{n+1} - x_n, d = u - dt w what
// contact did to the positions and p = v_{n+1} - w - dt/2 a_{n+1} what it did to the velocities,
//   R1_{n+1} - R1_n = G + J + S,
//   G = (w + dt/2 a_{n+1} + p/2)'M p - d'M (a_n + a_{n+1})/2     contact
//   J = U_{n+1} - U_n + u'M (a_n + a_{n+1})/2                    integration of the free motion
//   S = (dt_old^2 - dt_new^2)/8 a_n'M a_n                        a change of the step
// whatever contact is made of: G asks for no rule by which p follows from d.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/support/simulation.hpp"

namespace tactus::property {

class EnergyLedger {
 public:
  using Simulation = testing::Simulation;

  explicit EnergyLedger(Simulation& s) : s_(s) {
    read_state();
    r1_start_ = r1_ = kinetic_ + strain_;  // no step yet, and bodies at rest in themselves
    start_ = momentum();
    raise();
  }

  /// After each step.
  void update() {
    const core::State old = now_;
    const Real strain_before = strain_, dt = s_.stepper.facts().dt;
    read_state();
    const View<Real> mass = s_.model.mass();
    Real g = 0, uma = 0, square_old = 0, square_new = 0;
    for (std::size_t i = 0; i < now_.v.size(); ++i) {
      const Real m = mass[i], a = old.a[i], b = now_.a[i];
      const Real w = old.v[i] + dt / 2 * a, free = w + dt / 2 * b, p = now_.v[i] - free;
      const Real u = now_.q[i] - old.q[i], d = u - dt * w;
      g += m * ((free + p / 2) * p - d * (a + b) / 2);
      uma += m * u * (a + b) / 2;
      square_old += m * a * a;
      square_new += m * b * b;
    }
    contact_ = g;
    integration_ = strain_ - strain_before + uma;
    change_ = (dt_ * dt_ - dt * dt) / 8 * square_old;
    dt_ = dt;
    sums_ = {sums_.contact + contact_, sums_.integration + integration_, sums_.change + change_};
    correction_ = dt * dt / 8 * square_new;
    r1_ = kinetic_ + strain_ - correction_;
    raise();
  }

  struct Sums {
    Real contact = 0, integration = 0, change = 0;
  };
  const Sums& sums() const { return sums_; }
  /// J, of the last step.
  Sums last() const { return {contact_, integration_, change_}; }
  Real kinetic() const { return kinetic_; }
  Real strain() const { return strain_; }
  Real correction() const { return correction_; }  ///< J, dt^2/8 a'M a
  Real r1() const { return r1_; }
  Real r1_start() const { return r1_start_; }
  /// J, largest kinetic + strain so far, but for what was gained.
  Real scale() const { return scale_; }
  /// J, how far the account is from what the energy did: rounding.
  Real gap() const {
    return std::abs(r1_ - r1_start_ - sums_.contact - sums_.integration - sums_.change);
  }
  /// J, to which energies are known at all: an ulp or a few of what the stiffest body could store.
  Real rounding() const {
    const Real c = s_.model.scales().speed;
    return 0x1p-49 * s_.balance.mass() * c * c;
  }

  /// Of linear and of angular momentum since the start, relative to the sums of the masses' own and
  /// a little of what they would be at the speed of waves: forces round in proportion to that.
  Real linear_drift() const {
    const Momentum now = momentum();
    const Real drift =
        std::hypot(now.linear[0] - start_.linear[0], now.linear[1] - start_.linear[1]);
    return drift / (linear_scale_ + slow());
  }
  Real angular_drift() const {
    const Real length = s_.model.scales().length;
    return std::abs(momentum().angular - start_.angular) / (angular_scale_ + slow() * length);
  }

 private:
  struct Momentum {
    Real linear[2] = {}, angular = 0;
  };

  void read_state() {
    now_ = s_.stepper.state();
    kinetic_ = 0;
    for (std::size_t i = 0; i < now_.v.size(); ++i)
      kinetic_ += s_.model.mass()[i] * now_.v[i] * now_.v[i] / 2;
    energies_.resize(s_.model.bodies().size());
    const core::ElementState& elements = s_.system.elements();
    const Outcome outcome = core::outcome_of(
        [&] { elements.loop().energy(elements.now(now_.q), energies_, s_.context()); });
    strain_ = 0;
    for (const Real e : energies_) strain_ += outcome ? e : kUnlimited;
  }

  Momentum momentum() const {
    Momentum sum;
    for (std::size_t i = 0; i + 1 < now_.v.size(); i += 2) {
      const Real m = s_.model.mass()[i];
      for (std::size_t k = 0; k < 2; ++k) sum.linear[k] += m * now_.v[i + k];
      sum.angular += m * (now_.q[i] * now_.v[i + 1] - now_.q[i + 1] * now_.v[i]);
    }
    return sum;
  }

  void raise() {
    const Real gained =
        std::max(0., sums_.contact) + std::max(0., sums_.integration) + std::max(0., sums_.change);
    scale_ = std::max(scale_, kinetic_ + strain_ - gained);
    if (linear_scale_ > 0) return;
    for (std::size_t i = 0; i + 1 < now_.v.size(); i += 2) {
      const Real p = s_.model.mass()[i] * std::hypot(now_.v[i], now_.v[i + 1]);
      linear_scale_ += p;
      angular_scale_ += p * std::hypot(now_.q[i], now_.q[i + 1]);
    }
  }
  /// kg m/s
  Real slow() const { return 0x1p-12 * s_.balance.mass() * s_.model.scales().speed; }

  Simulation& s_;
  core::State now_;
  std::vector<Real> energies_;
  Momentum start_;
  Sums sums_;
  Real contact_ = 0, integration_ = 0, change_ = 0;
  Real kinetic_ = 0, strain_ = 0, correction_ = 0, r1_ = 0, r1_start_ = 0, scale_ = 0, dt_ = 0;
  Real linear_scale_ = 0, angular_scale_ = 0;
};

}  // namespace tactus::property
