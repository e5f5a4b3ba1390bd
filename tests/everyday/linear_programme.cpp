// Phase 1 of the simplex method on a full tableau.
#include "linear_programme.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

namespace tactus::everyday {
namespace {

using Eigen::Index;

constexpr double kZero = 1e-9;  ///< of entries that are of the order of 1

/// Rows of A, of the artificial variables and of b; the last row holds the reduced costs.
class Tableau {
 public:
  Tableau(const Eigen::MatrixXd& A, const Eigen::VectorXd& b)
      : rows_(A.rows()), columns_(A.cols()), sign_(b.size()),
        t_(Eigen::MatrixXd::Zero(rows_ + 1, columns_ + rows_ + 1)) {
    for (Index i = 0; i < rows_; ++i) {
      sign_[i] = b[i] < 0 ? -1 : 1;
      t_.row(i).head(columns_) = sign_[i] * A.row(i);
      t_(i, columns_ + i) = 1;
      t_(i, columns_ + rows_) = sign_[i] * b[i];
      basis_.push_back(columns_ + i);
    }
    t_.row(rows_).head(columns_) = -t_.topRows(rows_).leftCols(columns_).colwise().sum();
    t_(rows_, columns_ + rows_) = -t_.col(columns_ + rows_).head(rows_).sum();
  }

  /// Goes to the optimum. Artificial variables that left the basis stay out.
  void optimise() {
    for (Index step = 0;; ++step) {
      if (step > 200 * (rows_ + columns_)) throw std::runtime_error("the simplex method cycles");
      const bool bland = step > 10 * rows_;
      const Index column = entering(bland);
      if (column < 0) return;
      const Index row = leaving(column, bland);
      if (row < 0) throw std::runtime_error("a sum of positive numbers is unbounded");
      pivot(row, column);
    }
  }

  double sum_of_artificials() const { return -t_(rows_, columns_ + rows_); }
  Eigen::VectorXd solution() const {
    Eigen::VectorXd x = Eigen::VectorXd::Zero(columns_);
    for (Index i = 0; i < rows_; ++i)
      if (basis_[i] < columns_) x[basis_[i]] = t_(i, columns_ + rows_);
    return x;
  }
  /// Of the problem as it was given: the reduced cost of an artificial variable is 1 - y.
  Eigen::VectorXd multipliers() const {
    Eigen::VectorXd y(rows_);
    for (Index i = 0; i < rows_; ++i) y[i] = sign_[i] * (1 - cost_of_artificial(i));
    return y;
  }

 private:
  double cost_of_artificial(Index i) const { return t_(rows_, columns_ + i); }

  /// The most negative reduced cost; the first one where degenerate pivots might go round in circles.
  Index entering(bool bland) const {
    Index best = -1;
    for (Index j = 0; j < columns_; ++j) {
      const double cost = t_(rows_, j);
      if (cost >= (best < 0 ? -kZero : t_(rows_, best))) continue;
      best = j;
      if (bland) break;
    }
    return best;
  }
  /// Of the rows that bound the step first, that of the largest pivot, which keeps rounding small; in Bland's
  /// rule that of the first variable.
  Index leaving(Index column, bool bland) const {
    Index best = -1;
    double least = std::numeric_limits<double>::infinity();
    for (Index i = 0; i < rows_; ++i)
      if (t_(i, column) > kZero)
        least = std::min(least, std::max(0., t_(i, columns_ + rows_)) / t_(i, column));
    for (Index i = 0; i < rows_; ++i) {
      if (t_(i, column) <= kZero) continue;
      if (std::max(0., t_(i, columns_ + rows_)) / t_(i, column) > least + 1e-14) continue;
      if (best < 0 || (bland ? basis_[at(i)] < basis_[at(best)] : t_(i, column) > t_(best, column)))
        best = i;
    }
    return best;
  }
  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }
  void pivot(Index row, Index column) {
    t_.row(row) /= t_(row, column);
    for (Index i = 0; i <= rows_; ++i)
      if (i != row && t_(i, column) != 0) t_.row(i) -= t_(i, column) * t_.row(row);
    basis_[static_cast<std::size_t>(row)] = column;
  }

  Index rows_, columns_;
  Eigen::VectorXd sign_;
  Eigen::MatrixXd t_;
  std::vector<Index> basis_;
};

}  // namespace

Feasibility solve_feasibility(const Eigen::MatrixXd& A, const Eigen::VectorXd& b,
                              double tolerance) {
  Tableau tableau(A, b);
  tableau.optimise();
  Feasibility out;
  out.feasible = tableau.sum_of_artificials() <= tolerance * b.cwiseAbs().sum();
  if (out.feasible)
    out.x = tableau.solution();
  else
    out.y = tableau.multipliers();
  return out;
}

}  // namespace tactus::everyday
