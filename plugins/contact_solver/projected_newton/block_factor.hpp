/// \file block_factor.hpp  LU factorisation of a sparse matrix of small blocks, with one block for
/// each pair of contacts that share a body.
///
/// Contacts are eliminated in the order of minimum degree. Pivoting exchanges rows within a block
/// but not between blocks, so that the pattern of the factors is known in advance. As long as W
/// keeps its pattern, a factorisation allocates no memory. The caller has to check the loss of
/// accuracy that this may cause.
#pragma once

#include <tactus/linear.hpp>
#include <tactus/types.hpp>
#include <vector>

namespace projected_newton {

class BlockFactor {
 public:
  /// Finds order and pattern for a matrix whose blocks are those of W, on both sides of the
  /// diagonal. Does nothing if the pattern is that of the last call.
  void analyse(const tactus::SparseView& W);

  /// Factorises A = rows of `value`, stored as the blocks of W are. Contacts that are left out have
  /// neither a row nor a column.
  /// @returns false if a diagonal block becomes singular
  template <int D>
  bool factorise(const tactus::SparseView& W, tactus::View<tactus::Real> value,
                 const std::vector<std::uint8_t>& left_out);

  /// x = A^-1 x; contacts that are left out keep their values.
  template <int D>
  void solve(tactus::Out<tactus::Real> x);

 private:
  void order(const tactus::SparseView& W);
  void find_pattern(const tactus::SparseView& W);

  // The pattern for which analyse() was called.
  std::vector<tactus::Index> start_, column_;
  std::vector<tactus::Index> contact_, place_;  ///< of a place in the order; of a contact
  // For place k: the later places with which it has a block, ascending.
  std::vector<tactus::Index> upper_start_, upper_;
  // The same seen from row i: the earlier places k, ascending, and where their blocks of L are.
  std::vector<tactus::Index> lower_start_, lower_;
  std::vector<tactus::Real> U_, L_, inverse_;  ///< blocks of upper_, of lower_, and of the diagonal
  std::vector<tactus::Real> row_;              ///< blocks of the current row, by place
  std::vector<tactus::Real> x_;                ///< in the order of elimination
  std::vector<std::uint8_t> out_;              ///< by place
};

}  // namespace projected_newton
