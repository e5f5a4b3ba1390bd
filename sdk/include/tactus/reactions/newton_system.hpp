/// \file reactions/newton_system.hpp  The linear system of a Newton step for all contacts at once.
///
/// The laws give C_i(U_i, R_i) = 0 in m/s with derivatives. With U = B + W R a step dR solves
///   (C_U (W + eps D) + C_R) dR = -C,      D_ii = (trace W_ii / dim) I.
/// eps > 0 makes the system regular if W is singular and contacts stick. It changes the step but
/// not the solution, because the right-hand side is exact.
///
/// For an open contact the equation does not depend on its velocity (C_U = 0), so that its part of
/// the step can be computed directly. Only the other contacts are factorised together.
#pragma once

#include <vector>

#include "../contact_law.hpp"
#include "block_factor.hpp"

namespace tactus {

class NewtonSystem {
 public:
  /// Groups contacts by law. Views, and the factor, which has been analysed for W and which others
  /// may use in turn, are kept until the next call.
  void prepare(const ReactionProblem& problem, View<const ContactLaw*> laws, BlockFactor& factor);

  /// Evaluates C at these reactions and velocities, with derivatives if wanted. @returns |C|^2
  Real linearise(View<Real> U, View<Real> R, bool derivatives, Context& context);

  /// Computes the step from the last call of linearise(). @returns false if the matrix cannot be
  /// factorised accurately enough
  bool step(Real eps, Out<Real> dR, Context& context);

 private:
  template <int D>
  bool step_in(Real eps, Out<Real> dR, Context& context);
  template <int D>
  bool settle_open(Out<Real> dR);
  template <int D>
  void fill_row(Index contact, Real eps);
  template <int D>
  Vec<D> remainder(Index contact, View<Real> dR) const;

  const ReactionProblem* problem_ = nullptr;
  const SparseView* W_ = nullptr;
  View<const ContactLaw*> laws_{};
  std::vector<Index> order_, first_;  ///< contacts by law; [laws + 1] where each law starts
  std::vector<Index> place_;          ///< position of a contact in order_
  std::vector<Real> C_, C_U_, C_R_;   ///< in order_
  std::vector<Real> matrix_;          ///< blocks with the pattern of W
  std::vector<std::uint8_t> open_;    ///< by contact
  /// right-hand side, then the remaining residual of a step
  std::vector<Real> rest_;
  BlockFactor* factor_ = nullptr;
};

}  // namespace tactus
