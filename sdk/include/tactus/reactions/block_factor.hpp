/// \file reactions/block_factor.hpp  LU factorisation of a sparse matrix of small blocks, with one
/// block for each pair of contacts that share a body.
///
/// Contacts are eliminated in the order of minimum degree (elimination.hpp). Pivoting exchanges
/// rows within a block but not between blocks, so that the pattern of the factors is known in
/// advance. As long as W keeps its pattern, a factorisation allocates no memory. The caller has to
/// check the loss of accuracy that this may cause, and to refine solutions.
#pragma once

#include "elimination.hpp"

namespace tactus {

class BlockFactor {
 public:
  /// Finds order and pattern for a matrix whose blocks are those of W, on both sides of the
  /// diagonal, or takes them from an earlier call for the same pattern.
  void analyse(const SparseView& W) { elimination_ = &eliminations_.of(W); }

  /// Factorises the matrix whose blocks are stored in `value` as those of W are. Contacts that are
  /// left out have neither a row nor a column. Threads share the work; the bits of the result do
  /// not depend on their number.
  /// @pre analyse() was called for the pattern
  /// @returns false if a diagonal block becomes singular
  template <int D>
  bool factorise(View<Real> value, View<std::uint8_t> left_out, Context& context);

  /// x = A^-1 x; contacts that are left out keep their values. Threads share the work where there
  /// is a context, with the same bits.
  template <int D>
  void solve(Out<Real> x);
  template <int D>
  void solve(Out<Real> x, Context& context);

  /// Blocks of the factors, which is what a factorisation is charged for.
  Index blocks() const { return elimination_->blocks(); }
  /// Products of two blocks that a factorisation computes.
  Index products() const { return elimination_->products; }
  Index orders_found() const { return eliminations_.orders_found(); }

 private:
  View<std::int32_t> turns(Range tasks) const;
  template <int D>
  Out<Real> take_row(Context& context) const;
  template <int D>
  void subtract_earlier_rounds(View<std::int32_t> places, View<Real> value, Context& context);
  template <int D>
  bool eliminate(View<std::int32_t> places, View<Real> value, Context& context);
  template <int D>
  void load_row(Index place, View<Real> value, Out<Real> row) const;
  template <int D>
  void load_started_row(Index place, Out<Real> row) const;
  template <int D>
  void store_started_row(Index place, View<Real> row);
  template <int D>
  void subtract(Range of_lower, Out<Real> row);
  template <int D>
  bool finish_row(Index place, Out<Real> row);
  template <int D>
  void solve_lower(View<std::int32_t> places, View<Real> x);
  template <int D>
  void solve_upper(View<std::int32_t> places, Out<Real> x);

  EliminationCache eliminations_;
  const Elimination* elimination_ = nullptr;
  std::vector<Real> U_, L_, inverse_;  ///< blocks of upper, of lower, and of the diagonal
  std::vector<Real> x_;                ///< in the order of elimination
  std::vector<std::uint8_t> out_;      ///< by place
  std::vector<std::uint8_t> regular_;  ///< by task: no block became singular
};

}  // namespace tactus
