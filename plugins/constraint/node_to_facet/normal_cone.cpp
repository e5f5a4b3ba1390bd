#include "normal_cone.hpp"

#include <cmath>

namespace node_to_facet {
namespace {

/// The sine of the least turn of a convex vertex, and of the angle below which two directions are
/// the same. It is far above rounding errors and far below the turn of any corner.
constexpr Real kSameDirection = 1e-6;

}  // namespace

bool NormalCone::contains(const V2& direction, Real slack) const {
  return cross(n[0], direction) >= -slack && cross(direction, n[1]) >= -slack &&
         direction.dot(n[0] + n[1]) > 0;
}

bool NormalCone::ends_at(const V2& direction) const {
  const auto same = [&](const V2& normal) {
    return std::abs(cross(normal, direction)) < kSameDirection && normal.dot(direction) > 0;
  };
  return same(n[0]) || same(n[1]);
}

void NormalCones::setup(const Surface& surface) {
  surface_ = &surface;
  detection_ = 0;
  made_in_.assign(static_cast<std::size_t>(surface.vertices), 0);
  cone_.assign(static_cast<std::size_t>(surface.vertices), {});
}

void NormalCones::start(View<Real> y) {
  y_ = y;
  ++detection_;
}

const NormalCone& NormalCones::of(Index vertex) {
  const auto v = static_cast<std::size_t>(vertex);
  if (made_in_[v] != detection_) {
    cone_[v] = computed(vertex);
    made_in_[v] = detection_;
  }
  return cone_[v];
}

NormalCone NormalCones::computed(Index vertex) const {
  NormalCone cone;
  const View<Index> facets = surface_->facets_of(vertex);
  for (const Index f : facets) {
    const View<Index> ends = surface_->facet_vertices(f);
    const int k = ends[1] == vertex ? 0 : 1;
    cone.facet[k] = f;
    cone.n[k] = Line(y_, ends).n;
  }
  cone.convex = facets.size() == 2 && cross(cone.n[0], cone.n[1]) > kSameDirection;
  return cone;
}

}  // namespace node_to_facet
