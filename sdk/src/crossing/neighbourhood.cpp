// Implements crossing/neighbourhood.hpp: the facets and elements near each vertex, and the test
// whether a vertex is inside an element.
#include <algorithm>
#include <array>
#include <tactus/crossing/neighbourhood.hpp>
#include <tactus/geometry/orient.hpp>

namespace tactus::crossing {
namespace {

bool contains(View<Index> list, Index v) {
  return std::find(list.begin(), list.end(), v) != list.end();
}

void sort_unique(std::vector<Pair>& pairs) {
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

}  // namespace

void Neighbourhood::update(const DetectQuery& query, Real reach) {
  if (made_ && list_ == query.list) return;
  const Surface& surface = *query.surface;
  collect_facets(query);
  with_dimension(surface.dim, [&]<int D>(Dimension<D>) {
    if (elements_at_.rows() == 0) index_elements<D>(surface);
    collect_elements<D>(query, reach);
  });
  list_ = query.list;
  made_ = true;
}

void Neighbourhood::collect_facets(const DetectQuery& query) {
  const Surface& surface = *query.surface;
  pairs_.clear();
  const auto add = [&](Index v, Index facet) {
    if (!contains(surface.facet_vertices(facet), v)) pairs_.push_back({v, facet});
  };
  for (const auto [f, g] : query.candidates.facet_facet) {
    for (const Index v : surface.facet_vertices(f)) add(v, g);
    for (const Index v : surface.facet_vertices(g)) add(v, f);
  }
  for (const auto [f, v] : query.candidates.facet_vertex) add(v, f);
  sort_unique(pairs_);
  facets_.assign_sorted(surface.vertices, pairs_);
  vertices_.clear();
  for (const Pair& p : pairs_)
    if (vertices_.empty() || vertices_.back() != p.first) vertices_.push_back(p.first);
}

/// Elements at the nodes of the near facets whose boxes overlap that of the vertex, after both are
/// inflated by the motion allowed while the list is valid. Other elements cannot contain the vertex
/// before the next list is made.
template <int D>
void Neighbourhood::collect_elements(const DetectQuery& query, Real reach) {
  const Surface& surface = *query.surface;
  const auto at = [&](Index v) { return query.y_list.data() + D * v; };
  pairs_.clear();
  for (const Index vertex : vertices_) {
    const Real* v = at(vertex);
    for (const Index facet : facets(vertex))
      for (const Index node : surface.facet_vertices(facet))
        for (const Index e : elements_at_[node]) {
          const View<Index> corner = surface.element_vertices(e);
          if (contains(corner, vertex)) continue;
          bool meet = true;
          for (int d = 0; d < D; ++d) {
            Real low = at(corner[0])[d], high = low;
            for (std::size_t k = 1; k <= D; ++k) {
              low = std::min(low, at(corner[k])[d]);
              high = std::max(high, at(corner[k])[d]);
            }
            // Twice the reach for each of the two. A vertex moves by up to the reach before a new
            // list is made, and the step in which it does so still uses this list. Inner nodes are
            // not monitored.
            meet = meet && v[d] >= low - 4 * reach && v[d] <= high + 4 * reach;
          }
          if (meet) pairs_.push_back({vertex, e});
        }
  }
  sort_unique(pairs_);
  elements_.assign_sorted(surface.vertices, pairs_);
}

template <int D>
void Neighbourhood::index_elements(const Surface& surface) {
  elements_at_.assign_by_row(surface.vertices, surface.element,
                             [](Index i) { return i / (D + 1); });
}

template <int D>
bool is_inside(const Surface& surface, View<Real> y, Index v, Index e) {
  const View<Index> corner = surface.element_vertices(e);
  const std::uint8_t* outer = surface.element_outer_face.data() + (D + 1) * e;
  const auto at = [&](Index i) { return y.data() + D * i; };
  const Real* const p = at(v);
  for (std::size_t k = 0; k <= D; ++k) {
    // The element with this node moved to the vertex. The sign of its volume tells on which side of
    // the opposite face the vertex is.
    const Real* simplex[D + 1];
    for (std::size_t i = 0; i <= D; ++i) simplex[i] = i == k ? p : at(corner[i]);
    const int side = orient_sign<D>(simplex);
    // Touching is not a violation, so that a vertex exactly on the boundary is outside. A face
    // between two elements is no boundary: if it were open, a vertex that lies exactly on it
    // would be inside neither of the two elements and the body would have a hole.
    if (side < 0 || (side == 0 && outer[k])) return false;
    if (std::equal(p, p + D, at(corner[k]))) return false;
  }
  return true;
}
template bool is_inside<2>(const Surface&, View<Real>, Index, Index);
template bool is_inside<3>(const Surface&, View<Real>, Index, Index);

void Attention::begin(const DetectQuery& query) {
  moved_ = query.moved;
  if (query.pass == 0) pending_.assign(static_cast<std::size_t>(query.surface->vertices), 0);
}

bool Attention::any(View<Index> vertices) const {
  return std::any_of(vertices.begin(), vertices.end(), [&](Index v) { return at(v); });
}

void Attention::keep(const Event& event, View<Index> vertices) {
  const bool one = event.kind == EventKind::vertex_inside;
  for (const Index v : one ? View<Index>(&event.first, 1) : vertices)
    // A violation for which no row was accepted in this pass does not move its vertices, and only
    // vertices that have moved are examined in the next pass. Without this mark the violation
    // would be forgotten.
    pending_[static_cast<std::size_t>(v)] = 1;
}

void find_vertices_inside(const DetectQuery& query, const Neighbourhood& near,
                          const Attention& attention, std::vector<Event>& events) {
  const Surface& surface = *query.surface;
  with_dimension(surface.dim, [&]<int D>(Dimension<D>) {
    for (const Index v : near.vertices())
      for (const Index e : near.elements(v)) {
        if (!attention.at(v) && !attention.any(surface.element_vertices(e))) continue;
        if (!is_inside<D>(surface, query.y, v, e)) continue;
        events.push_back({.kind = EventKind::vertex_inside, .first = v, .element = e});
        break;
      }
  });
}

}  // namespace tactus::crossing
