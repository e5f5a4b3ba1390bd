#include "core/audit/body_audit.hpp"

#include <algorithm>
#include <cmath>

#include "core/audit/plane_boundary.hpp"
#include "core/audit/space_boundary.hpp"

namespace tactus::core {

template <int dim, class Boundary>
BodyAudit<dim, Boundary>::BodyAudit(const AuditInput& input)
    : boundary_(input), touching_(input.touching), self_(input.self.begin(), input.self.end()),
      findings_(input.findings) {
  points_needed_ = boundary_.points();
  for (std::size_t p = 0; p < input.lone_points.size(); ++p) {
    particles_.push_back({input.lone_points[p], input.lone_body[p],
                          input.lone_radius.empty() ? 0 : input.lone_radius[p]});
    points_needed_ = std::max(points_needed_, input.lone_points[p] + 1);
  }
  for (const Range facets : boundary_.bodies) trees_.emplace_back(facets);
  for (const Index f : boundary_.number) facet_body_.push_back(input.facet_body[f]);
  boxes_.resize(boundary_.bodies.size() + particles_.size());
}

template <int dim, class Boundary>
const AuditResult& BodyAudit<dim, Boundary>::check(View<Real> points) {
  if (static_cast<Index>(points.size()) < dim * points_needed_)
    throw PreconditionError("audit: fewer points than the boundary has");
  points_ = points;
  all_.clear();
  begin_result(result_, touching_);
  fitted_.assign(trees_.size(), 0);
  check_finite();
  do_begin();
  fit_boxes();
  sweep_.pairs(boxes_, [this](Index i, Index j) { meet(i, j); });
  for (std::size_t body = 0; body < self_.size(); ++body)
    if (self_[body]) meet_self(static_cast<std::int32_t>(body));
  // The order of the sweep depends on positions. Sorting by numbers makes the list independent of it.
  const auto last = all_.begin() + std::min(all_.size(), findings_);
  std::partial_sort(all_.begin(), last, all_.end());
  result_.findings.assign(all_.begin(), last);
  std::sort(result_.overlaps.begin(), result_.overlaps.end());
  return result_;
}

template <int dim, class Boundary>
void BodyAudit<dim, Boundary>::check_finite() const {
  for (Index p = 0; p < points_needed_; ++p) {
    // The sum is 0 for finite numbers and NaN otherwise. Minima and maxima would hide a NaN.
    Real sum = 0;
    for (Index k = dim * p; k < dim * (p + 1); ++k) sum += points_[k] * 0;
    if (sum != 0)
      throw EvaluationError("audit: a coordinate is not a finite number", {Item::vertex, p});
  }
}

template <int dim, class Boundary>
void BodyAudit<dim, Boundary>::fit_boxes() {
  auto* box = boxes_.data();
  for (std::size_t b = 0; b < trees_.size(); ++b) *box++ = box_of(static_cast<std::int32_t>(b));
  for (const Particle& particle : particles_) {
    *box = Box<dim>::empty();
    box->include(points_.data() + dim * particle.point);
    for (int d = 0; d < dim; ++d) box->lo[d] -= particle.radius, box->hi[d] += particle.radius;
    ++box;
  }
}

template <int dim, class Boundary>
void BodyAudit<dim, Boundary>::meet(Index i, Index j) {
  const auto bodies = static_cast<Index>(trees_.size());
  if (j < bodies)
    meet_bodies(static_cast<std::int32_t>(i), static_cast<std::int32_t>(j));
  else if (i < bodies)
    meet_particle(particles_[j - bodies], static_cast<std::int32_t>(i));
  else
    meet_particles(particles_[i - bodies], particles_[j - bodies]);
}

template <int dim, class Boundary>
void BodyAudit<dim, Boundary>::meet_particle(const Particle& particle, std::int32_t body) {
  fitted_tree(body);
  Index facet = facet_around(particle.point, body);
  if (facet == kNone) facet = facet_within_radius(particle, body);
  if (facet == kNone) return;
  ++result_.contained;
  const Depth depth = depth_of(particle, body);
  AuditOverlap overlap = overlap_of(particle.body, body, depth);
  overlap.touching = depth.length <= touching_;
  add_overlap(overlap, depth.in_facets);
  all_.push_back(
      {AuditFinding::What::inside, particle.point, boundary_.number[facet], particle.body, body});
}

template <int dim, class Boundary>
void BodyAudit<dim, Boundary>::meet_particles(const Particle& one, const Particle& other) {
  const bool in_order = one.point <= other.point;
  const Particle &p = in_order ? one : other, &q = in_order ? other : one;
  std::array<Real, 3> place{}, apart{};
  for (int d = 0; d < dim; ++d) {
    place[d] = points_[dim * p.point + d];
    apart[d] = points_[dim * q.point + d] - place[d];
  }
  const Real reach = p.radius + q.radius;
  const Real distance =
      dim == 2 ? std::hypot(apart[0], apart[1]) : std::hypot(apart[0], apart[1], apart[2]);
  if (!(distance < reach * (1 - kRoundOff))) return;
  ++result_.contained;
  add_overlap({.inner = p.body,
               .outer = q.body,
               .depth = reach - distance,
               .place = place,
               .point = p.point,
               .other = q.point,
               .touching = reach - distance <= touching_},
              (reach - distance) / reach);
  all_.push_back({AuditFinding::What::inside, p.point, q.point, std::min(p.body, q.body),
                  std::max(p.body, q.body)});
}

template <int dim, class Boundary>
void BodyAudit<dim, Boundary>::add_crossing(Index f, Index g, Meeting& meeting) {
  ++meeting.crossings;
  AuditFinding finding{AuditFinding::What::crossing, boundary_.number[f], boundary_.number[g],
                       meeting.a, meeting.b};
  if (meeting.a == meeting.b && finding.first > finding.second)
    std::swap(finding.first, finding.second);
  all_.push_back(finding);
}

template <int dim, class Boundary>
void BodyAudit<dim, Boundary>::finish(const Meeting& meeting) {
  if (meeting.crossings > 0 || meeting.overlap) measure(meeting);
  result_.intersections += meeting.crossings;
  if (meeting.crossings > 0 || !meeting.overlap) return;
  ++result_.contained;
  all_.push_back(meeting.inside);
}

/// A body that overlaps itself has no depth, unless it touches itself as the faces of a closed crack do.
template <int dim, class Boundary>
void BodyAudit<dim, Boundary>::measure(const Meeting& meeting) {
  fitted_tree(meeting.a), fitted_tree(meeting.b);
  if (meeting.a == meeting.b) {
    const bool touching = touches(meeting);
    return add_overlap({.inner = meeting.a,
                        .outer = meeting.a,
                        .depth = touching ? meeting.cut : kUnlimited,
                        .touching = touching},
                       touching ? meeting.cut_in_facets : kUnlimited);
  }
  const Depth one = depth_of(meeting.a, meeting.b), two = depth_of(meeting.b, meeting.a);
  AuditOverlap overlap = one.length >= two.length ? overlap_of(meeting.a, meeting.b, one)
                                                  : overlap_of(meeting.b, meeting.a, two);
  overlap.touching = overlap.depth <= touching_ && touches(meeting);
  add_overlap(overlap, std::max(one.in_facets, two.in_facets));
}

template <int dim, class Boundary>
AuditOverlap BodyAudit<dim, Boundary>::overlap_of(std::int32_t inner, std::int32_t outer,
                                                  const Depth& depth) const {
  return {.inner = inner,
          .outer = outer,
          .depth = depth.length,
          .place = depth.place,
          .point = depth.point,
          .facet = depth.facet == kNone ? kNone : boundary_.number[depth.facet]};
}

/// The depth as a fraction of the smaller body: a facet is no measure for a body that is smaller than it.
template <int dim, class Boundary>
Real BodyAudit<dim, Boundary>::in_smaller_body(const AuditOverlap& overlap) {
  Real side = kUnlimited;
  for (const std::int32_t body : {overlap.inner, overlap.outer})
    if (overlap.inner != overlap.outer && boundary_.bodies[body].size() > 0)
      side = std::min(side, fitted_tree(body).box().shortest_side());
  return side > 0 && side < kUnlimited ? overlap.depth / side : 0;
}

template <int dim, class Boundary>
void BodyAudit<dim, Boundary>::add_overlap(const AuditOverlap& overlap, Real in_facets) {
  in_facets = std::max(in_facets, in_smaller_body(overlap));
  result_.depth = std::max(result_.depth, overlap.depth);
  result_.depth_in_facets = std::max(result_.depth_in_facets, in_facets);
  result_.overlaps.push_back(overlap);
}

template <int dim, class Boundary>
BoxTree<dim>& BodyAudit<dim, Boundary>::fitted_tree(std::int32_t body) {
  if (!fitted_[body]) {
    trees_[body].refit(points_, boundary_.facet);
    fitted_[body] = 1;
  }
  return trees_[body];
}

template class BodyAudit<2, PlaneBoundary>;
template class BodyAudit<3, SpaceBoundary>;

}  // namespace tactus::core
