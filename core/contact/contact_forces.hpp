/// \file contact_forces.hpp  What contact did in a solved step, as a run records it: forces on vertices, impulses
/// between bodies, forces on supports. Stages collect it from the results of their solvers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "core/contact/contact_state.hpp"
#include "tactus/types.hpp"

namespace tactus::core {

/// Used in place of the second body if three or more bodies met in one rigid impact zone.
inline constexpr std::int32_t kManyBodies = -1;

/// What a pair of bodies exchanged in a step. The impulse is the one on the first body.
struct PairImpulse {
  /// body_b may be outside of the model (numbered behind the bodies), or kManyBodies
  std::int32_t body_a = 0, body_b = 0;
  Index contacts = 0;    ///< rows with a positive multiplier
  Real impulse[3] = {};  ///< N s
};

/// Sorts anything that concerns a pair of bodies by the numbers of these bodies.
struct BodyOrder {
  template <class A, class B>
  bool operator()(const A& a, const B& b) const {
    return std::tie(a.body_a, a.body_b) < std::tie(b.body_a, b.body_b);
  }
};

/// Contact forces of a step as they acted on the state, on vertices and between bodies.
struct ContactForces {
  Index contacts = 0;  ///< rows with a positive multiplier, and nodes of rigid impact zones
  Index impact_zone_nodes = 0;
  std::vector<Real> vertex_force;          ///< [vertices * dim] N; empty without contacts
  std::vector<ContactState> vertex_state;  ///< [vertices] empty without contacts
  std::vector<PairImpulse> pairs;          ///< sorted by bodies
  std::vector<std::uint8_t> zone;          ///< [vertices] 1: in a rigid impact zone; empty: none is
  /// N, sum of contact forces on prescribed dofs and on the world outside the model (grounded rows)
  Real held[3] = {};
  /// [(holders + 2) * 3] N, the same force by support (holder). The last two entries belong to impact
  /// zones with several supports, whose shares are unknown, and to the world outside the model.
  std::vector<Real> held_by;
  Real held_work = 0;      ///< J, of these forces along the prescribed motion of the step
  Real outside_power = 0;  ///< W, of these forces on what moves outside of the model
  Real outside_speed = 0;  ///< m/s, largest of what is outside of the model and was pushed
  bool grounded = false;   ///< some rows push against something that is no body of the model

  void clear(Index holders);  ///< as after a step without contact
  /// Sorts the pairs, and adds up what two bodies have exchanged.
  void join_pairs();
  void mark(Index vertex, ContactState state) {
    ContactState& known = vertex_state[static_cast<std::size_t>(vertex)];
    known = std::max(known, state);
  }
  void hold(Index holder, int d, Real force) {
    held[d] += force;
    held_by[static_cast<std::size_t>(3 * holder + d)] += force;
  }
};

}  // namespace tactus::core
