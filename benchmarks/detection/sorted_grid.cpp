#include <algorithm>
#include <array>
#include <cstring>

#include "benchmarks/detection/contestants.hpp"

namespace tactus::bench {
namespace {

/// Boxes in the cells of their lower corners; cells as wide as the largest box, numbered along x
/// first. Sorted by cell, neighbours along x lie side by side: a box looks at what is left of its own
/// stretch of three cells and at the stretches above it.
template <int D>
class SortedGrid {
 public:
  void find(const Boxes& boxes, std::vector<Pair>& pairs) {
    sort_into_cells(boxes);
    constexpr std::size_t rows = D == 2 ? 1 : 4;
    const std::uint64_t offset[] = {stride_[1], stride_[2] - stride_[1], stride_[2],
                                    stride_[2] + stride_[1]};
    std::array<std::size_t, rows> from{};
    for (std::size_t i = 0; i < sorted_.size(); ++i) {
      const Entry& a = sorted_[i];
      for (std::size_t j = i + 1; j < sorted_.size() && sorted_[j].cell <= a.cell + 1; ++j)
        test(a, sorted_[j], pairs);
      for (std::size_t r = 0; r < rows; ++r) {
        const std::uint64_t first = a.cell + offset[D == 2 ? 0 : r] - 1;
        while (from[r] < sorted_.size() && sorted_[from[r]].cell < first) ++from[r];
        for (std::size_t j = from[r]; j < sorted_.size() && sorted_[j].cell <= first + 2; ++j)
          test(a, sorted_[j], pairs);
      }
    }
  }

 private:
  struct Entry {
    std::uint64_t cell;
    Real bound[2 * D];
    Index index;
  };

  void sort_into_cells(const Boxes& boxes) {
    Real low[D], high[D], width = 0;
    std::fill_n(low, D, kUnlimited), std::fill_n(high, D, -kUnlimited);
    for (Index i = 0; i < boxes.count; ++i)
      for (int d = 0; d < D; ++d) {
        low[d] = std::min(low[d], boxes.lower(i)[d]);
        high[d] = std::max(high[d], boxes.lower(i)[d]);
        width = std::max(width, boxes.upper(i)[d] - boxes.lower(i)[d]);
      }
    const Real scale = 1 / (width * (1 + 1e-9));
    stride_ = {1, 0, 0};
    for (int d = 1; d < D; ++d)  // an empty cell at both ends of a row
      stride_[d] =
          stride_[d - 1] * (static_cast<std::uint64_t>((high[d - 1] - low[d - 1]) * scale) + 3);
    entries_.resize(static_cast<std::size_t>(boxes.count));
    std::uint64_t most = 0;
    for (Index i = 0; i < boxes.count; ++i) {
      Entry& e = entries_[static_cast<std::size_t>(i)];
      e.cell = 0;
      for (int d = 0; d < D; ++d)
        e.cell +=
            stride_[d] * (static_cast<std::uint64_t>((boxes.lower(i)[d] - low[d]) * scale) + 1);
      std::memcpy(e.bound, boxes.lower(i), sizeof e.bound);
      e.index = i;
      most = std::max(most, e.cell);
    }
    radix_sort(most);
  }

  /// Keys and positions first, boxes once at the end.
  void radix_sort(std::uint64_t most) {
    const std::size_t n = entries_.size();
    keys_.resize(n), other_.resize(n), sorted_.resize(n);
    for (std::size_t i = 0; i < n; ++i) keys_[i] = {entries_[i].cell, i};
    constexpr int digit = 11;
    for (int shift = 0; most >> shift; shift += digit) {
      std::array<std::size_t, 1 << digit> start{};
      for (const auto& k : keys_) ++start[k.first >> shift & ((1 << digit) - 1)];
      std::size_t sum = 0;
      for (std::size_t& s : start) sum += std::exchange(s, sum);
      for (const auto& k : keys_) other_[start[k.first >> shift & ((1 << digit) - 1)]++] = k;
      keys_.swap(other_);
    }
    for (std::size_t i = 0; i < n; ++i) sorted_[i] = entries_[keys_[i].second];
  }

  static void test(const Entry& a, const Entry& b, std::vector<Pair>& pairs) {
    bool hit = true;
    for (int d = 0; d < D; ++d)
      hit &= (a.bound[d] <= b.bound[D + d]) & (b.bound[d] <= a.bound[D + d]);
    if (hit) pairs.push_back({std::min(a.index, b.index), std::max(a.index, b.index)});
  }

  std::array<std::uint64_t, 3> stride_{};
  std::vector<Entry> entries_, sorted_;
  std::vector<std::pair<std::uint64_t, std::size_t>> keys_, other_;
};

}  // namespace

Contestant sorted_grid() {
  struct Both {
    const Boxes* boxes = nullptr;
    SortedGrid<2> plane;
    SortedGrid<3> space;
  };
  const auto grid = std::make_shared<Both>();
  return {"sorted_grid", [grid](const Boxes& boxes) { grid->boxes = &boxes; },
          [grid](std::vector<Pair>& pairs) {
            grid->boxes->dim == 2 ? grid->plane.find(*grid->boxes, pairs)
                                  : grid->space.find(*grid->boxes, pairs);
          }};
}

}  // namespace tactus::bench
