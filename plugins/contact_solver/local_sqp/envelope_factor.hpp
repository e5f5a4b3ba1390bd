// The Delassus operator of a component, and factors of parts of it.
#pragma once

#include <vector>

#include "row_order.hpp"

namespace local_sqp {

/// K = A A' + regularisation I in the envelope of a RowOrder, and the factor L D L' of the block
/// that belongs to some of the rows. The others are rows of zeros in L, so that nothing moves when a
/// row enters or leaves: the factor is made anew from its position on. All numbers are by position.
class EnvelopeFactor {
 public:
  void assemble(const SparseRows& A, const RowOrder& order, Real regularisation);

  /// Makes the factor of the rows with picked[k] != 0 anew from position `from` on.
  void factorise(View<std::uint8_t> picked, Index from);
  /// x = K^-1 x on the block. @pre x is zero on the rows that were not picked
  void solve(Out<Real> x) const;

  Real operator()(Index i, Index j) const { return i < j ? entry(j, i) : entry(i, j); }
  Index size() const { return static_cast<Index>(first_.size()); }
  Real regularisation() const { return regularisation_; }

 private:
  Real entry(Index i, Index j) const { return j < first_[i] ? 0 : K_[base_[i] + j]; }
  void eliminate(View<std::uint8_t> picked, Index k);

  std::vector<Index> first_;  ///< [rows] RowOrder::first()
  std::vector<Index> base_;   ///< [rows] entry (k, j) is at base_[k] + j, first_[k] <= j <= k
  std::vector<Real> K_, L_;   ///< lower triangles within the envelope; L without its diagonal of 1
  std::vector<Real> inverse_pivot_;  ///< [rows] 0 where not picked
  Real regularisation_ = 0;
};

}  // namespace local_sqp
