/// Tests what a constraint promises of boundaries that are not convex: a corner and a round particle in notches of a
/// block, where the strips of the facets beside the vertex leave a wedge or overlap.
#pragma once

#include "constraint_rows.hpp"

namespace tactus::conformance::constraint_tests {

/// The first block of the scene with a notch above and one below: a corner and the last particle are `depth` below its
/// surface, upright and across the nearest side, at `x` and, in space, `z` from the deepest point.
inline Positions pressed_into_notches(const Trial& trial, Real depth, Real x, Real z, Placement p) {
  constexpr Real deepest = 0.15, slope = 0.3;  // m; of the sides
  const bool plane = trial.dim() == 2;
  const Surface& s = trial.surface();
  p.tip = x, p.across = plane ? 0 : z, p.tilt /= 2;
  Positions y = trial.scene().pressed(depth, p);
  const auto height = [&](Index vertex) -> Real& {
    return y[static_cast<std::size_t>(vertex * trial.dim() + 1)];
  };
  const Real down = deepest - slope * std::max(std::abs(x), std::abs(p.across));
  height(plane ? 5 : 11) -= deepest, height(plane ? 1 : 10) += deepest;
  std::vector<Index> particles;
  for (Index v = 0; v < s.vertices; ++v) {
    if (s.vertex_body[static_cast<std::size_t>(v)] == 1) height(v) -= down;
    if (v < s.boundary_vertices && s.facets_of(v).empty()) particles.push_back(v);
  }
  height(particles[4]) += 0.25;  // away from the middle of its side
  const Real radius = s.radius[static_cast<std::size_t>(particles[5])];
  height(particles[5]) += down - (std::hypot(1, slope) - 1) * (radius - depth);
  return y;
}

/// Bodies that get rows on a side get them in a notch, however near its deepest point.
inline Finding seen_in_notches(Trial& trial) {
  trial.detect(trial.scene().pressed(0.02));
  const auto expected = bodies_with_rows(trial);
  Random random(12);
  const int places = trial.dim() == 2 ? 300 : 100;
  for (int k = 0; k < places; ++k) {
    const Real depth = 0.05 * std::pow(10., -4 * random()), wide = k % 3 == 0 ? 0.05 : depth / 2;
    const Real x = wide * random.between(-1, 1), z = wide * random.between(-1, 1);
    trial.set.clear();
    trial.detect(pressed_into_notches(trial, depth, x, z, Placement::random(random, trial.dim())));
    const auto found = bodies_with_rows(trial);
    for (const std::int32_t body : expected)
      if (!found.contains(body))
        return broken(text_of("in a notch, ", x, " m from its deepest point, a contact ", depth,
                              " m deep is missed: body ", body, " has no row"));
  }
  return kept(text_of("in ", places, " places"));
}

}  // namespace tactus::conformance::constraint_tests
