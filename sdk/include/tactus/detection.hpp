/// \file detection.hpp  What a constraint asks for and is asked: pairs of things that may touch, and
/// what was found among them.
#pragma once

#include <algorithm>

#include "broad_phase.hpp"
#include "contact_set.hpp"
#include "surface.hpp"

namespace tactus {

/// What a constraint asks the broad phase for. A pair of one body is asked about where the body has
/// self contact, and left out where the two are neighbours: they share a vertex or, in space, are a
/// few mesh edges apart and face the same way or away from each other (docs/architecture.md).
struct Detection {
  bool facet_facet = false, facet_vertex = false, edge_edge = false, vertex_vertex = false,
       element_vertex = false, plane_vertex = false;
  /// m, every box is inflated by this (a multiple of the Scales); lists are made anew when a vertex
  /// has moved by it
  Real reach = 0;
  bool swept = false;         ///< boxes cover the whole step from y_old to y
  bool every_vertex = false;  ///< facet_vertex has the vertices of facets too, not only particles
};

/// Pairs found, sorted and unique. First and second as named: facet_vertex has (facet, vertex). Pairs
/// of facets bring their vertices along, so facet_vertex has particles only unless
/// Detection::every_vertex; those of vertex_vertex are particles; those of elements and planes are all
/// vertices of the boundary. edge_edge: Surface::edge, in space.
struct Candidates {
  View<Pair> facet_facet, facet_vertex, edge_edge, vertex_vertex, plane_vertex, element_vertex;
};

/// What a constraint may do in a detection about violations that touch a vertex. A solver narrows the
/// choice, vertex by vertex, where rows have turned out to add energy.
enum class Remedy : std::uint8_t {
  any_row,         ///< the best row there is
  admissible_row,  ///< rows only that y_old satisfies; where there is none, the violation is left
  no_row,          ///< no row: the violation is reported, and somebody else sees to it
};

struct DetectQuery {
  const Surface* surface = nullptr;
  Candidates candidates;
  /// Changes when `candidates` are another list; equal numbers: the same views, so that tables made
  /// from the list (near facets of a vertex) may be kept. The list is made anew only when the
  /// surface has moved by Detection::reach since, so it serves many steps.
  std::uint64_t list = 0;
  View<Real> y_list{};  ///< [vertices * dim] m, where the list was made
  View<Real> y_old{};   ///< [vertices * dim] m, at t_n: admissible
  View<Real> y{};       ///< [vertices * dim] m, where the solver is now
  Index pass = 0;       ///< 0 for the first detection of an attempt at a step
  /// [vertices] 1: moved since the last detection of this attempt; empty: all of them (pass 0).
  View<std::uint8_t> moved{};
  /// m, rows are wanted wherever value/scale is at most this (ContactLaw::reach); 0: where violated
  Real reach = 0;
  View<std::uint8_t> movable{};  ///< [vertices] 0: prescribed; a row of such vertices alone is void
  View<ContactKey> banned{};  ///< sorted; not to be appended in this step (ContactModel::restart)
  /// [vertices] the strictest remedy of its vertices holds for a violation; empty: any_row.
  View<Remedy> remedy{};
  Remedy remedy_of(View<Index> some_vertices) const {
    Remedy strictest = Remedy::any_row;
    if (!remedy.empty())
      for (const Index v : some_vertices) strictest = std::max(strictest, remedy[v]);
    return strictest;
  }
};

/// What a detection found. needs == 0: nothing is wrong at y. needs > 0 and nothing appended: they
/// are left, no candidate can settle them.
struct DetectResult {
  /// Violations seen (crossing pairs, vertices inside), touching never one; as many as were reported
  /// to ContactSet::violations.
  Index needs = 0;
  Index added = 0;         ///< rows appended
  Index inadmissible = 0;  ///< of these, rows that y_old does not satisfy
};

}  // namespace tactus
