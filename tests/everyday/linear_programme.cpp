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

/// Columns of A, of the artificial variables and of b.
class Tableau {
 public:
  Tableau(const Eigen::MatrixXd& A, const Eigen::VectorXd& b)
      : rows_(A.rows()), columns_(A.cols()), sign_(b.size()),
        t_(Eigen::MatrixXd::Zero(rows_, columns_ + rows_ + 1)) {
    for (Index i = 0; i < rows_; ++i) {
      sign_[i] = b[i] < 0 ? -1 : 1;
      t_.row(i).head(columns_) = sign_[i] * A.row(i);
      t_(i, columns_ + i) = 1;
      t_(i, columns_ + rows_) = sign_[i] * b[i];
      basis_.push_back(columns_ + i);
    }
  }

  /// Goes to the optimum. Artificial variables that left the basis stay out.
  void optimise() {
    for (Index step = 0;; ++step) {
      if (step > 200 * (rows_ + columns_)) throw std::runtime_error("the simplex method cycles");
      const bool bland = step > 10 * rows_;
      const Index column = entering(bland);
      if (column < 0) return;
      pivot(leaving(column, bland), column);
    }
  }

  double sum_of_artificials() const { return artificial_rows()[columns_ + rows_]; }
  Eigen::VectorXd solution() const {
    Eigen::VectorXd x = Eigen::VectorXd::Zero(columns_);
    for (Index i = 0; i < rows_; ++i)
      if (basis_[at(i)] < columns_) x[basis_[at(i)]] = t_(i, columns_ + rows_);
    return x;
  }
  /// Of the problem as it was given.
  Eigen::VectorXd multipliers() const {
    return sign_.cwiseProduct(artificial_rows().segment(columns_, rows_).transpose());
  }

 private:
  /// The sum of the rows whose basic variable is artificial: by how much each column lowers the sum of
  /// these. Added up anew in every step, so that no rounding gathers in it.
  Eigen::RowVectorXd artificial_rows() const {
    Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(t_.cols());
    for (Index i = 0; i < rows_; ++i)
      if (basis_[at(i)] >= columns_) sum += t_.row(i);
    return sum;
  }
  /// What lowers the sum most; the first one where degenerate pivots might go round in circles.
  Index entering(bool bland) const {
    const Eigen::RowVectorXd gain = artificial_rows();
    Index best = -1;
    for (Index j = 0; j < columns_; ++j) {
      if (gain[j] <= (best < 0 ? kZero : gain[best])) continue;
      best = j;
      if (bland) break;
    }
    return best;
  }
  /// Of the rows that bound the step first, that of the largest pivot, which keeps rounding small; in Bland's
  /// rule that of the first variable. There is one: the entries of artificial rows add up to more than zero.
  Index leaving(Index column, bool bland) const {
    const double smallest = kZero / static_cast<double>(2 * rows_);
    const auto ratio = [&](Index i) {
      return t_(i, column) <= smallest ? std::numeric_limits<double>::infinity()
                                       : std::max(0., t_(i, columns_ + rows_)) / t_(i, column);
    };
    double least = std::numeric_limits<double>::infinity();
    for (Index i = 0; i < rows_; ++i) least = std::min(least, ratio(i));
    Index best = -1;
    for (Index i = 0; i < rows_; ++i) {
      if (ratio(i) > least + 1e-14) continue;
      if (best < 0 || (bland ? basis_[at(i)] < basis_[at(best)] : t_(i, column) > t_(best, column)))
        best = i;
    }
    return best;
  }
  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }
  void pivot(Index row, Index column) {
    t_.row(row) /= t_(row, column);
    for (Index i = 0; i < rows_; ++i)
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
