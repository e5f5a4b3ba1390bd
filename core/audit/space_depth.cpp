#include "core/audit/space_depth.hpp"

#include <algorithm>

#include "core/audit/audit_method.hpp"

namespace tactus::core {
namespace {

SpacePoint middle(const Triangle& t) {
  SpacePoint m;
  for (std::size_t k = 0; k < 3; ++k) m[k] = (t[0][k] + t[1][k] + t[2][k]) / 3;
  return m;
}

}  // namespace

Real cut(const SpacePoint& from, const SpacePoint& to, const Triangle& t) {
  return std::min({distance_to_triangle(from, t), distance_to_triangle(to, t),
                   distance_between_segments(from, to, t[0], t[1]),
                   distance_between_segments(from, to, t[1], t[2]),
                   distance_between_segments(from, to, t[2], t[0])});
}

Real piercing_place(const SpacePoint& from, const SpacePoint& to, const Triangle& t) {
  const SpacePoint normal = cross(t[1] - t[0], t[2] - t[0]);
  const Real above = dot(from - t[0], normal), below = dot(to - t[0], normal);
  return above != below ? std::clamp(above / (above - below), Real{0}, Real{1}) : Real{0.5};
}

Triangle SpaceDepthMeter::triangle(Index facet) const {
  const Index* corner = boundary_.facet.data() + 3 * facet;
  return {at(corner[0]), at(corner[1]), at(corner[2])};
}

Depth SpaceDepthMeter::of(std::int32_t inner, std::int32_t outer, View<PiercingEdge> edges) const {
  Depth deepest;
  const Box<3>& around = tree(outer).box();
  const auto b = static_cast<std::size_t>(inner);
  const auto look_at = [&](const SpacePoint& p, Index point) {
    if (around.contains_inside(p.data()) &&
        winding(p.data(), boundary_, tree(outer), points_).number > 0)
      deepest.raise(signed_distance(p, outer), p, point);
  };
  for (Index v = boundary_.body_vertices[b].begin; v < boundary_.body_vertices[b].end; ++v) {
    const Index point = boundary_.vertices[static_cast<std::size_t>(v)];
    look_at(at(point), point);
  }
  for (Index f = boundary_.bodies[b].begin; f < boundary_.bodies[b].end; ++f)
    look_at(middle(triangle(f)), kNone);
  for (std::size_t i = 1; i < edges.size(); ++i) {
    const PiercingEdge &one = edges[i - 1], &two = edges[i];
    if (one.body != inner || two.body != inner || one.from != two.from || one.to != two.to)
      continue;
    look_at(along(at(one.from), (one.at + two.at) / 2, at(one.to) - at(one.from)), kNone);
  }
  return deepest;
}

Depth SpaceDepthMeter::of(Index point, Real radius, std::int32_t outer) const {
  return Depth::of_round(signed_distance(at(point), outer), radius, at(point), point);
}

SignedDistance SpaceDepthMeter::signed_distance(const SpacePoint& p, std::int32_t body) const {
  SignedDistance nearest{kUnlimited, 0, kNone};
  tree(body).visit([&](const Box<3>& box) { return distance_to_box(p, box) < nearest.distance; },
                   [&](Index f) {
                     const Triangle t = triangle(f);
                     const Real d = distance_to_triangle(p, t);
                     if (d < nearest.distance) nearest = {d, longest_side(t), f};
                   });
  const SpaceWinding where = winding(p.data(), boundary_, tree(body), points_);
  if (where.on_boundary)
    nearest.distance = 0;
  else if (where.number <= 0)
    nearest.distance = -nearest.distance;
  return nearest;
}

bool SpaceDepthMeter::covers(std::int32_t outer, std::int32_t inner, Real touching) const {
  const int own = inner == outer ? 1 : 0;
  const Box<3>& around = tree(outer).box();
  const auto is_covered = [&](const SpacePoint& p) {
    if (!around.contains_inside(p.data())) return false;
    const SpaceWinding found = winding(p.data(), boundary_, tree(outer), points_);
    return !found.on_boundary && found.number > own;
  };
  const Range facets = boundary_.bodies[static_cast<std::size_t>(inner)];
  for (Index f = facets.begin; f < facets.end; ++f) {
    const Triangle t = triangle(f);
    const SpacePoint normal = cross(t[1] - t[0], t[2] - t[0]);
    const Real size = length(normal);
    if (size > 0 && is_covered(along(middle(t), -kBehind * touching / size, normal))) return true;
  }
  for (Index e : boundary_.body_elements[static_cast<std::size_t>(inner)]) {
    SpacePoint sum{};
    for (Index k = 4 * e; k < 4 * e + 4; ++k)
      sum = along(sum, 0.25, at(boundary_.element[static_cast<std::size_t>(k)]));
    if (is_covered(sum)) return true;
  }
  return false;
}

}  // namespace tactus::core
