// The forces of rigid impact zones. A zone is moved as one rigid body, and no contact row carries
// the forces that this takes. Here they are distributed among the bodies and supports of the zone.
#include "core/contact/zone_forces.hpp"

#include <algorithm>
#include <array>

namespace tactus::core {
namespace {

/// The effect of contact on one body of a zone.
struct ZoneBody {
  std::int32_t body = 0;
  Real impulse[3] = {};  ///< N s, on the nodes that are free to move
  bool held = false;     ///< some nodes are prescribed
};

/// The effect of contact on a zone, body by body.
struct ZoneSum {
  std::vector<ZoneBody> bodies;
  Real force[3] = {}, work = 0;  ///< on all free nodes
  Index holder[3] = {kNone, kNone, kNone};

  ZoneBody& of(std::int32_t body) {
    if (bodies.empty() || bodies.back().body != body) bodies.push_back({.body = body});
    return bodies.back();
  }
  bool held() const {
    return std::any_of(bodies.begin(), bodies.end(), [](const ZoneBody& b) { return b.held; });
  }
  /// @param many  number that stands for several supports together
  void hold(std::size_t d, Index who, Index many) {
    holder[d] = holder[d] == kNone || holder[d] == who ? who : many;
  }
  /// The support that took the force in direction d. If no support holds the zone in this
  /// direction, the force is a rounding error.
  Index holder_in(int d) const {
    return holder[d] != kNone ? holder[d] : *std::max_element(holder, holder + 3);
  }
  /// Impulse on a body. If a support took an unknown part of it, it follows from the momentum that
  /// all other bodies did not receive.
  std::array<Real, 3> impulse_on(const ZoneBody& body) const {
    std::array<Real, 3> sum{};
    for (int d = 0; d < 3; ++d) {
      if (!body.held) sum[d] = body.impulse[d];
      for (const ZoneBody& other : bodies)
        if (body.held && other.body != body.body) sum[d] -= other.impulse[d];
    }
    return sum;
  }
};

PairImpulse pair_of(const ZoneSum& zone, const ZoneBody& body, std::int32_t partner) {
  PairImpulse pair{body.body, partner, 0, {}};
  const std::array<Real, 3> impulse = zone.impulse_on(body);
  std::copy(impulse.begin(), impulse.end(), pair.impulse);
  return pair;
}

}  // namespace

void add_zones(const ContactGeometry& geometry, const ContactOutcome& step, ContactForces& out) {
  const Layout& layout = *geometry.layout;
  const SurfaceMotion& motion = *geometry.motion;
  const Index dim = layout.dim;
  out.zone.assign(static_cast<std::size_t>(motion.vertices()), 0);
  for (Index v = 0; v < motion.vertices(); ++v) {
    const View<Index> dofs = motion.dofs_of(v);
    if (step.zone[dofs.front()] == kNone) continue;
    ++out.impact_zone_nodes;
    out.zone[static_cast<std::size_t>(v)] = 1;
    out.mark(v, ContactState::sticks);
    for (Index d = 0; motion.is_node(v) && d < dim; ++d)
      out.vertex_force[v * dim + d] = step.force[dofs[d]];
  }
  out.contacts += out.impact_zone_nodes;
  std::vector<ZoneSum> zones(
      static_cast<std::size_t>(1 + *std::max_element(step.zone.begin(), step.zone.end())));
  for (std::size_t b = 0; b < layout.bodies.size(); ++b) {
    const Range dofs = layout.bodies[b].dofs;
    for (Index dof = dofs.begin; dof < dofs.end; ++dof) {
      if (step.zone[dof] == kNone) continue;
      ZoneSum& zone = zones[static_cast<std::size_t>(step.zone[dof])];
      ZoneBody& body = zone.of(static_cast<std::int32_t>(b));
      const Index direction = motion.direction_of(dof);
      const auto d = static_cast<std::size_t>(direction);
      if (layout.prescribed[dof]) {
        body.held = true;
        zone.hold(d, geometry.holder[dof], geometry.holders);
        continue;
      }
      zone.work += step.force[dof] * step.w[dof];
      if (direction == kNone) continue;
      body.impulse[d] += step.dt * step.force[dof];
      zone.force[d] += step.force[dof];
    }
  }
  for (const ZoneSum& zone : zones) {
    if (zone.held()) {
      for (int d = 0; d < 3; ++d) out.hold(zone.holder_in(d), d, -zone.force[d]);
      out.held_work -= zone.work;
    }
    if (zone.bodies.size() == 2)
      out.pairs.push_back(pair_of(zone, zone.bodies[0], zone.bodies[1].body));
    else
      for (const ZoneBody& body : zone.bodies)
        out.pairs.push_back(pair_of(zone, body, zone.bodies.size() == 1 ? body.body : kManyBodies));
  }
}

}  // namespace tactus::core
