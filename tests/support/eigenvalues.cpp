#include "tests/support/eigenvalues.hpp"

#include <Eigen/Eigenvalues>

namespace tactus::testing {

Eigen::VectorXd eigenvalues(const Eigen::MatrixXd& matrix) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix, Eigen::EigenvaluesOnly)
      .eigenvalues();
}

}  // namespace tactus::testing
