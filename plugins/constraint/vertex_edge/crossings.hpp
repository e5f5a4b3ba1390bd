// Which conditions are violated: edges of two bodies that cross, and vertices inside of elements.
#pragma once

#include <tactus/crossing/neighbourhood.hpp>

namespace vertex_edge {
using namespace tactus;
using namespace tactus::crossing;

/// Replaces `events` with all violations at query.y that `attention` is given to; pairs first, then
/// vertices, by number.
void find_events(const DetectQuery& query, const Neighbourhood& near, const Attention& attention,
                 std::vector<Event>& events);

}  // namespace vertex_edge
