// Every decision is made of exact signs of volumes and areas, so that two conditions never contradict
// each other: bodies that rest on each other are an ulp apart or an ulp into each other.
#include "violations.hpp"

#include <algorithm>
#include <tactus/geometry/plane_side.hpp>

namespace vertex_face {

int side(View<Real> y, Index a, Index b, Index c, Index d) {
  const auto at = [&](Index v) { return y.data() + 3 * v; };
  return orient_sign(at(a), at(b), at(c), at(d));
}

int side(const Surface& surface, View<Real> y, Index facet, Index vertex) {
  const View<Index> t = surface.facet_vertices(facet);
  return side(y, t[0], t[1], t[2], vertex);
}

namespace {

/// Whether the boxes round two sets of vertices have no point in common.
bool apart(View<Real> y, View<Index> a, View<Index> b) {
  for (Index d = 0; d < 3; ++d) {
    const auto x = [&](Index v) { return y[3 * v + d]; };
    const auto below = [&](Index v, Index w) { return x(v) < x(w); };
    const auto [low_a, high_a] = std::minmax_element(a.begin(), a.end(), below);
    const auto [low_b, high_b] = std::minmax_element(b.begin(), b.end(), below);
    if (x(*low_a) > x(*high_b) || x(*low_b) > x(*high_a)) return true;
  }
  return false;
}

/// Whether two edges in one plane properly cross: in a view along some axis they do. A view along the
/// plane shows only zeros, and all others show the same.
bool cross_in_plane(View<Real> y, View<Index> e, View<Index> f) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    Real p[4][2];
    for (std::size_t k = 0; k < 4; ++k) {
      const Real* x = y.data() + 3 * (k < 2 ? e[k] : f[k - 2]);
      p[k][0] = x[(axis + 1) % 3], p[k][1] = x[(axis + 2) % 3];
    }
    if (orient_sign(p[0], p[1], p[2]) * orient_sign(p[0], p[1], p[3]) < 0 &&
        orient_sign(p[2], p[3], p[0]) * orient_sign(p[2], p[3], p[1]) < 0)
      return true;
  }
  return false;
}

/// Compares all edges of one facet with all of another one. With the signs of the nine volumes that
/// two edges span, an edge from one side of the other facet to the other side pierces it where it passes
/// all three edges of the facet on the same side.
class FacetPair {
 public:
  FacetPair(const Topology& topology, View<Real> y, Index f, Index g)
      : topology_(topology), y_(y), facet_{f, g} {}

  void find(std::vector<Event>& events) {
    if (one_side(0) || one_side(1) || are_apart()) return;
    for (Index i = 0; i < 3; ++i)
      for (Index j = 0; j < 3; ++j) compare_edges(i, j, events);
    for (Index k = 0; k < 3; ++k) {
      find_piercing(0, k, turn_[at(k)][0], turn_[at(k)][1], turn_[at(k)][2], events);
      find_piercing(1, k, turn_[0][at(k)], turn_[1][at(k)], turn_[2][at(k)], events);
    }
  }

 private:
  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }
  Index corner(std::size_t which, Index k) const {
    return topology_.surface().facet_vertices(facet_[which])[at(k % 3)];
  }

  /// Finds the side of the other facet on which each corner is; true: all strictly on the same.
  bool one_side(std::size_t which) {
    std::array<int, 3>& of = side_[which];
    const auto point_at = [&](std::size_t facet, Index k) {
      return y_.data() + 3 * corner(facet, k);
    };
    const PlaneSide plane(point_at(1 - which, 0), point_at(1 - which, 1), point_at(1 - which, 2));
    for (Index k = 0; k < 3; ++k) of[at(k)] = plane.of(point_at(which, k));
    return of[0] != 0 && of[0] == of[1] && of[1] == of[2];
  }

  bool goes_through(std::size_t which, Index k) const {
    return side_[which][at(k)] * side_[which][at((k + 1) % 3)] < 0;
  }

  /// Tells many facets that go through each other's plane apart: the edges that do so, two of each, pass each
  /// other, none of those of one facet within the other one. No other edges could cross or pierce, as those have
  /// both ends strictly on one side.
  bool are_apart() {
    for (const std::array<int, 3>& of : side_)
      if (of[0] * of[1] * of[2] == 0) return false;
    Index i[2], j[2];
    std::size_t first = 0, second = 0;
    for (Index k = 0; k < 3; ++k) {
      if (goes_through(0, k)) i[first++] = k;
      if (goes_through(1, k)) j[second++] = k;
    }
    const int a = sense(i[0], j[0]), b = sense(i[0], j[1]), c = sense(i[1], j[0]),
              d = sense(i[1], j[1]);
    return a * b < 0 && c * d < 0 && a * c < 0 && b * d < 0;
  }

  int sense(Index i, Index j) {
    int& turn = turn_[at(i)][at(j)];
    if (turn == kUnknown)
      turn = side(y_, corner(0, i), corner(0, i + 1), corner(1, j), corner(1, j + 1));
    return turn;
  }

  void compare_edges(Index i, Index j, std::vector<Event>& events) {
    const std::array<Index, 2> e{corner(0, i), corner(0, i + 1)}, f{corner(1, j), corner(1, j + 1)};
    const int turn = sense(i, j);
    if (turn != 0 || apart(y_, e, f) || !cross_in_plane(y_, e, f)) return;
    const Index first = topology_.edge(facet_[0], i), second = topology_.edge(facet_[1], j);
    if (first == kNone || second == kNone || edges_touch(topology_, y_, first, second)) return;
    events.push_back({.kind = EventKind::edges_cross,
                      .first = std::min(first, second),
                      .second = std::max(first, second)});
  }

  void find_piercing(std::size_t which, Index k, int a, int b, int c, std::vector<Event>& events) {
    if (!goes_through(which, k)) return;
    if (a == 0 || a != b || b != c) return;
    if (const Index edge = topology_.edge(facet_[which], k); edge != kNone)
      events.push_back(
          {.kind = EventKind::edge_pierces, .first = edge, .second = facet_[1 - which]});
  }

  const Topology& topology_;
  View<Real> y_;
  std::array<Index, 2> facet_;
  std::array<std::array<int, 3>, 2> side_{};  ///< of the corners of each, of the other's plane
  static constexpr int kUnknown = 2;
  /// Of edge i of the first and edge j of the second.
  std::array<std::array<int, 3>, 3> turn_{{{kUnknown, kUnknown, kUnknown},
                                           {kUnknown, kUnknown, kUnknown},
                                           {kUnknown, kUnknown, kUnknown}}};
};

/// How the boundary turns at an edge.
enum class Turn { convex, flat, reflex };

/// Facets in one plane are flat if their elements lie on the same side of it, and else folded onto
/// each other, with the body all round the edge.
Turn turn_at(const Topology& topology, View<Real> y, Index edge) {
  const auto [f, g] = topology.facets_at(edge);
  const int turn = side(topology.surface(), y, f, topology.third_corner(g, edge));
  if (turn != 0) return turn < 0 ? Turn::convex : Turn::reflex;
  if (topology.behind(g) == kNone) return Turn::flat;
  return side(topology.surface(), y, f, topology.behind(g)) < 0 ? Turn::flat : Turn::reflex;
}

/// On which sides of the plane through an edge (first two of `plane`) and another vertex the body at
/// an edge lies: the signs of both facets, or of the elements behind them if the plane is theirs.
std::array<int, 2> sides_of(const Topology& topology, View<Real> y, Index edge,
                            const std::array<Index, 3>& plane, bool flat) {
  const std::array<Index, 2> facet = topology.facets_at(edge);
  std::array<int, 2> sign{}, behind{};
  for (std::size_t k = 0; k < 2; ++k) {
    const auto of = [&](Index v) { return side(y, plane[0], plane[1], plane[2], v); };
    sign[k] = of(topology.third_corner(facet[k], edge));
    behind[k] = topology.behind(facet[k]) == kNone ? 0 : of(topology.behind(facet[k]));
  }
  return flat && sign[0] == 0 && sign[1] == 0 ? behind : sign;
}

}  // namespace

bool edges_touch(const Topology& topology, View<Real> y, Index first, Index second) {
  const Turn one = turn_at(topology, y, first), two = turn_at(topology, y, second);
  if (one == Turn::reflex || two == Turn::reflex) return false;
  const View<Index> e = topology.surface().edge_vertices(first);
  const std::array<Index, 3> plane{e[0], e[1], topology.surface().edge_vertices(second)[1]};
  const auto s = sides_of(topology, y, first, plane, one == Turn::flat);
  const auto t = sides_of(topology, y, second, plane, two == Turn::flat);
  return (std::min(s[0], s[1]) >= 0 && std::max(t[0], t[1]) <= 0) ||
         (std::max(s[0], s[1]) <= 0 && std::min(t[0], t[1]) >= 0);
}

void find_events(const DetectQuery& query, const Topology& topology, const Neighbourhood& near,
                 const NearPairs& pairs, Attention& attention, FacetBoxes& boxes,
                 std::vector<Event>& events, InParts<Event>& parts, Executor& executor) {
  constexpr Index kGrain = 2048;  // pairs
  events.clear();
  boxes.update(*query.surface, query.y, pairs.facets(), attention, executor);
  find_at_facets(pairs, kGrain, events, parts, executor,
                 [&](Index f, Index g, std::vector<Event>& found) {
                   if (boxes.may_meet(f, g)) FacetPair(topology, query.y, f, g).find(found);
                 });
  // An edge belongs to two facets, so that it is found twice.
  std::sort(events.begin(), events.end(), by_number);
  const auto same = [](const Event& a, const Event& b) { return !by_number(a, b); };
  events.erase(std::unique(events.begin(), events.end(), same), events.end());
  find_vertices_inside(query, near, pairs, attention, events, parts, executor);
}

}  // namespace vertex_face
