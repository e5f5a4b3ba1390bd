/// \file theta_step.hpp  Steps of Moreau and Jean's scheme with implicit elasticity, for theta from 1/2 to 1.
#pragma once

#include <memory>
#include <tactus/increment_problem.hpp>
#include <tactus/integrator.hpp>
#include <tactus/newton/newton.hpp>
#include <tactus/velocity_problem.hpp>
#include <vector>

namespace moreau_jean {
using namespace tactus;

/// A problem in increments with a force that does not depend on them.
class LoadedProblem : public IncrementProblem {
 public:
  Outcome residual(View<Real> u, Out<Real> r, Context& context) const override;
  View<Real> force() const { return force_; }

 protected:
  std::vector<Real> force_;  ///< [dofs] N
  Real weight_ = 0;          ///< of it in the residual
};

/// The d nearest to 0 in the norm of 2/dt^2 A(q) that rows at q (+) d allow. Forces count by what d changes of them.
class ThetaProjection final : public LoadedProblem {
 public:
  /// Contact may take the energy for d that forces give back.
  CorrectionEnergy correction_energy(const Correction&, Context&) const override { return {}; }
  /// From where the step has come to, with the forces there.
  void pose_from(const StateView& at, const Weights& weights, System& system);
  View<Real> place() const { return place_; }

 private:
  std::vector<Real> place_;  ///< [coordinates]
};

/// The increment of a step without contact, for Newton's method:
///   M (u - dt v_n)/(theta dt)^2 = F(q_n (+) u) + (1 - theta)/theta F(q_n)
class FreeStep final : public LoadedProblem {
 public:
  /// @param driven  [dofs] change of prescribed velocities that neighbours feel; empty: of none
  void pose_from(const StateView& old, Mass mass, Real theta, Real dt, View<Real> driven,
                 System& system);

 private:
  std::vector<Real> acceleration_;  ///< of prescribed degrees of freedom
};

/// The theta-method. Its equation without contact is solved by Newton's method, and contact acts on the last
/// linearisation, about the place q_l = q_n (+) l at the end of the step:
///   q_fr    = q_n + (1 - theta) dt v_n
///   A (v_{n+1} - v_free) = H' R,   A = M + (theta dt)^2 K(q_l)
///   M (v_free - v_n) = dt [theta F(q_fr + theta dt v_free) + (1 - theta) F(q_n)]
///   q_{n+1} = q_fr + theta dt v_{n+1}
/// So the step weighs the forces F(q_l) - K (q_{n+1} - q_l) at its end, with theta, and F(q_n) at its start.
/// Where forces are linear the first linearisation, about l = (1 - theta) dt v_n, is the last. Prescribed
/// degrees of freedom have their own velocities and increments in all this.
///
/// Energy: with the mean velocity w = (v_n + v_{n+1})/2, T_{n+1} - T_n = w'(H'R + dt F) with that weighed
/// force F, for any theta. For linear forces and theta = 1/2 dt w'F is what U loses.
///
/// The state stores F(q_{n+1}), which the next step begins with.
class ThetaStep {
 public:
  ThetaStep(Real theta, Mass mass) : theta_(theta), mass_(mass) {}

  void setup(const Setup& setup) {
    solver_ = setup.linear->make(LinearMethod::definite);
    newton_.setup(*setup.linear);
  }
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
  /// Some u from q_n, at the end of the step as far as loads go.
  ForceQuery query(ForceLabel label, const StateView& old, View<Real> u, Real dt) const;
  Outcome find_free_velocity(const StateView& old, System& system, Out<Real> v, Context& context);
  Outcome linearise(const StateView& old, System& system, Out<Real> v, Context& context);
  Outcome correct(const StateView& old, System& system, View<Real> v, Real& correction,
                  Context& context);
  bool is_balanced(View<Real> u, Real dt, const Context& context) const;
  Outcome search(const StateView& old, System& system, Out<Real> v, Context& context);
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
  FreeStep free_;
  Newton newton_;
  const System* system_ = nullptr;  ///< whose tangent A_ is
  std::unique_ptr<LinearOperator> A_;
  /// [dofs] increments from q_n to q_fr, q_l and q_{n+1}, and from q_l to q_{n+1}
  std::vector<Real> ahead_, place_, moved_, rest_;
  std::vector<Real> force_, change_;  ///< [dofs] N, F(q_l), and -K times the rest
  std::vector<Real> inertia_;         ///< [dofs] N s, M times the change of prescribed velocities
  std::vector<Real> driven_, right_, solution_;
};

}  // namespace moreau_jean
