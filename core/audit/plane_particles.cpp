// Particles and round bodies in the audit of a plane model: against bodies, and against each other.
#include <algorithm>
#include <cmath>

#include "core/audit/plane_audit.hpp"

namespace tactus::core {

void PlaneAudit::meet_particle(Index particle, std::int32_t body) {
  fitted_tree(body);
  const Winding found = winding(at(lone_points_[particle]), body, kNoFacets);
  Index facet = found.facet;
  if (found.on_boundary || found.number == 0) {
    facet = facet_within_radius(particle, body);
    if (facet == kNone) return;
  }
  ++result_.contained;
  const auto inside = [this](PlanePoint p, std::int32_t b) { return is_inside(p, b); };
  const PlaneDepth depth = PlaneDepthMeter(boundary_, trees_, points_, inside)
                               .of(lone_points_[particle], lone_radius_[particle], body);
  AuditOverlap overlap = overlap_of(lone_body_[particle], body, depth);
  overlap.touching = depth.length <= touching_;
  add_overlap(overlap, depth.in_facets);
  all_.push_back({AuditFinding::What::inside, lone_points_[particle], boundary_.number[facet],
                  lone_body_[particle], body});
}

/// The facet with the lowest number among those of `body` that are nearer to a round particle than
/// its radius; kNone if there is none.
Index PlaneAudit::facet_within_radius(Index particle, std::int32_t body) const {
  const Real reach = lone_radius_[particle] * (1 - kRoundOff);
  if (!(reach > 0)) return kNone;
  const PlanePoint c = at(lone_points_[particle]);
  const auto near = [&](const Box<2>& b) {
    return b.lo[0] <= c.x + reach && c.x - reach <= b.hi[0] && b.lo[1] <= c.y + reach &&
           c.y - reach <= b.hi[1];
  };
  Index lowest = kNone;
  trees_[body].visit(near, [&](Index f) {
    const PlanePoint p = at(start(f)), q = at(end(f));
    const Real ex = q.x - p.x, ey = q.y - p.y, square = ex * ex + ey * ey;
    const Real along = ex * (c.x - p.x) + ey * (c.y - p.y);
    const Real s = square > 0 ? std::clamp(along / square, Real{0}, Real{1}) : 0;
    if (std::hypot(c.x - p.x - s * ex, c.y - p.y - s * ey) < reach &&
        (lowest == kNone || f < lowest))
      lowest = f;
  });
  return lowest;
}

void PlaneAudit::meet_particles(Index p, Index q) {
  const PlanePoint a = at(lone_points_[p]), b = at(lone_points_[q]);
  const Real reach = lone_radius_[p] + lone_radius_[q];
  const Real apart = std::hypot(b.x - a.x, b.y - a.y);
  if (!(apart < reach * (1 - kRoundOff))) return;
  ++result_.contained;
  if (lone_points_[q] < lone_points_[p]) std::swap(p, q);
  const PlanePoint at_first = at(lone_points_[p]);
  add_overlap({.inner = lone_body_[p],
               .outer = lone_body_[q],
               .depth = reach - apart,
               .place = {at_first.x, at_first.y},
               .point = lone_points_[p],
               .other = lone_points_[q],
               .touching = reach - apart <= touching_},
              (reach - apart) / reach);
  all_.push_back({AuditFinding::What::inside, lone_points_[p], lone_points_[q],
                  std::min(lone_body_[p], lone_body_[q]), std::max(lone_body_[p], lone_body_[q])});
}

}  // namespace tactus::core
