/// \file newton_system.hpp  The linear system of a Newton step for all contacts at once.
///
/// The laws give C_i(U_i, R_i) = 0 in m/s with derivatives. With U = B + W R a step dR solves
///   (C_U (W + eps D) + C_R) dR = -C,      D_ii = (trace W_ii / dim) I.
/// eps > 0 makes the system regular if W is singular and contacts stick. It changes the step but
/// not the solution, because the right-hand side is exact.
///
/// For an open contact the equation does not depend on its velocity (C_U = 0), so that its part of
/// the step can be computed directly. Only the other contacts are factorised together.
#pragma once

#include <tactus/contact_law.hpp>
#include <vector>

#include "block_factor.hpp"

namespace projected_newton {

class NewtonSystem {
 public:
  /// Groups contacts by law and determines the order of elimination. Views are kept until the next
  /// call.
  void prepare(const tactus::ReactionProblem& problem,
               tactus::View<const tactus::ContactLaw*> laws);

  /// Evaluates C at these reactions and velocities, with derivatives if wanted. @returns |C|^2
  tactus::Real linearise(tactus::View<tactus::Real> U, tactus::View<tactus::Real> R,
                         bool derivatives, tactus::Context& context);

  /// Computes the step from the last call of linearise(). @returns false if the matrix cannot be
  /// factorised accurately enough
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
  std::vector<tactus::Index> place_;          ///< position of a contact in order_
  std::vector<tactus::Real> C_, C_U_, C_R_;   ///< in order_
  std::vector<tactus::Real> matrix_;          ///< blocks with the pattern of W
  std::vector<std::uint8_t> open_;            ///< by contact
  /// right-hand side, then the remaining residual of a step
  std::vector<tactus::Real> rest_;
  BlockFactor factor_;
};

}  // namespace projected_newton
