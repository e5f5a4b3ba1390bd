/// \file friction/steps.hpp  One projection step of a contact, in the two forms of the sources. Both stand
/// still at solutions of the law, and there alone. Normal first; `u` is Ubar.
#pragma once

#include "local_contact.hpp"

namespace tactus::friction {

/// (76)-(77): half-line, then the disc of radius mu R_N with the new R_N.
template <int D>
Vec<D> disc_step(const Vec<D>& u, const Vec<D>& r, Real mu, Real rho) {
  return clipped<D>(r - rho * u, mu);
}

/// (80): the cone, with mu |U_T| added to the normal velocity.
template <int D>
Vec<D> cone_step(Vec<D> u, const Vec<D>& r, Real mu, Real rho) {
  u[0] += mu * u.template tail<D - 1>().norm();
  return project_on_cone<D>(r - rho * u, mu);
}

/// (76), then (77) with the velocity that the new R_N leaves, and a step length for each of them:
/// rho_N = 1/W_NN and rho_T = 1/(largest eigenvalue of W_TT).
template <int D>
class SplitSteps {
 public:
  explicit SplitSteps(const LocalContact<D>& c)
      : c_(c), rho_n_(length(c, c.W(0, 0))), rho_t_(length(c, largest_tangential<D>(c.W))) {}
  Vec<D> operator()(Vec<D> r) const {
    r[0] = std::max(Real(0), r[0] - rho_n_ * (c_.b[0] + c_.W.row(0).dot(r)));
    r.template tail<D - 1>() -= rho_t_ * c_.velocity(r).template tail<D - 1>();
    return clipped<D>(r, c_.mu);
  }
  Real rho_n() const { return rho_n_; }  ///< kg
  Real rho_t() const { return rho_t_; }  ///< kg

 private:
  /// 1/w. A direction in which the bodies cannot move has no step length of its own, and bodies that
  /// cannot move at all have none.
  static Real length(const LocalContact<D>& c, Real w) {
    constexpr Real kLeast = 1e-12;
    return c.movable() ? 1 / std::max(w, kLeast * c.W.trace()) : 1;
  }
  const LocalContact<D>& c_;
  Real rho_n_, rho_t_;
};

}  // namespace tactus::friction
