/// \file newton_system.hpp  The linear system of a Newton step for all contacts at once.
///
/// The laws give C_i(U_i, R_i) = 0 in m/s with derivatives; with U = B + W R a step dR solves
///   (C_U (W + eps D) + C_R) dR = -C,      D_ii = (trace W_ii / dim) I.
/// eps > 0 makes it regular where W is singular and contacts stick. It changes the step, never the
/// solution: the right-hand side is exact.
#pragma once

#include <Eigen/LU>
#include <Eigen/SparseCore>
#include <Eigen/SparseLU>
#include <tactus/contact_law.hpp>
#include <vector>

namespace projected_newton {

class NewtonSystem {
 public:
  /// Groups contacts by law and makes the pattern. Views are kept until the next call.
  void prepare(const tactus::ReactionProblem& problem,
               tactus::View<const tactus::ContactLaw*> laws);

  /// C at these reactions and velocities, with derivatives if wanted. @returns |C|^2
  tactus::Real linearise(tactus::View<tactus::Real> U, tactus::View<tactus::Real> R,
                         bool derivatives, tactus::Context& context);

  /// The step from what linearise() found last. @returns false where the matrix cannot be factorised
  bool step(tactus::Real eps, tactus::Out<tactus::Real> dR);

 private:
  template <int D>
  void fill(tactus::Real eps);

  const tactus::ReactionProblem* problem_ = nullptr;
  const tactus::SparseView* W_ = nullptr;
  tactus::View<const tactus::ContactLaw*> laws_{};
  bool dense_ = false;
  std::vector<tactus::Index> order_, first_;  ///< contacts by law; [laws + 1] where each law starts
  std::vector<tactus::Index> place_;          ///< of a contact in order_
  std::vector<tactus::Real> C_, C_U_, C_R_;   ///< in order_
  Eigen::SparseMatrix<double, Eigen::RowMajor> rows_;
  Eigen::SparseMatrix<double> columns_;
  Eigen::SparseLU<Eigen::SparseMatrix<double>> sparse_;
  Eigen::MatrixXd matrix_;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
  Eigen::VectorXd right_, solution_;
};

}  // namespace projected_newton
