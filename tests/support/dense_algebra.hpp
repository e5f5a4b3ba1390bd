// Dense linear algebra, compiled once for all tests: Eigen's factorisations take seconds to compile.
#pragma once

#include <Eigen/Core>

namespace tactus::testing {

/// Of a symmetric matrix, in ascending order.
Eigen::VectorXd eigenvalues(const Eigen::MatrixXd& matrix);

/// A^-1 b of a regular matrix.
Eigen::VectorXd solved(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

}  // namespace tactus::testing
