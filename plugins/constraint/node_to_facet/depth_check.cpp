#include "depth_check.hpp"

#include <sstream>
#include <string_view>

namespace node_to_facet {
namespace {

/// m, what lies behind the surface that a contact is in.
Real thickness_at(const FrozenGeometry& geometry, const Contact& c) {
  Real thickness = c.facet == kNone ? kUnlimited : geometry.boundary.altitude(c.facet);
  for (const Index v : {c.node, c.other})
    if (v != kNone && geometry.surface().radius[v] > 0)
      thickness = std::min(thickness, 2 * geometry.surface().radius[v]);
  return thickness;
}

bool can_move(const FrozenGeometry& geometry, const Contact& c) {
  const View<Index> ends =
      c.facet == kNone ? View<Index>(&c.other, 1) : geometry.surface().facet_vertices(c.facet);
  return geometry.query.movable[c.node] ||
         std::any_of(ends.begin(), ends.end(), [&](Index v) { return geometry.query.movable[v]; });
}

/// The name of a body is the part of the name of its surface before the slash.
std::string_view body_of(const Surface& surface, std::int32_t patch) {
  const std::string_view name = surface.patch_name[patch];
  return name.substr(0, name.find('/'));
}

}  // namespace

void check_depth(const FrozenGeometry& geometry, const Contact& c) {
  const Real thickness = thickness_at(geometry, c);
  if (-c.gap <= thickness / 2 || !can_move(geometry, c)) return;
  const Surface& surface = geometry.surface();
  const std::int32_t other =
      c.facet == kNone ? surface.vertex_patch[c.other] : surface.facet_patch[c.facet];
  std::ostringstream text;
  text << "a contact of \"" << body_of(surface, surface.vertex_patch[c.node]) << "\" and \""
       << body_of(surface, other) << "\" is " << -c.gap << " m deep, more than half of the "
       << thickness << " m that lie behind it: ";
  if (c.gap_old < -geometry.touch)
    text << "it was " << -c.gap_old
         << " m deep at the start of the step already, so that an earlier step lost it, or what "
            "presses is too strong for the mesh";
  else
    text << "the step is too long for the speed, or what presses is too strong for the mesh";
  throw EvaluationError(text.str(), {Item::vertex, c.node});
}

}  // namespace node_to_facet
