// The ray goes upwards (+z) from a point that is moved aside by an infinitesimal amount, so that it
// passes no edge: by e in x and by e^2 in y. Where a sign is 0, this shift decides.
#include "core/audit/space_inside.hpp"

#include <algorithm>

#include "core/audit/space_sign.hpp"

namespace tactus::core {
namespace {

using Corners = std::array<const Real*, 3>;

/// Seen from above, the sense in which a, b and the shifted point go round; 0: a and b are one point.
int shifted_turn(const Real* a, const Real* b, const Real* p) {
  if (const int t = turn(a, b, p, 0, 1); t != 0) return t;
  if (a[1] != b[1]) return b[1] < a[1] ? 1 : -1;
  return (b[0] > a[0]) - (b[0] < a[0]);
}

/// The sense of a facet that the vertical line through the shifted point passes: 1 if its outer side
/// is above, -1 if it is below, 0 if the line misses it.
int sense_on_line(const Corners& t, const Real* p) {
  const int sense = shifted_turn(t[0], t[1], p);
  return shifted_turn(t[1], t[2], p) == sense && shifted_turn(t[2], t[0], p) == sense ? sense : 0;
}

/// Whether a point in the plane of a facet is in it or on its boundary.
bool contains(const Corners& t, const Real* p) {
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, own = turn(t[0], t[1], t[2], i, j);
    if (own == 0) continue;
    return turn(t[0], t[1], p, i, j) * own >= 0 && turn(t[1], t[2], p, i, j) * own >= 0 &&
           turn(t[2], t[0], p, i, j) * own >= 0;
  }
  return false;
}

}  // namespace

SpaceWinding winding(const Real* p, const SpaceBoundary& boundary, const BoxTree<3>& tree,
                     View<Real> points, std::int32_t without_shell) {
  SpaceWinding result;
  const auto on_ray = [p](const Box<3>& b) {
    return b.lo[0] <= p[0] && p[0] <= b.hi[0] && b.lo[1] <= p[1] && p[1] <= b.hi[1] &&
           p[2] <= b.hi[2];
  };
  tree.visit(on_ray, [&](Index f) {
    if (boundary.shell[static_cast<std::size_t>(f)] == without_shell) return;
    const Box<3>& box = tree.facet_box(f);
    if (!on_ray(box)) return;
    const Index* corner = boundary.facet.data() + 3 * f;
    const Corners t{points.data() + 3 * corner[0], points.data() + 3 * corner[1],
                    points.data() + 3 * corner[2]};
    const int sense = sense_on_line(t, p);
    const bool near = box.lo[2] <= p[2];
    if (sense == 0 && !near) return;
    const int where = near ? side(t[0], t[1], t[2], p) : -sense;
    if (where == 0 && contains(t, p)) result.on_boundary = true;
    if (sense == 0 || where != -sense) return;
    result.number += sense;
    if (result.facet == kNone) result.facet = f;
  });
  return result;
}

}  // namespace tactus::core
