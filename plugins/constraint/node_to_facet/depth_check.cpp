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

/// m, the depth that counts. A contact that has been deep for a while and goes deeper is as deep at
/// the end of the step as its present rate tells, with a quarter more for what accelerates it. It
/// must not get there: entered_elsewhere() relies on it that no accepted state has a contact that is
/// deeper than half of the thickness.
Real depth_of(const Contact& c, Real thickness) {
  if (-c.gap_old <= thickness / 4) return -c.gap;
  return -c.gap + 1.25 * std::max<Real>(0, c.gap_old - c.gap);
}

/// The name of a body is the part of the name of its surface before the slash.
std::string_view body_of(const Surface& surface, std::int32_t patch) {
  const std::string_view name = surface.patch_name[patch];
  return name.substr(0, name.find('/'));
}

std::string_view cause_of(const Contact& c, Real touch) {
  if (c.gap_old < -touch)
    return "an earlier step lost it, or what presses is too strong for the mesh or for the "
           "stiffness of springs";
  return "the step is too long for the speed, or what presses is too strong for the mesh or for "
         "the stiffness of springs";
}

}  // namespace

void check_depth(const FrozenGeometry& geometry, const Contact& c) {
  const Real thickness = thickness_at(geometry, c), depth = depth_of(c, thickness);
  if (depth <= thickness / 2 || !can_move(geometry, c)) return;
  const Surface& surface = geometry.surface();
  const std::int32_t other =
      c.facet == kNone ? surface.vertex_patch[c.other] : surface.facet_patch[c.facet];
  std::ostringstream text;
  text << "a contact of \"" << body_of(surface, surface.vertex_patch[c.node]) << "\" and \""
       << body_of(surface, other) << "\" is " << depth << " m deep, more than half of the "
       << thickness << " m that lie behind it";
  if (c.gap_old < -geometry.touch)
    text << ", and was " << -c.gap_old << " m deep at the start of the step";
  text << ": " << cause_of(c, geometry.touch);
  throw EvaluationError(text.str(), {Item::vertex, c.node});
}

}  // namespace node_to_facet
