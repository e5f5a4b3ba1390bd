// Convex polygons and what node_to_facet finds between them, for its tests; and a slow, obvious
// reference, the separating axes of two convex polygons.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <tactus/conformance/contact_scene.hpp>
#include <tactus/conformance/serial_context.hpp>
#include <tactus/friction/touching.hpp>
#include <vector>

#include "tests/support/make_component.hpp"

namespace node_to_facet_test {
using namespace tactus;

using V2 = Eigen::Vector2d;
/// Corners, counter-clockwise.
using Polygon = std::vector<V2>;

const Scales kScales = {
    .altitude = 1, .median_facet = 1, .longest_facet = 1, .length = 10, .coordinate = 10};
const Real kTouch = friction::touching(kScales);  ///< m, what counts as touching in a PolygonScene

inline V2 turned(const V2& x, Real angle) { return Eigen::Rotation2D<Real>(angle) * x; }
/// The polygon turned about a point and then moved.
inline Polygon placed(Polygon p, const V2& about, Real angle, const V2& to = V2::Zero()) {
  for (V2& x : p) x = about + turned(x - about, angle) + to;
  return p;
}
inline Polygon box(Real x0, Real y0, Real x1, Real y1) {
  return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
}
inline V2 outward_normal(const Polygon& p, std::size_t side) {
  const V2 e = p[(side + 1) % p.size()] - p[side];
  return V2(e[1], -e[0]).normalized();
}
/// m, the least height of the corners of `other` above the line through a side of `p`.
inline Real separation(const Polygon& p, std::size_t side, const Polygon& other) {
  Real least = kUnlimited;
  for (const V2& x : other) least = std::min(least, outward_normal(p, side).dot(x - p[side]));
  return least;
}
/// m, the greatest separation over the normals of all sides: negative where the polygons overlap.
inline Real separation(const Polygon& a, const Polygon& b) {
  Real greatest = -kUnlimited;
  for (std::size_t k = 0; k < a.size(); ++k) greatest = std::max(greatest, separation(a, k, b));
  for (std::size_t k = 0; k < b.size(); ++k) greatest = std::max(greatest, separation(b, k, a));
  return greatest;
}
inline bool is_inside(const V2& x, const Polygon& p) {
  for (std::size_t k = 0; k < p.size(); ++k)
    if (outward_normal(p, k).dot(x - p[k]) >= 0) return false;
  return true;
}

/// Polygons of at most eight corners; further nodes are in the middle of sides. Each is divided into
/// triangles round its middle.
class PolygonScene {
 public:
  explicit PolygonScene(const std::vector<Polygon>& polygons)
      : tables_(2, static_cast<Index>(polygons.size()), {}),
        constraint_(testing::make_component<Constraint>("node_to_facet")) {
    context_.context().scales = kScales;
    y_ = positions(polygons);
    surface_ = &tables_.view(y_, {0, -90, 0, 1});
    constraint_->setup({.surface = surface_}, context_.context());
    set.dim = 2;
  }
  /// The rows where the polygons are now, having been elsewhere at the start of the step.
  DetectResult detect(const std::vector<Polygon>& before, Real reach = kTouch) {
    return detect(positions(before), reach);
  }
  DetectResult detect(Real reach = kTouch) { return detect(y_, reach); }

  Index rows() const { return set.rows(); }
  std::int32_t body_of_node(Index row) const {
    return surface_->vertex_body[set.stencil(row).front()];
  }
  std::int32_t body_of_facet(Index row) const {
    return surface_->vertex_body[set.stencil(row).back()];
  }
  /// Whether two bodies have a row, in either direction.
  bool has_row_between(std::int32_t a, std::int32_t b) const {
    for (Index r = 0; r < rows(); ++r)
      if (std::minmax(body_of_node(r), body_of_facet(r)) == std::minmax(a, b)) return true;
    return false;
  }
  Real gap(Index row) {
    Real value = 0;
    constraint_->evaluate({.set = &set, .rows = {&row, 1}, .y = y_}, {.value = &value},
                          context_.context());
    return value;
  }
  V2 normal(Index row) {
    Real frame[4];
    constraint_->evaluate({.set = &set, .rows = {&row, 1}, .y = y_}, {.frame = frame},
                          context_.context());
    return {frame[0], frame[1]};
  }
  /// Whether some row has this gap, up to 1e-12 m.
  bool has_gap(Real wanted) {
    for (Index r = 0; r < rows(); ++r)
      if (std::abs(gap(r) - wanted) <= 1e-12) return true;
    return false;
  }
  /// m, how far the projection of the node is beyond the nearer end of the facet.
  Real beyond(Index row) const {
    const View<Index> v = set.stencil(row);
    const V2 a = point<2>(View<Real>(y_), v[1]), e = point<2>(View<Real>(y_), v[2]) - a;
    const Real s = e.normalized().dot(node(row) - a);
    return std::max({Real{0}, -s, s - e.norm()});
  }
  V2 node(Index row) const { return point<2>(View<Real>(y_), set.stencil(row).front()); }

  ContactSet set;

 private:
  DetectResult detect(const std::vector<Real>& old, Real reach) {
    set.clear();
    const conformance::ScenePairs pairs(
        *surface_, conformance::detection_of(*constraint_, context_.context().scales));
    const std::vector<std::uint8_t> movable(static_cast<std::size_t>(surface_->vertices), 1);
    DetectQuery query{.surface = surface_, .candidates = pairs.view(), .list = ++list_};
    query.y_old = old, query.y = y_, query.y_list = y_, query.reach = reach;
    query.movable = movable;
    return constraint_->detect(query, set, context_.context());
  }
  static std::vector<Real> positions(const std::vector<Polygon>& polygons) {
    std::vector<Real> y;
    const auto append = [&](const V2& x) { y.insert(y.end(), {x[0], x[1]}); };
    for (const Polygon& p : polygons) {
      const std::size_t extra = 8 - p.size();  // sides with a node more, if there are few enough
      for (std::size_t k = 0; k < p.size(); ++k) {
        const std::size_t more = extra / p.size() + (k < extra % p.size() ? 1 : 0);
        for (std::size_t i = 0; i <= more; ++i)
          append(p[k] + static_cast<Real>(i) / static_cast<Real>(more + 1) *
                            (p[(k + 1) % p.size()] - p[k]));
      }
    }
    for (const Polygon& p : polygons) {
      V2 middle = V2::Zero();
      for (const V2& x : p) middle += x / static_cast<Real>(p.size());
      append(middle);
    }
    return y;
  }

  conformance::SceneSurface tables_;
  const Surface* surface_ = nullptr;
  std::unique_ptr<Constraint> constraint_;
  conformance::SerialContext context_;
  std::vector<Real> y_;
  std::uint64_t list_ = 0;
};

}  // namespace node_to_facet_test
