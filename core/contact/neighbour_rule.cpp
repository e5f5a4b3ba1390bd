// In self contact, facets of one body that are close on the surface are always within reach of
// each other but cannot collide before the body between them inverts. Such pairs are the bulk of
// all candidates; leaving them out does not change results. Distance is counted in edges of
// elements, so that the two sides of a thin sheet are near each other although no short path
// along the surface joins them; each lies behind the other's plane. Where a sheet folds, facets
// that face each other are not behind each other's plane, and therefore stay candidates.
#include "core/contact/neighbour_rule.hpp"

#include <Eigen/Geometry>
#include <algorithm>

namespace tactus::core {
namespace {

/// facets face the same way if the cosine between normals exceeds this
constexpr Real kAlike = 0.9;
constexpr Real kHeight = 0.05;  ///< height above a plane, as a fraction of the smallest altitude

void sort_unique(std::vector<Index>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

/// For each vertex [vertices] all vertices with which it shares an element, including itself.
CompressedRows<> joined_vertices(const Surface& surface) {
  CompressedRows<> elements_at, joined;
  elements_at.assign_by_row(surface.vertices, surface.element,
                            [&](Index i) { return i / (surface.dim + 1); });
  std::vector<Index> list;
  for (Index v = 0; v < surface.vertices; ++v) {
    list.assign(1, v);
    for (const Index e : elements_at[v])
      for (const Index c : surface.element_vertices(e)) list.push_back(c);
    sort_unique(list);
    joined.add_row(list);
  }
  return joined;
}

Vec<3> unit_normal(View<Index> facet, View<Real> y) {
  const Vec<3> a = point<3>(y, facet[0]), b = point<3>(y, facet[1]), c = point<3>(y, facet[2]);
  return (b - a).cross(c - a).normalized();
}

}  // namespace

NeighbourRule::NeighbourRule(const Surface& surface, View<std::uint8_t> self)
    : surface_(surface), self_(self.begin(), self.end()),
      needed_(std::ranges::any_of(self, [](std::uint8_t s) { return s != 0; })) {
  if (!needed_ || surface.dim == 2) return;
  // The elements of the Surface are those with a boundary vertex. Therefore both edges of any path
  // of two edges between boundary vertices belong to them, even if the path runs through an inner
  // vertex.
  const CompressedRows<> joined = joined_vertices(surface);
  std::vector<Index> list;
  for (Index v = 0; v < surface.boundary_vertices; ++v) {
    list.clear();
    if (self_[static_cast<std::size_t>(surface.vertex_body[v])])
      for (const Index middle : joined[v])
        for (const Index end : joined[middle])
          if (end < surface.boundary_vertices) list.push_back(end);
    sort_unique(list);
    within_two_.add_row(list);
  }
}

void NeighbourRule::begin(View<Real> y, View<Real> y_end, Real altitude) {
  y_ = y;
  y_end_ = y_end;
  height_ = kHeight * altitude;
}

bool NeighbourRule::are_within_two_edges(Index f, Index g) const {
  for (const Index a : surface_.facet_vertices(f))
    for (const Index b : surface_.facet_vertices(g)) {
      const View<Index> near = within_two_[a];
      if (std::binary_search(near.begin(), near.end(), b)) return true;
    }
  return false;
}

bool NeighbourRule::are_alike(Index f, Index g, View<Real> y) const {
  const View<Index> a = surface_.facet_vertices(f), b = surface_.facet_vertices(g);
  const Vec<3> n = unit_normal(a, y), m = unit_normal(b, y);
  if (n.dot(m) >= kAlike) return true;
  const auto behind = [&](View<Index> vertices, Index origin, const Vec<3>& normal) {
    return std::ranges::all_of(vertices, [&](Index v) {
      return normal.dot(point<3>(y, v) - point<3>(y, origin)) <= height_;
    });
  };
  return behind(a, b[0], m) && behind(b, a[0], n);
}

bool NeighbourRule::are_neighbours(Index f, Index g) const {
  if (f == g) return true;
  const View<Index> a = surface_.facet_vertices(f), b = surface_.facet_vertices(g);
  if (std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) != a.end()) return true;
  if (surface_.dim == 2 || !are_within_two_edges(f, g)) return false;
  return are_alike(f, g, y_) && (y_end_.empty() || are_alike(f, g, y_end_));
}

bool NeighbourRule::are_neighbours(View<Index> some, View<Index> others) const {
  for (const Index f : some)
    for (const Index g : others)
      if (f != kNone && g != kNone && !are_neighbours(f, g)) return false;
  return true;
}

template <class Drop>
void NeighbourRule::drop_if(std::vector<Pair>& pairs, Executor& executor, const Drop& drop) {
  constexpr Index kGrain = 4096;  // pairs that are worth a thread
  dropped_.resize(pairs.size());
  executor.for_each(static_cast<Index>(pairs.size()), kGrain, [&](Range range, Context&) {
    for (auto i = static_cast<std::size_t>(range.begin); i < static_cast<std::size_t>(range.end);
         ++i)
      dropped_[i] = drop(pairs[i]);
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if (!dropped_[i]) pairs[kept++] = pairs[i];
  pairs.resize(kept);
}

void NeighbourRule::filter_facets(std::vector<Pair>& pairs, Executor& executor) {
  // pairs that share a vertex have already been left out
  if (!needed_ || surface_.dim == 2) return;
  drop_if(pairs, executor, [&](const Pair& p) {
    return surface_.facet_body[p.first] == surface_.facet_body[p.second] &&
           are_neighbours(p.first, p.second);
  });
}

void NeighbourRule::filter_facet_vertex(std::vector<Pair>& pairs, Executor& executor) {
  if (!needed_) return;
  drop_if(pairs, executor, [&](const Pair& p) {
    return surface_.facet_body[p.first] == surface_.vertex_body[p.second] &&
           are_neighbours({&p.first, 1}, surface_.facets_of(p.second));
  });
}

void NeighbourRule::filter_edges(std::vector<Pair>& pairs, Executor& executor) {
  if (!needed_) return;
  const auto facets = [&](Index e) { return surface_.edge_facet.subspan(2 * e, 2); };
  const auto body = [&](Index e) { return surface_.vertex_body[surface_.edge_vertices(e)[0]]; };
  drop_if(pairs, executor, [&](const Pair& p) {
    return body(p.first) == body(p.second) && are_neighbours(facets(p.first), facets(p.second));
  });
}

}  // namespace tactus::core
