// Separating axes of convex polygons and disks, and where they touch.
#include "shapes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tactus::everyday {

using property::operator+;
using property::operator-;
using property::operator*;

namespace {

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

struct Side {
  Point from, to, normal;  ///< outward
};
std::vector<Side> sides_of(const Polygon& p) {
  std::vector<Side> sides;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Point a = p[i], b = p[(i + 1) % p.size()], along = b - a;
    sides.push_back({a, b, (1 / norm(along)) * Point{along[1], -along[0]}});
  }
  return sides;
}

/// Along the normals of the first polygon alone.
Overlap along_sides_of(const Polygon& one, const Polygon& other) {
  Overlap best{.depth = kInfinity};
  for (const Side& side : sides_of(one)) {
    Overlap here{.depth = -kInfinity, .normal = side.normal};
    for (const Point p : other)
      if (const Real depth = dot(side.normal, side.from - p); depth > here.depth)
        here.depth = depth, here.place = p;
    if (here.depth < best.depth) best = here;
  }
  return best;
}

Overlap turned_round(Overlap o) {
  o.normal = -1. * o.normal;
  return o;
}

Overlap between(const Polygon& one, const Polygon& other) {
  const Overlap a = along_sides_of(one, other), b = along_sides_of(other, one);
  return a.depth <= b.depth ? a : turned_round(b);
}

/// From the polygon to the disk.
Overlap between(const Polygon& p, const Shape& disk) {
  Overlap in{.depth = kInfinity};
  Point nearest = p[0];
  for (const Side& side : sides_of(p)) {
    const Real depth = dot(side.normal, side.from - disk.centre);
    if (depth < in.depth) in.depth = depth, in.normal = side.normal;
    const Point along = side.to - side.from;
    const Real at = std::clamp(dot(disk.centre - side.from, along) / dot(along, along), 0., 1.);
    const Point q = side.from + at * along;
    if (norm(q - disk.centre) < norm(nearest - disk.centre)) nearest = q;
  }
  const Real away = norm(disk.centre - nearest);
  if (in.depth < 0 && away > 0) in = {-away, (1 / away) * (disk.centre - nearest), {}};
  in.depth += disk.radius;
  in.place = disk.centre - disk.radius * in.normal;
  return in;
}

Overlap between_disks(const Shape& one, const Shape& other) {
  const Point way = other.centre - one.centre;
  const Real away = norm(way);
  const Point n = away > 0 ? (1 / away) * way : Point{1, 0};
  return {one.radius + other.radius - away, n, one.centre + one.radius * n};
}

Point centroid_of(const Polygon& p) {
  Real area = 0;
  Point sum{};
  for (std::size_t i = 1; i + 1 < p.size(); ++i) {
    const Real a = cross(p[i] - p[0], p[i + 1] - p[0]);
    area += a;
    sum = sum + (a / 3) * ((p[i] - p[0]) + (p[i + 1] - p[0]));
  }
  return p[0] + (1 / area) * sum;
}

/// Both ends of what two opposite sides have in common.
void add_common_part(const Side& a, const Side& b, Real within, std::vector<Touch>& out) {
  if (dot(a.normal, b.normal) > -1 + 1e-12) return;
  if (std::abs(dot(a.normal, b.from - a.from)) > within) return;
  const Real length = norm(a.to - a.from);
  const Point along = (1 / length) * (a.to - a.from);
  const Real u = dot(along, b.to - a.from), v = dot(along, b.from - a.from);
  const Real from = std::max(0., u), to = std::min(length, v);
  if (to - from <= 10 * within) return;
  for (const Real s : {from, to}) out.push_back({a.from + s * along, a.normal});
}

/// Corners of `other` on the inside of sides of `one`, where no side lies on a side.
void add_corners_on_sides(const Polygon& one, const Polygon& other, Real within, bool turn,
                          std::vector<Touch>& out) {
  for (const Side& side : sides_of(one)) {
    const Real length = norm(side.to - side.from);
    for (const Point p : other) {
      const Real at = dot(side.to - side.from, p - side.from) / length;
      if (std::abs(dot(side.normal, p - side.from)) > within) continue;
      if (at <= 10 * within || at >= length - 10 * within) continue;
      out.push_back({p, turn ? -1. * side.normal : side.normal});
    }
  }
}

std::vector<Touch> touches_between(const Polygon& one, const Polygon& other, Real within) {
  std::vector<Touch> out;
  for (const Side& a : sides_of(one))
    for (const Side& b : sides_of(other)) add_common_part(a, b, within, out);
  if (!out.empty()) return out;
  add_corners_on_sides(one, other, within, false, out);
  add_corners_on_sides(other, one, within, true, out);
  return out;
}

}  // namespace

std::vector<Polygon> Shape::pieces() const {
  if (parts.empty()) return {corners};
  std::vector<Polygon> out;
  for (const auto& part : parts) {
    Polygon piece;
    for (const int i : part) piece.push_back(corners[static_cast<std::size_t>(i)]);
    out.push_back(std::move(piece));
  }
  return out;
}

Point Shape::middle() const {
  if (is_disk()) return centre;
  Point sum{};
  for (const Point p : corners) sum = sum + p;
  return (1. / static_cast<Real>(corners.size())) * sum;
}

Real Shape::reach() const {
  Real reach = radius;
  const Point m = middle();
  for (const Point p : corners) reach = std::max(reach, norm(p - m));
  return reach;
}

Real Shape::area() const {
  if (is_disk()) return property::kPi * radius * radius;
  Real twice = 0;
  for (std::size_t i = 1; i + 1 < corners.size(); ++i)
    twice += cross(corners[i] - corners[0], corners[i + 1] - corners[0]);
  return twice / 2;
}

Point Shape::centroid() const { return is_disk() ? centre : centroid_of(corners); }

Shape Shape::moved(Point about, Real angle, Point by) const {
  Shape out = *this;
  const auto move = [&](Point p) { return about + property::turned(p - about, angle) + by; };
  for (Point& p : out.corners) p = move(p);
  out.centre = move(centre);
  return out;
}

Shape disk(Point centre, Real radius) { return {.centre = centre, .radius = radius}; }
Shape polygon(Polygon corners) { return {.corners = std::move(corners)}; }

Overlap overlap_of(const Shape& one, const Shape& other) {
  if (one.is_disk() && other.is_disk()) return between_disks(one, other);
  if (one.is_disk()) return turned_round(overlap_of(other, one));
  Overlap deepest{.depth = -kInfinity};
  for (const Polygon& a : one.pieces()) {
    if (other.is_disk()) {
      if (const Overlap o = between(a, other); o.depth > deepest.depth) deepest = o;
      continue;
    }
    for (const Polygon& b : other.pieces())
      if (const Overlap o = between(a, b); o.depth > deepest.depth) deepest = o;
  }
  return deepest;
}

Real depth_of_corners(const Shape& one, const Shape& other) {
  Real deepest = 0;
  if (one.is_disk() || other.is_disk()) return deepest;
  for (const auto& [inner, outer] : {std::pair{&one, &other}, std::pair{&other, &one}})
    for (const Polygon& piece : outer->pieces())
      for (const Point p : inner->corners) {
        Real depth = kInfinity;
        for (const Side& side : sides_of(piece))
          depth = std::min(depth, dot(side.normal, side.from - p));
        deepest = std::max(deepest, depth);
      }
  return deepest;
}

std::vector<Touch> touches_of(const Shape& one, const Shape& other, Real within) {
  if (one.is_disk() || other.is_disk()) {
    const Overlap o = overlap_of(one, other);
    return std::abs(o.depth) <= within ? std::vector<Touch>{{o.place, o.normal}}
                                       : std::vector<Touch>{};
  }
  return touches_between(one.corners, other.corners, within);
}

}  // namespace tactus::everyday
