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

/// Whether one of two corners is inside the body of the other, at the other one.
bool is_one_inside(const FrozenGeometry& geometry, const CornerPair& pair) {
  const View<Real> y = geometry.query.y;
  return geometry.boundary.is_inside_at(y, pair.w(), pair.v()) ||
         geometry.boundary.is_inside_at(y, pair.v(), pair.w());
}

}  // namespace

bool is_crossing(const FrozenGeometry& geometry, const CornerPair& pair) {
  if (pair.distance() <= geometry.touch) return true;
  if (pair.separation() >= -geometry.touch) return false;
  const Surface& surface = geometry.surface();
  int crossings = 0;
  for (const Index f : geometry.cones.of(pair.v()).facet)
    for (const Index g : geometry.cones.of(pair.w()).facet)
      if (cross_properly(geometry.query.y, surface.facet_vertices(f), surface.facet_vertices(g)))
        ++crossings;
  return crossings >= 2 || (crossings == 1 && is_one_inside(geometry, pair));
}

}  // namespace node_to_facet
