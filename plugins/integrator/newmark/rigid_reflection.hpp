// Reflection of rigid bodies that is exact in energy, whenever within a step they meet.
#pragma once

#include <tactus/integrator.hpp>
#include <vector>

#include "angular_momentum.hpp"

namespace newmark {

/// With (3.17) contact changes velocities by (2/dt) d, which reverses the speed of approach only if
/// contact begins with the step: if it begins at the fraction xi of it, the coefficient of
/// restitution is |1 - 2 xi|. The nodes of a mesh are struck again in the next step, and together
/// they reflect. A rigid body is struck once. For contact problems of rigid bodies alone the factor
/// is therefore found from the energy:
///   v_{n+1} = v^- + beta d + r(beta),    v^- = v_n + dt abar,
/// where r = r_0 + beta r_1 is the rotation that restores angular momentum (0 where something
/// outside acts on the problem), and beta is the larger root of
///   beta^2/2 p'M p + beta (p'M (v^- + r_0) + dt/2 H) + r_0'M v^- + r_0'M r_0/2 - abar'M d = 0.
/// Here p = d + r_1, H is the work that the forces of contact would do on what moves them from
/// outside, sum lambda_r held_r, and abar'M d the work of all other forces by which d lifts the
/// bodies. Contact then does no work in all. One row is reflected exactly, (G v + h)^+ = -(G v +
/// h)^-. Several rows of one problem share one beta: energy and momenta are exact, the single
/// speeds are not.
class RigidReflection {
 public:
  struct Step {
    const System& system;
    const StepResult& result;
    View<Real> x;     ///< [coordinates] m, at the end of the step
    View<Real> w;     ///< [dofs] m/s, velocity of the predictor
    View<Real> d;     ///< [dofs] m, correction by contact
    View<Real> abar;  ///< [dofs] m/s^2, mean acceleration without contact
    Real dt = 0;
    Real support_speed = 0;  ///< m/s, largest of a prescribed degree of freedom
    bool restore = false;    ///< whether angular momentum is restored
  };

  /// Finds beta for each problem, 2/dt for those that are not of rigid bodies alone, and tells the
  /// kernel its fraction of the impulses, beta dt/2.
  /// @param v  [dofs] v^-
  void find(const Step& step, View<Real> v, AngularMomentum& momentum);
  /// Adds (beta - 2/dt) d to v, which has 2/dt d in it. @returns the energy [J] that this adds
  Real apply(const System& system, const StepResult& result, View<Real> d, Real dt,
             Out<Real> v) const;
  /// [components] 1/s, beta; empty: 2/dt everywhere
  View<Real> rates() const { return rates_; }
  void clear() { rates_.clear(); }

 private:
  /// What find() knows of a contact problem.
  struct Problem {
    bool rigid = true, held = true;
    QuadraticOfRate energy{};               ///< J, that contact adds
    Real motion = 0, square = 0, mass = 0;  ///< v'M v, d'M d, translating mass
  };
  void sort_out(const Step& step);
  void add_held(const Step& step, View<Real> v);
  void add_free(const Step& step, View<Real> v, AngularMomentum& momentum);
  static Real rate_of(const Problem& problem, const Step& step);

  std::vector<Problem> problems_;
  std::vector<Index> free_group_;  ///< [dofs] StepResult::group of problems of rigid bodies alone
  std::vector<QuadraticOfRate> kinetic_;
  std::vector<Real> rates_;
};

}  // namespace newmark
