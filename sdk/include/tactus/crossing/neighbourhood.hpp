/// \file crossing/neighbourhood.hpp  What is near a vertex, from one near list: the facets that it
/// may be pushed out of and the elements that it may be inside of, in the plane and in space.
#pragma once

#include <vector>

#include "../compressed_rows.hpp"
#include "../constraint.hpp"
#include "../in_parts.hpp"
#include "event.hpp"

namespace tactus::crossing {

/// Tables made from one near list; they stand while DetectQuery::list does.
class Neighbourhood {
 public:
  /// Makes the tables anew if the list is another one than last time. `reach` is Detection::reach of
  /// the constraint; it asks for facet_facet, and facet_vertex for particles.
  void update(const DetectQuery& query, Real reach, Executor& executor);
  void update(const DetectQuery& query, Real reach);  ///< the same with one thread

  /// Facets paired with the vertex, or with a facet at it, in the near list; none that it is a corner of.
  View<Index> facets(Index vertex) const { return facets_[vertex]; }
  /// Elements that the vertex may get into while this list stands; none that it is a corner of.
  View<Index> elements(Index vertex) const { return elements_[vertex]; }
  View<Index> vertices() const { return vertices_; }  ///< those with near facets, ascending
  /// Vertices that may get into the element, ascending: elements() seen from the other side. The table is made in
  /// the first call for a list, which one thread makes.
  View<Index> vertices_near(Index element) const;
  /// [2 * dim] m, lower and upper ends of the box round an element where the list was made.
  View<Real> box(Index element) const {
    return View<Real>(box_).subspan(static_cast<std::size_t>(element) * box_size_, box_size_);
  }
  /// Elements that the vertex is a corner of.
  View<Index> elements_at(Index vertex) const { return elements_at_[vertex]; }

 private:
  void collect_facets(const DetectQuery& query, Executor& executor);
  template <int D>
  void collect_elements(const DetectQuery& query, Real reach, Executor& executor);
  template <int D>
  void box_of_elements(const Surface& surface, View<Real> y, Executor& executor);
  template <int D>
  void index_elements(const Surface& surface);

  std::uint64_t list_ = 0;
  bool made_ = false;
  CompressedRows<> facets_, elements_;
  mutable CompressedRows<> near_element_;  ///< of an element: vertices
  mutable bool near_element_made_ = false;
  CompressedRows<> elements_at_;  ///< of a vertex
  std::vector<Index> vertices_;
  // While tables are made: the row and the other part of each entry, the facets paired with each facet and
  // with each particle.
  std::vector<Index> row_of_, other_of_;
  CompressedRows<> partners_, of_particles_;
  RowsInParts<> parts_;
  std::vector<Real> box_;
  std::size_t box_size_ = 0;  ///< numbers of a box
  Index number_of_elements_ = 0;
};

/// Whether vertex v is inside element e at y: in the closed simplex, but strictly off every face that
/// is a boundary facet, and off its corners. Faces between two elements belong to both, so that a
/// vertex on one is seen; one that slides along the boundary is not.
template <int D>
bool is_inside(const Surface& surface, View<Real> y, Index v, Index e);

/// Which vertices a detection looks at: those that moved since the last one, of this attempt or of
/// another one that found nothing, and those that took part in an event then, as it may be one still.
class Attention {
 public:
  /// At the start of a detection.
  void begin(const DetectQuery& query);
  bool any(View<Index> vertices) const;
  bool at(Index v) const {
    return moved_.empty() || moved_[static_cast<std::size_t>(v)] ||
           pending_[static_cast<std::size_t>(v)];
  }
  /// All events have been found: those of the next detection are noted from now on.
  void forget() { std::fill(pending_.begin(), pending_.end(), std::uint8_t{0}); }
  /// `vertices` as collect_vertices() has them.
  void keep(const Event& event, View<Index> vertices);

  /// [vertices] 1: looked at itself, or near an element with a corner that is. Empty: all are.
  /// Valid until the next call.
  View<std::uint8_t> spread(const Neighbourhood& near);

 private:
  View<std::uint8_t> moved_;
  std::vector<std::uint8_t> pending_;  ///< [vertices]
  std::vector<std::uint8_t> spread_;   ///< [vertices]
};

/// Appends to `events` what find(f, g, found) appends to `found` for each two facets f and g that may meet, one of which
/// has a vertex that is looked at. Several threads may call find() at once; the order is that of the candidates.
/// @param grain  pairs that are worth a thread; @param parts  memory that is kept
template <class Find>
void find_at_facets(const DetectQuery& query, const Attention& attention, Index grain,
                    std::vector<Event>& events, InParts<Event>& parts, Executor& executor,
                    const Find& find) {
  const Surface& surface = *query.surface;
  const View<Pair> pairs = query.candidates.facet_facet;
  parts.append(
      static_cast<Index>(pairs.size()), grain, events, executor,
      [&](Range range, std::vector<Event>& found) {
        for (const auto [f, g] : pairs.subspan(static_cast<std::size_t>(range.begin),
                                               static_cast<std::size_t>(range.size())))
          if (attention.any(surface.facet_vertices(f)) || attention.any(surface.facet_vertices(g)))
            find(f, g, found);
      });
}

/// Appends an event for each vertex with near facets that is inside an element, by number. Where the
/// attention may be changed, vertices that are far from all that moved cost nothing; the events are
/// the same.
void find_vertices_inside(const DetectQuery& query, const Neighbourhood& near,
                          const Attention& attention, std::vector<Event>& events);
void find_vertices_inside(const DetectQuery& query, const Neighbourhood& near, Attention& attention,
                          std::vector<Event>& events);
/// The same events, found by several threads; `parts` is memory that is kept.
void find_vertices_inside(const DetectQuery& query, const Neighbourhood& near, Attention& attention,
                          std::vector<Event>& events, InParts<Event>& parts, Executor& executor);

}  // namespace tactus::crossing
