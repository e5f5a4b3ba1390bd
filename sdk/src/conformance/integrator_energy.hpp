/// What an integrator says about the energy of its steps.
#pragma once

#include <limits>

#include "integrator_flight.hpp"
#include "tactus/midpoint/capabilities.hpp"
#include "triangle.hpp"
#include "worst.hpp"

namespace tactus::conformance {

/// The energy account of a step equals the change of T + shift of what is free, with and without
/// contact, steps that vary, and a support that moves ever faster; the potential energy is on both sides.
inline Finding account_closes(const Make<Integrator>& make) {
  Real worst = 0;
  for (const bool driven : {false, true}) {
    Springs springs;
    if (driven) springs.system.drive(0, kPlace[0], kVelocity[0], 3);
    Flight flight(make, springs.system, kPlace, kVelocity);
    const auto shift = [&](Real dt) {
      return flight.integrator().energy_shift(springs.system, flight.state().out(), dt);
    };
    for (int k = 0; k < 20; ++k) {
      const Real dt = k % 3 == 0 ? kStep / 2 : kStep;
      const Real before = flight.kinetic_energy(), shift_before = shift(dt);
      flight.step(dt, k % 4 == 1 ? 4 : 0);
      const EnergyAccount& account = flight.report.account;
      if (!account.kept) return kept("none is kept: T + U is judged");
      const Real grown = flight.kinetic_energy() - before + account.shift_new - account.shift_old;
      raise_to(worst, std::abs(account.shift_old - shift_before),
               std::abs(account.shift_new - shift(dt)),
               std::abs(grown - account.contact - account.force_work - account.path_work));
    }
  }
  return within(worst, 1e-12);
}

/// Between linear springs, without contact, a method that can be turned round conserves T + U + shift, whatever the
/// step: this is what the shift is.
inline Finding shift_completes_the_energy(const Make<Integrator>& make) {
  const auto energy_of = [](View<Real> q) {
    return ((q[1] - q[0] - 1) * (q[1] - q[0] - 1) + (q[2] - q[1] - 1) * (q[2] - q[1] - 1)) / 2;
  };
  const auto pull = [](View<Real> q, Out<Real> f) {
    const Real first = q[1] - q[0] - 1, second = q[2] - q[1] - 1;
    f[0] = first, f[1] = second - first, f[2] = -second;
  };
  MassSystem system(kMass, pull, 1, energy_of);
  system.couple(kShare);
  Real worst = 0, first = 0;
  for (const Real wanted : {kStep, Real{4}}) {
    Flight flight(make, system, kPlace, kVelocity);
    const Real dt =
        std::min(wanted, flight.integrator().time_step_limit(system, flight.state().out()));
    const auto energy = [&] {
      return flight.kinetic_energy() + energy_of(flight.state().q) +
             flight.integrator().energy_shift(system, flight.state().out(), dt);
    };
    const Real before = energy();
    Real start = 0;
    for (int k = 0; k < 20; ++k) {
      flight.step(dt);
      if (!flight.report.account.kept) return kept("no account is kept: T + U is judged");
      if (k == 0) start = energy();
      raise_to(worst, std::abs(energy() - start));
    }
    raise_to(first, std::abs(start - before));
  }
  const Finding finding = within(worst, 1e-12);
  if (finding.kept && !(first <= 1e-9))  // which may be of differences
    return broken(text_of("the first step changes it by ", first, " J"));
  return finding;
}

/// Rows are evaluated at q_n (+) fraction * w or q_n (+) frozen. A support that moves evenly is there
/// at the time that belongs to them, and so is what flies freely; a place before the end of the step is claimed.
inline Finding contact_has_a_place(const Make<Integrator>& make) {
  Springs springs;
  springs.system.drive(1, kPlace[1], 0.25);
  Flight flight(make, springs.system, kPlace, kVelocity);
  const StepProblem& problem = flight.begin(0, kStep);
  const ContactPoint& point = problem.contact();
  if (problem.unknown() == Unknown::velocity && point.frozen.empty())
    return broken(
        "a problem in velocities says in ContactPoint::frozen where its rows are, and it is empty: "
        "zeros stand for q_n");
  const Real first = point.frozen.empty() ? std::numeric_limits<Real>::min() : 0;
  if (!(point.time >= first && point.time <= kStep && point.fraction > 0 && point.fraction <= 1))
    return broken(text_of("after ", point.time, " s of a step of ", kStep, " s, at the fraction ",
                          point.fraction, " of the increment"));
  const bool at_end = !point.frozen.empty() || point.fraction == 1;
  if (at_end == Claims(flight.integrator()).has(capability::middle_contact))
    return broken(text_of("at the fraction ", point.fraction, " of the increment, and ",
                          capability::middle_contact, at_end ? " is" : " is not", " claimed"));
  const Real moved =
      point.frozen.empty() ? point.fraction * problem.predictor()[1] : point.frozen[1];
  Real off = std::abs(moved - 0.25 * point.time);
  if (!point.frozen.empty()) {
    MassSystem free(kMass);
    Flight flying(make, free, kPlace, kVelocity);
    const ContactPoint& there = flying.begin(0, kStep).contact();
    for (std::size_t i = 0; i < kVelocity.size(); ++i)
      raise_to(off, std::abs(there.frozen[i] - kVelocity[i] * there.time));
  }
  return within(off, 1e-15);
}

/// A triangle that is let go keeps T + U in steps in which its strains hardly change, to the digits of what it has
/// given off.
inline Finding energy_is_kept_in_small_steps(const Make<Integrator>& make) {
  Triangle triangle;
  const std::vector<Real> place{0, 0, 1.3, 0.1, 0.2, 0.75};
  Flight flight(make, triangle.system, place, std::vector<Real>(6, 0));
  const Real start = triangle.energy(place);
  for (int k = 0; k < 40; ++k) flight.step(0.005);
  const Real kinetic = flight.kinetic_energy();
  return within(std::abs(kinetic + triangle.energy(flight.state().q) - start) / kinetic, 1e-12);
}

/// A triangle that turns and is strained much by what its corners do at the start keeps T + U, step by step.
inline Finding energy_is_kept(const Make<Integrator>& make) {
  Triangle triangle;
  Flight flight(make, triangle.system, Triangle::kPlace, Triangle::kVelocity);
  const auto energy = [&] { return flight.kinetic_energy() + triangle.energy(flight.state().q); };
  const Real start = energy();
  Real worst = 0, stored = 0;
  for (int k = 0; k < 60; ++k) {
    flight.step(0.25);
    stored = std::max(stored, triangle.energy(flight.state().q));
    const Real off = std::abs(energy() - start) / start;
    raise_to(worst, off);
  }
  if (!(stored > 0.05 * start)) return broken("the triangle is not strained as it should be");
  const Finding finding = within(worst, 1e-11), small = energy_is_kept_in_small_steps(make);
  if (finding.kept && !small.kept)
    return broken(small.text + " in steps in which hardly anything moves");
  return finding;
}

/// The stress of a rule is that of the material where hardly anything moves, and its tangent is its slope where much
/// does (central differences). A tangent that is said to be symmetric is half of the sum.
inline Finding stress_is_of_the_material(const Make<Integrator>& make) {
  Triangle triangle;
  const std::vector<Real> place{0, 0, 1.2, 0.1, 0.2, 0.8}, rest(6, 0);
  Flight flight(make, triangle.system, place, rest);
  std::vector<Real> force(6);
  if (!triangle.system.force({.q = place}, force, flight.context())) return broken("no force");
  constexpr Real little = 1e-4;
  flight.step(little);
  const std::vector<Real> p = flight.momentum();
  for (std::size_t i = 0; i < 6; ++i)
    if (!(std::abs(p[i] / little - force[i]) <= 1e-3))
      return broken(text_of("from rest it starts by ", p[i] / little, " N, and the material has ",
                            force[i], " N"));
  StepProblem& problem = flight.begin(0, 0.25);
  std::vector<Real> w(6);
  for (std::size_t i = 0; i < 6; ++i) w[i] = 0.3 * Triangle::kVelocity[i];
  const Eigen::MatrixXd A = flight.tangent(problem, w);
  Eigen::MatrixXd slope(6, 6);
  for (std::size_t j = 0; j < 6; ++j) {
    constexpr Real h = 1e-5;
    const Real here = w[j];
    w[j] = here + h;
    const std::vector<Real> up = flight.residual(problem, w);
    w[j] = here - h;
    const std::vector<Real> down = flight.residual(problem, w);
    w[j] = here;
    slope.col(static_cast<Index>(j)) = (map(View<Real>(up)) - map(View<Real>(down))) / (2 * h);
  }
  if (Claims(flight.integrator()).has(capability::symmetric))
    slope = Eigen::MatrixXd((slope + slope.transpose()) / 2);
  return within(largest_entry(A - slope) / largest_entry(A), 1e-8);
}

inline void energy_promises(const Make<Integrator>& make, const Claims& claims, Check& check) {
  check.promise("the account of energy closes, where one is kept",
                [&] { return account_closes(make); });
  const std::string_view kept_energy = "a strained triangle that turns keeps its energy",
                         consistent =
                             "the stress of a step is of the material, and its tangent too";
  if (claims.has(capability::keeps_energy))
    check.promise(kept_energy, [&] { return energy_is_kept(make); });
  else
    check.skip(kept_energy, text_of(capability::keeps_energy, " is not claimed"));
  if (claims.has(capability::keeps_energy))
    check.promise(consistent, [&] { return stress_is_of_the_material(make); });
  const std::string_view conserved = "T + U + shift of linear springs is constant";
  if (claims.has(capability::reversible))
    check.promise(conserved, [&] { return shift_completes_the_energy(make); });
  else
    check.skip(conserved, text_of(capability::reversible, " is not claimed"));
}

}  // namespace tactus::conformance
