/// \file newton_system.hpp  The linear system of a Newton step for all contacts at once.
///
/// The laws give C_i(U_i, R_i) = 0 in m/s with derivatives; with U = B + W R a step dR solves
///   (C_U (W + eps D) + C_R) dR = -C,      D_ii = (trace W_ii / dim) I.
/// eps > 0 makes it regular where W is singular and contacts stick. It changes the step, never the
/// solution: the right-hand side is exact.
///
/// A contact whose equation does not know its velocity (C_U = 0: it is open) gives its part of the step
/// by itself. The others alone are factorised together.
#pragma once

#include <tactus/contact_law.hpp>
#include <vector>

#include "block_factor.hpp"

namespace projected_newton {

class NewtonSystem {
 public:
  /// Groups contacts by law and finds the order of elimination. Views are kept until the next call.
  void prepare(const tactus::ReactionProblem& problem,
               tactus::View<const tactus::ContactLaw*> laws);

  /// C at these reactions and velocities, with derivatives if wanted. @returns |C|^2
  tactus::Real linearise(tactus::View<tactus::Real> U, tactus::View<tactus::Real> R,
                         bool derivatives, tactus::Context& context);

  /// The step from what linearise() found last. @returns false where the matrix cannot be factorised
  /// well enough
  bool step(tactus::Real eps, tactus::Out<tactus::Real> dR);

 private:
  template <int D>
  bool step_in(tactus::Real eps, tactus::Out<tactus::Real> dR);
  template <int D>
  bool settle_open(tactus::Out<tactus::Real> dR);
  template <int D>
  void fill(tactus::Real eps);
  template <int D>
  void remainder(tactus::View<tactus::Real> dR, tactus::Out<tactus::Real> out) const;

  const tactus::ReactionProblem* problem_ = nullptr;
  const tactus::SparseView* W_ = nullptr;
  tactus::View<const tactus::ContactLaw*> laws_{};
  std::vector<tactus::Index> order_, first_;  ///< contacts by law; [laws + 1] where each law starts
  std::vector<tactus::Index> place_;          ///< of a contact in order_
  std::vector<tactus::Real> C_, C_U_, C_R_;   ///< in order_
  std::vector<tactus::Real> matrix_;          ///< blocks where W has them
  std::vector<std::uint8_t> open_;            ///< by contact
  std::vector<tactus::Real> rest_;            ///< right-hand side, then what a step leaves of it
  BlockFactor factor_;
};

}  // namespace projected_newton
