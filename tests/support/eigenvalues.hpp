// Eigenvalues of symmetric matrices, compiled once for all tests: Eigen's solver takes seconds to compile.
#pragma once

#include <Eigen/Core>

namespace tactus::testing {

/// Of a symmetric matrix, in ascending order.
Eigen::VectorXd eigenvalues(const Eigen::MatrixXd& matrix);

}  // namespace tactus::testing
