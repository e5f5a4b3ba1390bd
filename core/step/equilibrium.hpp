/// \file equilibrium.hpp  How far the end of a step without inertia is from equilibrium, as the kernel measures it.
#pragma once

#include <algorithm>

#include "core/model/step_forces.hpp"
#include "tactus/step_problem.hpp"

namespace tactus::core {

class Model;

/// Of an accepted step; 0 in runs with inertia.
struct EquilibriumFacts {
  Real residual = 0;  ///< N, largest |r - G'l| of a degree of freedom that is free
  Real force = 0;     ///< N, largest nodal force of supports, loads, gravity and contact
  Real share() const { return force > 0 ? residual / force : residual; }
};

/// Measures |r - G'l| of a solved step, whatever its solver reports, beside the largest nodal force. Where there is
/// next to no force, the rounding of coordinates takes its place.
class Equilibrium {
 public:
  explicit Equilibrium(const Model& model) : model_(model) {}

  /// @param contact_force  [dofs] N, G'l
  Outcome measure(StepProblem& problem, View<Real> w, View<Real> contact_force, Context& context);
  const EquilibriumFacts& facts() const { return facts_; }

  /// Adds what supports and loads do at the end of a step, once that is known.
  static void add(const StepForces& forces, EquilibriumFacts& facts);

 private:
  const Model& model_;
  EquilibriumFacts facts_;
  std::vector<Real> r_;
};

}  // namespace tactus::core
