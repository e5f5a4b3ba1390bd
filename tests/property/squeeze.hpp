// How far a rigid body has to be moved at least when two jaws have come nearer to each other in a step:
// computed here from the place of its corners, by comparing all pairs of conditions.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <vector>

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

/// The correction of least m x^2 + I turn^2 with which no corner is behind a jaw, to first order.
struct Correction {
  Real x = 0, turn = 0;
  Real of_any = 0;                   ///< m, largest way of a corner
  std::vector<std::size_t> pressed;  ///< corners on which a jaw presses
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

/// a x + b turn >= c, of one corner and one jaw.
struct Condition {
  Real a = 0, b = 0, c = 0;
  std::size_t corner = 0;
};

inline std::vector<Condition> conditions(const Squeeze& s) {
  std::vector<Condition> all;
  for (std::size_t k = 0; k < s.arms.size(); ++k) {
    const Real x = s.centre + s.arms[k][0], by_turn = -s.arms[k][1];
    all.push_back({1, by_turn, s.left - x, k});
    all.push_back({-1, -by_turn, x - s.right, k});
  }
  return all;
}

inline bool holds(const std::vector<Condition>& all, Real x, Real turn, Real rounding) {
  return std::ranges::all_of(
      all, [&](const Condition& c) { return c.a * x + c.b * turn >= c.c - rounding; });
}

}  // namespace squeeze

/// Of all points at which none, one or two conditions hold exactly and all others hold, that of least
/// norm is the solution: the problem is convex.
inline Correction least_correction(const Squeeze& s) {
  using squeeze::Condition;
  const std::vector<Condition> all = squeeze::conditions(s);
  Real deepest = 0;
  for (const Condition& c : all) deepest = std::max(deepest, c.c);
  Correction best;
  Real least = std::numeric_limits<Real>::infinity();
  const auto consider = [&](Real x, Real turn, std::initializer_list<std::size_t> pressed) {
    const Real size = s.mass * x * x + s.inertia * turn * turn;
    if (!(size < least) || !squeeze::holds(all, x, turn, 1e-9 * deepest)) return;
    least = size, best = {.x = x, .turn = turn, .pressed = pressed};
    for (const Point& arm : s.arms)
      best.of_any = std::max(best.of_any, std::hypot(x - turn * arm[1], turn * arm[0]));
  };
  consider(0, 0, {});
  for (const Condition& c : all) {
    const Real scale = c.c / (c.a * c.a / s.mass + c.b * c.b / s.inertia);
    consider(scale * c.a / s.mass, scale * c.b / s.inertia, {c.corner});
    for (const Condition& d : all)
      if (const Real det = c.a * d.b - c.b * d.a; det != 0)
        consider((c.c * d.b - c.b * d.c) / det, (c.a * d.c - c.c * d.a) / det,
                 {c.corner, d.corner});
  }
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
    left_ = left(s), right_ = right(s);
  }
  /// The largest ratio of a correction to the relative motion that this step can ask for: the least
  /// correction, over the motion of the corners that are pressed relative to their jaws.
  Real largest_ratio(const testing::Simulation& s) const {
    const Real dt = s.stepper.facts().dt;
    const Polygon now = placed(arms_, q_[2] - first_angle_, {}),
                  then = placed(arms_, q_[2] - first_angle_ + dt * v_[2], {});
    const Squeeze squeeze{.mass = mass(s, 0),
                          .inertia = mass(s, 2),
                          .arms = then,
                          .centre = q_[0] + s.model.centre()[0] + dt * v_[0],
                          .left = left(s),
                          .right = right(s)};
    const Correction least = least_correction(squeeze);
    Real motion = 0;
    for (const std::size_t k : least.pressed) {
      const Point way = dt * Point{v_[0], v_[1]} + then[k] - now[k];
      const Real jaw =
          squeeze.centre + then[k][0] < squeeze.left ? left(s) - left_ : right(s) - right_;
      motion = std::max(motion, norm(way - Point{jaw, 0}));
    }
    return motion > 0 ? least.of_any / motion : 0;
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
  Real first_angle_ = 0, left_ = 0, right_ = 0;
  std::array<Real, 3> q_{}, v_{};
};

}  // namespace tactus::property
