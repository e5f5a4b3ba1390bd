// Two convex bodies have no interior point in common if and only if a plane separates them weakly:
// each is on its own side or on the plane. For two tetrahedra only these planes have to be tried: those of
// the four faces of each, and those through an edge of the one that are parallel to an edge of the other.
#include "core/audit/space_elements.hpp"

#include <algorithm>

#include "core/audit/space_sign.hpp"

namespace tactus::core {
namespace {

constexpr int kFace[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
/// The ends of each edge, and the other two corners.
constexpr int kEdge[6][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2},
                             {1, 2, 0, 3}, {1, 3, 0, 2}, {2, 3, 0, 1}};

/// The plane of a face of `a` has `b` on the other side.
bool face_separates(const Tetrahedron& a, const Tetrahedron& b) {
  for (int f = 0; f < 4; ++f) {
    const Real *p = a.corner[kFace[f][0]], *q = a.corner[kFace[f][1]], *r = a.corner[kFace[f][2]];
    const int own = side(p, q, r, a.corner[f]);
    if (own == 0) return true;  // an element without volume has no interior
    if (std::ranges::all_of(b.corner, [&](const Real* x) { return side(p, q, r, x) * own <= 0; }))
      return true;
  }
  return false;
}

/// The plane through an edge of `a` that is parallel to an edge of `b` separates the two. Parallel
/// edges make no plane: all signs are 0, also that of the other corners of `a`.
bool edges_separate(const Tetrahedron& a, const int (&e)[4], const Tetrahedron& b,
                    const int (&g)[4]) {
  const Real *p = a.corner[e[0]], *q = a.corner[e[1]], *r = b.corner[g[0]], *s = b.corner[g[1]];
  const auto sign = [&](const Real* x) { return side_between(p, q, r, s, x); };
  const int one = sign(a.corner[e[2]]), two = sign(a.corner[e[3]]);
  if (one * two < 0 || (one == 0 && two == 0)) return false;
  const int own = one != 0 ? one : two;
  return sign(r) * own <= 0 && sign(b.corner[g[2]]) * own <= 0 && sign(b.corner[g[3]]) * own <= 0;
}

}  // namespace

bool boxes_apart(const Tetrahedron& a, const Tetrahedron& b) {
  for (int k = 0; k < 3; ++k) {
    const auto ends = [k](const Tetrahedron& t) {
      return std::minmax({t.corner[0][k], t.corner[1][k], t.corner[2][k], t.corner[3][k]});
    };
    const auto one = ends(a), two = ends(b);
    if (one.second <= two.first || two.second <= one.first) return true;
  }
  return false;
}

bool overlap(const Tetrahedron& a, const Tetrahedron& b) {
  if (boxes_apart(a, b) || face_separates(a, b) || face_separates(b, a)) return false;
  for (const auto& e : kEdge)
    for (const auto& g : kEdge)
      if (edges_separate(a, e, b, g)) return false;
  return true;
}

}  // namespace tactus::core
