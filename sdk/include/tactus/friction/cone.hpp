/// \file friction/cone.hpp  The cone of Coulomb friction K = {|R_T| <= mu R_N} (Solfec, 78): the
/// nearest point, how it moves, and the rest m(S) = S - proj_K(S) of (86). Normal first.
///
/// As printed, (86) asks whether S is inside of the cone before it asks whether S is in the polar cone.
/// With mu = 0 the point S = (S_N < 0, S_T = 0) then counts as inside, and a contact pulls. Here the
/// polar cone is asked about first.
#pragma once

#include <algorithm>
#include <cmath>

#include "../types.hpp"

namespace tactus::friction {

/// The nearest point of the cone and its (generalised) derivative.
template <int D>
struct ConePoint {
  Vec<D> at = Vec<D>::Zero();
  Mat<D> slope = Mat<D>::Zero();
};

template <int D>
Vec<D> project_on_cone(const Vec<D>& s, Real mu) {
  const Real t = s.template tail<D - 1>().norm();
  Vec<D> p = Vec<D>::Zero();
  if (mu * t + s[0] <= 0) return p;
  if (t <= mu * s[0]) return s;
  p[0] = (mu * t + s[0]) / (1 + mu * mu);
  p.template tail<D - 1>() = mu * p[0] / t * s.template tail<D - 1>();
  return p;
}

template <int D>
ConePoint<D> project_on_cone_with_slope(const Vec<D>& s, Real mu) {
  using Tangent = Vec<D - 1>;
  ConePoint<D> p;
  const Tangent t = s.template tail<D - 1>();
  const Real size = t.norm(), shrink = 1 / (1 + mu * mu);
  if (mu * size + s[0] <= 0) return p;
  if (size <= mu * s[0]) {
    p.at = s, p.slope.setIdentity();
    return p;
  }
  const Tangent n = t / size;
  p.at[0] = (mu * size + s[0]) * shrink;
  p.at.template tail<D - 1>() = mu * p.at[0] * n;
  p.slope(0, 0) = shrink;
  p.slope.template block<1, D - 1>(0, 1) = mu * shrink * n.transpose();
  p.slope.template block<D - 1, 1>(1, 0) = mu * shrink * n;
  const Real turn = mu * p.at[0] / size;
  p.slope.template block<D - 1, D - 1>(1, 1) =
      turn * Mat<D - 1>::Identity() + (mu * mu * shrink - turn) * (n * n.transpose());
  return p;
}

/// m(S) of (86), n(S) <n(S), S>: what the projection takes away from S.
template <int D>
Vec<D> cone_rest(const Vec<D>& s, Real mu) {
  const Real t = s.template tail<D - 1>().norm();
  if (mu * t + s[0] <= 0) return s;
  if (t <= mu * s[0]) return Vec<D>::Zero();
  Vec<D> n;
  n[0] = -mu, n.template tail<D - 1>() = s.template tail<D - 1>() / t;
  n /= std::sqrt(1 + mu * mu);
  return n.dot(s) * n;
}

/// The disc D(mu R_N) of (77): the tangential part is shortened, the normal one cut off at zero.
template <int D>
Vec<D> clipped(Vec<D> r, Real mu) {
  r[0] = std::max(r[0], Real(0));
  const Real bound = mu * r[0], size = r.template tail<D - 1>().norm();
  if (size > bound) r.template tail<D - 1>() *= bound / size;
  return r;
}

}  // namespace tactus::friction
