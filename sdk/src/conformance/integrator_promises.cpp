// Tests what every integrator promises, on masses and springs without contact and with a given
// contact force.
#include "tactus/conformance/integrator_promises.hpp"

#include "integrator_bodies.hpp"
#include "integrator_claims.hpp"
#include "integrator_energy.hpp"
#include "integrator_invariance.hpp"
#include "integrator_statics.hpp"
#include "tactus/conformance/memory_archive.hpp"
#include "tactus/statics/capabilities.hpp"
#include "worst.hpp"

namespace tactus::conformance {

namespace {

Real momentum(View<Real> v) { return map(View<Real>(kMass)).dot(map(v)); }

Finding steps(const Make<Integrator>& make) {
  MassSystem system(kMass);
  Flight(make, system, kPlace, kVelocity).step(kStep);
  return kept();
}

/// Without a tangent nothing can be said; what is broken then is told by promises.
bool has_inertia(const Make<Integrator>& make) try {
  MassSystem system(kMass);
  Flight flight(make, system, kPlace, kVelocity);
  StepProblem& problem = flight.begin(0, kStep);
  return flight.tangent(problem, problem.predictor()).diagonal().minCoeff() > 0;
} catch (const Error&) {
  return true;
}

/// Ten steps without force: q = q_0 + t v_0 and v = v_0 up to rounding. A step of a tenth is not
/// representable in binary, so that rounding it to a float would show.
Finding free_flight(const Make<Integrator>& make) {
  Real worst = 0;
  for (const Real dt : {kStep, 0.1}) {
    MassSystem system(kMass);
    Flight flight(make, system, kPlace, kVelocity);
    for (int k = 0; k < 10; ++k) flight.step(dt);
    for (std::size_t i = 0; i < 3; ++i)
      raise_to(worst, std::abs(flight.state().q[i] - kPlace[i] - 10 * dt * kVelocity[i]),
               std::abs(flight.state().v[i] - kVelocity[i]));
  }
  return within(worst, 1e-13);
}

/// Under constant forces the momentum of each mass grows by force times time, for a rule of any order.
Finding momentum_of_a_constant_force(const Make<Integrator>& make) {
  MassSystem system(kMass, [](View<Real>, Out<Real> f) { f[0] = -16, f[1] = 24, f[2] = -8; });
  system.couple(kShare);
  Real worst = 0;
  for (const Real dt : {kStep, 0.1}) {
    Flight flight(make, system, kPlace, kVelocity);
    const std::vector<Real> before = flight.momentum();
    for (int k = 0; k < 10; ++k) flight.step(dt);
    const std::vector<Real> after = flight.momentum(), force{-16, 24, -8};
    for (std::size_t i = 0; i < 3; ++i)
      raise_to(worst, std::abs(after[i] - before[i] - 10 * dt * force[i]));
  }
  return within(worst, 1e-12);
}

/// Forces between the masses do not change their total momentum.
Finding momentum_with_springs(const Make<Integrator>& make) {
  Springs springs;
  Flight flight(make, springs.system, kPlace, kVelocity);
  for (int k = 0; k < 50; ++k) flight.step(kStep);
  return within(std::abs(momentum(flight.state().v) - momentum(kVelocity)), 1e-11);
}

/// N, on three masses.
const std::vector<Real> kPush{4, 6, -3};

/// Contact acts on free masses: the momentum of each grows by the reported fraction of its impulse. With `work`: the
/// reported work equals the kinetic energy that they receive, in J.
Finding gets_what_is_reported(Flight& flight, View<Real> push, bool work) {
  const std::vector<Real> before = flight.momentum();
  const Real energy = flight.kinetic_energy();
  flight.step(kStep, push);
  const std::vector<Real> after = flight.momentum();
  const Real grown = flight.kinetic_energy() - energy;
  if (work && !(std::abs(grown - flight.report.contact_work) <= 1e-12))
    return broken(
        text_of("energy grows by ", grown, " J, ", flight.report.contact_work, " J are reported"));
  for (std::size_t i = 0; !work && i < before.size(); ++i) {
    const Real more = after[i] - before[i], pushed = flight.impulse[i];
    if (!(std::abs(more - pushed) <= 1e-12))
      return broken(text_of("momentum grows by ", std::round(1e9 * more) / 1e9,
                            " N s, the impulse is ", pushed, " N s"));
  }
  return kept();
}

Finding contact_is_reported(const Make<Integrator>& make, bool work) {
  MassSystem system(kMass);
  system.couple(kShare);
  Flight flight(make, system, kPlace, kVelocity);
  return gets_what_is_reported(flight, kPush, work);
}

/// Rigid bodies are struck once, and an integrator may then put in another part of the impulse: two that something at
/// rest pushes off their centres, more or less than would turn their velocities round.
Finding contact_of_rigid_bodies(const Make<Integrator>& make) {
  for (const Real size : {4., 12., 40.}) {
    MassSystem system({2, 2, 0.5, 3, 3, 1});
    system.make_rigid();
    const std::vector<Real> place{0.3, -0.2, 0.4, 2, 1, -0.7}, velocity{-1, 0.5, 0.7, 0.2, -2, 1},
        push{3 * size, -size, -size / 2, 0, 2 * size, -size / 4};
    for (const bool work : {false, true}) {
      Flight flight(make, system, place, velocity);
      Finding found = gets_what_is_reported(flight, push, work);
      if (!found.kept) return found;
    }
  }
  return kept();
}

/// q'' = -4 q from q = 1, v = 0.5 to t = 1, and q'' = exp(-2 q), of which q = ln cosh t is a solution, from t = 1/2 to
/// 3/2: the error and its rate of convergence.
Finding order(const Make<Integrator>& make, Real least) {
  const auto error = [&](int steps) {
    MassSystem linear(
        {1}, [](View<Real> q, Out<Real> f) { f[0] = -4 * q[0]; }, 1,
        [](View<Real> q) { return 2 * q[0] * q[0]; });
    MassSystem other(
        {1}, [](View<Real> q, Out<Real> f) { f[0] = std::exp(-2 * q[0]); }, 1,
        [](View<Real> q) { return std::exp(-2 * q[0]) / 2; });
    Flight swings(make, linear, {1}, {0.5});
    Flight leaves(make, other, {std::log(std::cosh(0.5))}, {std::tanh(0.5)});
    for (int k = 0; k < steps; ++k) swings.step(1. / steps), leaves.step(1. / steps);
    return std::hypot(swings.state().q[0] - std::cos(2.) - std::sin(2.) / 4,
                      (swings.state().v[0] + 2 * std::sin(2.) - std::cos(2.) / 2) / 2) +
           std::hypot(leaves.state().q[0] - std::log(std::cosh(1.5)),
                      leaves.state().v[0] - std::tanh(1.5));
  };
  const Real coarse = error(64), fine = error(128), found = std::log2(coarse / fine);
  const std::string text = text_of("of order ", found, ", error ", fine, " with 128 steps");
  if (found >= least && fine < 0.1) return kept(text);
  return broken(text_of(text, "; at least ", least, " is claimed"));
}

/// After moving forward, reversing velocities and moving forward again, the masses are back at the
/// start.
Finding reversal(const Make<Integrator>& make) {
  Springs springs;
  Flight flight(make, springs.system, kPlace, kVelocity);
  for (int turn = 0; turn < 2; ++turn) {
    for (int k = 0; k < 20; ++k) flight.step(kStep);
    for (Real& v : flight.state().v) v = -v;
  }
  Real worst = 0;
  for (std::size_t i = 0; i < 3; ++i)
    raise_to(worst, std::abs(flight.state().q[i] - kPlace[i]),
             std::abs(flight.state().v[i] - kVelocity[i]));
  return within(worst, 1e-10);
}

/// Two masses rotate about each other on a spring; then contact pushes them apart along their
/// connecting line, so that no moment acts.
Finding angular_momentum_is_kept(const Make<Integrator>& make) {
  MassSystem system(
      {2, 2, 3, 3},
      [](View<Real> q, Out<Real> f) {
        const Real x = q[2] - q[0], y = q[3] - q[1], pull = 4 * (std::hypot(x, y) - 1);
        f[0] += pull * x, f[1] += pull * y, f[2] -= pull * x, f[3] -= pull * y;
      },
      1);
  system.make_nodes();
  Flight flight(make, system, {0, 0, 1, 0.25}, {0.5, -1, -0.25, 1.5});
  const auto turning = [&] {
    const auto &q = flight.state().q, &v = flight.state().v;
    return 2 * (q[0] * v[1] - q[1] * v[0]) + 3 * (q[2] * v[3] - q[3] * v[2]);
  };
  const Real before = turning();
  Real worst = 0;
  for (int k = 0; k < 20; ++k) {
    const View<Real> u = flight.begin(0, kStep).predictor();
    const auto& q = flight.state().q;
    const Real push = k % 5 == 4 ? 8 : 0, x = q[2] + u[2] - q[0] - u[0],
               y = q[3] + u[3] - q[1] - u[1];
    flight.step(kStep, std::vector<Real>{-push * x, -push * y, push * x, push * y});
    raise_to(worst, std::abs(turning() - before));
  }
  return within(worst, 1e-12);
}

/// Two steps, one rejected step with another dt and contact, and one more step: the result is the
/// same as without the rejected one.
Finding rejected_step_leaves_no_trace(const Make<Integrator>& make) {
  Springs springs;
  Flight straight(make, springs.system, kPlace, kVelocity);
  Flight tried(make, springs.system, kPlace, kVelocity);
  for (int k = 0; k < 2; ++k) straight.step(kStep), tried.step(kStep);
  tried.step_in_vain(2 * kStep, 3);
  straight.step(kStep), tried.step(kStep);
  if (!(straight.state() == tried.state()))
    return broken("after a rejected attempt the step ends elsewhere");
  return kept("bit for bit");
}

/// State saved after three steps and loaded into a new object: both continue in the same way.
Finding checkpoint_holds_all(const Make<Integrator>& make) {
  Springs springs;
  Flight straight(make, springs.system, kPlace, kVelocity);
  for (int k = 0; k < 3; ++k) straight.step(kStep);
  MemoryArchive archive;
  straight.integrator().save(archive);
  Flight resumed(make, springs.system, kPlace, kVelocity);
  resumed.integrator().load(archive);
  resumed.state() = straight.state();
  resumed.context().step = straight.context().step;
  for (int k = 0; k < 3; ++k) straight.step(kStep), resumed.step(kStep);
  if (!(straight.state() == resumed.state()))
    return broken("a fresh object that loads what was saved goes on elsewhere");
  return kept("bit for bit");
}

/// A moving support is at its prescribed place, and prescribed degrees of freedom have no residual.
Finding supports_are_followed(const Make<Integrator>& make) {
  Springs springs;
  springs.system.drive(1, kPlace[1], 0.25);
  // 0.9 is not yet the support's own velocity
  Flight flight(make, springs.system, kPlace, {1, 0.9, -2});
  Real worst = 0;
  for (int k = 1; k <= 5; ++k) {
    StepProblem& problem = flight.begin(0, kStep);
    if (!problem.fixed()[1]) return broken("a prescribed degree of freedom is not fixed");
    std::vector<Real> w(problem.predictor().begin(), problem.predictor().end());
    w[0] += 0.01;
    if (flight.residual(problem, w)[1] != 0)
      return broken("a prescribed degree of freedom has a residual");
    flight.step(kStep);
    raise_to(worst, std::abs(flight.state().q[1] - kPlace[1] - 0.25 * k * kStep),
             std::abs(flight.state().v[1] - 0.25));
  }
  return within(worst, 1e-14);
}

/// r = d potential / dw and tangent = dr/dw at some distance from the predictor; differences of
/// fourth order, relative to the largest entry of the tangent.
Finding problem_is_consistent(const Make<Integrator>& make, bool of_potential) {
  Springs springs;
  Flight flight(make, springs.system, kPlace, kVelocity);
  flight.step(kStep);
  StepProblem& problem = flight.begin(0, kStep);
  std::vector<Real> w(problem.predictor().begin(), problem.predictor().end());
  // of another place first, which a tangent that lags would still be of
  (void)flight.tangent(problem, w);
  w[0] += 0.03, w[1] -= 0.02, w[2] += 0.05;
  const Eigen::MatrixXd A = flight.tangent(problem, w);
  const std::vector<Real> r = flight.residual(problem, w);
  constexpr Real h = 1e-3;
  Real worst = 0;
  for (std::size_t j = 0; j < w.size(); ++j) {
    Eigen::VectorXd slope = Eigen::VectorXd::Zero(3);
    const Real here = w[j];
    for (const int k : {-2, -1, 1, 2}) {
      w[j] = here + k * h;
      const Real weight = (k % 2 ? 8. * k : -k / 2.) / (12 * h);
      if (of_potential)
        slope[0] += weight * flight.potential(problem, w);
      else
        slope += weight * map(View<Real>(flight.residual(problem, w)));
    }
    w[j] = here;
    raise_to(worst, of_potential ? std::abs(slope[0] - r[j])
                                 : largest_entry(slope - A.col(static_cast<Eigen::Index>(j))));
  }
  return within(worst / largest_entry(A), 1e-9);
}

/// The predictor of a linear problem is its solution without contact.
Finding predictor_solves(const Make<Integrator>& make) {
  Springs springs;
  Flight flight(make, springs.system, kPlace, kVelocity);
  flight.step(kStep);
  StepProblem& problem = flight.begin(0, kStep);
  if (!problem.linear()) return kept("the problem is not linear");
  const std::vector<Real> r = flight.residual(problem, problem.predictor());
  return within(largest_entry(map(View<Real>(r))), 1e-12);
}

Finding limit_is_positive(const Make<Integrator>& make) {
  Springs springs;
  Flight flight(make, springs.system, kPlace, kVelocity);
  const Real limit = flight.integrator().time_step_limit(springs.system, flight.state().out());
  return limit > 0 ? kept(text_of(limit, " s with 2/omega = 1 s"))
                   : broken(text_of("it is ", limit));
}

}  // namespace

void integrator_promises(const Make<Integrator>& make, Check& check) {
  const auto promise = [&](std::string_view what, Finding (*test)(const Make<Integrator>&)) {
    return check.promise(what, [&] { return test(make); });
  };
  if (!promise("poses and finishes a step of free masses", steps)) return;
  const Claims claims(*make());
  promise("time_step_limit() is positive", limit_is_positive);
  promise("a rejected step leaves no trace", rejected_step_leaves_no_trace);
  promise("a checkpoint holds all that matters", checkpoint_holds_all);
  promise("supports move as they are told to", supports_are_followed);
  promise("contact is looked at where things are at that time", contact_has_a_place);
  promise("the tangent is the slope of the residual (differences)",
          [](const Make<Integrator>& m) { return problem_is_consistent(m, false); });
  if (claims.has(capability::potential))
    promise("the residual is the slope of the potential (differences)",
            [](const Make<Integrator>& m) { return problem_is_consistent(m, true); });
  claim_promises(make, claims, check);
  if (claims.has(capability::statics))
    promise("each step ends in equilibrium, and nothing moves then", steps_end_in_equilibrium);
  if (!has_inertia(make)) {
    check.skip("free flight: q = q_0 + t v_0", "the problem has no inertia");
    return;
  }
  promise("the predictor of a linear problem solves it", predictor_solves);
  promise("free flight: q = q_0 + t v_0", free_flight);
  promise("a constant force changes momentum by force times time", momentum_of_a_constant_force);
  promise("springs leave the momentum of all masses alone", momentum_with_springs);
  promise("a body gets the momentum of what acts on it, whatever the step", body_gets_its_momentum);
  promise("forty degrees of freedom move as one does", many_move_as_one);
  promise("each of many moves as it does alone, and works add up", each_of_many_moves_as_alone);
  promise("neither place nor time of day matters", place_and_time_do_not_matter);
  promise("objects share nothing", objects_share_nothing);
  promise("steps within the limit are stable", limit_is_stable);
  promise("the reaction of a support is as reported", reaction_is_reported);
  promise("contact changes momentum by the impulse reported",
          [](const Make<Integrator>& m) { return contact_is_reported(m, false); });
  promise("contact changes energy by the work reported",
          [](const Make<Integrator>& m) { return contact_is_reported(m, true); });
  promise("rigid bodies, too, get the impulse and the work reported", contact_of_rigid_bodies);
  energy_promises(make, claims, check);
  const bool second = claims.has(capability::second_order);
  check.promise(second ? "of second order on an oscillator" : "converges on an oscillator",
                [&] { return order(make, second ? 1.9 : 0.9); });
  if (claims.has(capability::reversible))
    promise("turned round it goes back the way it came", reversal);
  else
    check.skip("turned round it goes back the way it came",
               text_of(capability::reversible, " is not claimed"));
  if (claims.has(capability::angular_momentum))
    promise("what turns freely keeps its angular momentum", angular_momentum_is_kept);
  else
    check.skip("what turns freely keeps its angular momentum",
               text_of(capability::angular_momentum, " is not claimed"));
  encounter_promises(make, claims, check);
}

}  // namespace tactus::conformance
