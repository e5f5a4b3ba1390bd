// How far a rigid body has to be moved at least when two jaws have come nearer to each other in a step:
// computed here from the place of its corners, by trying all turns.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "tactus/contact_lengths.hpp"
#include "tests/property/plane_polygon.hpp"
#include "tests/support/simulation.hpp"

namespace tactus::property {

/// Jaws that are upright: only the way along x and the turn of the body count.
struct Squeeze {
  Real mass = 0, inertia = 0;  ///< kg, kg m^2
  Polygon arms;              ///< m, corners from the centre where the body would be without contact
  Real centre = 0;           ///< m, x of the centre there
  Real left = 0, right = 0;  ///< m, faces of the jaws at the end of the step
};

/// The correction of least m x^2 + I turn^2 with which no corner is behind a jaw.
struct LeastCorrection {
  Real x = 0, turn = 0;
  Real size =
      std::numeric_limits<Real>::infinity();  ///< m x^2 + I turn^2; infinite: it does not fit
};

namespace squeeze {

inline Point centroid(const Polygon& p) {
  Point sum{0, 0};
  Real area = 0;
  for (std::size_t i = 0, j = p.size() - 1; i < p.size(); j = i++) {
    const Real twice = cross(p[j], p[i]);
    sum = sum + twice / 3 * (p[j] + p[i]);
    area += twice;
  }
  return (1 / area) * sum;
}

/// With a given turn: as little aside as it fits.
inline LeastCorrection with_turn(const Squeeze& s, Real turn) {
  Real low = 0, high = 0;
  for (const Point& arm : s.arms) {
    const Real x = turned(arm, turn)[0];
    low = std::min(low, x), high = std::max(high, x);
  }
  const Real from = s.left - s.centre - low, to = s.right - s.centre - high;
  if (from > to) return {};
  const Real x = std::clamp<Real>(0, from, to);
  return {.x = x, .turn = turn, .size = s.mass * x * x + s.inertia * turn * turn};
}

/// Between two turns, where the size has one minimum, which may be the last turn with which it fits.
inline LeastCorrection between(const Squeeze& s, Real a, Real b) {
  constexpr Real kGolden = 0.6180339887498949;
  LeastCorrection best;
  for (int k = 0; k < 80; ++k) {
    const LeastCorrection low = with_turn(s, b + kGolden * (a - b)),
                          high = with_turn(s, a + kGolden * (b - a));
    for (const LeastCorrection& c : {low, high})
      if (c.size < best.size) best = c;
    const bool left =
        low.size < high.size || (low.size == high.size && std::abs(low.turn) < std::abs(high.turn));
    (left ? b : a) = left ? high.turn : low.turn;
  }
  return best;
}

}  // namespace squeeze

/// By trying turns to one side, each 1 % larger than the one before.
/// @param side  1 or -1
inline LeastCorrection least_correction(const Squeeze& s, Real side) {
  constexpr Real kRatio = 1.01;
  LeastCorrection best = squeeze::with_turn(s, 0);
  for (Real turn = 1e-9; turn < 1 && s.inertia * turn * turn < best.size; turn *= kRatio)
    if (const LeastCorrection found =
            squeeze::between(s, side * turn / kRatio, side * turn * kRatio);
        found.size < best.size)
      best = found;
  return best;
}

/// What a step of a simulation of one rigid body (the first one) between a left and a right jaw asks for.
class SqueezedStep {
 public:
  /// @param placed  corners of the body at the start
  SqueezedStep(const testing::Simulation& s, const Polygon& placed) {
    const Point centre = squeeze::centroid(placed);
    for (const Point& corner : placed) arms_.push_back(corner - centre);
    first_angle_ = number(s.stepper.state().q, s, 2);
  }
  void before(const testing::Simulation& s) {
    for (std::size_t k = 0; k < 3; ++k)
      q_[k] = number(s.stepper.state().q, s, k), v_[k] = number(s.stepper.state().v, s, k);
  }
  /// The correction that this step has made over the least with which the body fits between the jaws, both in
  /// the norm of mass: of those that turn it to the same side, since a projection finds the next minimum.
  Real over_least(const testing::Simulation& s) const {
    const Real dt = s.stepper.facts().dt, margin = contact_margin(s.model.scales());
    const Squeeze squeeze{.mass = mass(s, 0),
                          .inertia = mass(s, 2),
                          .arms = placed(arms_, q_[2] - first_angle_ + dt * v_[2], {}),
                          .centre = q_[0] + s.model.centre()[0] + dt * v_[0],
                          .left = left(s) + margin,
                          .right = right(s) - margin};
    Real size = 0, moved = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      moved = number(s.stepper.state().q, s, k) - q_[k] - dt * v_[k];
      size += mass(s, static_cast<Index>(k)) * moved * moved;
    }
    return std::sqrt(size / least_correction(squeeze, std::copysign(1., moved)).size);
  }

 private:
  static Real number(const std::vector<Real>& of, const testing::Simulation& s, std::size_t k) {
    return of[static_cast<std::size_t>(s.model.layout().bodies[0].dofs.begin) + k];
  }
  static Real mass(const testing::Simulation& s, Index k) {
    return s.model.mass()[static_cast<std::size_t>(s.model.layout().bodies[0].dofs.begin + k)];
  }
  // Nodes of a rectangle are numbered from its lower left corner, row by row.
  static Real left(const testing::Simulation& s) { return s.position(1, 1, 0); }
  static Real right(const testing::Simulation& s) { return s.position(2, 0, 0); }

  Polygon arms_;
  Real first_angle_ = 0;
  std::array<Real, 3> q_{}, v_{};
};

}  // namespace tactus::property
