/// \file division.hpp  A grid over some boxes, whose cells are as long as most boxes.
#pragma once

#include <tactus/boxes/bounds.hpp>
#include <vector>

namespace adaptive_grid {
using namespace tactus;
using boxes::Bounds;

/// A box of the query in the joined list of both sets.
template <int D>
struct Placed {
  Bounds<D> bounds;
  Index index;
  std::int32_t body;
};

/// Coordinates outside of the grid belong to its outermost cells: any division finds all pairs,
/// because cell() never falls where a coordinate grows.
template <int D>
class Division {
 public:
  using Cell = std::array<std::int32_t, D>;

  /// About one cell for each two boxes, over the bounding box of their centres, but no cells shorter
  /// than twice the mean length of boxes.
  void choose(View<Placed<D>> items, View<std::uint32_t> list) {
    Bounds<D> centres;
    std::array<Real, D> mean{};
    const auto n = static_cast<Real>(list.size());
    for (const std::uint32_t k : list)
      for (int d = 0; d < D; ++d) {
        const Bounds<D>& b = items[k].bounds;
        centres.lower[d] = std::min(centres.lower[d], b.centre(d));
        centres.upper[d] = std::max(centres.upper[d], b.centre(d));
        mean[d] += b.half(d) / n;
      }
    origin_ = centres.lower;
    std::array<Real, D> half{};
    for (int d = 0; d < D; ++d) half[d] = centres.half(d);
    const Real side = side_for(half, n / 2);
    cells_ = 1;
    for (int d = 0; d < D; ++d) {
      const Real cells = std::floor(half[d] / std::max(side, 2 * mean[d]));
      const bool divided = cells > 1 && cells < 1e7;
      count_[d] = divided ? static_cast<std::int32_t>(cells) : 1;
      scale_[d] = divided ? static_cast<Real>(count_[d]) / half[d] / 2 : 0;
      if (!(scale_[d] > 0)) count_[d] = 1;
      cells_ *= count_[d];
    }
  }

  Index cells() const { return cells_; }
  std::int32_t cell(Real x, int d) const {
    if (count_[d] == 1) return 0;
    const Real at = (x - origin_[d]) * scale_[d];
    return at > 0 ? static_cast<std::int32_t>(std::min<Real>(at, count_[d] - 1)) : 0;
  }
  Cell cell(const std::array<Real, D>& x) const {
    Cell c;
    for (int d = 0; d < D; ++d) c[d] = cell(x[d], d);
    return c;
  }
  Index number(const Cell& c) const {
    Index n = 0;
    for (int d = D; d-- > 0;) n = n * count_[d] + c[d];
    return n;
  }
  /// Calls f(cell) for all cells from `low` to `high`.
  template <class F>
  static void each(const Cell& low, const Cell& high, F&& f) {
    Cell c = low;
    while (true) {
      f(c);
      std::size_t d = 0;
      while (d < D && c[d] == high[d]) c[d] = low[d], ++d;
      if (d == D) return;
      ++c[d];
    }
  }

 private:
  /// m, half the side of cubes of which about `cells` fill a block with these half lengths. Axes along
  /// which the block is shorter than a cube are not divided, and do not count.
  static Real side_for(const std::array<Real, D>& half, Real cells) {
    const Real longest = *std::max_element(half.begin(), half.end());
    if (!(longest > 0)) return kUnlimited;
    Real side = 0;
    for (int round = 0; round < D; ++round) {
      Real volume = 1;
      int axes = 0;
      for (const Real h : half)
        if (h / longest > side) volume *= h / longest, ++axes;
      const Real next = std::pow(volume / cells, 1. / std::max(axes, 1));
      if (next <= side) break;
      side = next;
    }
    return side * longest;
  }

  std::array<Real, D> origin_{}, scale_{};
  std::array<std::int32_t, D> count_{};
  Index cells_ = 1;
};

}  // namespace adaptive_grid
