// The branches of a violation: which vertices they are about, their gaps, keys and numbers, and what
// decides between them beside class and cost.
#pragma once

#include <tactus/crossing/neighbourhood.hpp>

#include "gap.hpp"
#include "topology.hpp"

namespace vertex_face {
using namespace tactus;
using namespace tactus::crossing;

/// Branch::formula. With kEdgesBack the cross product of the edges, as they are numbered, points from
/// the first to the second where the contact is open.
constexpr std::int32_t kFace = 0, kEdges = 1, kEdgesBack = 2;

/// Vertices of a branch: a facet's and the vertex, or the ends of two edges.
using Stencil = std::array<Index, 4>;
Stencil stencil_of(const Surface& surface, const Branch& branch);
/// Whether vertex i of a stencil is of the side that the normal points to: the vertex, the first edge.
inline bool first_side(std::int32_t formula, std::size_t i) {
  return formula == kFace ? i == 3 : i < 2;
}

/// A branch of a facet and a vertex, or of two edges in any order, with the numbers that decide between
/// equals.
Branch face_branch(const Surface& surface, Index facet, Index vertex);
Branch edge_branch(const Surface& surface, Index edge, Index other);

/// Appends the branches that could settle an event.
void collect_candidates(const Topology& topology, const Neighbourhood& near, View<Real> y,
                        const Event& event, std::vector<Branch>& branches);

/// The kind and the global numbers of the vertices: numbers of facets and edges would depend on how a
/// mesh is numbered.
ContactKey key_of(const Branch& branch);
/// The branch that has this key; none() if the vertices have no such facet or edges.
Branch branch_of(const Topology& topology, const ContactKey& key);

/// Finds on which side of each other two edges are, from the normals of their facets.
void orient(const Topology& topology, View<Real> y_old, Branch& branch);

Gap gap_of(std::int32_t formula, View<Index> stencil, View<Real> y);

/// Whether the nearest points are within the facet, or both edges: with a small tolerance, so that
/// rounding errors alone do not change the class at a corner. Edges that are nearly parallel are a last
/// resort, and others beyond their ends are none.
/// is_impossible() tells some of these from the gap at one time alone.
enum class Range { within, beyond, impossible };
Range range_of(const Branch& branch, const Gap& now, const Gap& before);
bool is_impossible(std::int32_t formula, const Gap& gap);

/// Whether the branch can be the first touch of two bodies, see first_touch.hpp.
bool touches_first(const Topology& topology, View<Real> y_old, const Branch& branch,
                   const Gap& before);

}  // namespace vertex_face
