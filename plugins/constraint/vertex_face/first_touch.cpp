#include "first_touch.hpp"

namespace vertex_face {
namespace {

constexpr Real kSine = 0.42;  // of 25 degrees; results are the same from 0.1 to 0.7

bool behind(const Point& n, const Point& d) { return n.dot(d) < -kSine * d.norm(); }

bool facets_open(const Topology& topology, View<Real> y, Index edge, const Point& n) {
  const View<Index> e = topology.surface().edge_vertices(edge);
  const Point origin = point<3>(y, e[0]), along = (point<3>(y, e[1]) - origin).normalized();
  for (const Index f : topology.facets_at(edge)) {
    if (f == kNone) continue;
    const Point d = point<3>(y, topology.third_corner(f, edge)) - origin;
    if (behind(n, d - d.dot(along) * along)) return false;
  }
  return true;
}

}  // namespace

bool can_touch_first(const Surface& surface, View<Real> y, Index vertex, const Point& n) {
  const Point v = point<3>(y, vertex);
  for (const Index f : surface.facets_of(vertex))
    for (const Index w : surface.facet_vertices(f))
      if (w != vertex && behind(n, point<3>(y, w) - v)) return false;
  return true;
}

bool can_touch_first(const Topology& topology, View<Real> y, Index first, Index second,
                     const Point& n) {
  return facets_open(topology, y, first, n) && facets_open(topology, y, second, -n);
}

}  // namespace vertex_face
