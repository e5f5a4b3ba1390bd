/// \file crossing/event.hpp  Crossing events: a violation, the branches that could settle it, and
/// which of them goes first. For constraints that answer "these two overlap" by "this vertex stays on
/// that side of this facet", in the plane and in space.
///
/// One event is settled by one branch. Kane's projection is not unique there, and neither round-off
/// nor the order in which events were found may decide: branches are ranked by class, then cost, and
/// what ties within 1e-9 of the cost goes by the numbers of the vertices
/// (plugins/constraint/vertex_edge/README.md, "Ranking").
///
/// A constraint detects in four steps: it finds the events; for each of them it calls rank() for every
/// branch that may be taken, and keeps best_of(); it sorts the events by sort_by_branch(); and it accepts
/// their branches in this order, except for events that an earlier branch has settled (AcceptedBranches).
#pragma once

#include <array>
#include <vector>

#include "../surface.hpp"

namespace tactus::crossing {

/// One condition that could settle an event.
struct Branch {
  std::int32_t formula = 0;  ///< the constraint's own: which kind of condition (ContactSet::branch)
  Index first = kNone,
        second = kNone;  ///< what it is about, by formula: facet and vertex, two edges
  int rank = 0;          ///< class 0 (best) to 7, see rank()
  Real cost = 0;         ///< within a class; finite
  /// Decide between equals: the kind of condition first, then Surface::global numbers in an order that a
  /// mirrored mesh with the same numbers shares (the vertex, then the facet's own ascending).
  std::array<Index, 5> numbers{};

  bool none() const { return first == kNone; }
  bool admissible() const { return rank % 4 < 2; }  ///< the start of the step satisfies it
};

enum class EventKind : std::uint8_t {
  facets_cross,   ///< in the plane: two facets
  edge_pierces,   ///< in space: an edge and a facet
  edges_cross,    ///< in space: two edges that pass exactly through each other
  vertex_inside,  ///< a vertex and the element it is inside of
};

/// A violation. Touching is never one.
struct Event {
  EventKind kind = EventKind::facets_cross;
  /// facets; edge (Surface::edge) and facet; two edges; vertex and kNone
  Index first = kNone, second = kNone;
  Index element = kNone;  ///< of vertex_inside
  Branch best{};          ///< none(): nothing is left to try
};

/// By kind, then number.
bool by_number(const Event& a, const Event& b);

/// All vertices that take part: the ends of two facets; of an edge and a facet; of two edges; a vertex
/// and the corners of the element. Replaces what is in `vertices`.
void collect_vertices(const Surface& surface, const Event& event, std::vector<Index>& vertices);

/// What class and cost of a branch follow from.
struct BranchState {
  Real gap_old = 0;       ///< m, at the start of the step; >= 0: admissible
  Real gap = 0;           ///< m, where the solver is now
  bool in_range = false;  ///< the foot of the vertex is within the facet, or nearly
  Real margin = 0;    ///< m, contact_margin(): from half of it on the branch is satisfied already
  Real mobility = 0;  ///< 1/kg, sum over vertices of |d gap / dy_i|^2 / m_i
};

/// Sets class and cost:
///   class 0 admissible and in range, 1 admissible, 2 in range, 3 neither; + 4 where it is satisfied
///   cost  gap^2 / mobility, the kinetic energy of the correction; of a branch that is not admissible
///         |gap_old| |gap| / mobility, the energy that it adds
/// Returns false where there is no cost: masses that no force of it moves, a facet of no extent.
bool rank(const BranchState& state, Branch& branch);

/// The one with the least numbers of those that tie with the cheapest of the best class; none of none.
Branch best_of(View<Branch> branches);

/// Events in the order of their best branches, those without any last: runs of ties, each with the
/// cheapest branch that the run before it left, are ordered by the numbers of the vertices.
void sort_by_branch(std::vector<Event>& events);

/// What the branches accepted in one pass settle. A vertex that is pushed out of a facet takes its own
/// edges along: it settles that it is inside of something, and the crossings of everything it is an
/// end of. That vertices of the facet are inside of something is looked at in the next pass, as the
/// facet gives way. Other crossings of the facet stay: it does not move those bodies, and were they
/// passed over, their next best branch would be taken, which may lead out on the wrong side.
///
/// Two edges that are pushed apart settle what either of them pierces, and no more: another edge at one
/// of their ends turns about that end, and may stay where it is at its far one. That their ends are
/// inside of something is looked at in the next pass.
class AcceptedBranches {
 public:
  /// `edges`: Surface::edges, of constraints in space.
  void setup(Index vertices, Index edges = 0) {
    mark_.assign(static_cast<std::size_t>(vertices), 0);
    edge_mark_.assign(static_cast<std::size_t>(edges), 0);
  }
  /// A branch with these vertices: those that are pushed out, and those of what they are pushed out of.
  void accept(View<Index> pushed, View<Index> others);
  /// A branch of two edges with these four ends.
  void accept_edges(Index first, Index second, View<Index> ends);
  /// `vertices` as collect_vertices() has them.
  bool settles(const Event& event, View<Index> vertices) const;
  void clear();  ///< a new pass

 private:
  static constexpr std::uint8_t kPushed = 1, kOther = 2;
  bool edge_is_accepted(Index edge) const {
    return edge_mark_[static_cast<std::size_t>(edge)] != 0;
  }

  std::vector<std::uint8_t> mark_, edge_mark_;  ///< [vertices], [edges]
  std::vector<Index> marked_, marked_edges_;
};

}  // namespace tactus::crossing
