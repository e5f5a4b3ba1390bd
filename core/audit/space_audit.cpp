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

SpaceAudit::SpaceAudit(const AuditInput& input)
    : boundary_(input), self_(input.self.begin(), input.self.end()),
      lone_points_(input.lone_points.begin(), input.lone_points.end()),
      lone_body_(input.lone_body.begin(), input.lone_body.end()),
      lone_radius_(input.lone_radius.begin(), input.lone_radius.end()), touching_(input.touching),
      findings_(input.findings) {
  lone_radius_.resize(lone_points_.size(), 0);
  for (const Range facets : boundary_.bodies) trees_.emplace_back(facets);
  for (const Index f : boundary_.number)
    facet_body_.push_back(input.facet_body[static_cast<std::size_t>(f)]);
  points_needed_ = boundary_.points;
  for (const Index p : lone_points_) points_needed_ = std::max(points_needed_, p + 1);
  planes_.resize(boundary_.number.size());
  near_.resize(boundary_.bodies.size());
  boxes_.resize(boundary_.bodies.size() + lone_points_.size());
}

const AuditResult& SpaceAudit::check(View<Real> points) {
  if (static_cast<Index>(points.size()) < 3 * points_needed_)
    throw PreconditionError("audit: fewer points than the boundary has");
  points_ = points;
  all_.clear();
  begin_result(result_, touching_);
  check_finite();
  if (!ordered_) boundary_.order(points);
  ordered_ = true;
  fit_boxes();
  fitted_.assign(trees_.size(), 0);
  planes_fitted_ = fitted_;
  sweep_.pairs(boxes_, [this](Index i, Index j) { meet(i, j); });
  for (std::size_t body = 0; body < self_.size(); ++body)
    if (self_[body] != 0) meet_self(static_cast<std::int32_t>(body));
  // The order of the sweep depends on positions. Sorting by numbers makes the list independent of
  // it.
  const auto last = all_.begin() + static_cast<std::ptrdiff_t>(std::min(all_.size(), findings_));
  std::partial_sort(all_.begin(), last, all_.end());
  result_.findings.assign(all_.begin(), last);
  std::sort(result_.overlaps.begin(), result_.overlaps.end());
  return result_;
}

void SpaceAudit::check_finite() const {
  for (Index p = 0; p < points_needed_; ++p) {
    const Real* x = at(p);
    // The product is 0 for every finite number and NaN otherwise.
    if (x[0] * 0 + x[1] * 0 + x[2] * 0 != 0)
      throw EvaluationError("audit: a coordinate is not a finite number", {Item::vertex, p});
  }
}

void SpaceAudit::fit_boxes() {
  const std::size_t bodies = boundary_.bodies.size();
  for (std::size_t b = 0; b < bodies; ++b) {
    boxes_[b] = Box<3>::empty();
    const Range vertices = boundary_.body_vertices[b];
    for (Index v = vertices.begin; v < vertices.end; ++v)
      boxes_[b].include(at(boundary_.vertices[static_cast<std::size_t>(v)]));
  }
  for (std::size_t p = 0; p < lone_points_.size(); ++p) {
    Box<3>& box = boxes_[bodies + p] = Box<3>::empty();
    box.include(at(lone_points_[p]));
    for (std::size_t d = 0; d < 3; ++d) box.lo[d] -= lone_radius_[p], box.hi[d] += lone_radius_[p];
  }
}

void SpaceAudit::fit_tree(std::int32_t body) {
  const auto b = static_cast<std::size_t>(body);
  if (std::exchange(fitted_[b], 1) == 0) trees_[b].refit(points_, boundary_.facet);
}

void SpaceAudit::fit_planes(std::int32_t body) {
  const auto b = static_cast<std::size_t>(body);
  if (std::exchange(planes_fitted_[b], 1) != 0) return;
  for (Index f = boundary_.bodies[b].begin; f < boundary_.bodies[b].end; ++f) {
    const SpaceFacet t = facet(f);
    planes_[static_cast<std::size_t>(f)] = rounded_plane(t.at[0], t.at[1], t.at[2]);
  }
}

void SpaceAudit::meet(Index i, Index j) {
  const auto bodies = static_cast<Index>(boundary_.bodies.size());
  if (j < bodies)
    meet_bodies(static_cast<std::int32_t>(i), static_cast<std::int32_t>(j));
  else if (i < bodies)
    meet_particle(j - bodies, static_cast<std::int32_t>(i));
  else
    meet_particles(i - bodies, j - bodies);
}

void SpaceAudit::meet_bodies(std::int32_t a, std::int32_t b) {
  fit_tree(a), fit_tree(b), fit_planes(a), fit_planes(b);
  Meeting meeting{a, b};
  degenerate_.clear(), piercing_.clear(), element_pairs_.clear();
  trees_[static_cast<std::size_t>(a)].pairs(trees_[static_cast<std::size_t>(b)],
                                            [&](Index f, Index g) { meet_facets(f, g, meeting); });
  look_behind(meeting);
  if (meeting.crossings == 0 && !meeting.overlap) look_inside(a, b, meeting);
  if (meeting.crossings == 0 && !meeting.overlap) look_inside(b, a, meeting);
  finish(meeting);
}

void SpaceAudit::meet_self(std::int32_t body) {
  const auto b = static_cast<std::size_t>(body);
  if (boundary_.bodies[b].empty()) return;
  if (!near_[b].holds(boundary_, body, points_, boxes_[b])) {
    fit_tree(body);
    near_[b].find(boundary_, body, trees_[b], points_);
  }
  if (near_[b].any()) fit_planes(body);
  Meeting meeting{body, body};
  degenerate_.clear(), piercing_.clear(), element_pairs_.clear();
  near_[b].visit([&](Index f, Index g) { meet_facets(f, g, meeting); });
  for (const Index p : boundary_.pinched[b]) add_element_pairs(p, p);
  look_behind(meeting);
  if (meeting.crossings == 0 && !meeting.overlap && boundary_.body_shells[b].size() > 1)
    fit_tree(body), look_inside_itself(meeting);
  finish(meeting);
}

void SpaceAudit::meet_facets(Index f, Index g, Meeting& meeting) {
  const FacetMeeting found = core::meet(facet(f), facet(g));
  if (found.kind == FacetMeeting::Kind::crossing)
    cross(f, g, found.piercing, meeting);
  else if (found.kind == FacetMeeting::Kind::degenerate && meeting.crossings == 0)
    degenerate_.emplace_back(f, g);
}

void SpaceAudit::cross(Index f, Index g, unsigned piercing, Meeting& meeting) {
  ++meeting.crossings;
  for (int k = 0; k < 3; ++k) {
    if (piercing >> static_cast<unsigned>(k) & 1U) pierce(f, k, g, meeting);
    if (piercing >> static_cast<unsigned>(3 + k) & 1U) pierce(g, k, f, meeting);
  }
  AuditFinding finding{AuditFinding::What::crossing, boundary_.number[static_cast<std::size_t>(f)],
                       boundary_.number[static_cast<std::size_t>(g)], meeting.a, meeting.b};
  if (meeting.a == meeting.b && finding.first > finding.second)
    std::swap(finding.first, finding.second);
  all_.push_back(finding);
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
