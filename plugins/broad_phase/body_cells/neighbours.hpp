/// \file neighbours.hpp  Which bodies are near each other.
#pragma once

#include <cmath>
#include <compare>
#include <tactus/boxes/bounds.hpp>
#include <utility>
#include <vector>

namespace body_cells {
using namespace tactus;
using boxes::Bounds;

/// Pairs of bodies whose widened boxes overlap. While each body is in its widened box, bodies that
/// overlap are among them.
template <int D>
class Neighbours {
 public:
  using BodyPair = std::pair<std::uint32_t, std::uint32_t>;

  bool stands(const std::vector<Bounds<D>>& bodies) const {
    if (bodies.size() != wide_.size()) return false;
    for (std::size_t b = 0; b < bodies.size(); ++b)
      for (int d = 0; d < D; ++d)
        if (bodies[b].lower[d] < wide_[b].lower[d] || bodies[b].upper[d] > wide_[b].upper[d])
          return false;
    return true;
  }
  View<BodyPair> pairs() const { return pairs_; }

  /// @param travel  part of the mean length of bodies by which each is widened on all sides
  /// @returns pairs of bodies compared
  Index make(const std::vector<Bounds<D>>& bodies, Real travel) {
    wide_ = bodies;
    const Real by = travel * mean_length();
    for (Bounds<D>& b : wide_)
      for (int d = 0; d < D; ++d) b.lower[d] -= by, b.upper[d] += by;
    pairs_.clear();
    tests_ = 0;
    fill_cells();
    for (std::size_t k = 0; k < cells_.size(); ++k) {
      look_around(k);
      look_at_longer(k);
    }
    for (std::size_t k = 0; k < large_.size(); ++k) {
      for (const Place& p : cells_) compare(large_[k], p.body);
      for (std::size_t l = 0; l < k; ++l) compare(large_[k], large_[l]);
    }
    std::sort(pairs_.begin(), pairs_.end());
    return tests_;
  }

 private:
  using Cell = std::array<std::int32_t, D>;
  struct Place {
    int level;  ///< bodies are at most 2^level m long
    Cell cell;
    std::uint32_t body;
    auto operator<=>(const Place&) const = default;
  };

  Real length(const Bounds<D>& b) const {
    Real most = 0;
    for (int d = 0; d < D; ++d) most = std::max(most, b.half(d));
    return 2 * most;
  }
  Real mean_length() const {
    Real sum = 0, count = 0;
    for (const Bounds<D>& b : wide_)
      if (const Real l = length(b); l < 1e300) sum += l / static_cast<Real>(wide_.size()), ++count;
    return count > 0 ? sum * (static_cast<Real>(wide_.size()) / count) : 0;
  }

  /// Cells are a power of two long, and the bodies in them longer than half of that. Two bodies do not
  /// overlap if the cells that they have at the level of the longer one are no neighbours. Bodies without
  /// end have no cell.
  void fill_cells() {
    cells_.clear();
    large_.clear();
    levels_.clear();
    centres_ = {};
    Real longest = 0;
    for (std::uint32_t b = 0; b < wide_.size(); ++b) {
      const Real l = length(wide_[b]);
      if (!(l < 1e300)) {
        large_.push_back(b);
        continue;
      }
      longest = std::max(longest, l);
      cells_.push_back({0, {}, b});
      for (int d = 0; d < D; ++d) {
        centres_.lower[d] = std::min(centres_.lower[d], wide_[b].centre(d));
        centres_.upper[d] = std::max(centres_.upper[d], wide_[b].centre(d));
      }
    }
    // Bodies that are shorter still are no fewer in a cell for it.
    const int most = exponent(longest), least = most - 40;
    for (Place& p : cells_) {
      p.level = std::max(exponent(length(wide_[p.body])), least);
      p.cell = cell_of(p.body, p.level);
    }
    std::sort(cells_.begin(), cells_.end());
    for (const Place& p : cells_)
      if (levels_.empty() || levels_.back() != p.level) levels_.push_back(p.level);
  }

  /// The least e with a length of at most 2^e.
  static int exponent(Real length) {
    int e = 0;
    const Real part = std::frexp(length, &e);
    return length > 0 ? e - (part == 0.5 ? 1 : 0) : -1100;
  }

  /// Numbers of cells stay below 2^20, so that rounding is much smaller than what cells are longer
  /// than bodies.
  Cell cell_of(std::uint32_t body, int level) const {
    Cell cell{};
    for (int d = 0; d < D; ++d) {
      const Real half = centres_.half(d);
      const Real rounding =
          1e-9 * std::max(std::abs(centres_.lower[d]), std::abs(centres_.upper[d]));
      const Real side = std::max({std::ldexp(1 + 1e-6, level), half * 0x1p-19, rounding}) / 2;
      if (side > 0)
        cell[static_cast<std::size_t>(d)] =
            static_cast<std::int32_t>((wide_[body].centre(d) / 2 - centres_.lower[d] / 2) / side);
    }
    return cell;
  }

  /// Calls f(offset) for all neighbouring cells and the cell itself, in one order.
  template <class F>
  static void each_offset(F&& f) {
    Cell offset;
    offset.fill(-1);
    while (true) {
      f(offset);
      std::size_t d = 0;
      while (d < D && offset[d] == 1) offset[d++] = -1;
      if (d == D) return;
      ++offset[d];
    }
  }

  /// Compares with the bodies of its level that follow in the same cell, and in neighbouring cells that
  /// follow.
  void look_around(std::size_t k) {
    each_offset([&](const Cell& offset) {
      if (offset == Cell{})
        for (std::size_t l = k + 1; l < cells_.size() && cells_[l].level == cells_[k].level &&
                                    cells_[l].cell == cells_[k].cell;
             ++l)
          compare(cells_[k].body, cells_[l].body);
      if (offset > Cell{})
        compare_with_cell(cells_[k].body, cells_[k].level, cells_[k].cell, offset);
    });
  }

  /// Compares with longer bodies, from its own cell at each of their levels.
  void look_at_longer(std::size_t k) {
    const std::uint32_t body = cells_[k].body;
    for (auto level = levels_.rbegin(); level != levels_.rend() && *level > cells_[k].level;
         ++level) {
      const Cell cell = cell_of(body, *level);
      each_offset([&](const Cell& offset) { compare_with_cell(body, *level, cell, offset); });
    }
  }

  void compare_with_cell(std::uint32_t body, int level, Cell cell, const Cell& offset) {
    for (std::size_t d = 0; d < D; ++d) cell[d] += offset[d];
    auto at = std::lower_bound(cells_.begin(), cells_.end(), Place{level, cell, 0});
    for (; at != cells_.end() && at->level == level && at->cell == cell; ++at)
      compare(body, at->body);
  }

  void compare(std::uint32_t a, std::uint32_t b) {
    ++tests_;
    if (wide_[a].overlap(wide_[b])) pairs_.emplace_back(std::min(a, b), std::max(a, b));
  }

  std::vector<Bounds<D>> wide_;
  std::vector<Place> cells_;  ///< sorted
  std::vector<int> levels_;   ///< that there are, ascending
  Bounds<D> centres_;         ///< of the bodies with cells
  std::vector<std::uint32_t> large_;
  std::vector<BodyPair> pairs_;
  Index tests_ = 0;
};

}  // namespace body_cells
