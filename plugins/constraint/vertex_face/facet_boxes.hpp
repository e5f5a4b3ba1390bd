// Boxes round the facets of one detection that may meet others, so that their pairs are told apart without
// looking at the vertices again: of ten pairs hardly one has boxes that meet.
#pragma once

#include <array>
#include <tactus/crossing/neighbourhood.hpp>
#include <vector>

namespace vertex_face {
using namespace tactus;

class FacetBoxes {
 public:
  /// Where facets of these pairs are at y, and which have a vertex that the attention is on.
  void update(const Surface& surface, View<Real> y, View<Pair> pairs,
              const crossing::Attention& attention, Executor& executor);

  /// Whether one of two facets is looked at, and their boxes have a point in common.
  bool may_meet(Index f, Index g) const {
    const Box &a = box_[static_cast<std::size_t>(f)], &b = box_[static_cast<std::size_t>(g)];
    bool meet = a.looked_at | b.looked_at;
    for (std::size_t d = 0; d < 3; ++d) meet &= (a.low[d] <= b.high[d]) & (b.low[d] <= a.high[d]);
    return meet;
  }

 private:
  struct Box {
    std::array<Real, 3> low, high;
    std::uint32_t made;  ///< number of the detection
    bool looked_at;
  };
  std::vector<Box> box_;  ///< [facets]
  std::vector<Index> facets_;
  std::uint32_t number_ = 0;
};

}  // namespace vertex_face
