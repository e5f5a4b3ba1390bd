/// \file compressed_rows.hpp  Many short lists in two arrays: the entries of all rows one after
/// another, and where each row starts ("CSR").
///
/// The form in which the SDK hands out lists of lists: stencils of contact rows, vertices of
/// violations, facets round a vertex. Memory is kept when rows are cleared, so that filling them
/// again allocates nothing.
#pragma once

#include <algorithm>
#include <vector>

#include "types.hpp"

namespace tactus {

template <class T = Index>
class CompressedRows {
 public:
  Index rows() const { return static_cast<Index>(start_.size()) - 1; }
  Index entries() const { return static_cast<Index>(entry_.size()); }

  /// Row r; valid until the next change.
  View<T> operator[](Index r) const {
    const Range at = range(r);
    return View<T>(entry_.data() + at.begin, entry_.data() + at.end);
  }
  /// Positions of row r in all(), for arrays that run beside the entries.
  Range range(Index r) const {
    return {start_[static_cast<std::size_t>(r)], start_[static_cast<std::size_t>(r) + 1]};
  }
  View<T> all() const { return entry_; }         ///< [entries] of all rows, in their order
  View<Index> starts() const { return start_; }  ///< [rows + 1] into all()

  void clear() {
    start_.resize(1);
    entry_.clear();
  }

  void add_row(View<T> entries) {
    entry_.insert(entry_.end(), entries.begin(), entries.end());
    end_row();
  }
  /// A row under way: entries that end_row() makes a row of.
  void push(const T& entry) { entry_.push_back(entry); }
  View<T> under_way() const { return all().subspan(static_cast<std::size_t>(start_.back())); }
  /// Puts an entry before the one at this position of the row under way.
  void insert(Index position, const T& entry) {
    entry_.insert(entry_.begin() + start_.back() + position, entry);
  }
  void end_row() { start_.push_back(entries()); }

  /// Gives row r other entries. Linear in the entries and rows behind it.
  void replace(Index r, View<T> entries) {
    const Range old = range(r);
    entry_.erase(entry_.begin() + old.begin, entry_.begin() + old.end);
    entry_.insert(entry_.begin() + old.begin, entries.begin(), entries.end());
    const Index grown = static_cast<Index>(entries.size()) - old.size();
    for (auto k = static_cast<std::size_t>(r) + 1; k < start_.size(); ++k) start_[k] += grown;
  }

  /// Rows from a list of (row, entry), sorted by row: `first` and `second` of each item.
  template <class Pairs>
  void assign_sorted(Index rows, const Pairs& pairs) {
    start_.assign(static_cast<std::size_t>(rows) + 1, 0);
    entry_.clear();
    for (const auto& pair : pairs) {
      ++start_[static_cast<std::size_t>(pair.first) + 1];
      entry_.push_back(pair.second);
    }
    add_up();
  }

  /// Rows from a list in any order: item i goes to row row_of[i] as entry_of(i); entries of a row keep
  /// the order of the items. (Facets round a vertex, from the vertices of the facets.)
  template <class EntryOf>
  void assign_by_row(Index rows, View<Index> row_of, EntryOf&& entry_of) {
    start_.assign(static_cast<std::size_t>(rows) + 2, 0);
    for (const Index row : row_of) ++start_[static_cast<std::size_t>(row) + 2];
    add_up();  // start_[r + 1] is where the next entry of row r goes
    entry_.resize(row_of.size());
    for (std::size_t i = 0; i < row_of.size(); ++i) {
      Index& next = start_[static_cast<std::size_t>(row_of[i]) + 1];
      entry_[static_cast<std::size_t>(next++)] = entry_of(static_cast<Index>(i));
    }
    start_.pop_back();
  }

  friend bool operator==(const CompressedRows&, const CompressedRows&) = default;

 private:
  void add_up() {
    for (std::size_t k = 1; k < start_.size(); ++k) start_[k] += start_[k - 1];
  }

  std::vector<Index> start_{0};
  std::vector<T> entry_;
};

}  // namespace tactus
