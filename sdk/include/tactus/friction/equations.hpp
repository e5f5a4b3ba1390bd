/// \file friction/equations.hpp  Signorini's and Coulomb's law as an equation C(U, R) = 0 that Newton's
/// method can work with, in m/s, in two forms: projection on half-line and disc, projection on the cone.
/// `u` is Ubar, with the term of restitution in its normal component. Normal first.
#pragma once

#include "cone.hpp"

namespace tactus::friction {

/// C(U, R) and a generalised derivative.
template <int D>
struct Equation {
  Vec<D> C = Vec<D>::Zero();
  Mat<D> by_U = Mat<D>::Zero(), by_R = Mat<D>::Zero();
};

/// (76) and (77) as an equation, with a step length for each of them:
///   C_N = (R_N - max(0, d_N))/rho_N,                        d_N = R_N - rho_N Ubar_N
///   C_T = (R_T - mu max(0, d_N) d_T/max(mu d_N, |d_T|))/rho_T,  d_T = R_T - rho_T U_T
/// With rho_N = rho_T = rho this is (81), whose tangential rows are divided by rho max(mu d_N, |d_T|).
/// Undivided, they vanish with their derivative where d_N <= 0 and d_T = 0: a contact that opens would
/// meet a singular matrix. The open branch, C = R/rho, is therefore taken first.
struct DiscEquation {
  Real rho_n = 0, rho_t = 0;  ///< kg

  template <int D>
  Equation<D> at(const Vec<D>& u, const Vec<D>& r, Real mu) const {
    using Tangent = Vec<D - 1>;
    Equation<D> e;
    const Real d_n = r[0] - rho_n * u[0];
    auto C_t = e.C.template tail<D - 1>();
    auto R_tt = e.by_R.template block<D - 1, D - 1>(1, 1);
    auto U_tt = e.by_U.template block<D - 1, D - 1>(1, 1);
    if (d_n <= 0) {
      e.C[0] = r[0] / rho_n, C_t = r.template tail<D - 1>() / rho_t;
      e.by_R(0, 0) = 1 / rho_n, R_tt = Mat<D - 1>::Identity() / rho_t;
      return e;
    }
    e.C[0] = u[0], e.by_U(0, 0) = 1;
    const Tangent d_t = r.template tail<D - 1>() - rho_t * u.template tail<D - 1>();
    const Real size = d_t.norm();
    if (size <= mu * d_n) {
      C_t = u.template tail<D - 1>(), U_tt.setIdentity();
      return e;
    }
    const Tangent n = d_t / size;
    const Real turn = mu * d_n / size;
    C_t = (r.template tail<D - 1>() - mu * d_n * n) / rho_t;
    e.by_R.template block<D - 1, 1>(1, 0) = -mu / rho_t * n;
    e.by_U.template block<D - 1, 1>(1, 0) = mu * rho_n / rho_t * n;
    U_tt = turn * (Mat<D - 1>::Identity() - n * n.transpose());
    R_tt = (Mat<D - 1>::Identity() - U_tt) / rho_t;
    return e;
  }
};

/// (87) in the units that it needs, C = F + m(R - rho F)/rho with F = Ubar + mu |U_T| n and m of (86):
/// this is (R - proj_K(R - rho F))/rho, so that (80) is the same equation. As printed, with rho = 1, it
/// adds velocities to impulses.
struct ConeEquation {
  Real rho = 0;  ///< kg

  template <int D>
  Equation<D> at(const Vec<D>& u, const Vec<D>& r, Real mu) const {
    Equation<D> e;
    const Real slip = u.template tail<D - 1>().norm();
    Vec<D> f = u;
    f[0] += mu * slip;
    const ConePoint<D> p = project_on_cone_with_slope<D>(r - rho * f, mu);
    e.C = (r - p.at) / rho;
    e.by_R = (Mat<D>::Identity() - p.slope) / rho;
    e.by_U = p.slope;
    if (slip > 0)
      e.by_U.template rightCols<D - 1>() +=
          p.slope.col(0) * (mu / slip * u.template tail<D - 1>().transpose());
    return e;
  }
};

}  // namespace tactus::friction
