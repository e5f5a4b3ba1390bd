#include "branches.hpp"

#include <algorithm>

#include "first_touch.hpp"
#include "violations.hpp"

namespace vertex_face {
namespace {

constexpr Real kBeyond = 0.02;                            // of a facet or edge, still in range
constexpr Real kNearlyParallel = 0.04, kParallel = 1e-8;  // sine squared

bool share_a_vertex(View<Index> e, View<Index> f) {
  return std::find_first_of(e.begin(), e.end(), f.begin(), f.end()) != e.end();
}

void collect_of_piercing(const Topology& topology, View<Real> y, const Event& event,
                         std::vector<Branch>& branches) {
  const Surface& surface = topology.surface();
  const View<Index> ends = surface.edge_vertices(event.first);
  for (const Index v : ends)
    if (side(surface, y, event.second, v) < 0)
      branches.push_back(face_branch(surface, event.second, v));
  for (Index k = 0; k < 3; ++k) {
    const Index other = topology.edge(event.second, k);
    if (other != kNone && !share_a_vertex(ends, surface.edge_vertices(other)))
      branches.push_back(edge_branch(surface, event.first, other));
  }
}

/// Edges through edges: the edges, and the ends of each with the facets of the other that they are
/// behind.
void collect_of_crossing(const Topology& topology, View<Real> y, const Event& event,
                         std::vector<Branch>& branches) {
  const Surface& surface = topology.surface();
  branches.push_back(edge_branch(surface, event.first, event.second));
  const auto collect = [&](Index edge, Index other) {
    for (const Index f : topology.facets_at(other))
      for (const Index v : surface.edge_vertices(edge))
        if (side(surface, y, f, v) < 0) branches.push_back(face_branch(surface, f, v));
  };
  collect(event.first, event.second);
  collect(event.second, event.first);
}

/// The sum of the unit normals of the two facets at an edge.
Point normal_at(const Topology& topology, View<Real> y, Index edge) {
  Point sum = Point::Zero();
  for (const Index f : topology.facets_at(edge)) {
    if (f == kNone) continue;
    const View<Index> t = topology.surface().facet_vertices(f);
    const Point a = point<3>(y, t[0]), b = point<3>(y, t[1]), c = point<3>(y, t[2]);
    sum += (b - a).cross(c - a).normalized();
  }
  return sum;
}

}  // namespace

Stencil stencil_of(const Surface& surface, const Branch& branch) {
  if (branch.formula == kFace) {
    const View<Index> t = surface.facet_vertices(branch.first);
    return {t[0], t[1], t[2], branch.second};
  }
  const View<Index> e = surface.edge_vertices(branch.first),
                    f = surface.edge_vertices(branch.second);
  return {e[0], e[1], f[0], f[1]};
}

Branch face_branch(const Surface& surface, Index facet, Index vertex) {
  Branch branch{.formula = kFace, .first = facet, .second = vertex};
  const View<Index> t = surface.facet_vertices(facet);
  branch.numbers = {kFace, surface.global[vertex], surface.global[t[0]], surface.global[t[1]],
                    surface.global[t[2]]};
  std::sort(branch.numbers.begin() + 2, branch.numbers.end());
  return branch;
}

Branch edge_branch(const Surface& surface, Index edge, Index other) {
  const auto numbers_of = [&](Index e) {
    const View<Index> ends = surface.edge_vertices(e);
    const auto [low, high] = std::minmax(surface.global[ends[0]], surface.global[ends[1]]);
    return std::array<Index, 2>{low, high};
  };
  std::array<Index, 2> first = numbers_of(edge), second = numbers_of(other);
  if (second < first) std::swap(edge, other), std::swap(first, second);
  return {.formula = kEdges,
          .first = edge,
          .second = other,
          .numbers = {kEdges, first[0], first[1], second[0], second[1]}};
}

void collect_candidates(const Topology& topology, const Neighbourhood& near, View<Real> y,
                        const Event& event, std::vector<Branch>& branches) {
  switch (event.kind) {
    case EventKind::vertex_inside:
      for (const Index f : near.facets(event.first))
        branches.push_back(face_branch(topology.surface(), f, event.first));
      break;
    case EventKind::edge_pierces:
      collect_of_piercing(topology, y, event, branches);
      break;
    case EventKind::edges_cross:
      collect_of_crossing(topology, y, event, branches);
      break;
    case EventKind::facets_cross:  // of the plane
      break;
  }
}

ContactKey key_of(const Branch& branch) {
  const auto number = [&](std::size_t i) { return static_cast<std::uint64_t>(branch.numbers[i]); };
  return {number(0) << 62 | number(1) << 31 | number(2), number(3) << 31 | number(4)};
}

Branch branch_of(const Topology& topology, const ContactKey& key) {
  constexpr std::uint64_t kNumber = (std::uint64_t{1} << 31) - 1;
  Stencil at;
  const std::uint64_t number[] = {key.high >> 31 & kNumber, key.high & kNumber,
                                  key.low >> 31 & kNumber, key.low & kNumber};
  for (std::size_t i = 0; i < 4; ++i) {
    at[i] = topology.vertex_of(static_cast<Index>(number[i]));
    if (at[i] == kNone) return {};
  }
  if (key.high >> 62 == kFace) {
    const Index facet = topology.facet_of({at[1], at[2], at[3]});
    return facet == kNone ? Branch{} : face_branch(topology.surface(), facet, at[0]);
  }
  const Index edge = topology.edge_of(at[0], at[1]), other = topology.edge_of(at[2], at[3]);
  if (edge == kNone || other == kNone) return {};
  return edge_branch(topology.surface(), edge, other);
}

void orient(const Topology& topology, View<Real> y_old, Branch& branch) {
  if (branch.formula == kFace) return;
  const Stencil at = stencil_of(topology.surface(), branch);
  const auto along = [&](std::size_t i) {
    return Point(point<3>(y_old, at[i + 1]) - point<3>(y_old, at[i]));
  };
  const Point apart =
      normal_at(topology, y_old, branch.second) - normal_at(topology, y_old, branch.first);
  branch.formula = along(0).cross(along(2)).dot(apart) < 0 ? kEdgesBack : kEdges;
}

Gap gap_of(std::int32_t formula, View<Index> stencil, View<Real> y) {
  const auto at = [&](std::size_t i) { return Point(point<3>(y, stencil[i])); };
  if (formula == kFace) return face_gap(at(0), at(1), at(2), at(3));
  return edge_gap(at(0), at(1), at(2), at(3), formula == kEdges ? 1 : -1);
}

bool is_impossible(std::int32_t formula, const Gap& gap) {
  if (!gap.has_normal()) return true;
  return formula != kFace && (gap.beyond > kBeyond || gap.sine_squared < kParallel);
}

Range range_of(const Branch& branch, const Gap& now, const Gap& before) {
  if (is_impossible(branch.formula, now) || !before.has_normal()) return Range::impossible;
  if (branch.formula == kFace) return now.beyond <= kBeyond ? Range::within : Range::beyond;
  if (before.sine_squared < kParallel) return Range::impossible;
  return now.sine_squared < kNearlyParallel ? Range::beyond : Range::within;
}

bool touches_first(const Topology& topology, View<Real> y_old, const Branch& branch,
                   const Gap& before) {
  if (branch.formula == kFace)
    return can_touch_first(topology.surface(), y_old, branch.second, before.n);
  return can_touch_first(topology, y_old, branch.first, branch.second, before.n);
}

}  // namespace vertex_face
