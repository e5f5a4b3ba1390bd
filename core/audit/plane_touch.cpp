#include "core/audit/plane_touch.hpp"

#include <algorithm>

#include "core/audit/audit_method.hpp"

namespace tactus::core {
namespace {

constexpr Real kSharp = 1e-2;  ///< sharper corners have no room behind them (below 8 degrees)

}  // namespace

Real PlaneTouch::cut(PlanePoint p, PlanePoint q, PlanePoint r, PlanePoint s) {
  return std::min({distance_to_segment(p, r, s), distance_to_segment(q, r, s),
                   distance_to_segment(r, p, q), distance_to_segment(s, p, q)});
}

/// The body is on the left of its facets.
PlanePoint PlaneTouch::behind_middle(PlanePoint a, PlanePoint b) const {
  const Real by = kBehind * touching_ / distance(a, b);
  return {(a.x + b.x) / 2 - by * (b.y - a.y), (a.y + b.y) / 2 + by * (b.x - a.x)};
}

/// With unit normals m and n into the body, the point p + s (m + n) has the distance s (1 + m.n)
/// from both facets.
std::optional<PlanePoint> PlaneTouch::behind_corner(PlanePoint before, PlanePoint p,
                                                    PlanePoint after) const {
  const Real one = distance(before, p), two = distance(p, after);
  if (!(one > 0) || !(two > 0)) return {};
  const PlanePoint m{(before.y - p.y) / one, (p.x - before.x) / one};
  const PlanePoint n{(p.y - after.y) / two, (after.x - p.x) / two};
  const Real cosine = m.x * n.x + m.y * n.y;
  if (1 + cosine < kSharp) return {};
  const Real by = kBehind * touching_ / (1 + cosine);
  return PlanePoint{p.x + by * (m.x + n.x), p.y + by * (m.y + n.y)};
}

bool PlaneTouch::covers(std::int32_t outer, std::int32_t inner) const {
  const int own = inner == outer ? 1 : 0;
  const auto is_covered = [&](PlanePoint p) { return winding_(p, outer) > own; };
  const Range facets = boundary_.bodies[static_cast<std::size_t>(inner)];
  for (Index f = facets.begin; f < facets.end; ++f) {
    const Index start = boundary_.facet[static_cast<std::size_t>(2 * f)];
    const PlanePoint p = at(start), end = at(boundary_.facet[static_cast<std::size_t>(2 * f + 1)]);
    if (p == end) continue;
    if (is_covered(behind_middle(p, end))) return true;
    const View<Index> arriving = boundary_.arriving(start);
    if (arriving.size() != 1) continue;  // parts of the body meet here, each with a corner
    const PlanePoint before = at(boundary_.facet[static_cast<std::size_t>(2 * arriving[0])]);
    if (const auto q = behind_corner(before, p, end); q && is_covered(*q)) return true;
  }
  return false;
}

}  // namespace tactus::core
