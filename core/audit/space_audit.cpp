#include "core/audit/space_audit.hpp"

#include <algorithm>

namespace tactus::core {
namespace {

void sort_unique(auto& v) {
  std::ranges::sort(v);
  const auto repeated = std::ranges::unique(v);
  v.erase(repeated.begin(), repeated.end());
}

}  // namespace

SpaceAudit::SpaceAudit(const AuditInput& input) : BodyAudit(input) {
  planes_.resize(boundary_.number.size());
  near_.resize(boundary_.bodies.size());
}

void SpaceAudit::do_begin() {
  if (!ordered_) boundary_.order(points_);
  ordered_ = true;
  planes_fitted_.assign(trees_.size(), 0);
}

Box<3> SpaceAudit::box_of(std::int32_t body) const {
  Box<3> box = Box<3>::empty();
  const Range vertices = boundary_.body_vertices[static_cast<std::size_t>(body)];
  for (Index v = vertices.begin; v < vertices.end; ++v)
    box.include(at(boundary_.vertices[static_cast<std::size_t>(v)]));
  return box;
}

void SpaceAudit::fit_planes(std::int32_t body) {
  const auto b = static_cast<std::size_t>(body);
  if (std::exchange(planes_fitted_[b], 1) != 0) return;
  for (Index f = boundary_.bodies[b].begin; f < boundary_.bodies[b].end; ++f) {
    const SpaceFacet t = facet(f);
    planes_[static_cast<std::size_t>(f)] = rounded_plane(t.at[0], t.at[1], t.at[2]);
  }
}

void SpaceAudit::meet_bodies(std::int32_t a, std::int32_t b) {
  BoxTree<3>&tree = fitted_tree(a), &other = fitted_tree(b);
  fit_planes(a), fit_planes(b);
  Meeting meeting{a, b};
  degenerate_.clear(), piercing_.clear(), element_pairs_.clear();
  tree.pairs(other, [&](Index f, Index g) { meet_facets(f, g, meeting); });
  look_behind(meeting);
  if (meeting.crossings == 0 && !meeting.overlap) look_inside(a, b, meeting);
  if (meeting.crossings == 0 && !meeting.overlap) look_inside(b, a, meeting);
  sort_unique(piercing_);
  finish(meeting);
}

void SpaceAudit::meet_self(std::int32_t body) {
  const auto b = static_cast<std::size_t>(body);
  if (boundary_.bodies[b].empty()) return;
  if (!near_[b].holds(boundary_, body, points_, boxes_[b])) {
    near_[b].find(boundary_, body, fitted_tree(body), points_);
  }
  if (near_[b].any()) fit_planes(body);
  Meeting meeting{body, body};
  degenerate_.clear(), piercing_.clear(), element_pairs_.clear();
  near_[b].visit([&](Index f, Index g) { meet_facets(f, g, meeting); });
  for (const Index p : boundary_.pinched[b]) add_element_pairs(p, p);
  look_behind(meeting);
  if (meeting.crossings == 0 && !meeting.overlap && boundary_.body_shells[b].size() > 1)
    fitted_tree(body), look_inside_itself(meeting);
  finish(meeting);
}

Index SpaceAudit::facet_around(Index point, std::int32_t body) const {
  const SpaceWinding found =
      winding(at(point), boundary_, trees_[static_cast<std::size_t>(body)], points_);
  return found.on_boundary || found.number <= 0 ? kNone : found.facet;
}

/// The one with the lowest number in the input.
Index SpaceAudit::facet_within_radius(const Particle& particle, std::int32_t body) const {
  const Real reach = particle.radius * (1 - kRoundOff);
  if (!(reach > 0)) return kNone;
  const SpacePoint centre = point_at(at(particle.point));
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

Depth SpaceAudit::depth_of(const Particle& particle, std::int32_t body) const {
  return meter().of(particle.point, particle.radius, body);
}

Depth SpaceAudit::depth_of(std::int32_t inner, std::int32_t outer) const {
  return meter().of(inner, outer, piercing_);
}

/// Whether two bodies, or a body and itself, overlap by rounding alone, as far as facets and
/// elements tell: no edge reaches far past a facet that it pierces, and nothing is covered twice.
bool SpaceAudit::touches(const Meeting& meeting) const {
  return meeting.cut <= touching_ && !meter().covers(meeting.a, meeting.b, touching_) &&
         !meter().covers(meeting.b, meeting.a, touching_);
}

void SpaceAudit::meet_facets(Index f, Index g, Meeting& meeting) {
  const FacetMeeting found = core::meet(facet(f), facet(g));
  if (found.kind == FacetMeeting::Kind::crossing)
    cross(f, g, found.piercing, meeting);
  else if (found.kind == FacetMeeting::Kind::degenerate && meeting.crossings == 0)
    degenerate_.emplace_back(f, g);
}

void SpaceAudit::cross(Index f, Index g, unsigned piercing, Meeting& meeting) {
  for (int k = 0; k < 3; ++k) {
    if (piercing >> static_cast<unsigned>(k) & 1U) pierce(f, k, g, meeting);
    if (piercing >> static_cast<unsigned>(3 + k) & 1U) pierce(g, k, f, meeting);
  }
  add_crossing(f, g, meeting);
}

void SpaceAudit::pierce(Index edge_of, int corner, Index pierced, Meeting& meeting) {
  const Index* points = facet(edge_of).point;
  const Index from = points[corner], to = points[(corner + 1) % 3];
  const Triangle t = triangle(pierced);
  const Real reach = cut(point_at(at(from)), point_at(at(to)), t);
  meeting.cut = std::max(meeting.cut, reach);
  meeting.cut_in_facets = std::max(meeting.cut_in_facets, reach / longest_side(t));
  const Index low = std::min(from, to), high = std::max(from, to);
  piercing_.push_back({facet_body_[static_cast<std::size_t>(edge_of)], low, high,
                       piercing_place(point_at(at(low)), point_at(at(high)), t)});
}

/// Where facets meet in degenerate positions, the elements at their corners decide.
void SpaceAudit::look_behind(Meeting& meeting) {
  if (meeting.crossings > 0) return;
  corners_.clear();
  for (const auto& [f, g] : degenerate_)
    for (int k = 0; k < 9; ++k) corners_.emplace_back(facet(f).point[k / 3], facet(g).point[k % 3]);
  sort_unique(corners_);
  for (const auto& [p, q] : corners_) add_element_pairs(p, q);
  std::ranges::sort(element_pairs_);
  const ElementPair* last = nullptr;
  for (const ElementPair& pair : element_pairs_) {
    const bool again = last != nullptr && last->one == pair.one && last->two == pair.two;
    last = &pair;
    if (again || !overlap(element(pair.one), element(pair.two))) continue;
    meeting.overlap = true;
    meeting.inside = {AuditFinding::What::inside, pair.at_one, boundary_.facet_of[pair.at_two][0],
                      meeting.a, meeting.b};
    return;
  }
}

/// All elements at p with all elements at q, unless their boxes show that they do not overlap.
void SpaceAudit::add_element_pairs(Index p, Index q) {
  for (const Index e : boundary_.element_of[p])
    for (const Index g : boundary_.element_of[q]) {
      if (e == g || boxes_apart(element(e), element(g))) continue;
      const bool in_order = boundary_.element_body(e) != boundary_.element_body(g) || e < g;
      element_pairs_.push_back(in_order ? ElementPair{e, g, p, q} : ElementPair{g, e, q, p});
    }
}

/// @pre No facets cross, and none overlap where they meet. A shell is then inside of the other body
/// as a whole, or not at all; one that has a point on the other boundary is not.
void SpaceAudit::look_inside(std::int32_t inner, std::int32_t outer, Meeting& meeting) const {
  const auto out = static_cast<std::size_t>(outer);
  const Range shells = boundary_.body_shells[static_cast<std::size_t>(inner)];
  for (Index s = shells.begin; s < shells.end; ++s) {
    const Index point = facet(boundary_.shells[static_cast<std::size_t>(s)].facet).point[0];
    if (!boxes_[out].contains_inside(at(point))) continue;
    const SpaceWinding found = winding(at(point), boundary_, trees_[out], points_);
    if (found.on_boundary || found.number <= 0) continue;
    meeting.overlap = true;
    meeting.inside = {AuditFinding::What::inside, point,
                      boundary_.number[static_cast<std::size_t>(found.facet)], inner, outer};
    return;
  }
}

/// The outside of a body, whose volume is positive, is inside of no other shell of it, and the wall
/// of a cavity inside of one. What is inside of more is covered twice.
void SpaceAudit::look_inside_itself(Meeting& meeting) const {
  const auto body = static_cast<std::size_t>(meeting.a);
  const Range shells = boundary_.body_shells[body];
  for (Index s = shells.begin; s < shells.end; ++s) {
    const auto shell = static_cast<std::int32_t>(s);
    const Index point = facet(boundary_.shells[static_cast<std::size_t>(s)].facet).point[0];
    const SpaceWinding found = winding(at(point), boundary_, trees_[body], points_, shell);
    if (found.on_boundary || found.number + (volume(shell) > 0 ? 1 : 0) < 2) continue;
    meeting.overlap = true;
    meeting.inside = {AuditFinding::What::inside, point,
                      boundary_.number[static_cast<std::size_t>(found.facet)], meeting.a,
                      meeting.a};
    return;
  }
}

/// Six times the volume that a shell encloses; of the wall of a cavity it is negative.
Real SpaceAudit::volume(std::int32_t shell) const {
  const SpaceBoundary::Shell& s = boundary_.shells[static_cast<std::size_t>(shell)];
  const SpacePoint origin = point_at(at(facet(s.facet).point[0]));
  const Range facets = boundary_.bodies[static_cast<std::size_t>(s.body)];
  Real sum = 0;
  for (Index f = facets.begin; f < facets.end; ++f) {
    if (boundary_.shell[static_cast<std::size_t>(f)] != shell) continue;
    const Triangle t = triangle(f);
    sum += dot(core::cross(t[0] - origin, t[1] - origin), t[2] - origin);
  }
  return sum;
}

SpaceFacet SpaceAudit::facet(Index f) const {
  const Index* p = boundary_.facet.data() + 3 * f;
  return {p, {at(p[0]), at(p[1]), at(p[2])}, &planes_[static_cast<std::size_t>(f)]};
}

Triangle SpaceAudit::triangle(Index f) const {
  const SpaceFacet t = facet(f);
  return {point_at(t.at[0]), point_at(t.at[1]), point_at(t.at[2])};
}

Tetrahedron SpaceAudit::element(Index e) const {
  const Index* p = boundary_.element.data() + 4 * e;
  return {{at(p[0]), at(p[1]), at(p[2]), at(p[3])}};
}

}  // namespace tactus::core
