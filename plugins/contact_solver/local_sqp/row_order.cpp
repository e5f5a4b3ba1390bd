// Finds an order of rows in which rows that share an unknown are near each other (reverse
// Cuthill-McKee). Detection finds rows in an order that has nothing to do with their places along
// a contact line; with it the envelope of K could be nearly full, and the cost would be the cube
// of the number of rows.
#include "row_order.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <numeric>

namespace local_sqp {

bool RowOrder::update(const SparseRows& A, Index columns) {
  const auto columns_before = static_cast<Index>(column_start_.size()) - 1;
  // The pattern is the same in all iterations of the SQP, and in most steps of a lasting contact.
  if (columns == columns_before && A.column == seen_) return false;
  seen_ = A.column;
  rows_.resize(static_cast<std::size_t>(A.count()));
  std::iota(rows_.begin(), rows_.end(), Index{0});
  column_start_.resize(static_cast<std::size_t>(columns) + 1);
  list_columns(A);
  if (A.count() > kAsGiven) {
    factor_ == For::sparse ? minimum_degree(A) : reverse_cuthill_mckee(A);
    list_columns(A);
  }
  find_first(A);
  return true;
}

void RowOrder::list_columns(const SparseRows& A) {
  std::fill(column_start_.begin(), column_start_.end(), Index{0});
  for (const Index c : A.column.all()) ++column_start_[c];
  std::exclusive_scan(column_start_.begin(), column_start_.end(), column_start_.begin(), Index{0});
  entry_.resize(A.value.size());
  for (Index k = 0; k < A.count(); ++k)
    for (Index e = A.column.range(rows_[k]).begin; const Index c : A.column[rows_[k]])
      entry_[column_start_[c]++] = {k, e++};
  // Each start has advanced to that of the next column.
  std::shift_right(column_start_.begin(), column_start_.end(), 1);
  column_start_[0] = 0;
}

void RowOrder::find_first(const SparseRows& A) {
  first_.resize(rows_.size());
  for (Index k = 0; k < A.count(); ++k) {
    first_[k] = k;
    for (const Index c : A.column[rows_[k]])
      first_[k] = std::min(first_[k], entry_[column_start_[c]].position);
  }
}

/// The order of Amestoy, Davis and Duff (1996), of the pattern of A A'.
void RowOrder::minimum_degree(const SparseRows& A) {
  using Pattern = Eigen::SparseMatrix<char, Eigen::ColMajor, Index>;
  const Index n = A.count();
  row_mark_.assign(rows_.size(), kNone);
  Pattern pattern(n, n);
  std::vector<Index>& start = column_mark_;
  start.assign(1, 0);
  found_.clear();
  for (Index i = 0; i < n; ++i) {
    for (const Index c : A.column[i])
      for (const Entry& entry : column(c))
        if (row_mark_[entry.position] != i)
          row_mark_[entry.position] = i, found_.push_back(entry.position);
    start.push_back(static_cast<Index>(found_.size()));
  }
  pattern.resizeNonZeros(start.back());
  std::copy(start.begin(), start.end(), pattern.outerIndexPtr());
  std::copy(found_.begin(), found_.end(), pattern.innerIndexPtr());
  std::fill_n(pattern.valuePtr(), start.back(), char{1});
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, Index> order;
  Eigen::internal::minimum_degree_ordering(pattern, order);
  std::copy_n(order.indices().data(), n, rows_.begin());
}

/// Breadth-first search from an end of each connected part, rows with few neighbours first. The
/// order is reversed, because that gives the smaller envelope (George 1971).
void RowOrder::reverse_cuthill_mckee(const SparseRows& A) {
  degree_.assign(rows_.size(), 0);
  for (Index i = 0; i < A.count(); ++i)
    for (const Index c : A.column[i]) degree_[i] += static_cast<Index>(column(c).size());
  row_mark_.assign(rows_.size(), 0);
  column_mark_.assign(column_start_.size(), 0);
  searches_ = 0;
  found_.clear();
  for (Index i = 0; i < A.count(); ++i)
    if (row_mark_[i] == 0) search(A, far_row(A, i));
  std::copy(found_.rbegin(), found_.rend(), rows_.begin());
}

/// A row at (nearly) the largest distance from others in the same connected part, found by two
/// searches: the last row reached from the last row reached.
Index RowOrder::far_row(const SparseRows& A, Index row) {
  for (int twice = 0; twice < 2; ++twice) {
    const std::size_t begin = search(A, row);
    row = found_.back();
    found_.resize(begin);
  }
  return row;
}

/// Appends all rows that can be reached from `root` to found_; returns the position of `root`
/// there.
std::size_t RowOrder::search(const SparseRows& A, Index root) {
  ++searches_;
  const std::size_t begin = found_.size();
  found_.push_back(root);
  row_mark_[root] = searches_;
  for (std::size_t next = begin; next < found_.size(); ++next) {
    const auto level = static_cast<std::ptrdiff_t>(found_.size());
    const Index row = found_[next];
    for (const Index c : A.column[row]) {
      if (column_mark_[c] == searches_) continue;
      column_mark_[c] = searches_;
      for (const Entry& entry : column(c)) {
        // While the order is being determined, positions are row numbers in the original order.
        if (row_mark_[entry.position] == searches_) continue;
        row_mark_[entry.position] = searches_;
        found_.push_back(entry.position);
      }
    }
    std::sort(found_.begin() + level, found_.end(), [&](Index a, Index b) {
      return degree_[a] != degree_[b] ? degree_[a] < degree_[b] : a < b;
    });
  }
  return begin;
}

}  // namespace local_sqp
