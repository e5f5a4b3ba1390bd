/// \file in_parts.hpp  Lists that several threads fill: each part of the work has a list of its own, and these
/// are joined in the order of the parts, so that the result is that of one thread.
#pragma once

#include <vector>

#include "compressed_rows.hpp"
#include "context.hpp"

namespace tactus {

template <class T>
class InParts {
 public:
  /// Appends to `out` what find(range, found) appends to `found` for parts of `grain` of `count` items.
  /// find() may be called by several threads at once. Where there is one part only, `found` is `out`.
  template <class Find>
  void append(Index count, Index grain, std::vector<T>& out, Executor& executor, Find&& find) {
    if (count <= grain) {
      if (count > 0) find(Range{0, count}, out);
      return;
    }
    const auto parts = static_cast<std::size_t>((count + grain - 1) / grain);
    if (found_.size() < parts) found_.resize(parts);
    executor.for_each(count, grain, [&](Range range, Context&) {
      std::vector<T>& found = found_[static_cast<std::size_t>(range.begin / grain)];
      found.clear();
      find(range, found);
    });
    for (std::size_t p = 0; p < parts; ++p)
      out.insert(out.end(), found_[p].begin(), found_[p].end());
  }

 private:
  std::vector<std::vector<T>> found_;  ///< of each part; memory is kept
};

/// The same for lists of lists.
template <class T = Index>
class RowsInParts {
 public:
  /// Replaces `out` by `count` rows, the entries of which fill(row, entries) puts into an empty list.
  template <class Fill>
  void assign(Index count, Index grain, CompressedRows<T>& out, Executor& executor, Fill&& fill) {
    const auto parts = static_cast<std::size_t>((count + grain - 1) / grain);
    if (found_.size() < parts) found_.resize(parts);
    executor.for_each(count, grain, [&](Range range, Context&) {
      Part& part = found_[static_cast<std::size_t>(range.begin / grain)];
      part.rows.clear();
      for (Index row = range.begin; row < range.end; ++row) {
        part.entries.clear();
        fill(row, part.entries);
        part.rows.add_row(part.entries);
      }
    });
    out.clear();
    for (std::size_t p = 0; p < parts; ++p)
      for (Index row = 0; row < found_[p].rows.rows(); ++row) out.add_row(found_[p].rows[row]);
  }

 private:
  struct Part {
    CompressedRows<T> rows;
    std::vector<T> entries;
  };
  std::vector<Part> found_;  ///< memory is kept
};

}  // namespace tactus
