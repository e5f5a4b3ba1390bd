#include "core/audit/plane_audit.hpp"

#include <algorithm>

#include "core/audit/plane_touch.hpp"

namespace tactus::core {

Box<2> PlaneAudit::box_of(std::int32_t body) const {
  Box<2> box = Box<2>::empty();
  const Range facets = boundary_.bodies[body];
  for (Index f = facets.begin; f < facets.end; ++f) box.include(points_.data() + 2 * start(f));
  return box;
}

void PlaneAudit::meet_bodies(std::int32_t a, std::int32_t b) {
  Meeting meeting{a, b};
  const BoxTree<2>&tree = fitted_tree(a), &other = fitted_tree(b);
  tree.pairs(other, [&](Index f, Index g) { meet_facets(f, g, meeting); });
  if (meeting.crossings == 0 && !meeting.overlap) look_inside(a, b, meeting);
  if (meeting.crossings == 0 && !meeting.overlap) look_inside(b, a, meeting);
  finish(meeting);
}

void PlaneAudit::meet_self(std::int32_t body) {
  if (boundary_.bodies[body].empty()) return;
  Meeting meeting{body, body};
  fitted_tree(body).self_pairs([&](Index f, Index g) {
    const bool joined =
        start(f) == start(g) || start(f) == end(g) || end(f) == start(g) || end(f) == end(g);
    if (!joined) meet_facets(f, g, meeting);
  });
  if (meeting.crossings == 0 && !meeting.overlap) look_inside_itself(meeting);
  finish(meeting);
}

Index PlaneAudit::facet_around(Index point, std::int32_t body) const {
  const Winding found = winding(at(point), body, kNoFacets);
  return found.on_boundary || found.number == 0 ? kNone : found.facet;
}

/// The one with the lowest number.
Index PlaneAudit::facet_within_radius(const Particle& particle, std::int32_t body) const {
  const Real reach = particle.radius * (1 - kRoundOff);
  if (!(reach > 0)) return kNone;
  const PlanePoint c = at(particle.point);
  Index lowest = kNone;
  trees_[body].visit([&](const Box<2>& box) { return distance_to_box(c, box) < reach; },
                     [&](Index f) {
                       if ((lowest == kNone || f < lowest) &&
                           distance_to_segment(c, at(start(f)), at(end(f))) < reach)
                         lowest = f;
                     });
  return lowest;
}

Depth PlaneAudit::depth_of(const Particle& particle, std::int32_t body) const {
  const auto number = numbers();
  return PlaneDepthMeter(boundary_, trees_, points_, number)
      .of(particle.point, particle.radius, body);
}

Depth PlaneAudit::depth_of(std::int32_t inner, std::int32_t outer) const {
  const auto number = numbers();
  return PlaneDepthMeter(boundary_, trees_, points_, number).of(inner, outer);
}

/// Whether two bodies, or a body and itself, overlap by rounding alone, as far as facets tell: none
/// reaches far past another that it crosses, and none has the inside of both on its inner side.
bool PlaneAudit::touches(const Meeting& meeting) const {
  if (!(meeting.cut <= touching_)) return false;
  const auto number = numbers();
  const PlaneTouch touch(boundary_, points_, touching_, number);
  return !touch.covers(meeting.a, meeting.b) && !touch.covers(meeting.b, meeting.a);
}

void PlaneAudit::meet_facets(Index f, Index g, Meeting& meeting) {
  const PlanePoint p = at(start(f)), q = at(end(f)), r = at(start(g)), s = at(end(g));
  const int r_side = orientation(p, q, r), s_side = orientation(p, q, s);
  if (r_side * s_side > 0) return;
  const int p_side = orientation(r, s, p), q_side = orientation(r, s, q);
  if (p_side * q_side > 0) return;
  if (r_side * s_side < 0 && p_side * q_side < 0) return cross(f, g, meeting);
  if (meeting.overlap) return;
  if (r_side == 0 && s_side == 0) compare_directions(f, g, meeting);
  // Every vertex is the start of some facet, so the ends of facets are examined with another pair.
  if (r_side == 0) touch(g, f, meeting);
  if (p_side == 0 && p != r) touch(f, g, meeting);
}

void PlaneAudit::cross(Index f, Index g, Meeting& meeting) {
  const PlanePoint p = at(start(f)), q = at(end(f)), r = at(start(g)), s = at(end(g));
  const Real cut = PlaneTouch::cut(p, q, r, s);
  meeting.cut = std::max(meeting.cut, cut);
  meeting.cut_in_facets =
      std::max(meeting.cut_in_facets, cut / std::min(distance(p, q), distance(r, s)));
  add_crossing(f, g, meeting);
}

/// For two facets on one line: they overlap if they share more than a point and have their bodies
/// on the same side.
void PlaneAudit::compare_directions(Index f, Index g, Meeting& meeting) const {
  const PlanePoint p = at(start(f)), q = at(end(f)), r = at(start(g)), s = at(end(g));
  const auto x = p.x != q.x ? &PlanePoint::x : &PlanePoint::y;
  const bool same = (p.*x < q.*x && r.*x < s.*x) || (p.*x > q.*x && r.*x > s.*x);
  const Real begin = std::max(std::min(p.*x, q.*x), std::min(r.*x, s.*x));
  const Real finish = std::min(std::max(p.*x, q.*x), std::max(r.*x, s.*x));
  if (same && begin < finish) set_inside(start(f), g, meeting);
}

/// The start of `vertex_facet` is known to lie on the line of `facet`. If it lies on the facet
/// itself, the sectors of the two bodies at this point are compared.
void PlaneAudit::touch(Index vertex_facet, Index facet, Meeting& meeting) const {
  const Index vertex = start(vertex_facet);
  const PlanePoint v = at(vertex), from = at(start(facet)), to = at(end(facet));
  if (v == to || from == to) return;
  const Real x[] = {v.x, v.y};
  Box<2> point = Box<2>::empty();
  point.include(x);
  if (!point.touches(box(facet))) return;
  const Sector mine = sector_at_start(vertex_facet);
  const Sector other = v == from ? sector_at_start(facet) : Sector{v, to, from};
  for (const PlanePoint end : {mine.out, mine.in, other.out, other.in})
    if (end == v) return;  // a facet without length has no direction
  if (tactus::core::overlap(mine, other)) set_inside(vertex, facet, meeting);
}

void PlaneAudit::set_inside(Index point, Index facet, Meeting& meeting) const {
  if (meeting.overlap) return;
  meeting.overlap = true;
  const std::int32_t outer = facet_body_[facet];
  meeting.inside = {AuditFinding::What::inside, point, boundary_.number[facet],
                    outer == meeting.a ? meeting.b : meeting.a, outer};
}

/// Several facets leave a point if two parts of a body meet there. The one that ends the sector is
/// then the first that is met when turning counter-clockwise.
Sector PlaneAudit::sector_at_start(Index facet) const {
  const Index point = start(facet);
  const View<Index> arriving = boundary_.arriving(point);
  Sector sector{at(point), at(end(facet)), at(start(arriving[0]))};
  for (const Index g : arriving.subspan(1)) {
    const PlanePoint p = at(start(g));
    if (in_turn(sector.apex, sector.out, sector.in, p) &&
        !same_direction(sector.apex, sector.out, p))
      sector.in = p;
  }
  return sector;
}

void PlaneAudit::look_inside(std::int32_t inner, std::int32_t outer, Meeting& meeting) const {
  const Range walks = boundary_.body_walks[inner];
  for (Index w = walks.begin; w < walks.end; ++w) {
    const Index point = start(boundary_.walks[w].facets.begin);
    if (!boxes_[outer].contains_inside(points_.data() + 2 * point)) continue;
    const Winding found = winding(at(point), outer, kNoFacets);
    if (!found.on_boundary && found.number != 0) return set_inside(point, found.facet, meeting);
  }
}

/// Checks the closed walks (outer boundaries and holes) of one body against each other. An outer
/// walk must lie outside all others (winding number 0), a hole inside exactly one of them (winding
/// number 1).
void PlaneAudit::look_inside_itself(Meeting& meeting) const {
  const Range walks = boundary_.body_walks[meeting.a];
  if (walks.size() < 2) return;
  for (Index w = walks.begin; w < walks.end; ++w) {
    const PlaneBoundary::Walk& walk = boundary_.walks[w];
    const int turn = turning(walk);
    const Index point = start(walk.facets.begin);
    const Winding found = winding(at(point), meeting.a, walk.facets);
    if (turn == 0 || found.on_boundary || found.number == (turn > 0 ? 0 : 1)) continue;
    const Index facet = found.facet == kNone ? walk.facets.begin : found.facet;
    return set_inside(point, facet, meeting);
  }
}

/// The sense of rotation of a closed walk: 1 for counter-clockwise, -1 for clockwise. It is the
/// sign of the corner at the lowest of the leftmost points, because that corner is convex. The
/// result is 0 if the walk visits that point twice or if the point is no corner.
int PlaneAudit::turning(const PlaneBoundary::Walk& walk) const {
  const auto less = [](PlanePoint a, PlanePoint b) {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
  };
  Index corner = walk.facets.begin;
  int times = 0;
  for (Index f = walk.facets.begin; f < walk.facets.end; ++f) {
    if (less(at(start(f)), at(start(corner)))) corner = f, times = 0;
    times += at(start(f)) == at(start(corner));
  }
  if (times > 1) return 0;
  const Index before = corner == walk.facets.begin ? walk.facets.end - 1 : corner - 1;
  return orientation(at(start(before)), at(start(corner)), at(end(corner)));
}

/// Winding number of the boundary of `body` about p, without the facets `without`. It is the number
/// of facets that cross the ray from p in the direction +x upwards, less those that cross it
/// downwards. A facet owns its lower end only, so that no vertex on the ray is counted twice.
PlaneAudit::Winding PlaneAudit::winding(PlanePoint p, std::int32_t body, Range without) const {
  Winding result;
  const auto on_ray = [p](const Box<2>& b) {
    return b.lo[1] <= p.y && p.y <= b.hi[1] && p.x <= b.hi[0];
  };
  trees_[body].visit(on_ray, [&](Index f) {
    if (without.begin <= f && f < without.end) return;
    const Box<2> around = box(f);
    if (!on_ray(around)) return;
    const PlanePoint from = at(start(f)), to = at(end(f));
    const int side = p.x < around.lo[0] ? (from.y < to.y ? 1 : -1) : orientation(from, to, p);
    if (p.x >= around.lo[0] && side == 0) result.on_boundary = true;
    const bool up = from.y <= p.y && p.y < to.y, down = to.y <= p.y && p.y < from.y;
    if ((up && side > 0) || (down && side < 0)) {
      result.number += side;
      if (result.facet == kNone) result.facet = f;
    }
  });
  return result;
}

}  // namespace tactus::core
