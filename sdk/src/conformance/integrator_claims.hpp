/// What an integrator claims about the tangent of its problem and about impacts, and what its calls
/// take of memory.
#pragma once

#include "integrator_flight.hpp"
#include "warm_calls.hpp"
#include "worst.hpp"

namespace tactus::conformance {

/// Claiming problem.separable: the tangent is diagonal, and the same at any increment.
inline Finding tangent_is_diagonal(const Make<Integrator>& make) {
  Springs springs;
  Flight flight(make, springs.system, kPlace, kVelocity);
  StepProblem& problem = flight.begin(0, kStep);
  if (problem.structure() != Structure::diagonal)
    return broken("structure() does not say that its problem is diagonal");
  std::vector<Real> w(problem.predictor().begin(), problem.predictor().end());
  const Eigen::MatrixXd here = flight.tangent(problem, w);
  for (Real& x : w) x += 0.25;
  const Eigen::MatrixXd there = flight.tangent(problem, w);
  if (here != there) return broken("the tangent changes with the increment");
  if (here != Eigen::MatrixXd(here.diagonal().asDiagonal()))
    return broken("the tangent has entries off the diagonal");
  return kept();
}

/// Claiming problem.assembled: the tangent shows its entries, and they are what it does.
inline Finding tangent_shows_its_entries(const Make<Integrator>& make) {
  Springs springs;
  Flight flight(make, springs.system, kPlace, kVelocity);
  StepProblem& problem = flight.begin(0, kStep);
  const LinearOperator* A = nullptr;
  const std::vector<Real> w(problem.predictor().begin(), problem.predictor().end());
  const Outcome outcome = problem.tangent(w, A, flight.context());
  if (!outcome) return broken("there is no tangent: " + outcome.message);
  if (!A->sparse()) return broken("tangent().sparse() is null");
  return kept();
}

/// Claiming problem.tangent: there is one, finite, as large as the problem.
inline Finding tangent_is_there(const Make<Integrator>& make) {
  Springs springs;
  Flight flight(make, springs.system, kPlace, kVelocity);
  StepProblem& problem = flight.begin(0, kStep);
  return flight.tangent(problem, problem.predictor()).allFinite() ? kept()
                                                                  : broken("NaN or infinity");
}

/// Claiming problem.symmetric: the tangent is its own transpose.
inline Finding tangent_is_symmetric(const Make<Integrator>& make) {
  Springs springs;
  Flight flight(make, springs.system, kPlace, kVelocity);
  StepProblem& problem = flight.begin(0, kStep);
  std::vector<Real> w(problem.predictor().begin(), problem.predictor().end());
  w[0] += 0.03, w[2] -= 0.05;
  const Eigen::MatrixXd A = flight.tangent(problem, w);
  return within(largest_entry(A - A.transpose()) / largest_entry(A), 1e-12);
}

/// Claiming problem.impact_by_phase: a mass flies at a wall, which it reaches after a quarter of a
/// step or after half of it, and leaves it with speeds that differ.
inline Finding impact_depends_on_phase(const Make<Integrator>& make) {
  Real after[2] = {};
  for (const int k : {0, 1}) {
    MassSystem system({1});
    Flight flight(make, system, {0}, {-1});
    const Real wall = -0.25 * (k + 1) * kStep;
    StepProblem& problem = flight.begin(0, kStep);
    const std::vector<Real> u(problem.predictor().begin(), problem.predictor().end());
    const std::vector<Real> push{flight.tangent(problem, u)(0, 0) * (wall - u[0])};
    flight.step(kStep, View<Real>(push));
    after[k] = std::abs(flight.state().v[0]);
  }
  const std::string speeds = text_of("with 1 m/s it comes, with ", after[0], " and ", after[1],
                                     " m/s it leaves after a quarter and half of a step");
  return std::abs(after[0] - after[1]) > 0.1 ? kept(speeds) : broken(speeds);
}

inline void claim_promises(const Make<Integrator>& make, const Claims& claims, Check& check) {
  const auto claimed = [&](std::string_view capability, std::string_view what,
                           Finding (*test)(const Make<Integrator>&)) {
    if (claims.has(capability))
      check.promise(what, [&] { return test(make); });
    else
      check.skip(what, text_of(capability, " is not claimed"));
  };
  check.promise("says which kind of problem it poses", [&] {
    Springs springs;
    Flight flight(make, springs.system, kPlace, kVelocity);
    const bool velocity = flight.begin(0, kStep).unknown() == Unknown::velocity;
    if (claims.has(velocity ? capability::impulse : capability::increment)) return kept();
    return broken(text_of("its unknowns are ", velocity ? "velocities" : "increments",
                          ", and it does not claim ",
                          velocity ? capability::impulse : capability::increment));
  });
  claimed(capability::separable, "the tangent is diagonal and constant", tangent_is_diagonal);
  claimed(capability::symmetric, "the tangent is symmetric", tangent_is_symmetric);
  claimed(capability::problem_tangent, "there is a tangent", tangent_is_there);
  claimed(capability::assembled, "the tangent shows its entries", tangent_shows_its_entries);
  claimed(capability::impact_by_phase, "how fast a mass leaves a wall depends on when it meets it",
          impact_depends_on_phase);
  warm_calls_promise(check, "warm calls allocate nothing", [&](auto counted) {
    Springs springs;
    Flight flight(make, springs.system, kPlace, kVelocity);
    return counted([&] { flight.step(kStep, 1); });
  });
}

}  // namespace tactus::conformance
