// The stress of a step by which elastic bodies keep their energy whatever the step: a discrete gradient.
//
// With the deformation gradients F_0 and F_1 of a point at both ends of a step, C = F'F and its mean C_m,
//
//   P = (F_0 + F_1)/2 S,   S = S(C_m) + [2 (W_1 - W_0) - S(C_m):dC]/(dC:dC) dC,   dC = C_1 - C_0
//
// S:dC/2 = W_1 - W_0 whatever the energy W (Gonzalez 2000). Of an energy that is quadratic in Green's
// strain, S(C_m) is the mean of the stresses at both ends and has that property by itself (Simo and Tarnow
// 1992); the bracket is 0. S is symmetric, and P turns with the mean of F: neither adds momentum.
//
// A point with a memory has the stress S(C_m) of the middle of the step: its energy is not all that it
// could give back.
#pragma once

#include <tactus/system.hpp>

namespace energy_momentum {

class DiscreteStress final : public tactus::StressRule {
 public:
  /// @param symmetrised  A is the symmetric part of dP/dF_1
  explicit DiscreteStress(bool symmetrised) : symmetrised_(symmetrised) {}
  void evaluate(const tactus::Material& material, const tactus::MaterialBatch& next,
                tactus::View<tactus::Tensor> F_old, tactus::Context& context) const override;

 private:
  bool symmetrised_;
};

}  // namespace energy_momentum
