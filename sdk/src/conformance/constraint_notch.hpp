/// Tests what a constraint promises of boundaries that are not flat: a corner and a particle in notches of a block and
/// in front of bulges, where the strips of the facets beside the vertex leave a wedge or overlap.
#pragma once

#include "constraint_rows.hpp"

namespace tactus::conformance::constraint_tests {

/// The first block of the scene with a notch above and one below, `deepest` m deep (negative: bulges): a corner and the
/// last particle are `depth` below its surface, upright and across the nearest side, at `x` and, in space, `z` from the
/// deepest point. The corner is `width` times as wide as one of a block.
inline Positions pressed_into_notches(const Trial& trial, Real deepest, Real depth, Real x, Real z,
                                      Placement p, Real width = 1) {
  const Real slope = deepest / 0.5;  // of the sides
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
    if (s.vertex_body[static_cast<std::size_t>(v)] == 1) {
      height(v) -= down;
      for (const int axis : {0, 2})
        if (axis < trial.dim()) {
          const Real tip = axis == 0 ? p.tip : p.across;
          Real& at = y[static_cast<std::size_t>(v * trial.dim() + axis)];
          at = tip + width * (at - tip);
        }
    }
    if (v < s.boundary_vertices && s.facets_of(v).empty()) particles.push_back(v);
  }
  height(particles[4]) += 0.25;  // away from the middle of its side
  const Real radius = s.radius[static_cast<std::size_t>(particles[5])];
  height(particles[5]) += down - (std::hypot(1, slope) - 1) * (radius - depth);
  return y;
}

/// Bodies that get rows on a side get them in a notch, however near its deepest point, and be it that this point is
/// beside a thin corner, which nothing but the corner itself can tell.
inline Finding seen_in_notches(Trial& trial) {
  trial.detect(trial.scene().pressed(0.02));
  const auto expected = bodies_with_rows(trial);
  Random random(12);
  const int places = trial.dim() == 2 ? 300 : 100;
  for (int k = 0; k < places; ++k) {
    const Real depth = 0.05 * std::pow(10., -4 * random()), wide = k % 3 == 0 ? 0.05 : depth / 2;
    const Real x = wide * random.between(-1, 1), z = wide * random.between(-1, 1);
    trial.set.clear();
    trial.detect(pressed_into_notches(trial, 0.15, depth, x, z,
                                      Placement::random(random, trial.dim()), k % 2 ? 0.1 : 1));
    const auto found = bodies_with_rows(trial);
    for (const std::int32_t body : expected)
      if (!found.contains(body))
        return broken(text_of("in a notch, ", x, " m from its deepest point, a contact ", depth,
                              " m deep is missed: body ", body, " has no row"));
  }
  return kept(text_of("in ", places, " places"));
}

/// For a claim to be persistent: bodies a little apart, within the reach of a law, that get rows in front of a side get
/// them in front of a bulge.
inline Finding seen_on_bulges(Trial& trial) {
  const Real apart = 0.1 * trial.wanted().reach;
  const auto found = [&](const Positions& y) {
    trial.set.clear();
    trial.detect(y, {.reach = 4 * apart});
    return bodies_with_rows(trial);
  };
  const std::set<std::int32_t> expected = found(trial.scene().pressed(-apart));
  Random random(13);
  for (int k = 0; k < 100; ++k) {
    const Real x = apart * random.between(-0.1, 0.1), z = apart * random.between(-0.1, 0.1);
    const auto seen = found(
        pressed_into_notches(trial, -0.06, -apart, x, z, Placement::random(random, trial.dim())));
    for (const std::int32_t body : expected)
      if (!seen.contains(body))
        return broken(text_of("in front of a bulge, ", x, " m from its highest point, body ", body,
                              ", ", apart,
                              " m apart, has no row for a law that reaches 4 times as far"));
  }
  return kept(text_of(expected.size(), " bodies"));
}

}  // namespace tactus::conformance::constraint_tests
