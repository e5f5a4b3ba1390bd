// Finds the conditions that are violated: edges of two bodies that cross, and vertices inside
// elements.
#pragma once

#include <tactus/crossing/near_pairs.hpp>
#include <tactus/in_parts.hpp>

namespace vertex_edge {
using namespace tactus;
using namespace tactus::crossing;

/// Replaces `events` by all violations at query.y among the vertices selected by `attention`: first
/// pairs of edges, then vertices, each sorted by number. `parts` is memory that is kept.
void find_events(const DetectQuery& query, const Neighbourhood& near, const NearPairs& pairs,
                 Attention& attention, std::vector<Event>& events, InParts<Event>& parts,
                 Executor& executor);

}  // namespace vertex_edge
