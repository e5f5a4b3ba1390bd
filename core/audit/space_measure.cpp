// What an audit in space says of overlaps that it found: how deep they are, and whether they are
// rounding.
#include <algorithm>

#include "core/audit/space_audit.hpp"

namespace tactus::core {

void SpaceAudit::finish(const Meeting& meeting) {
  if (meeting.crossings > 0 || meeting.overlap) {
    fit_tree(meeting.a), fit_tree(meeting.b);
    std::ranges::sort(piercing_);
    const auto repeated = std::ranges::unique(piercing_);
    piercing_.erase(repeated.begin(), repeated.end());
    measure(meeting);
  }
  result_.intersections += meeting.crossings;
  if (meeting.crossings > 0 || !meeting.overlap) return;
  ++result_.contained;
  all_.push_back(meeting.inside);
}

void SpaceAudit::measure(const Meeting& meeting) {
  if (meeting.a == meeting.b) return measure_itself(meeting);
  const SpaceDepth one = meter().of(meeting.a, meeting.b, piercing_),
                   two = meter().of(meeting.b, meeting.a, piercing_);
  AuditOverlap overlap = one.length >= two.length ? overlap_of(meeting.a, meeting.b, one)
                                                  : overlap_of(meeting.b, meeting.a, two);
  overlap.touching = overlap.depth <= touching_ && touches(meeting);
  add_overlap(overlap, std::max(one.in_facets, two.in_facets));
}

/// A body that overlaps itself has no depth, unless it touches itself as the faces of a closed
/// crack do.
void SpaceAudit::measure_itself(const Meeting& meeting) {
  const bool touching = touches(meeting);
  add_overlap({.inner = meeting.a,
               .outer = meeting.a,
               .depth = touching ? meeting.cut : kUnlimited,
               .touching = touching},
              touching ? meeting.cut_in_facets : kUnlimited);
}

/// Whether two bodies, or a body and itself, overlap by rounding alone, as far as facets and
/// elements tell: no edge reaches far past a facet that it pierces, and nothing is covered twice.
bool SpaceAudit::touches(const Meeting& meeting) const {
  return meeting.cut <= touching_ && !meter().covers(meeting.a, meeting.b, touching_) &&
         !meter().covers(meeting.b, meeting.a, touching_);
}

/// The depth as a fraction of the smaller body: a facet is no measure for a body that is smaller than it.
Real SpaceAudit::in_smaller_body(const AuditOverlap& overlap) {
  Real side = kUnlimited;
  for (const std::int32_t body : {overlap.inner, overlap.outer}) {
    const auto b = static_cast<std::size_t>(body);
    if (overlap.inner == overlap.outer || boundary_.bodies[b].size() == 0) continue;
    fit_tree(body);
    side = std::min(side, trees_[b].box().shortest_side());
  }
  return side > 0 && side < kUnlimited ? overlap.depth / side : 0;
}

void SpaceAudit::add_overlap(const AuditOverlap& overlap, Real in_facets) {
  in_facets = std::max(in_facets, in_smaller_body(overlap));
  result_.depth = std::max(result_.depth, overlap.depth);
  result_.depth_in_facets = std::max(result_.depth_in_facets, in_facets);
  result_.overlaps.push_back(overlap);
}

AuditOverlap SpaceAudit::overlap_of(std::int32_t inner, std::int32_t outer,
                                    const SpaceDepth& depth) const {
  return {.inner = inner,
          .outer = outer,
          .depth = depth.length,
          .place = depth.place,
          .point = depth.point,
          .facet = depth.facet == kNone ? kNone
                                        : boundary_.number[static_cast<std::size_t>(depth.facet)]};
}

}  // namespace tactus::core
