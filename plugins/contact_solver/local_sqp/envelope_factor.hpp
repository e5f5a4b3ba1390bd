// The Delassus operator of a component, and factorisations of parts of it.
#pragma once

#include <vector>

#include "row_order.hpp"

namespace local_sqp {

/// Stores K = A A' + regularisation I in the envelope given by a RowOrder, and the factor L D L' of
/// the block that belongs to selected rows. Only the selected rows are factorised, so that many
/// rows with few of them selected cost little. When a row enters or leaves, the factor is
/// recomputed from there on. All arrays are indexed by position, those of the factor by rank, which
/// is the number of a row among the selected ones.
class EnvelopeFactor {
 public:
  void assemble(const SparseRows& A, const RowOrder& order, Real regularisation);

  /// Recomputes the factor of the rows with picked[k] != 0 from position `from` on.
  void factorise(View<std::uint8_t> picked, Index from);
  /// x = K^-1 x on the block. @pre x is zero on the rows that are not selected
  void solve(Out<Real> x) const;

  Real operator()(Index i, Index j) const { return i < j ? entry(j, i) : entry(i, j); }
  Index size() const { return static_cast<Index>(first_.size()); }
  Real regularisation() const { return regularisation_; }

 private:
  Real entry(Index i, Index j) const { return j < first_[i] ? 0 : K_[base_[i] + j]; }
  void eliminate(std::size_t rank);

  std::vector<Index> first_;  ///< [rows] RowOrder::first()
  std::vector<Index> base_;   ///< [rows] entry (k, j) is at base_[k] + j, first_[k] <= j <= k
  std::vector<Real> K_;       ///< lower triangle within the envelope

  /// [ranks] position, first rank in L, where L's entry of rank 0 would be, 1/D
  struct FactorRow {
    Index position, first, base;
    Real inverse_pivot;
  };
  std::vector<FactorRow> rows_;
  std::vector<Real> L_;          ///< without its diagonal of 1
  mutable std::vector<Real> y_;  ///< [ranks] right-hand side
  Real regularisation_ = 0;
};

}  // namespace local_sqp
