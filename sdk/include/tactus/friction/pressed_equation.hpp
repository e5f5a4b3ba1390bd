/// \file friction/pressed_equation.hpp  The laws of pressed_law.hpp as equations, for Newton's method: that of the
/// state which is nearest, with its derivatives.
#pragma once

#include "pressed_law.hpp"

namespace tactus::friction {

/// `Rule` has beside what pressed_law.hpp asks for
///   static TangentialEquation<Vec> equation(u, r, rho, strength)   of a closed contact
///   static TangentialShare<Vec> share(u, r, strength)              that of `nearest`, without its limits
///   static Vec slow_slope(s, rho, strength)                        derivative of `slowly` by s = r - rho u
///   static bool sticks(u, r, rho, strength)                        friction is not known from u

/// C = 0 of the rule in m/s, and its derivatives.
template <class Tangent>
struct TangentialEquation {
  using Matrix = Eigen::Matrix<Real, Tangent::RowsAtCompileTime, Tangent::RowsAtCompileTime>;
  Tangent C;
  Matrix by_U, by_R;
};

/// The share of friction with which U_T and R_T fit, and its derivatives.
template <class Tangent>
struct TangentialShare {
  Real value;
  Tangent by_U, by_R;
};

/// An equation of a contact in m/s and its derivatives.
template <int D>
struct PressedEquation {
  Vec<D> C = Vec<D>::Zero();
  Mat<D> by_U = Mat<D>::Zero(), by_R = Mat<D>::Zero();
};

/// U_N = 0, or R_N = 0 where that is not pressed, and the rule.
template <class Rule, int D>
PressedEquation<D> closed_equation(const Vec<D>& u, const Vec<D>& r, Real rho, Real strength) {
  PressedEquation<D> e;
  e.C[0] = u[0], e.by_U(0, 0) = 1;
  if (r[0] <= rho * u[0]) e.C[0] = r[0] / rho, e.by_U(0, 0) = 0, e.by_R(0, 0) = 1 / rho;
  const TangentialEquation<Vec<D - 1>> rule = Rule::equation(
      Vec<D - 1>(u.template tail<D - 1>()), Vec<D - 1>(r.template tail<D - 1>()), rho, strength);
  e.C.template tail<D - 1>() = rule.C;
  e.by_U.template bottomRightCorner<D - 1, D - 1>() = rule.by_U;
  e.by_R.template bottomRightCorner<D - 1, D - 1>() = rule.by_R;
  return e;
}

/// U_N = (2 - f) c with the share f of friction, R_N = 0, and in space R_T along U_T.
template <class Rule, int D>
PressedEquation<D> lifting_equation(const Vec<D>& u, const Vec<D>& r, Real rho, Real strength) {
  using Tangent = Vec<D - 1>;
  PressedEquation<D> e;
  const Tangent u_t = u.template tail<D - 1>(), r_t = r.template tail<D - 1>();
  const Real slow = slowly<Rule>(u_t, r_t, rho, strength);
  const TangentialShare<Tangent> f = Rule::share(u_t, r_t, strength);
  const Tangent falls = (2 - f.value) * Rule::slow_slope(Tangent(r_t - rho * u_t), rho, strength);
  e.C[0] = u[0] - (2 - f.value) * slow;
  e.by_U(0, 0) = 1;
  e.by_U.template block<1, D - 1>(0, 1) = (slow * f.by_U + rho * falls).transpose();
  e.by_R.template block<1, D - 1>(0, 1) = (slow * f.by_R - falls).transpose();
  e.C[1] = r[0] / rho, e.by_R(1, 0) = 1 / rho;
  if constexpr (D == 3) {
    const Real speed = u_t.norm();
    const Tangent t = u_t / speed;
    const Real across = t[0] * r_t[1] - t[1] * r_t[0];
    e.C[2] = across / rho;
    e.by_U.template block<1, 2>(2, 1) =
        (Vec<2>(r_t[1], -r_t[0]) - across * t).transpose() / (speed * rho);
    e.by_R.template block<1, 2>(2, 1) = Vec<2>(-t[1], t[0]).transpose() / rho;
  }
  return e;
}

/// The equation of the state that is nearest. It holds only where the state does: one that opens too fast for
/// a closed contact, or too slowly for an open one, lifts.
template <class Rule, int D>
PressedEquation<D> nearest_equation(const Vec<D>& u, const Vec<D>& r, Real rho, Real strength) {
  const Vec<D - 1> u_t = u.template tail<D - 1>(), r_t = r.template tail<D - 1>();
  const Real slow = slowly<Rule>(u_t, r_t, rho, strength);
  const auto away = pressed_distances<D, Rule>(u, r, rho, strength);
  const bool pressed = r[0] > rho * u[0], opens = !pressed && away.open < away.closed;
  // Without a share of friction lifting is as far as open, and rounding would decide.
  const bool near =
      away.lifting < std::min(away.open, away.closed) && Rule::nearest(u_t, r_t, strength) > 0;
  const bool lifts = strength > 0 && u_t.norm() > 0 &&
                     (near || (!pressed && (opens ? u[0] < 2 * slow : u[0] > slow)));
  if (lifts) {
    const Real with = fading(u[0], slow) * strength;
    return Rule::sticks(u_t, r_t, rho, with) ? closed_equation<Rule, D>(u, r, rho, with)
                                             : lifting_equation<Rule, D>(u, r, rho, strength);
  }
  if (opens) return {.C = r / rho, .by_U = Mat<D>::Zero(), .by_R = Mat<D>::Identity() / rho};
  return closed_equation<Rule, D>(u, r, rho, strength);
}

/// What ContactLaw::linearise() gives for the contacts of a law.
template <int D, class Rule>
void linearise_pressed(const LawLinearisation& at, const Rule& rule) {
  using RowMajor = Eigen::Matrix<Real, D, D, Eigen::RowMajor>;
  const ReactionProblem& p = *at.problem;
  for (std::size_t k = 0; k < at.contacts.size(); ++k) {
    const Index i = at.contacts[k];
    Vec<D> u = point<D>(at.U, i);
    u[0] += rebound(p, i);
    const PressedEquation<D> e = nearest_equation<Rule, D>(
        u, point<D>(at.R, i), D / block<D>(p.delassus_diagonal, i).trace(), rule.strength(p, i));
    const auto n = static_cast<Index>(k);
    Eigen::Map<Vec<D>>(at.C + n * D) = e.C;
    if (at.dC_dU) Eigen::Map<RowMajor>(at.dC_dU + n * D * D) = e.by_U;
    if (at.dC_dR) Eigen::Map<RowMajor>(at.dC_dR + n * D * D) = e.by_R;
  }
}

}  // namespace tactus::friction
