// An order of rows in which rows that share a column are close to each other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sparse_rows.hpp"

namespace local_sqp {

/// The reverse Cuthill-McKee order of the rows of A, in which two rows are connected if they share
/// a column, and what follows from it for A A': the envelope, and for each column its rows in that
/// order. Up to kAsGiven rows keep their order. For a sparse factor the order is an approximate minimum degree order,
/// with which it has the fewest entries.
///
/// The search visits each column once and costs O(entries of A). It is skipped if the rows have the
/// pattern of the last call.
class RowOrder {
 public:
  static constexpr Index kAsGiven = 12;
  enum class For : std::uint8_t { envelope, sparse };
  explicit RowOrder(For factor = For::envelope) : factor_(factor) {}

  struct Entry {
    Index position;  ///< of the row
    Index at;        ///< in SparseRows::value
  };

  /// Returns whether the order is another one than before.
  bool update(const SparseRows& A, Index columns);

  /// [rows] the row at each position
  View<Index> rows() const { return rows_; }
  /// [rows] first position whose row shares a column with the one at this position
  View<Index> first() const { return first_; }
  /// Entries of a column, sorted by the positions of their rows.
  std::span<const Entry> column(Index c) const {
    return {entry_.data() + column_start_[c], entry_.data() + column_start_[c + 1]};
  }

 private:
  For factor_;
  void list_columns(const SparseRows& A);
  void find_first(const SparseRows& A);
  void reverse_cuthill_mckee(const SparseRows& A);
  void minimum_degree(const SparseRows& A);
  Index far_row(const SparseRows& A, Index row);
  std::size_t search(const SparseRows& A, Index root);

  std::vector<Index> rows_, first_;
  std::vector<Index> column_start_;
  std::vector<Entry> entry_;
  CompressedRows<> seen_;                      ///< pattern of the last call
  std::vector<Index> found_;                   ///< rows in the order in which searches find them
  std::vector<Index> degree_;                  ///< [rows] entries in the columns of the row
  std::vector<Index> row_mark_, column_mark_;  ///< number of the last search that visited it
  Index searches_ = 0;
};

}  // namespace local_sqp
