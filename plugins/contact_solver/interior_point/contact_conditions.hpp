/// \file contact_conditions.hpp  Signorini's and Coulomb's law of one contact as a pair of points
/// in second-order cones, and its linearisation for an interior point.
///
/// With a reaction z and a relative velocity u (both scaled, normal first; u with the term of
/// restitution), De Saxce's form of the law with mu > 0 is
///   x = (mu z_N, z_T) in L,   y = G(u) = (u_N/mu + |u_T|, u_T) in L,   x o y = 0.
/// On the central path x o y = target e instead. With mu = 0 there is no tangential reaction, and
/// the pair is z_N >= 0, u_N >= 0, z_N u_N = target. A Newton step (dz, dy) solves
///   Q_w^-1 dx + dy = target x^-1 - y,   dy = G'(u) du - (y - G(u)),   du = V dz,
/// with the scaling of Nesterov and Todd (cone_algebra.hpp). Eliminating dy and multiplying by
/// G'^-1 = [mu, -mu t'; 0, I], t = u_T/|u_T|, gives this contact's rows
///   (V dz)_i + A dz_i = b,   A = G'^-1 Q_w^-1 diag(mu, I),   b = G'^-1 (target x^-1 - G(u)).
/// What products of dx and dy leave of x o y is known after a first step, and is taken from
/// target x^-1 before the second (`second_order`; S. Mehrotra, SIAM J. Optim. 2 (1992)).
/// De Saxce's term |u_T| is thus inside of the Newton system; with `lagged` its derivative t = 0 is
/// taken in the matrix only.
///
/// Sources: De Saxce and Feng, Math. Comput. Modelling 28 (1998); Acary, Armand, Nguyen,
/// Shpakovych, Second-order cone programming for frictional contact mechanics using interior point
/// algorithm, Optim. Methods Softw. 38 (2023), where the term is outside, in a loop around convex
/// problems.
#pragma once

#include "cone_algebra.hpp"

namespace interior_point {

/// One contact at the point at hand.
template <int D>
struct ContactState {
  Real mu = 0;
  Vec<D> z = Vec<D>::Zero(), u = Vec<D>::Zero(), y = Vec<D>::Zero();
  bool lagged = false;
  Vec<D> second = Vec<D>::Zero();  ///< second_order() of the first step
  bool frictionless() const { return mu == 0; }
};

/// x of z, linear.
template <int D>
Vec<D> cone_reaction(Vec<D> z, Real mu) {
  z[0] *= mu;
  return z;
}

/// G(u).
template <int D>
Vec<D> cone_velocity(Vec<D> u, Real mu) {
  u[0] = u[0] / mu + u.template tail<D - 1>().norm();
  return u;
}

/// t, the direction of slip.
template <int D>
Vec<D - 1> slip_direction(const ContactState<D>& c) {
  const auto slip = c.u.template tail<D - 1>();
  const Real size = slip.norm();
  if (c.lagged || size == 0) return Vec<D - 1>::Zero();
  return slip / size;
}

/// x.y, whose mean over the contacts is the parameter of the central path.
template <int D>
Real complementarity(const ContactState<D>& c) {
  if (c.frictionless()) return c.z[0] * c.y[0];
  return cone_reaction<D>(c.z, c.mu).dot(c.y);
}

/// A and b of the contact's rows.
template <int D>
struct ContactRows {
  Mat<D> A = Mat<D>::Identity();
  Vec<D> b = Vec<D>::Zero();
};

/// G'^-1.
template <int D>
Mat<D> inverse_slope(const ContactState<D>& c) {
  Mat<D> G_inverse = Mat<D>::Identity();
  G_inverse(0, 0) = c.mu;
  G_inverse.template topRightCorner<1, D - 1>() = -c.mu * slip_direction<D>(c).transpose();
  return G_inverse;
}

/// b alone, which is all that another target and a second order change.
template <int D>
Vec<D> right_hand_side(const ContactState<D>& c, Real target) {
  if (c.frictionless()) {
    Vec<D> b = Vec<D>::Zero();
    b[0] = target / c.z[0] - c.second[0] - c.u[0];
    return b;
  }
  const Vec<D> x = cone_reaction<D>(c.z, c.mu);
  return inverse_slope<D>(c) * (target * inverse<D>(x) - c.second - cone_velocity<D>(c.u, c.mu));
}

template <int D>
ContactRows<D> linearised(const ContactState<D>& c, Real target) {
  ContactRows<D> rows;
  rows.b = right_hand_side<D>(c, target);
  if (c.frictionless()) {
    // The tangential rows are dz_T = 0, and (V dz)_i has no part in them.
    rows.A(0, 0) = c.y[0] / c.z[0];
    return rows;
  }
  Mat<D> Q = scaling<D>(cone_reaction<D>(c.z, c.mu), c.y);
  Q.col(0) *= c.mu;
  rows.A = inverse_slope<D>(c) * Q;
  return rows;
}

/// dy for the change du of the velocity.
template <int D>
Vec<D> velocity_step(const ContactState<D>& c, Vec<D> du) {
  if (c.frictionless()) {
    Vec<D> dy = Vec<D>::Zero();
    dy[0] = du[0] - (c.y[0] - c.u[0]);
    return dy;
  }
  du[0] = du[0] / c.mu + slip_direction<D>(c).dot(du.template tail<D - 1>());
  return du - (c.y - cone_velocity<D>(c.u, c.mu));
}

/// What a step leaves of the product of the points, as a velocity: with the root T of the scaling,
/// x~ = T x = T^-1 y = y~, it is T times the quotient of dx~ o dy~ and x~.
template <int D>
Vec<D> second_order(const ContactState<D>& c, const Vec<D>& dz, const Vec<D>& dy) {
  if (c.frictionless()) return dz[0] * dy[0] / c.z[0] * Vec<D>::Unit(0);
  const Vec<D> x = cone_reaction<D>(c.z, c.mu), dx = cone_reaction<D>(dz, c.mu);
  const Scaling<D> scaled(x, c.y);
  const Mat<D> T = scaled.root();
  return T * quotient<D>(T * x, product<D>(T * dx, scaled.inverse_root() * dy));
}

/// The largest step with which reaction and velocity stay in their cones.
template <int D>
Real step_to_boundary(const ContactState<D>& c, const Vec<D>& dz, const Vec<D>& dy) {
  if (!c.frictionless())
    return std::min(step_to_boundary<D>(cone_reaction<D>(c.z, c.mu), cone_reaction<D>(dz, c.mu)),
                    step_to_boundary<D>(c.y, dy));
  const auto half_line = [](Real x, Real dx) { return dx < 0 ? -x / dx : tactus::kUnlimited; };
  return std::min(half_line(c.z[0], dz[0]), half_line(c.y[0], dy[0]));
}

/// Moves a reaction and a velocity inside of their cones, at least `distance` away from zero.
template <int D>
void move_inside(ContactState<D>& c, Real distance) {
  c.z[0] = std::max(c.z[0], distance);
  const Real slide = 0.9 * c.mu * c.z[0], size = c.z.template tail<D - 1>().norm();
  if (size > slide) c.z.template tail<D - 1>() *= slide / size;
}
template <int D>
void move_velocity_inside(ContactState<D>& c, Real distance) {
  c.y.setZero();
  if (c.frictionless()) {
    c.y[0] = std::max(c.u[0], distance);
    return;
  }
  c.y = cone_velocity<D>(c.u, c.mu);
  c.y[0] = std::max(c.y[0], 1.1 * c.y.template tail<D - 1>().norm() + distance / c.mu);
}

}  // namespace interior_point
