// Boxes round all facets of one detection, so that pairs of a near list are told apart without looking at their
// vertices again: of a hundred pairs hardly one has boxes that meet.
#pragma once

#include <array>
#include <tactus/crossing/neighbourhood.hpp>
#include <vector>

namespace vertex_face {
using namespace tactus;

class FacetBoxes {
 public:
  /// Where facets are at y, and which have a vertex that the attention is on.
  void update(const Surface& surface, View<Real> y, const crossing::Attention& attention,
              Executor& executor);

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
    bool looked_at;
  };
  std::vector<Box> box_;  ///< [facets]
};

}  // namespace vertex_face
