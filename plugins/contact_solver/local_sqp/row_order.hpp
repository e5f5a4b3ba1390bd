// An order of rows in which those that share a column are near each other.
#pragma once

#include <span>
#include <vector>

#include "sparse_rows.hpp"

namespace local_sqp {

/// Reverse Cuthill-McKee order of the rows of A, two of them joined where they share a column, and
/// what it makes of A A': the envelope, and of each column its rows in that order. Up to kAsGiven
/// rows stay as they are.
///
/// A search goes through the columns, each once: O(entries of A), and nothing at all where the rows
/// have the pattern of the last call.
class RowOrder {
 public:
  static constexpr Index kAsGiven = 12;

  struct Entry {
    Index position;  ///< of the row
    Index at;        ///< in SparseRows::value
  };

  void update(const SparseRows& A, Index columns);

  /// [rows] the row at each position
  View<Index> rows() const { return rows_; }
  /// [rows] first position whose row shares a column with the one at this position
  View<Index> first() const { return first_; }
  /// Entries of a column, by position of their rows.
  std::span<const Entry> column(Index c) const {
    return {entry_.data() + column_start_[c], entry_.data() + column_start_[c + 1]};
  }

 private:
  void list_columns(const SparseRows& A);
  void find_first(const SparseRows& A);
  void reverse_cuthill_mckee(const SparseRows& A);
  Index far_row(const SparseRows& A, Index row);
  std::size_t search(const SparseRows& A, Index root);

  std::vector<Index> rows_, first_;
  std::vector<Index> column_start_;
  std::vector<Entry> entry_;
  CompressedRows<> seen_;                      ///< pattern of the last call
  std::vector<Index> found_;                   ///< rows in the order in which searches find them
  std::vector<Index> degree_;                  ///< [rows] entries in the columns of the row
  std::vector<Index> row_mark_, column_mark_;  ///< search that was there last
  Index searches_ = 0;
};

}  // namespace local_sqp
