// How deep a body is inside another one is the largest distance from a point of its boundary to
// the boundary of the other. Vertices alone are not sufficient: the middle of a long facet may be
// the deepest point, where a corner of the other body presses into it.
#include "core/audit/plane_depth.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/audit/plane_touch.hpp"

namespace tactus::core {
namespace {

constexpr Real kResolution = 1e-3;  ///< the search ends at this fraction of a facet

Real distance_to_box(PlanePoint p, const Box<2>& box) {
  const Real dx = std::max({box.lo[0] - p.x, p.x - box.hi[0], Real{0}});
  const Real dy = std::max({box.lo[1] - p.y, p.y - box.hi[1], Real{0}});
  return std::hypot(dx, dy);
}

}  // namespace

PlaneDepth PlaneDepthMeter::of(std::int32_t inner, std::int32_t outer) const {
  PlaneDepth deepest;
  const Range facets = boundary_.bodies[static_cast<std::size_t>(inner)].facets;
  for (Index f = facets.begin; f < facets.end; ++f)
    raise(boundary_.facet[static_cast<std::size_t>(2 * f)],
          boundary_.facet[static_cast<std::size_t>(2 * f + 1)], outer, deepest);
  return deepest;
}

PlaneDepth PlaneDepthMeter::of(Index point, Real radius, std::int32_t outer) const {
  PlaneDepth deepest;
  Signed found = signed_distance(at(point), outer);
  found.distance += radius;
  raise(found, at(point), point, deepest);
  if (radius > 0) deepest.in_facets = std::max(deepest.in_facets, deepest.length / radius);
  return deepest;
}

void PlaneDepthMeter::raise(const Signed& found, PlanePoint place, Index point,
                            PlaneDepth& deepest) {
  if (!(found.distance > 0)) return;
  if (found.distance > deepest.length) {
    deepest.length = found.distance;
    deepest.place = place, deepest.point = point, deepest.facet = found.facet;
  }
  if (found.facet_length > 0)
    deepest.in_facets = std::max(deepest.in_facets, found.distance / found.facet_length);
}

/// Bisects the facet as long as a part of it may contain a point deeper than the deepest one so
/// far.
void PlaneDepthMeter::raise(Index start, Index end, std::int32_t outer, PlaneDepth& deepest) const {
  const PlanePoint from = at(start), to = at(end);
  struct Piece {
    PlanePoint a, b;
    Real depth_a, depth_b;
  };
  const Signed first = signed_distance(from, outer), last = signed_distance(to, outer);
  raise(first, from, start, deepest);
  raise(last, to, end, deepest);
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
    const Signed there = signed_distance(middle, outer);
    raise(there, middle, kNone, deepest);
    open.push_back({piece.a, middle, piece.depth_a, there.distance});
    open.push_back({middle, piece.b, there.distance, piece.depth_b});
  }
}

PlaneDepthMeter::Signed PlaneDepthMeter::signed_distance(PlanePoint p, std::int32_t body) const {
  const BoxTree<2>& tree = trees_[static_cast<std::size_t>(body)];
  const auto end_of = [&](Index f, int k) {
    return at(boundary_.facet[static_cast<std::size_t>(2 * f + k)]);
  };
  Signed nearest{kUnlimited, 0, kNone};
  tree.visit([&](const Box<2>& box) { return distance_to_box(p, box) < nearest.distance; },
             [&](Index f) {
               const PlanePoint a = end_of(f, 0), b = end_of(f, 1);
               const Real d = distance_to_segment(p, a, b);
               if (d < nearest.distance) nearest = {d, distance(a, b), f};
             });
  if (!inside_(p, body)) nearest.distance = -nearest.distance;
  return nearest;
}

}  // namespace tactus::core
