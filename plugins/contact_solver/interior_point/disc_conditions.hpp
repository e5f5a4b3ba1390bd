/// \file disc_conditions.hpp  Signorini's condition and friction up to a bound, of one contact, as pairs of
/// points for an interior point: the laws of friction/pressed_law.hpp, whose friction does not grow with what
/// presses.
///
/// With a reaction z and a relative velocity u (both scaled, normal first; u with the term of restitution) and
/// the radius p of the disc
///   z_N >= 0,  u_N >= 0,  z_N u_N = 0   and   x = (p, z_T) in L,  y = (y_0, u_T) in L,  x o y = 0,
/// where y_0 is free and becomes |u_T|. While p stands still, this is a convex problem. Friction fades while a
/// contact opens: p falls from `bound` to 0 while u_N rises from c = `fading_speed` to 2 c, so that p solves
///   0 <= p <= bound,   u_N - 2 c + (c/bound) p = below - above,   below p = 0,   above (bound - p) = 0
/// with below, above >= 0. On the central path each of the four products is the target. A Newton step solves
///   du_N + (y_N/z_N) dz_N = target/z_N - u_N
///   Q_TT dz_T + Q_T0 dp + du_T = target (x^-1)_T - u_T
///   stiffness dp + du_N = excess
/// with the scaling Q of Nesterov and Todd for x and y (cone_algebra.hpp), and du = V dz. The last row gives dp,
/// and a multiple of the first removes du_N from the second: the rows are V dz + A dz = b, as those of a cone.
#pragma once

#include "contact_conditions.hpp"

namespace interior_point {

/// What a contact has beside z, u and y = (y_N, y_0).
struct Fading {
  Real radius = 0;            ///< p
  Real below = 1, above = 1;  ///< multipliers of 0 <= p <= bound

  void advance(Real length, const Fading& step) {
    radius += length * step.radius, below += length * step.below, above += length * step.above;
  }
};

/// One contact at the point at hand.
template <int D>
struct DiscState {
  Real bound = 0;         ///< > 0, the bound of friction
  Real fading_speed = 0;  ///< 0: the radius stays
  Vec<D> z = Vec<D>::Zero(), u = Vec<D>::Zero(), y = Vec<D>::Zero();
  Fading fading{};

  Vec<D> x() const { return with_first(fading.radius, z); }
  Vec<D> v() const { return with_first(y[1], u); }
  bool fades() const { return fading_speed > 0; }
  static Vec<D> with_first(Real first, Vec<D> rest) {
    rest[0] = first;
    return rest;
  }
};

/// The mean of the products.
template <int D>
Real complementarity(const DiscState<D>& c) {
  const Real two = c.z[0] * c.y[0] + c.x().dot(c.v());
  if (!c.fades()) return two / 2;
  const Fading& f = c.fading;
  return (two + f.below * f.radius + f.above * (c.bound - f.radius)) / 4;
}

/// stiffness dp + du_N = excess.
template <int D>
struct RadiusRow {
  RadiusRow(const DiscState<D>& c, Real target) {
    const Real slope = c.fading_speed / c.bound, p = c.fading.radius, rest = c.bound - p;
    stiffness = slope + c.fading.below / p + c.fading.above / rest;
    excess = 2 * c.fading_speed - slope * p - c.u[0] + target / p - target / rest;
  }
  Real stiffness, excess;
};

template <int D>
ContactRows<D> linearised(const DiscState<D>& c, Real target) {
  const Mat<D> Q = scaling<D>(c.x(), c.v());
  ContactRows<D> rows;
  rows.A = Q;
  rows.A.row(0).setZero(), rows.A.col(0).setZero();
  rows.A(0, 0) = c.y[0] / c.z[0];
  rows.b = target * inverse<D>(c.x()) - c.u;
  rows.b[0] = target / c.z[0] - c.u[0];
  if (c.fades()) {
    const RadiusRow<D> row(c, target);
    const Vec<D - 1> turns = Q.template block<D - 1, 1>(1, 0) / row.stiffness;
    rows.A.template block<D - 1, 1>(1, 0) = turns * rows.A(0, 0);
    rows.b.template tail<D - 1>() += turns * (rows.b[0] - row.excess);
  }
  return rows;
}

/// What a step dz changes beside u.
template <int D>
struct DiscStep {
  Vec<D> dy = Vec<D>::Zero();
  Fading fading{.radius = 0, .below = 0, .above = 0};
};

template <int D>
DiscStep<D> other_steps(const DiscState<D>& c, const Vec<D>& dz, const Vec<D>& du, Real target) {
  DiscStep<D> step;
  if (c.fades()) {
    const RadiusRow<D> row(c, target);
    const Fading& f = c.fading;
    const Real p = f.radius, rest = c.bound - p, dp = (row.excess - du[0]) / row.stiffness;
    step.fading = {.radius = dp,
                   .below = (target - f.below * dp) / p - f.below,
                   .above = (target + f.above * dp) / rest - f.above};
  }
  const Mat<D> Q = scaling<D>(c.x(), c.v());
  step.dy[0] = du[0] - (c.y[0] - c.u[0]);
  step.dy[1] = target * inverse<D>(c.x())[0] - c.y[1] -
               Q.row(0).dot(DiscState<D>::with_first(step.fading.radius, dz));
  return step;
}

/// The largest step with which all points stay inside.
template <int D>
Real step_to_boundary(const DiscState<D>& c, const Vec<D>& dz, const Vec<D>& du,
                      const DiscStep<D>& step) {
  const auto half_line = [](Real x, Real dx) { return dx < 0 ? -x / dx : tactus::kUnlimited; };
  const Real of_disc =
      std::min(step_to_boundary<D>(c.x(), DiscState<D>::with_first(step.fading.radius, dz)),
               step_to_boundary<D>(c.v(), DiscState<D>::with_first(step.dy[1], du)));
  const Real least = std::min({half_line(c.z[0], dz[0]), half_line(c.y[0], step.dy[0]), of_disc});
  if (!c.fades()) return least;
  const Fading &f = c.fading, &d = step.fading;
  return std::min({least, half_line(c.bound - f.radius, -d.radius), half_line(f.below, d.below),
                   half_line(f.above, d.above)});
}

/// Moves a contact inside of its disc with this share of friction, at least `distance` away from zero.
template <int D>
void move_inside(DiscState<D>& c, Real share, Real distance) {
  c.fading.radius = c.fades() ? std::clamp(share, Real(0.1), Real(0.9)) * c.bound : c.bound;
  c.z[0] = std::max(c.z[0], distance);
  const Real slide = 0.9 * c.fading.radius, size = c.z.template tail<D - 1>().norm();
  if (size > slide) c.z.template tail<D - 1>() *= slide / size;
}
template <int D>
void move_velocity_inside(DiscState<D>& c, Real distance) {
  c.y.setZero();
  c.y[0] = std::max(c.u[0], distance);
  c.y[1] = 1.1 * c.u.template tail<D - 1>().norm() + distance;
  const Real opens = c.u[0] - 2 * c.fading_speed + c.fading_speed / c.bound * c.fading.radius;
  c.fading.below = std::max(opens, Real(0)) + distance;
  c.fading.above = std::max(-opens, Real(0)) + distance;
}

}  // namespace interior_point
