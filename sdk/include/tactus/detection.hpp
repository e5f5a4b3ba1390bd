/// \file detection.hpp  The exchange between kernel and constraint in a detection: the pairs that
/// the constraint asks for, what it is given, and what it has found.
#pragma once

#include <algorithm>

#include "broad_phase.hpp"
#include "contact_set.hpp"
#include "surface.hpp"

namespace tactus {

/// The pairs of things that a constraint asks the broad phase for. Pairs within one body are
/// included if the body has self contact, except for neighbours: things that share a vertex or, in
/// space, that are at most a few mesh edges apart and either face the same way or do not protrude
/// beyond each other (docs/architecture.md).
struct Detection {
  bool facet_facet = false, facet_vertex = false, edge_edge = false, vertex_vertex = false,
       element_vertex = false, plane_vertex = false;
  /// m, inflation of every box (a multiple of one of the Scales); a list is renewed before a pair that is
  /// not in it can touch
  Real reach = 0;
  bool swept = false;         ///< boxes cover the whole step from y_old to y
  bool every_vertex = false;  ///< facet_vertex has the vertices of facets too, not only particles
};

/// The pairs found, sorted and unique. The names give the order: facet_vertex contains (facet,
/// vertex). Pairs of facets imply pairs of their vertices, so that facet_vertex only contains
/// particles unless Detection::every_vertex is set. vertex_vertex contains pairs of particles.
/// Lists with elements and planes contain all vertices of the boundary. edge_edge refers to
/// Surface::edge, in space.
struct Candidates {
  View<Pair> facet_facet, facet_vertex, edge_edge, vertex_vertex, plane_vertex, element_vertex;
};

/// What a constraint may do in a detection about violations at a vertex. A solver narrows the
/// choice, vertex by vertex, where rows turned out to add energy.
enum class Remedy : std::uint8_t {
  any_row,         ///< the best of all rows
  admissible_row,  ///< only rows that y_old satisfies; if there is none, the violation is left
  /// no row: the violation is only reported, and the solver settles it in another way
  no_row,
};

struct DetectQuery {
  const Surface* surface = nullptr;
  Candidates candidates;
  /// Changes whenever `candidates` is another list. If it is equal, the views are the same, so that
  /// tables derived from the list (near facets of a vertex) may be kept. A list is renewed only when
  /// things that may touch have moved by twice Detection::reach along an axis relative to each other,
  /// so that it serves many steps.
  std::uint64_t list = 0;
  View<Real> y_list{};  ///< [vertices * dim] m, where the list was made
  View<Real> y_old{};   ///< [vertices * dim] m, at t_n: admissible
  Real time_old = 0;    ///< s, of y_old
  View<Real> y{};       ///< [vertices * dim] m, where the solver is now
  Real time = 0;        ///< s, of y
  Index pass = 0;       ///< 0 for the first detection of an attempt at a step
  /// [vertices] 1: moved since the last detection; empty: all of them. In pass 0 that one was of another
  /// attempt: all are moved but where rows are wanted for violations only (reach 0) and it found none, so
  /// that what has not moved since is not violated.
  View<std::uint8_t> moved{};
  /// m, rows are wanted wherever value/scale is at most this: the reach of the laws, or the largest
  /// gap that may close within the step if that is more; 0: only for violations
  Real reach = 0;
  /// [vertices] 0: prescribed; a row needs at least one movable vertex
  View<std::uint8_t> movable{};
  /// Sorted: contacts that pushed at t_n, or of which a law or the solver has a history; empty where rows at
  /// open gaps would not help. Constraints whose keys are persistent may append their rows at any value as
  /// long as the candidates hold them: they return energy, or hold what would move away freely until it is
  /// found again. Those with branches may begin an attempt with the ones that hold at y: closed, in range,
  /// admissible.
  View<ContactKey> known{};
  View<ContactKey> banned{};  ///< sorted; not to be appended in this step (ContactModel::restart)
  /// [vertices] for a violation, the strictest remedy of its vertices applies; empty: any_row.
  View<Remedy> remedy{};
  Remedy remedy_of(View<Index> some_vertices) const {
    Remedy strictest = Remedy::any_row;
    if (!remedy.empty())
      for (const Index v : some_vertices) strictest = std::max(strictest, remedy[v]);
    return strictest;
  }
};

/// The result of a detection. needs == 0: nothing is violated at y. needs > 0 and nothing appended:
/// violations remain that no candidate can settle.
struct DetectResult {
  /// Number of violations (crossing pairs, vertices inside an element); touching is none. As many
  /// as were reported to ContactSet::violations.
  Index needs = 0;
  Index added = 0;         ///< rows appended
  Index inadmissible = 0;  ///< of these, rows that y_old does not satisfy
};

}  // namespace tactus
