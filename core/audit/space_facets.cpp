#include "core/audit/space_facets.hpp"

#include <algorithm>
#include <cmath>

#include "core/audit/space_sign.hpp"

namespace tactus::core {
namespace {

constexpr int next(int k) { return (k + 1) % 3; }

/// What most pairs are decided by: which corners they have in common, and what rounded arithmetic knows of the
/// sides on which the others lie.
struct Sides {
  unsigned shared[2] = {0, 0};  ///< bit k: corner k of this facet is one of the other, too
  int sign[2][3];  ///< of the corners of the one to the plane of the other; 2: not known

  Sides(const SpaceFacet& f, const SpaceFacet& g) {
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l) {
        const auto same = static_cast<unsigned>(f.point[k] == g.point[l]);
        shared[0] |= same << k, shared[1] |= same << l;
      }
  }
  /// Two common corners leave no edge to be tested.
  bool joined_by_an_edge() const { return (shared[0] & (shared[0] - 1)) != 0; }

  /// All corners of a facet but common ones are surely on one side of the other facet.
  bool surely_on_one_side(int of, const SpaceFacet& facet, const SpaceFacet& other) {
    unsigned seen = 0;
    for (int k = 0; k < 3; ++k) {
      sign[of][k] = rounded_side(*other.plane, other.at[0], facet.at[k]);
      const bool is_shared = shared[of] >> k & 1U;
      seen |= is_shared ? 0 : 1U << static_cast<unsigned>(sign[of][k] + 1);
    }
    return seen == 1U << 0U || seen == 1U << 2U;
  }
};

/// Signs of a pair of facets, each computed when it is first needed.
class Pair {
 public:
  Pair(const SpaceFacet& f, const SpaceFacet& g, const Sides& sides)
      : facet_{&f, &g}, sides_(sides) {}

  /// Whether the edge from corner k of one facet to the next one may be compared with the other.
  bool is_free(int of, int k) const {
    return !(sides_.shared[of] >> k & 1U) && !(sides_.shared[of] >> next(k) & 1U);
  }

  FacetMeeting::Kind edge_meets(int of, int k);

 private:
  const auto& corners(int of) const { return facet_[of]->at; }
  int plane_side(int of, int k) {
    const auto& plane = corners(1 - of);
    int& sign = sides_.sign[of][k];
    if (sign == kUnknown) sign = detail::exact_side(plane[0], plane[1], plane[2], corners(of)[k]);
    return sign;
  }
  /// Of the edges from corner k of the first facet and from corner l of the second.
  int edge_side(int k, int l) {
    const auto &f = corners(0), &g = corners(1);
    int& sign = edge_side_[k][l];
    if (sign == kUnknown) sign = side(f[k], f[next(k)], g[l], g[next(l)]);
    return sign;
  }
  bool apart_in_plane(int of, int k) const;

  static constexpr int kUnknown = 2;
  const SpaceFacet* facet_[2];
  Sides sides_;
  int edge_side_[3][3] = {{2, 2, 2}, {2, 2, 2}, {2, 2, 2}};
};

/// The axis along which a facet looks largest: the parts of its normal are twice the areas that are seen.
int widest_axis(const RoundedPlane& plane) {
  int axis = 0;
  for (int k = 1; k < 3; ++k)
    if (std::abs(plane.normal[k]) > std::abs(plane.normal[axis])) axis = k;
  return axis;
}

/// Seen along an axis, an edge and a facet have no point in common: then they have none in space.
/// The line of the edge, or of a side of the facet, separates the two strictly.
bool Pair::apart_in_plane(int of, int k) const {
  const auto &t = corners(1 - of), &e = corners(of);
  const Real *a = e[k], *b = e[next(k)];
  const int axis = widest_axis(*facet_[1 - of]->plane), i = next(axis), j = next(i);
  const int own = turn(t[0], t[1], t[2], i, j);
  if (own == 0) return false;
  for (int l = 0; l < 3; ++l)
    if (turn(t[l], t[next(l)], a, i, j) * own < 0 && turn(t[l], t[next(l)], b, i, j) * own < 0)
      return true;
  const int first = turn(a, b, t[0], i, j);
  return first != 0 && turn(a, b, t[1], i, j) == first && turn(a, b, t[2], i, j) == first;
}

/// The edge meets the facet if its ends are not strictly on one side of its plane and its line
/// passes all sides of the facet in the same sense.
FacetMeeting::Kind Pair::edge_meets(int of, int k) {
  using Kind = FacetMeeting::Kind;
  const int known = sides_.sign[of][k] * sides_.sign[of][next(k)];
  if (known == 1) return Kind::apart;
  // Signs of points in a plane are cheaper than those that rounded arithmetic does not know.
  if (known != -1 && apart_in_plane(of, k)) return Kind::apart;
  const int from = plane_side(of, k), to = plane_side(of, next(k));
  if (from * to > 0) return Kind::apart;
  if (from == 0 && to == 0) return Kind::degenerate;  // in one plane, and not apart in it
  int seen = 0;
  bool zero = from == 0 || to == 0;
  for (int l = 0; l < 3; ++l) {
    const int s = of == 0 ? edge_side(k, l) : edge_side(l, k);
    if (s * seen < 0) return Kind::apart;
    if (s == 0)
      zero = true;
    else
      seen = s;
  }
  return zero ? Kind::degenerate : Kind::crossing;
}

}  // namespace

FacetMeeting meet(const SpaceFacet& f, const SpaceFacet& g) {
  FacetMeeting result;
  Sides sides(f, g);
  if (sides.joined_by_an_edge() || sides.surely_on_one_side(0, f, g) ||
      sides.surely_on_one_side(1, g, f))
    return result;
  Pair pair(f, g, sides);
  for (int of = 0; of < 2; ++of)
    for (int k = 0; k < 3; ++k) {
      if (!pair.is_free(of, k)) continue;
      const FacetMeeting::Kind kind = pair.edge_meets(of, k);
      result.kind = std::max(result.kind, kind);
      if (kind == FacetMeeting::Kind::crossing)
        result.piercing |= 1U << static_cast<unsigned>(3 * of + k);
    }
  return result;
}

}  // namespace tactus::core
