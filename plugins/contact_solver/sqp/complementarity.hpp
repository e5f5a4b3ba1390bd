// Which rows of a contact problem push, and how strongly: the linear complementarity problem
//   W l + q >= 0,   l >= 0,   l'(W l + q) = 0
// with W = G K^-1 G' symmetric and positive semidefinite, for the few rows that may push. l are
// multipliers (N) and W l + q what the rows are above their bounds (m).
//
// Rows are divided by the root of W_ii, and 1e-11 is added to the diagonal of 1. Thus every set of active
// rows has exactly one solution, also where rows are given twice or contradict each other; a gap falls
// short by 1e-11 of what contact corrects. Sets are exchanged as a whole (block principal pivoting, Judice
// and Pires 1994) as long as fewer rows are wrong than before, else one row at a time, the last one that
// is wrong (Murty 1974), which cannot go round in circles.
#pragma once

#include <tactus/types.hpp>
#include <vector>

namespace sqp {
using namespace tactus;

class Complementarity {
 public:
  /// The guess for a row of which nothing is known: it pushes if it is below its bound without forces.
  static constexpr Real kUnknown = -1;

  /// @param W  [rows * rows] row-major; diagonal above zero
  /// @param q  [rows]
  /// @param l  [rows] in: guess, of which only matters whether it is above zero, or kUnknown; out: solution
  /// @returns whether it was found within 20 + 10 rows exchanges; l is the last set's otherwise
  bool solve(View<Real> W, View<Real> q, Out<Real> l);

  Index exchanges() const { return exchanges_; }  ///< of the last solve()

 private:
  void scale(View<Real> W, View<Real> q);
  void guess(View<Real> l);
  bool solve_active();
  void find_wrong();
  Real entry(Index i, Index j) const {
    return matrix_[static_cast<std::size_t>(i) * q_.size() + static_cast<std::size_t>(j)];
  }

  std::vector<Real> matrix_;          ///< scaled W with the addition
  std::vector<Real> q_, root_, x_;    ///< scaled q; W_ii^-1/2; scaled l
  std::vector<Index> active_;         ///< rows that push, ascending
  std::vector<std::uint8_t> pushes_;  ///< [rows]
  std::vector<Index> wrong_;          ///< rows that pull, or that are open and below their bounds
  std::vector<Real> factor_, right_;  ///< of the active rows
  Real tolerance_ = 0;
  Index exchanges_ = 0;
};

}  // namespace sqp
