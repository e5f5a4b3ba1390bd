/// Tests what must not influence an integrator: the number of degrees of freedom, their place in
/// space and time, and other objects of its kind. Also tests its stable step and the reactions of
/// supports that it reports.
#pragma once

#include "integrator_flight.hpp"
#include "worst.hpp"

namespace tactus::conformance {

/// q'' = -4 q for each degree of freedom, so that 2/omega is 1 s.
inline void pull_back(View<Real> q, Out<Real> f) {
  for (std::size_t i = 0; i < q.size(); ++i) f[i] = -4 * q[i];
}
inline Real energy_of_pull(View<Real> q) { return 2 * map(q).squaredNorm(); }

/// Independent oscillators with equal initial values move as a single one does.
inline Finding many_move_as_one(const Make<Integrator>& make) {
  constexpr std::size_t kMany = 40;
  MassSystem one({1}, pull_back, 1, energy_of_pull);
  MassSystem many(std::vector<Real>(kMany, 1), pull_back, 1, energy_of_pull);
  Flight alone(make, one, {1}, {0.5});
  Flight together(make, many, std::vector<Real>(kMany, 1), std::vector<Real>(kMany, 0.5));
  Real worst = 0;
  for (int k = 0; k < 5; ++k) {
    alone.step(kStep), together.step(kStep);
    for (std::size_t i = 0; i < kMany; ++i)
      raise_to(worst, std::abs(together.state().q[i] - alone.state().q[0]),
               std::abs(together.state().v[i] - alone.state().v[0]));
  }
  return within(worst, 1e-13);
}

/// Oscillators of different masses, of which contact pushes the first of the first eight, the second of the next, and
/// so on, and the last: each moves as it does alone, and works and shifts are the sums of those of each. Every
/// seventh is at rest where nothing pulls.
inline Finding each_of_many_moves_as_alone(const Make<Integrator>& make) {
  constexpr std::size_t kMany = 69;
  std::vector<Real> mass(kMany), place(kMany), velocity(kMany), push(kMany, 0);
  for (std::size_t i = 0; i < kMany; ++i) {
    const Real k = static_cast<Real>(i % 7);
    mass[i] = 1 + k / 4, place[i] = 1 - k / 2, velocity[i] = k / 2 - 1;
    if (i % 9 == 0 || i + 1 == kMany) push[i] = 3.5 - k;
  }
  MassSystem many(mass, pull_back, 1, energy_of_pull);
  Flight together(make, many, place, velocity);
  std::vector<std::unique_ptr<MassSystem>> one;
  std::vector<std::unique_ptr<Flight>> alone;
  for (std::size_t i = 0; i < kMany; ++i) {
    one.push_back(
        std::make_unique<MassSystem>(std::vector<Real>{mass[i]}, pull_back, 1, energy_of_pull));
    alone.push_back(std::make_unique<Flight>(make, *one.back(), std::vector<Real>{place[i]},
                                             std::vector<Real>{velocity[i]}));
  }
  const auto sums_of = [](const StepReport& r) {
    const EnergyAccount& a = r.account;
    return Eigen::Vector<Real, 5>(r.contact_work, a.contact, a.force_work, a.shift_old,
                                  a.shift_new);
  };
  Real worst = 0;
  for (int k = 0; k < 6; ++k) {
    const bool touches = k % 2 == 1;
    together.step(kStep, touches ? push : std::vector<Real>(kMany, 0));
    Eigen::Vector<Real, 5> sum = Eigen::Vector<Real, 5>::Zero();
    for (std::size_t i = 0; i < kMany; ++i) {
      alone[i]->step(kStep, touches ? push[i] : 0);
      sum += sums_of(alone[i]->report);
      raise_to(worst, std::abs(together.state().q[i] - alone[i]->state().q[0]),
               std::abs(together.state().v[i] - alone[i]->state().v[0]));
    }
    raise_to(worst, (sums_of(together.report) - sum).norm());
  }
  return within(worst, 1e-11);
}

/// Two nodes of a body, which a linear spring connects, under even forces and with contact in every other step: along
/// each axis in which nothing is held the body gets the momentum of these, whatever the step, be it of kilograms or of
/// tonnes. A node that is held moves as it is told to.
inline Finding body_gets_its_momentum(const Make<Integrator>& make) {
  Real worst = 0;
  for (const auto& [held, unit] : {std::pair{false, 1.}, {true, 1.}, {false, 3e3}}) {
    const auto pull = [unit = unit](View<Real> q, Out<Real> f) {
      const Real even[] = {3, -2, 1, -4}, length[] = {0.75, 0.5};
      for (std::size_t d = 0; d < 2; ++d) {
        const Real s = 2 * (q[d + 2] - q[d] - length[d]);
        f[d] = unit * (even[d] + s), f[d + 2] = unit * (even[d + 2] - s);
      }
    };
    MassSystem system({2 * unit, 2 * unit, 3 * unit, 3 * unit}, pull, 1);
    system.make_nodes();
    if (held) system.drive(0, 0, 0.25);
    Flight flight(make, system, {0, 0, 1, 0.25}, {0.25, -1, -0.25, 1.5});
    const bool unlimited =
        flight.integrator().time_step_limit(system, flight.state().out()) == kUnlimited;
    for (int k = 0; k < 6; ++k) {
      const Real dt = k % 3 == 1 && unlimited ? 4 : kStep;
      const std::vector<Real> before = flight.momentum();
      flight.step(dt, k % 2 ? 0.5 * unit : 0);
      const std::vector<Real> after = flight.momentum();
      for (std::size_t d = held ? 1 : 0; d < 2; ++d) {
        const Real got = after[d] + after[d + 2] - before[d] - before[d + 2],
                   given =
                       flight.impulse[d] + flight.impulse[d + 2] + dt * unit * (d == 0 ? 4 : -6);
        raise_to(worst, std::abs(got - given) / unit);
      }
      if (held)
        raise_to(worst, std::abs(flight.state().q[0] - 0.25 * flight.state().time),
                 std::abs(flight.state().v[0] - 0.25));
    }
  }
  return within(worst, 1e-11);
}

/// The springs one kilometre away and a quarter of an hour later, including contact, move in the
/// same way up to rounding of larger numbers.
inline Finding place_and_time_do_not_matter(const Make<Integrator>& make) {
  constexpr Real kAway = 1024, kLater = 1024;
  Springs here, there;
  std::vector<Real> place = kPlace;
  for (Real& x : place) x += kAway;
  Flight near(make, here.system, kPlace, kVelocity);
  Flight far(make, there.system, place, kVelocity, kLater);
  Real worst = 0;
  for (int k = 0; k < 20; ++k) {
    const Real push = k % 4 == 1 ? 4 : 0;
    near.step(kStep, push), far.step(kStep, push);
    for (std::size_t i = 0; i < kPlace.size(); ++i)
      raise_to(worst, std::abs(far.state().q[i] - kAway - near.state().q[i]),
               std::abs(far.state().v[i] - near.state().v[i]));
  }
  return within(worst, 1e-9);
}

/// Two objects that make steps in turn move as each does alone, to the bit: no data are in static
/// memory.
inline Finding objects_share_nothing(const Make<Integrator>& make) {
  Springs springs, others, third;
  std::vector<Real> slower = kVelocity;
  for (Real& v : slower) v /= -2;
  Flight alone(make, springs.system, kPlace, kVelocity);
  for (int k = 0; k < 4; ++k) alone.step(kStep);
  Flight first(make, others.system, kPlace, kVelocity);
  Flight second(make, third.system, kPlace, slower);
  for (int k = 0; k < 4; ++k) first.step(kStep), second.step(kStep / 2, 3);
  if (!(first.state() == alone.state()))
    return broken("beside another object of its kind it ends elsewhere than alone");
  return kept("bit for bit");
}

/// In two thousand steps of 0.95 of the limit the amplitude of an oscillator does not grow. An
/// unconditionally stable method is tested with four times 2/omega.
inline Finding limit_is_stable(const Make<Integrator>& make) {
  MassSystem system({1}, pull_back, 1, energy_of_pull);
  Flight flight(make, system, {1}, {0});
  const Real limit = flight.integrator().time_step_limit(system, flight.state().out());
  const Real dt = 0.95 * std::min(limit, Real(4));
  for (int k = 0; k < 2000; ++k) {
    flight.step(dt);
    if (!(std::abs(flight.state().q[0]) <= 100))
      return broken(text_of("with 0.95 of its limit, ", dt,
                            " s where 2/omega is 1 s, an oscillator swings more and more"));
  }
  return kept(text_of(limit, " s where 2/omega is 1 s"));
}

/// The weights of the forces add up to 1. A mass is held between two free ones by stiffening springs, and moved ever
/// faster: each free one receives the momentum of the force on it that the integrator has weighed, and both of
/// them that which the held one does not get. A mass matrix that couples them has a share of its acceleration in
/// this.
inline Finding reaction_is_reported(const Make<Integrator>& make) {
  Springs springs;
  springs.system.drive(1, kPlace[1], 0.25, 3);
  Flight flight(make, springs.system, kPlace, {1, 0.25, -2});
  Real worst = 0;
  for (int k = 0; k < 7; ++k) {
    const Real dt = k % 2 ? kStep : k == 4 ? 4 * kStep : kStep / 2;
    const std::vector<Real> before = flight.momentum();
    flight.step(dt);
    Real weights = 0;
    for (const Real weight : flight.report.weight) weights += weight;
    if (!(std::abs(weights - 1) <= 1e-12))
      return broken(text_of("the weights of its forces add up to ", weights, " instead of 1"));
    const std::vector<Real> after = flight.momentum();
    const Real first = after[0] - before[0], last = after[2] - before[2];
    raise_to(worst, std::abs(first - dt * flight.weighed_force(0)),
             std::abs(last - dt * flight.weighed_force(2)),
             std::abs(first + last + dt * flight.weighed_force(1)));
  }
  return within(worst, 1e-12);
}

}  // namespace tactus::conformance
