/// \file block_factor.hpp  L U of a sparse matrix of small blocks, a block for each pair of contacts that
/// know of each other.
///
/// Contacts are eliminated in the order of least degree. Rows are exchanged within a block and not
/// between blocks, so that the pattern of the factors is known before their numbers: as long as W has
/// the pattern it had, a factorisation takes no memory. What that costs in accuracy the caller has to
/// look at.
#pragma once

#include <tactus/linear.hpp>
#include <tactus/types.hpp>
#include <vector>

namespace projected_newton {

class BlockFactor {
 public:
  /// Order and pattern for a matrix with blocks where W has them, on either side of the diagonal.
  /// Nothing is done where the pattern is that of the last call.
  void analyse(const tactus::SparseView& W);

  /// A = rows of `value`, stored as the blocks of W are. Contacts that are left out have neither row nor
  /// column.
  /// @returns false where a block of the diagonal becomes singular
  template <int D>
  bool factorise(const tactus::SparseView& W, tactus::View<tactus::Real> value,
                 const std::vector<std::uint8_t>& left_out);

  /// x = A^-1 x; contacts that were left out keep what they have.
  template <int D>
  void solve(tactus::Out<tactus::Real> x);

 private:
  void order(const tactus::SparseView& W);
  void find_pattern(const tactus::SparseView& W);

  // The pattern this was analysed for.
  std::vector<tactus::Index> start_, column_;
  std::vector<tactus::Index> contact_, place_;  ///< of a place in the order; of a contact
  // Place k: the places behind it that it has a block with, ascending.
  std::vector<tactus::Index> upper_start_, upper_;
  // The same seen from row i: the k before it, ascending, where their blocks of L are.
  std::vector<tactus::Index> lower_start_, lower_;
  std::vector<tactus::Real> U_, L_, inverse_;  ///< blocks of upper_, of lower_, and of the diagonal
  std::vector<tactus::Real> row_;              ///< blocks of the row under way, by place
  std::vector<tactus::Real> x_;                ///< in the order of elimination
  std::vector<std::uint8_t> out_;              ///< by place
};

}  // namespace projected_newton
