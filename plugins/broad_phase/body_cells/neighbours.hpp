/// \file neighbours.hpp  Which bodies are near each other.
#pragma once

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
    for (std::size_t k = 0; k < cells_.size(); ++k) look_around(k);
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
    Cell cell;
    std::uint32_t body;
    bool operator<(const Place& other) const {
      return cell < other.cell || (cell == other.cell && body < other.body);
    }
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

  /// Cells are as long as all bodies but the largest ones, about as many as the root of the number of
  /// bodies: these have no cell. Two bodies in cells that are no neighbours do not overlap.
  void fill_cells() {
    lengths_.clear();
    for (const Bounds<D>& b : wide_) lengths_.push_back(length(b));
    cells_.clear();
    large_.clear();
    if (wide_.empty()) return;
    const auto rank = static_cast<std::ptrdiff_t>(
        lengths_.size() - 1 - static_cast<std::size_t>(std::sqrt(lengths_.size() - 1)));
    std::nth_element(lengths_.begin(), lengths_.begin() + rank, lengths_.end());
    const Real limit = std::min(lengths_[static_cast<std::size_t>(rank)], 1e300);
    Bounds<D> centres;
    for (std::uint32_t b = 0; b < wide_.size(); ++b) {
      if (!(length(wide_[b]) <= limit)) {
        large_.push_back(b);
        continue;
      }
      cells_.push_back({{}, b});
      for (int d = 0; d < D; ++d) {
        centres.lower[d] = std::min(centres.lower[d], wide_[b].centre(d));
        centres.upper[d] = std::max(centres.upper[d], wide_[b].centre(d));
      }
    }
    for (Place& p : cells_)
      for (int d = 0; d < D; ++d)
        p.cell[static_cast<std::size_t>(d)] = cell_of(p, d, limit, centres);
    std::sort(cells_.begin(), cells_.end());
  }

  /// Numbers of cells stay below 2^20, so that rounding is much smaller than what cells are longer
  /// than bodies.
  std::int32_t cell_of(const Place& place, int d, Real limit, const Bounds<D>& centres) const {
    const Real half = centres.half(d);
    const Real rounding = 1e-9 * std::max(std::abs(centres.lower[d]), std::abs(centres.upper[d]));
    const Real side = std::max({limit * (1 + 1e-6), half * 0x1p-19, rounding}) / 2;
    if (!(side > 0)) return 0;
    return static_cast<std::int32_t>((wide_[place.body].centre(d) / 2 - centres.lower[d] / 2) /
                                     side);
  }

  /// Compares with the bodies that follow in the same cell, and in neighbouring cells that follow.
  void look_around(std::size_t k) {
    Cell offset;
    offset.fill(-1);
    const Cell zero{};
    while (true) {
      if (offset == zero)
        for (std::size_t l = k + 1; l < cells_.size() && cells_[l].cell == cells_[k].cell; ++l)
          compare(cells_[k].body, cells_[l].body);
      if (offset > zero) compare_with_cell(k, offset);
      std::size_t d = 0;
      while (d < D && offset[d] == 1) offset[d++] = -1;
      if (d == D) return;
      ++offset[d];
    }
  }
  void compare_with_cell(std::size_t k, const Cell& offset) {
    Place first{cells_[k].cell, 0};
    for (std::size_t d = 0; d < D; ++d) first.cell[d] += offset[d];
    auto at = std::lower_bound(cells_.begin(), cells_.end(), first);
    for (; at != cells_.end() && at->cell == first.cell; ++at) compare(cells_[k].body, at->body);
  }

  void compare(std::uint32_t a, std::uint32_t b) {
    ++tests_;
    if (wide_[a].overlap(wide_[b])) pairs_.emplace_back(std::min(a, b), std::max(a, b));
  }

  std::vector<Bounds<D>> wide_;
  std::vector<Real> lengths_;
  std::vector<Place> cells_;
  std::vector<std::uint32_t> large_;
  std::vector<BodyPair> pairs_;
  Index tests_ = 0;
};

}  // namespace body_cells
