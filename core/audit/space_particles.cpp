// Particles and balls in the audit of a model in space: against bodies, and against each other.
#include <algorithm>

#include "core/audit/space_audit.hpp"

namespace tactus::core {

void SpaceAudit::meet_particle(Index particle, std::int32_t body) {
  fit_tree(body);
  const auto p = static_cast<std::size_t>(particle);
  const Index point = lone_points_[p];
  const SpaceWinding found =
      winding(at(point), boundary_, trees_[static_cast<std::size_t>(body)], points_);
  Index facet = found.facet;
  if (found.on_boundary || found.number <= 0) {
    facet = facet_within_radius(particle, body);
    if (facet == kNone) return;
  }
  ++result_.contained;
  const SpaceDepth depth = meter().of(point, lone_radius_[p], body);
  AuditOverlap overlap = overlap_of(lone_body_[p], body, depth);
  overlap.touching = depth.length <= touching_;
  add_overlap(overlap, depth.in_facets);
  all_.push_back({AuditFinding::What::inside, point,
                  boundary_.number[static_cast<std::size_t>(facet)], lone_body_[p], body});
}

/// The facet with the lowest number in the input among those of `body` that are nearer to a ball's
/// centre than its radius; kNone if there is none.
Index SpaceAudit::facet_within_radius(Index particle, std::int32_t body) const {
  const auto p = static_cast<std::size_t>(particle);
  const Real reach = lone_radius_[p] * (1 - kRoundOff);
  if (!(reach > 0)) return kNone;
  const SpacePoint centre = point_at(at(lone_points_[p]));
  const auto number = [this](Index f) { return boundary_.number[static_cast<std::size_t>(f)]; };
  Index lowest = kNone;
  trees_[static_cast<std::size_t>(body)].visit(
      [&](const Box<3>& box) { return distance_to_box(centre, box) < reach; },
      [&](Index f) {
        if ((lowest == kNone || number(f) < number(lowest)) &&
            distance_to_triangle(centre, triangle(f)) < reach)
          lowest = f;
      });
  return lowest;
}

void SpaceAudit::meet_particles(Index one, Index two) {
  auto p = static_cast<std::size_t>(one), q = static_cast<std::size_t>(two);
  const Real reach = lone_radius_[p] + lone_radius_[q];
  const Real apart = distance(point_at(at(lone_points_[p])), point_at(at(lone_points_[q])));
  if (!(apart < reach * (1 - kRoundOff))) return;
  ++result_.contained;
  if (lone_points_[q] < lone_points_[p]) std::swap(p, q);
  add_overlap({.inner = lone_body_[p],
               .outer = lone_body_[q],
               .depth = reach - apart,
               .place = point_at(at(lone_points_[p])),
               .point = lone_points_[p],
               .other = lone_points_[q],
               .touching = reach - apart <= touching_},
              (reach - apart) / reach);
  all_.push_back({AuditFinding::What::inside, lone_points_[p], lone_points_[q],
                  std::min(lone_body_[p], lone_body_[q]), std::max(lone_body_[p], lone_body_[q])});
}

}  // namespace tactus::core
