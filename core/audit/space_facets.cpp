#include "core/audit/space_facets.hpp"

#include <algorithm>
#include <cmath>

#include "core/audit/space_sign.hpp"

namespace tactus::core {
namespace {

constexpr int next(int k) { return (k + 1) % 3; }

/// Signs of a pair of facets, each computed when it is first needed.
class Pair {
 public:
  Pair(const SpaceFacet& f, const SpaceFacet& g) : facet_{f, g} {
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l)
        if (f.point[k] == g.point[l]) shared_[0] |= 1U << k, shared_[1] |= 1U << l;
  }

  /// Two common corners leave no edge to be tested.
  bool joined_by_an_edge() const { return (shared_[0] & (shared_[0] - 1)) != 0; }

  /// All corners of a facet but common ones are surely on one side of the other facet.
  bool surely_on_one_side(int of) const {
    const auto& plane = facet_[1 - of].at;
    int seen = 0;
    for (int k = 0; k < 3; ++k) {
      if (shared_[of] >> k & 1U) continue;
      const int s = rounded_side(plane[0], plane[1], plane[2], facet_[of].at[k]);
      if (s == 2 || s * seen < 0) return false;
      seen = s;
    }
    return true;
  }

  /// Whether the edge from corner k of one facet to the next one may be compared with the other.
  bool is_free(int of, int k) const {
    return !(shared_[of] >> k & 1U) && !(shared_[of] >> next(k) & 1U);
  }

  FacetMeeting::Kind edge_meets(int of, int k);

 private:
  int plane_side(int of, int k) {
    const auto& plane = facet_[1 - of].at;
    return known(plane_side_[of][k], plane[0], plane[1], plane[2], facet_[of].at[k]);
  }
  /// Of the edges from corner k of the first facet and from corner l of the second.
  int edge_side(int k, int l) {
    const auto &f = facet_[0].at, &g = facet_[1].at;
    return known(edge_side_[k][l], f[k], f[next(k)], g[l], g[next(l)]);
  }
  static int known(int& sign, const Real* a, const Real* b, const Real* c, const Real* d) {
    if (sign == kUnknown) sign = side(a, b, c, d);
    return sign;
  }
  bool apart_in_plane(int of, int k) const;

  static constexpr int kUnknown = 2;
  SpaceFacet facet_[2];
  unsigned shared_[2] = {0, 0};
  int plane_side_[2][3] = {{2, 2, 2}, {2, 2, 2}};
  int edge_side_[3][3] = {{2, 2, 2}, {2, 2, 2}, {2, 2, 2}};
};

/// The axis along which a facet looks largest.
int widest_axis(const std::array<const Real*, 3>& t) {
  int axis = 0;
  Real most = -1;
  for (int k = 0; k < 3; ++k) {
    const int i = next(k), j = next(i);
    const Real area = std::abs((t[1][i] - t[0][i]) * (t[2][j] - t[0][j]) -
                               (t[1][j] - t[0][j]) * (t[2][i] - t[0][i]));
    if (area > most) most = area, axis = k;
  }
  return axis;
}

/// Seen along an axis, an edge and a facet have no point in common: then they have none in space.
/// The line of the edge, or of a side of the facet, separates the two strictly.
bool Pair::apart_in_plane(int of, int k) const {
  const auto &t = facet_[1 - of].at, &e = facet_[of].at;
  const Real *a = e[k], *b = e[next(k)];
  const int axis = widest_axis(t), i = next(axis), j = next(i);
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
  if (apart_in_plane(of, k)) return Kind::apart;
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
  Pair pair(f, g);
  FacetMeeting result;
  if (pair.joined_by_an_edge() || pair.surely_on_one_side(0) || pair.surely_on_one_side(1))
    return result;
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
