// Implements crossing/neighbourhood.hpp: the facets and elements near each vertex, and the test
// whether a vertex is inside an element.
#include <algorithm>
#include <array>
#include <tactus/conformance/serial_context.hpp>
#include <tactus/crossing/neighbourhood.hpp>
#include <tactus/geometry/orient.hpp>

namespace tactus::crossing {
namespace {

constexpr Index kVertices = 1024;  // whose tables are worth a thread

bool contains(View<Index> list, Index v) {
  return std::find(list.begin(), list.end(), v) != list.end();
}

void sort_unique(std::vector<Index>& row) {
  std::sort(row.begin(), row.end());
  row.erase(std::unique(row.begin(), row.end()), row.end());
}

/// Appends what is not among the entries from `begin` on. Where there are many it does so in any case.
void push_new(std::vector<Index>& row, std::size_t begin, Index entry) {
  constexpr std::size_t few = 64;
  if (row.size() - begin < few && contains(View<Index>(row).subspan(begin), entry)) return;
  row.push_back(entry);
}

/// @param vertices  some of near.vertices(); @param spread  vertices to look at; empty: all
void find_inside(const DetectQuery& query, const Neighbourhood& near, const Attention& attention,
                 View<Index> vertices, View<std::uint8_t> spread, std::vector<Event>& events) {
  const Surface& surface = *query.surface;
  with_dimension(surface.dim, [&]<int D>(Dimension<D>) {
    for (const Index v : vertices) {
      if (!spread.empty() && !spread[static_cast<std::size_t>(v)]) continue;
      for (const Index e : near.elements(v)) {
        if (!attention.at(v) && !attention.any(surface.element_vertices(e))) continue;
        if (!is_inside<D>(surface, query.y, v, e)) continue;
        events.push_back({.kind = EventKind::vertex_inside, .first = v, .element = e});
        break;
      }
    }
  });
}

}  // namespace

void Neighbourhood::update(const DetectQuery& query, Real reach, Executor& executor) {
  if (made_ && list_ == query.list) return;
  const Surface& surface = *query.surface;
  collect_facets(query, executor);
  with_dimension(surface.dim, [&]<int D>(Dimension<D>) {
    if (elements_at_.rows() == 0) index_elements<D>(surface);
    collect_elements<D>(query, reach, executor);
  });
  list_ = query.list;
  made_ = true;
}

void Neighbourhood::update(const DetectQuery& query, Real reach) {
  conformance::SerialContext serial;
  update(query, reach, *serial.context().executor);
}

void Neighbourhood::collect_facets(const DetectQuery& query, Executor& executor) {
  const Surface& surface = *query.surface;
  row_of_.clear(), other_of_.clear();
  for (const auto [f, g] : query.candidates.facet_facet) {
    row_of_.insert(row_of_.end(), {f, g});
    other_of_.insert(other_of_.end(), {g, f});
  }
  const auto other = [&](Index i) { return other_of_[static_cast<std::size_t>(i)]; };
  partners_.assign_by_row(surface.facets, row_of_, other);
  row_of_.clear(), other_of_.clear();
  for (const auto [f, v] : query.candidates.facet_vertex)
    row_of_.push_back(v), other_of_.push_back(f);
  of_particles_.assign_by_row(surface.vertices, row_of_, other);
  parts_.assign(surface.vertices, kVertices, facets_, executor,
                [&](Index v, std::vector<Index>& row) {
                  const auto add = [&](View<Index> some) {
                    for (const Index facet : some)
                      if (!contains(surface.facet_vertices(facet), v)) row.push_back(facet);
                  };
                  add(of_particles_[v]);
                  if (v < surface.boundary_vertices)
                    for (const Index f : surface.facets_of(v)) add(partners_[f]);
                  sort_unique(row);
                });
  vertices_.clear();
  for (Index v = 0; v < surface.vertices; ++v)
    if (!facets_[v].empty()) vertices_.push_back(v);
}

/// Elements at the nodes of the near facets whose boxes overlap that of the vertex, after both are
/// inflated by the motion allowed while the list is valid. Other elements cannot contain the vertex
/// before the next list is made.
template <int D>
void Neighbourhood::collect_elements(const DetectQuery& query, Real reach, Executor& executor) {
  const Surface& surface = *query.surface;
  const auto at = [&](Index v) { return query.y_list.data() + D * v; };
  // Twice the reach for each of the two. A vertex moves by up to the reach before a new list is made,
  // and the step in which it does so still uses this list. Inner nodes are not monitored.
  const Real inflation = 4 * reach;
  box_of_elements<D>(surface, query.y_list, executor);
  const auto meet = [&](const Real* v, Index e) {
    const Real* const box = box_.data() + 2 * D * e;
    bool met = true;
    for (int d = 0; d < D; ++d)
      met &= (v[d] >= box[d] - inflation) & (v[d] <= box[D + d] + inflation);
    return met;
  };
  parts_.assign(
      surface.vertices, kVertices, elements_, executor, [&](Index vertex, std::vector<Index>& row) {
        // Facets share nodes, and nodes elements: each is looked at once. The nodes are kept in the
        // row until the elements are known.
        for (const Index facet : facets(vertex))
          for (const Index node : surface.facet_vertices(facet)) push_new(row, 0, node);
        const std::size_t nodes = row.size();
        for (std::size_t k = 0; k < nodes; ++k)
          for (const Index e : elements_at_[row[k]])
            if (meet(at(vertex), e)) push_new(row, nodes, e);
        row.erase(row.begin(), row.begin() + static_cast<Index>(nodes));
        sort_unique(row);
        std::erase_if(row, [&](Index e) { return contains(surface.element_vertices(e), vertex); });
      });
  number_of_elements_ = surface.elements;
  near_element_made_ = false;
}

View<Index> Neighbourhood::vertices_near(Index element) const {
  if (!near_element_made_) {
    std::vector<Index> vertex_of;
    for (Index v = 0; v < elements_.rows(); ++v)
      vertex_of.insert(vertex_of.end(), static_cast<std::size_t>(elements_.range(v).size()), v);
    near_element_.assign_by_row(number_of_elements_, elements_.all(),
                                [&](Index i) { return vertex_of[static_cast<std::size_t>(i)]; });
    near_element_made_ = true;
  }
  return near_element_[element];
}

/// The boxes round all elements.
template <int D>
void Neighbourhood::box_of_elements(const Surface& surface, View<Real> y, Executor& executor) {
  constexpr Index kElements = 4096;  // that are worth a thread
  box_size_ = 2 * D;
  box_.resize(static_cast<std::size_t>(surface.elements) * box_size_);
  executor.for_each(surface.elements, kElements, [&](Range range, Context&) {
    for (Index e = range.begin; e < range.end; ++e) {
      const View<Index> corner = surface.element_vertices(e);
      Real* const box = box_.data() + 2 * D * e;
      for (int d = 0; d < D; ++d) {
        Real low = kUnlimited, high = -kUnlimited;
        for (const Index v : corner) {
          low = std::min(low, y[static_cast<std::size_t>(D * v + d)]);
          high = std::max(high, y[static_cast<std::size_t>(D * v + d)]);
        }
        box[d] = low, box[D + d] = high;
      }
    }
  });
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
  for (int d = 0; d < D; ++d) {  // most are outside of the box round the element
    bool below = true, above = true;
    for (const Index c : corner) below &= p[d]<at(c)[d], above &= p[d]> at(c)[d];
    if (below || above) return false;
  }
  // Faces on the boundary come first: most vertices that are near an element are just outside of its body.
  std::size_t order[D + 1], first = 0, last = D + 1;
  for (std::size_t k = 0; k <= D; ++k) order[outer[k] ? first++ : --last] = k;
  for (const std::size_t k : order) {
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

View<std::uint8_t> Attention::spread(const Neighbourhood& near) {
  if (moved_.empty()) return {};
  spread_.assign(moved_.size(), 0);
  for (Index v = 0; v < static_cast<Index>(moved_.size()); ++v) {
    if (!at(v)) continue;
    spread_[static_cast<std::size_t>(v)] = 1;
    for (const Index e : near.elements_at(v))
      for (const Index w : near.vertices_near(e)) spread_[static_cast<std::size_t>(w)] = 1;
  }
  return spread_;
}

void find_vertices_inside(const DetectQuery& query, const Neighbourhood& near,
                          const Attention& attention, std::vector<Event>& events) {
  find_inside(query, near, attention, near.vertices(), {}, events);
}

void find_vertices_inside(const DetectQuery& query, const Neighbourhood& near, Attention& attention,
                          std::vector<Event>& events) {
  find_inside(query, near, attention, near.vertices(), attention.spread(near), events);
}

void find_vertices_inside(const DetectQuery& query, const Neighbourhood& near, Attention& attention,
                          std::vector<Event>& events, InParts<Event>& parts, Executor& executor) {
  constexpr Index kGrain = 2048;  // vertices
  const View<Index> all = near.vertices();
  // Where few are near anything, looking at their elements costs less than at all that moved.
  const bool few = 8 * static_cast<Index>(all.size()) < query.surface->vertices;
  const View<std::uint8_t> spread = few ? View<std::uint8_t>() : attention.spread(near);
  parts.append(static_cast<Index>(all.size()), kGrain, events, executor,
               [&](Range range, std::vector<Event>& found) {
                 find_inside(query, near, attention,
                             all.subspan(static_cast<std::size_t>(range.begin),
                                         static_cast<std::size_t>(range.size())),
                             spread, found);
               });
}

}  // namespace tactus::crossing
