#include "needs.hpp"

#include <algorithm>
#include <tactus/geometry/orient.hpp>

namespace vertex_edge {
namespace {

const Real* at(View<Real> y, Index v) { return y.data() + 2 * v; }

/// Whether segments ab and cd (bodies on their left) show that two interiors meet: they properly
/// cross, or an end of one lies within the other and its other end strictly inside of that one. Mere
/// touching does not.
bool cross(const Real* a, const Real* b, const Real* c, const Real* d) {
  const int c_side = orient_sign(a, b, c), d_side = orient_sign(a, b, d);
  if (c_side * d_side > 0 || (c_side == 0 && d_side == 0)) return false;
  const int a_side = orient_sign(c, d, a), b_side = orient_sign(c, d, b);
  if (a_side * b_side < 0) return c_side * d_side < 0 || c_side > 0 || d_side > 0;
  return a_side * b_side == 0 && c_side * d_side < 0 && (a_side > 0 || b_side > 0);
}

bool coincide(const Real* a, const Real* b) { return a[0] == b[0] && a[1] == b[1]; }

/// Compressed rows from sorted pairs: entries of row i are start[i] .. start[i + 1].
void compress(const std::vector<Pair>& pairs, Index rows, std::vector<Index>& start,
              std::vector<Index>& entries) {
  start.assign(static_cast<std::size_t>(rows) + 1, 0);
  entries.clear();
  for (const Pair& p : pairs) {
    ++start[static_cast<std::size_t>(p.first) + 1];
    entries.push_back(p.second);
  }
  for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
}

void sort_unique(std::vector<Pair>& pairs) {
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

}  // namespace

void Neighbourhood::update(const DetectQuery& query, Real reach) {
  if (made_ && list_ == query.list) return;
  if (elements_of_start_.empty()) index_elements(*query.surface);
  collect_facets(query);
  collect_elements(query, reach);
  list_ = query.list;
  made_ = true;
}

void Neighbourhood::collect_facets(const DetectQuery& query) {
  const Surface& surface = *query.surface;
  vertex_facet_.clear();
  const auto add = [&](Index v, Index facet) {
    const View<Index> ends = surface.facet_vertices(facet);
    if (v != ends[0] && v != ends[1]) vertex_facet_.push_back({v, facet});
  };
  for (const auto [f, g] : query.candidates.facet_facet) {
    for (const Index v : surface.facet_vertices(f)) add(v, g);
    for (const Index v : surface.facet_vertices(g)) add(v, f);
  }
  for (const auto [f, v] : query.candidates.facet_vertex) vertex_facet_.push_back({v, f});
  sort_unique(vertex_facet_);
  compress(vertex_facet_, surface.vertices, facet_start_, facet_);
  vertices_.clear();
  for (const Pair& p : vertex_facet_)
    if (vertices_.empty() || vertices_.back() != p.first) vertices_.push_back(p.first);
}

/// Elements at the nodes of the near facets whose boxes, with those of the vertex, widened by how
/// far both may move while the list stands, meet: others cannot contain the vertex before the next
/// list.
void Neighbourhood::collect_elements(const DetectQuery& query, Real reach) {
  const Surface& surface = *query.surface;
  vertex_element_.clear();
  for (const Pair& p : vertex_facet_) {
    const Real* v = at(query.y_list, p.first);
    for (const Index node : surface.facet_vertices(p.second)) {
      for (const Index e : slice(elements_of_start_, elements_of_, node)) {
        const Index* corner = surface.element.data() + 3 * e;
        if (corner[0] == p.first || corner[1] == p.first || corner[2] == p.first) continue;
        bool meet = true;
        for (int d = 0; d < 2; ++d) {
          const Real a = at(query.y_list, corner[0])[d], b = at(query.y_list, corner[1])[d],
                     c = at(query.y_list, corner[2])[d];
          // Twice the reach each: a vertex moves by one at most before the list is made anew, and
          // the step in which it does so still runs on this list; inner nodes are not watched.
          meet = meet && v[d] >= std::min({a, b, c}) - 4 * reach &&
                 v[d] <= std::max({a, b, c}) + 4 * reach;
        }
        if (meet) vertex_element_.push_back({p.first, e});
      }
    }
  }
  sort_unique(vertex_element_);
  compress(vertex_element_, surface.vertices, element_start_, element_);
}

void Neighbourhood::index_elements(const Surface& surface) {
  std::vector<Pair> pairs;
  for (Index e = 0; e < surface.elements; ++e)
    for (int k = 0; k < 3; ++k) pairs.push_back({surface.element[3 * e + k], e});
  sort_unique(pairs);
  compress(pairs, surface.vertices, elements_of_start_, elements_of_);
}

bool inside(const Surface& surface, View<Real> y, Index v, Index e) {
  const Index* corner = surface.element.data() + 3 * e;
  const std::uint8_t* outer = surface.element_outer_face.data() + 3 * e;
  const Real* p = at(y, v);
  for (int k = 0; k < 3; ++k) {
    const Real *a = at(y, corner[(k + 1) % 3]), *b = at(y, corner[(k + 2) % 3]);
    const int side = orient_sign(a, b, p);
    if (side < 0 || (side == 0 && outer[k])) return false;
    if (coincide(p, at(y, corner[k]))) return false;
  }
  return true;
}

void find_needs(const DetectQuery& query, const Neighbourhood& near, View<std::uint8_t> pending,
                std::vector<Need>& needs) {
  const Surface& surface = *query.surface;
  needs.clear();
  const bool all = query.moved.empty();
  const auto changed = [&](Index v) { return all || query.moved[v] || pending[v]; };
  for (const auto [f, g] : query.candidates.facet_facet) {
    const Index *a = surface.facet.data() + 2 * f, *b = surface.facet.data() + 2 * g;
    if (!(changed(a[0]) || changed(a[1]) || changed(b[0]) || changed(b[1]))) continue;
    if (cross(at(query.y, a[0]), at(query.y, a[1]), at(query.y, b[0]), at(query.y, b[1])))
      needs.push_back({.first = f, .second = g, .best = {}});
  }
  std::sort(needs.begin(), needs.end(), by_number);  // they are, where the list is sorted
  for (const Index v : near.vertices()) {
    for (const Index e : near.near_elements(v)) {
      const Index* corner = surface.element.data() + 3 * e;
      if (!(changed(v) || changed(corner[0]) || changed(corner[1]) || changed(corner[2]))) continue;
      if (!inside(surface, query.y, v, e)) continue;
      needs.push_back({.first = v, .second = kNone, .element = e, .best = {}});
      break;
    }
  }
}

}  // namespace vertex_edge
