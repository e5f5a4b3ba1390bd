/// \file linear_programme.hpp  Whether A x = b has a solution with x >= 0, by a dense simplex method.
///
/// The question whether bodies can be at rest is of this form: x are the reactions along the edges of the
/// cones of friction. It is answered with a proof either way: an x, or, by Farkas, a y with A'y <= 0 and
/// b'y > 0, which is the motion that starts. Small and slow: a reference for tests.
#pragma once

#include <Eigen/Dense>

namespace tactus::everyday {

struct Feasibility {
  bool feasible = false;
  Eigen::VectorXd x;  ///< solves A x = b, x >= 0, if feasible
  Eigen::VectorXd y;  ///< A'y <= 0 and b'y > 0, if not
};

/// Minimises the sum of the artificial variables s >= 0 in A x + s = b (phase 1 of the simplex method).
/// @param tolerance  of the sum that counts as zero, in parts of the sum of |b|
/// @throws std::runtime_error  if the method does not end, which Bland's rule excludes but for rounding
Feasibility solve_feasibility(const Eigen::MatrixXd& A, const Eigen::VectorXd& b,
                              double tolerance = 1e-9);

}  // namespace tactus::everyday
