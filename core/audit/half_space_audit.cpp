#include "core/audit/half_space_audit.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "core/audit/space_sign.hpp"
#include "tactus/error.hpp"

namespace tactus::core {

HalfSpaceAudit::HalfSpaceAudit(const AuditInput& input, std::unique_ptr<AuditMethod> bodies)
    : dim_(input.dim), bodies_(std::move(bodies)),
      planes_(input.half_spaces.begin(), input.half_spaces.end()),
      facet_(input.facets.begin(), input.facets.end()), touching_(input.touching),
      findings_(input.findings) {
  const auto size = static_cast<std::size_t>(dim_);
  for (std::size_t i = 0; i < facet_.size(); ++i)
    vertices_.push_back(
        {.body = input.facet_body[static_cast<Index>(i / size)], .point = facet_[i]});
  for (std::size_t p = 0; p < input.lone_points.size(); ++p)
    vertices_.push_back({.body = input.lone_body[p],
                         .point = input.lone_points[p],
                         .radius = input.lone_radius.empty() ? 0 : input.lone_radius[p],
                         .alone = true});
  std::ranges::sort(vertices_, {}, [](const Vertex& v) { return std::tuple(v.body, v.point); });
  const auto repeated = std::ranges::unique(vertices_);
  vertices_.erase(repeated.begin(), repeated.end());
  for (const AuditHalfSpace& plane : planes_)
    points_needed_ = std::max(points_needed_, plane.point + 1);
}

const AuditResult& HalfSpaceAudit::check(View<Real> points) {
  if (static_cast<Index>(points.size()) < dim_ * points_needed_)
    throw PreconditionError("audit: fewer points than half-spaces need");
  points_ = points;
  result_ = bodies_->check(points);
  for (const AuditHalfSpace& plane : planes_)
    for (std::size_t first = 0, last = 0; first < vertices_.size(); first = last) {
      const Vertex& one = vertices_[first];
      for (last = first + 1; !one.alone && last < vertices_.size() &&
                             vertices_[last].body == one.body && !vertices_[last].alone;)
        ++last;
      meet(plane, first, std::max(last, first + 1));
    }
  std::sort(result_.findings.begin(), result_.findings.end());
  if (result_.findings.size() > findings_) result_.findings.resize(findings_);
  std::sort(result_.overlaps.begin(), result_.overlaps.end());
  return result_;
}

HalfSpaceAudit::Place HalfSpaceAudit::at(Index point) const {
  Place x{};
  for (int d = 0; d < dim_; ++d) x[static_cast<std::size_t>(d)] = points_[dim_ * point + d];
  return x;
}

/// All vertices of one body, or one particle.
void HalfSpaceAudit::meet(const AuditHalfSpace& plane, std::size_t first, std::size_t last) {
  const Place p = at(plane.point);
  const Vertex* deepest = nullptr;
  Real depth = 0;
  for (std::size_t i = first; i < last; ++i) {
    const Vertex& v = vertices_[i];
    const Place x = at(v.point);
    Real height = 0;
    for (std::size_t d = 0; d < 3; ++d) height += plane.normal[d] * (x[d] - p[d]);
    const bool below = v.radius > 0 ? height < v.radius * (1 - kRoundOff)
                                    : side_of(plane.normal.data(), p.data(), x.data()) < 0;
    if (!below || (deepest && v.radius - height <= depth)) continue;
    deepest = &v;
    depth = std::max<Real>(v.radius - height, 0);
  }
  if (!deepest) return;
  ++result_.contained;
  result_.overlaps.push_back({.inner = deepest->body,
                              .outer = plane.body,
                              .depth = depth,
                              .place = at(deepest->point),
                              .point = deepest->point,
                              .touching = depth <= touching_});
  result_.depth = std::max(result_.depth, depth);
  const Real side = deepest->alone ? kUnlimited : shortest_side(first, last);
  result_.depth_in_facets =
      std::max(result_.depth_in_facets, depth / std::min(longest_facet_at(*deepest), side));
  result_.findings.push_back(
      {AuditFinding::What::inside, deepest->point, kNone, deepest->body, plane.body});
}

/// m, of the box of vertices of one body: a facet is no measure for a body that is smaller than it.
Real HalfSpaceAudit::shortest_side(std::size_t first, std::size_t last) const {
  Real shortest = kUnlimited;
  for (std::size_t d = 0; d < static_cast<std::size_t>(dim_); ++d) {
    Real lo = kUnlimited, hi = -kUnlimited;
    for (std::size_t i = first; i < last; ++i) {
      const Real x = at(vertices_[i].point)[d];
      lo = std::min(lo, x), hi = std::max(hi, x);
    }
    shortest = std::min(shortest, hi - lo);
  }
  return shortest;
}

/// m; of a particle its radius, and for one without a radius nothing, so that its depth is unlimited.
Real HalfSpaceAudit::longest_facet_at(const Vertex& vertex) const {
  if (vertex.alone) return vertex.radius;
  Real longest = 0;
  const auto size = static_cast<std::size_t>(dim_);
  for (std::size_t f = 0; f < facet_.size(); f += size) {
    const auto corners = View<Index>(facet_).subspan(f, size);
    if (std::ranges::find(corners, vertex.point) == corners.end()) continue;
    for (const Index a : corners)
      for (const Index b : corners) {
        const Place x = at(a), y = at(b);
        longest = std::max(longest, std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]));
      }
  }
  return longest;
}

}  // namespace tactus::core
