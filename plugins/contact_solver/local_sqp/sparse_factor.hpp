// The Delassus operator of a large component, and a sparse factor of the block of selected rows.
#pragma once

#include <cstdint>
#include <vector>

#include "row_order.hpp"

namespace local_sqp {

/// Stores K = A A' + regularisation I by its entries, and the factor L D L' of the block that belongs to selected
/// rows. The pattern of L is that of all rows and stands while the order does; rows that are not selected are those of
/// the identity. A row that enters or leaves changes the columns on its path to the root of the elimination tree alone
/// (Davis and Hager, SIAM J. Matrix Anal. Appl. 26, 2005). All arrays are indexed by position.
class SparseFactor {
 public:
  /// The pattern of L, O(entries of L). To be called when the order has changed.
  void analyse(const SparseRows& A, const RowOrder& order);
  void assemble(const SparseRows& A, const RowOrder& order, Real regularisation);

  /// Computes the factor of the rows with picked[k] != 0 from position `from` on.
  void factorise(View<std::uint8_t> picked, Index from);
  /// Row k, which is picked now, enters the factor. @pre picked is otherwise that of the factor
  void enter(View<std::uint8_t> picked, Index k);
  /// Row k, which is no longer picked, leaves the factor.
  void leave(View<std::uint8_t> picked, Index k);
  /// x = K^-1 x on the block. @pre x is zero on the rows that are not selected
  void solve(Out<Real> x) const;

  /// Adds column k of K, without its diagonal, to `out`.
  void add_column(Index k, Out<Real> out) const;
  /// Row k of K times x.
  Real product(Index k, View<Real> x) const;
  Real diagonal(Index k) const { return diagonal_[k]; }
  Index size() const { return static_cast<Index>(diagonal_.size()); }
  Real regularisation() const { return regularisation_; }

 private:
  void eliminate(View<std::uint8_t> picked, Index k);
  bool change(Index k, Real weight);
  /// Calls visit(column, place) for each entry of row k of L.
  template <class Visit>
  void each_in_row(Index k, Visit&& visit) const {
    Index at = rows_.range(k).begin;
    for (const Index column : rows_[k]) visit(column, at_[at++]);
  }

  CompressedRows<> before_,
      after_;  ///< [rows] positions of K's entries before and after the diagonal
  std::vector<Real> before_value_, after_value_, diagonal_;
  std::vector<Index> parent_;      ///< [rows] in the elimination tree, kNone at a root
  CompressedRows<> rows_;          ///< of L, without its diagonal of 1; columns ascending
  std::vector<Index> at_;          ///< parallel to rows_.all(): place of the entry in L_
  std::vector<Index> start_;       ///< [rows + 1] columns of L in row_ and L_, rows ascending
  std::vector<std::int32_t> row_;  ///< of each entry
  std::vector<Real> L_;
  std::vector<Real> pivot_, inverse_;   ///< [rows] D and 1/D
  std::vector<std::uint8_t> selected_;  ///< [rows]
  std::vector<Real> work_;              ///< [rows] zero between calls
  std::vector<Index> mark_, next_;
  Real regularisation_ = 0;
};

}  // namespace local_sqp
