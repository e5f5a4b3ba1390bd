#include "crossings.hpp"

#include <algorithm>
#include <tactus/geometry/orient.hpp>

namespace vertex_edge {
namespace {

/// Whether segments ab and cd (bodies on their left) show that two interiors intersect: they cross
/// properly, or an end of one lies within the other and its other end is strictly inside the other
/// body. Touching does not count.
bool cross(const Real* a, const Real* b, const Real* c, const Real* d) {
  const int c_side = orient_sign(a, b, c), d_side = orient_sign(a, b, d);
  if (c_side * d_side > 0 || (c_side == 0 && d_side == 0)) return false;
  const int a_side = orient_sign(c, d, a), b_side = orient_sign(c, d, b);
  if (a_side * b_side < 0) return c_side * d_side < 0 || c_side > 0 || d_side > 0;
  return a_side * b_side == 0 && c_side * d_side < 0 && (a_side > 0 || b_side > 0);
}

}  // namespace

void find_events(const DetectQuery& query, const Neighbourhood& near, const NearPairs& pairs,
                 Attention& attention, std::vector<Event>& events, InParts<Event>& parts,
                 Executor& executor) {
  constexpr Index kGrain = 4096;  // pairs
  const Surface& surface = *query.surface;
  const auto at = [&](Index v) { return query.y.data() + 2 * v; };
  events.clear();
  find_at_facets(pairs, kGrain, events, parts, executor,
                 [&](Index f, Index g, std::vector<Event>& found) {
                   const View<Index> a = surface.facet_vertices(f), b = surface.facet_vertices(g);
                   if (!attention.any(a) && !attention.any(b)) return;
                   if (cross(at(a[0]), at(a[1]), at(b[0]), at(b[1])))
                     found.push_back({.kind = EventKind::facets_cross, .first = f, .second = g});
                 });
  std::sort(events.begin(), events.end(), by_number);
  find_vertices_inside(query, near, pairs, attention, events, parts, executor);
}

}  // namespace vertex_edge
