// How deep a body is inside another one is the largest distance from a point of its boundary to
// the boundary of the other. Vertices alone are not sufficient: the middle of a long facet may be
// the deepest point, where a corner of the other body presses into it.
#include "core/audit/plane_depth.hpp"

#include <array>
#include <vector>

#include "core/audit/plane_distance.hpp"

namespace tactus::core {
namespace {

constexpr Real kResolution = 1e-3;  ///< the search ends at this fraction of a facet

std::array<Real, 3> place_of(PlanePoint p) { return {p.x, p.y}; }

}  // namespace

Depth PlaneDepthMeter::of(std::int32_t inner, std::int32_t outer) const {
  Depth deepest;
  const Range facets = boundary_.bodies[static_cast<std::size_t>(inner)];
  for (Index f = facets.begin; f < facets.end; ++f)
    raise(boundary_.facet[static_cast<std::size_t>(2 * f)],
          boundary_.facet[static_cast<std::size_t>(2 * f + 1)], outer, deepest);
  return deepest;
}

Depth PlaneDepthMeter::of(Index point, Real radius, std::int32_t outer) const {
  const PlanePoint p = at(point);
  return Depth::of_round(signed_distance(p, outer), radius, place_of(p), point);
}

/// Bisects the facet as long as a part of it may contain a point deeper than the deepest one so
/// far.
void PlaneDepthMeter::raise(Index start, Index end, std::int32_t outer, Depth& deepest) const {
  const PlanePoint from = at(start), to = at(end);
  struct Piece {
    PlanePoint a, b;
    Real depth_a, depth_b;
  };
  const SignedDistance first = signed_distance(from, outer), last = signed_distance(to, outer);
  deepest.raise(first, place_of(from), start);
  deepest.raise(last, place_of(to), end);
  const Real resolution = kResolution * distance(from, to);
  std::vector<Piece> open{{from, to, first.distance, last.distance}};
  while (!open.empty()) {
    const Piece piece = open.back();
    open.pop_back();
    const Real length = distance(piece.a, piece.b);
    // The signed distance is Lipschitz continuous with constant 1. From both ends of a piece it
    // can rise at most with slope 1, and the two bounds meet at this value. A piece that cannot
    // contain a deeper point is discarded, which makes the search exact up to the resolution.
    const Real bound = (piece.depth_a + piece.depth_b + length) / 2;
    if (!(bound > deepest.length + resolution) || !(length > resolution)) continue;
    const PlanePoint middle{(piece.a.x + piece.b.x) / 2, (piece.a.y + piece.b.y) / 2};
    const SignedDistance there = signed_distance(middle, outer);
    deepest.raise(there, place_of(middle), kNone);
    open.push_back({piece.a, middle, piece.depth_a, there.distance});
    open.push_back({middle, piece.b, there.distance, piece.depth_b});
  }
}

SignedDistance PlaneDepthMeter::signed_distance(PlanePoint p, std::int32_t body) const {
  const BoxTree<2>& tree = trees_[static_cast<std::size_t>(body)];
  const auto end_of = [&](Index f, int k) {
    return at(boundary_.facet[static_cast<std::size_t>(2 * f + k)]);
  };
  SignedDistance nearest{kUnlimited, 0, kNone};
  tree.visit([&](const Box<2>& box) { return distance_to_box(p, box) < nearest.distance; },
             [&](Index f) {
               const PlanePoint a = end_of(f, 0), b = end_of(f, 1);
               const Real d = distance_to_segment(p, a, b);
               if (d < nearest.distance) nearest = {d, distance(a, b), f};
             });
  if (winding_(p, body) == 0) nearest.distance = -nearest.distance;
  return nearest;
}

}  // namespace tactus::core
