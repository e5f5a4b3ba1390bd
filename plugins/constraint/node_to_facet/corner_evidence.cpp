#include "corner_evidence.hpp"

#include <tactus/geometry/orient.hpp>

namespace node_to_facet {
namespace {

/// Whether two facets have one point in common that is an end of neither.
bool cross_properly(View<Real> y, View<Index> a, View<Index> b) {
  const auto side = [&](View<Index> line, Index vertex) {
    return orient_sign(y.data() + 2 * line[0], y.data() + 2 * line[1], y.data() + 2 * vertex);
  };
  return side(a, b[0]) * side(a, b[1]) < 0 && side(b, a[0]) * side(b, a[1]) < 0;
}

int crossings(const FrozenGeometry& geometry, const NormalCone& a, const NormalCone& b) {
  int count = 0;
  for (const Index f : a.facet)
    for (const Index g : b.facet)
      count += cross_properly(geometry.query.y, geometry.surface().facet_vertices(f),
                              geometry.surface().facet_vertices(g));
  return count;
}

/// Whether a vertex lies behind both facets of another body's convex corner, and in one of the
/// elements near them.
bool is_in_corner(const FrozenGeometry& geometry, Index vertex, const NormalCone& corner) {
  const V2 x = geometry.position(vertex);
  bool inside = false;
  for (const Index f : corner.facet) {
    if (geometry.line(f).height(x) > geometry.touch) return false;
    inside = inside || geometry.boundary.is_inside(geometry.query.y, f, x, vertex, 0);
  }
  return inside;
}

}  // namespace

bool is_crossing(const FrozenGeometry& geometry, const CornerPair& pair) {
  if (pair.distance() <= geometry.touch) return true;
  if (pair.separation() > 0) return false;
  const NormalCone &at_v = geometry.cones.of(pair.v()), &at_w = geometry.cones.of(pair.w());
  return is_in_corner(geometry, pair.v(), at_w) || is_in_corner(geometry, pair.w(), at_v) ||
         crossings(geometry, at_v, at_w) >= 2;
}

}  // namespace node_to_facet
