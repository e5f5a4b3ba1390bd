#include "tests/support/dense_algebra.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

namespace tactus::testing {

Eigen::VectorXd eigenvalues(const Eigen::MatrixXd& matrix) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix, Eigen::EigenvaluesOnly)
      .eigenvalues();
}

Eigen::VectorXd solved(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  return A.partialPivLu().solve(b);
}

}  // namespace tactus::testing
