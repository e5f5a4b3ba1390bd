/// \file theta_step.hpp  Steps of Moreau and Jean's scheme with implicit elasticity, for theta from 1/2 to 1.
#pragma once

#include <memory>
#include <tactus/increment_problem.hpp>
#include <tactus/integrator.hpp>
#include <tactus/velocity_problem.hpp>
#include <vector>

namespace moreau_jean {
using namespace tactus;

/// The d nearest to 0 in the norm of 2/dt^2 A(q) that rows at q (+) d allow. Forces count by what d changes of them.
class ThetaProjection final : public IncrementProblem {
 public:
  Outcome residual(View<Real> d, Out<Real> r, Context& context) const override;
  /// Contact may take the energy for d that forces give back.
  CorrectionEnergy correction_energy(const Correction&, Context&) const override { return {}; }
  /// From where the step has come to, with the forces there.
  void pose_from(const StateView& at, const Weights& weights, System& system);
  View<Real> place() const { return place_; }
  View<Real> force() const { return force_; }

 private:
  std::vector<Real> place_, force_;  ///< [coordinates], [dofs] N
  Real weight_ = 0;                  ///< of forces
};

/// The theta-method, linearised once a step about the place at which contact is seen:
///   q_fr    = q_n + (1 - theta) dt v_n
///   A (v_{n+1} - v_free) = H' R,   A = M + (theta dt)^2 K(q_fr)
///   A v_free = M v_n + dt [theta F(q_fr) + (1 - theta) F(q_n)]
///   q_{n+1} = q_fr + theta dt v_{n+1}
/// Loads in F(q_fr) are those of t_{n+1}. So the step weighs the forces F(q_fr) - K (q_{n+1} - q_fr) at its end,
/// with theta, and F(q_n) at its start. Prescribed degrees of freedom have their own velocities and increments
/// in all this.
///
/// Energy: with the mean velocity w = (v_n + v_{n+1})/2, T_{n+1} - T_n = w'(H'R + dt F) with that weighed
/// force F, for any theta. For linear forces and theta = 1/2 dt w'F is what U loses.
///
/// The state stores F(q_{n+1}), which the next step begins with.
class ThetaStep {
 public:
  ThetaStep(Real theta, Mass mass) : theta_(theta), mass_(mass) {}

  void setup(const Setup& setup) { solver_ = setup.linear->make(LinearMethod::definite); }
  Outcome start(System& system, const StateOut& s, Context& context);
  Outcome begin(const StateView& old, System& system, StepProblem*& problem, Context& context);
  Outcome finish(const StateView& old, System& system, const StepResult& result,
                 const StateOut& next, StepReport& report, Context& context);
  /// The second stage: see ThetaProjection.
  Outcome begin_projection(const StateView& next, System& system, StepProblem*& problem, Real dt);
  Outcome finish_projection(System& system, const StepResult& result, const StateOut& next,
                            StepReport& report, Context& context);
  Mass mass() const { return mass_; }

 private:
  /// The place q_fr at the end of the step, as far as loads go.
  ForceQuery at_contact(const StateView& old, Real dt) const;
  Outcome find_free_velocity(const StateView& old, System& system, Out<Real> v, Context& context);
  void find_rest(View<Real> v, const System& system, Real dt);
  void find_inertia(const StateView& old, View<Real> v, const System& system, Context& context);
  void keep_momentum(const StateView& old, const StepResult& result, const System& system, Real dt,
                     Out<Real> v) const;
  void land(const System& system, const StepResult& result, const StateOut& next, Real& gain,
            StepReport& report, Context& context);
  void account_for(const StateView& old, const StepResult& result, const StateOut& next,
                   const System& system, StepReport& report, Real dt) const;

  Real theta_;
  Mass mass_;
  std::unique_ptr<LinearSolver> solver_;
  VelocityProblem problem_;
  ThetaProjection projection_;
  const System* system_ = nullptr;  ///< whose tangent A_ is
  std::unique_ptr<LinearOperator> A_;
  std::vector<Real> ahead_, moved_,
      rest_;                          ///< [dofs] increments to q_fr, from q_n to q_{n+1}, from q_fr
  std::vector<Real> force_, change_;  ///< [dofs] N, F(q_fr), and -K times the rest
  std::vector<Real> inertia_;         ///< [dofs] N s, M times the change of prescribed velocities
  std::vector<Real> driven_, right_, solution_;
};

}  // namespace moreau_jean
