/// \file reactions/elimination.hpp  The order in which contacts are eliminated from a sparse matrix
/// of small blocks, and the pattern of its factors L and U.
///
/// Both depend on the pattern of the Delassus operator W alone: approximate minimum degree
/// (Amestoy, Davis, Duff 1996), and the fill-in that follows from it. Rows are exchanged within a
/// block and not between blocks, so that the pattern is known before any number is.
///
/// The first later place in the row of U of a place is its parent. A row depends on those of its
/// descendants in this forest alone (Liu, SIAM J. Matrix Anal. Appl. 11, 1990), so that disjoint
/// subtrees can be eliminated at the same time: small ones in the first round, then what is left of
/// larger ones. What earlier rounds contribute to the rows of a round is subtracted from all of them
/// at the same time, and only the contributions of its own places have to wait for each other.
///
/// Contacts come and go, and islands of contacts are solved one after another. The orders of recent
/// patterns are kept, so that patterns that take turns are ordered once.
#pragma once

#include <memory>
#include <vector>

#include "../linear.hpp"

namespace tactus {

/// Order and pattern for one pattern of W. "Places" are positions in the order.
struct Elimination {
  std::vector<Index> start, column;          ///< the pattern of W
  std::vector<std::int32_t> contact, place;  ///< of a place; of a contact
  std::vector<Index> upper_start;            ///< [contacts + 1]
  std::vector<std::int32_t> upper;           ///< of a place: later places, ascending: rows of U
  std::vector<Index> lower_start;            ///< [contacts + 1]
  /// Of a place: earlier places, those of earlier rounds first, ascending in a round: rows of L.
  std::vector<std::int32_t> lower;
  std::vector<Index> lower_here;              ///< [contacts] where those of its own round begin
  std::vector<std::int32_t> place_of_column;  ///< [column.size()] the place of each block of W
  Index products = 0;                         ///< of two blocks, in a factorisation
  std::vector<std::int32_t> turn;             ///< places, descendants first
  std::vector<Range> task;                    ///< of `turn`: what one thread eliminates in a round
  std::vector<Range> round;  ///< of `task`: they depend on earlier rounds, not on each other

  /// Blocks of L, U and the diagonal.
  Index blocks() const { return static_cast<Index>(upper.size() + lower.size() + contact.size()); }
};

/// Order and pattern for a matrix whose blocks are those of W, and of its transpose.
/// @pre W is square, columns ascend within a row
Elimination find_elimination(const SparseView& W);

/// Keeps the eliminations of recent patterns. What it returns depends on the pattern alone.
class EliminationCache {
 public:
  /// Valid until the next call. Allocates nothing where the pattern is known.
  const Elimination& of(const SparseView& W);
  Index orders_found() const { return orders_found_; }  ///< patterns that were not known

 private:
  struct Entry {
    std::unique_ptr<Elimination> elimination;
    Index last_use = 0;
  };
  void forget_old_ones(Index blocks);

  std::vector<Entry> entries_;
  Index uses_ = 0, orders_found_ = 0;
};

}  // namespace tactus
