/// \file friction/pressed_law.hpp  An implicit contact law whose friction does not depend on how strongly the
/// contact is pressed, only on whether it is closed.
///
///   closed    U_N = 0,  R_N >= 0  or  0 <= U_N <= c,  R_N = 0:  R_T from U_T by the law's rule and `strength`
///   lifting   U_N = (2 - f) c,  R_N = 0,  R_T by the rule with f times the strength, 0 <= f <= 1
///   open      U_N >= 2 c,  R = 0
/// with U_N containing Newton's restitution, and c a hundredth of the speed that friction takes from the
/// contact in the step, which is smaller the smaller the step is.
///
/// Friction must fade while a contact opens, because it may be just strong enough to lift the contact that it
/// needs, so that neither open nor closed holds. It must not fade at U_N = R_N = 0: where more nodes touch than
/// carry, most of them are there, and their friction would be anything.
#pragma once

#include <algorithm>
#include <cmath>

#include "../contact_law.hpp"
#include "../reactions/residual.hpp"
#include "touching.hpp"

namespace tactus::friction {

/// A contact that stays closed: U_T = b + S R_T and R_N = n + m . R_T.
template <int D>
struct PressedContact {
  PressedContact(const Mat<D>& W, const Vec<D>& free) {
    const auto W_TN = W.template block<D - 1, 1>(1, 0);
    m = -W.template block<1, D - 1>(0, 1).transpose() / W(0, 0);
    n = -free[0] / W(0, 0);
    S = W.template block<D - 1, D - 1>(1, 1) + W_TN * m.transpose();
    b = free.template tail<D - 1>() + W_TN * n;
  }
  Real normal(const Vec<D - 1>& R_T) const { return n + m.dot(R_T); }
  Vec<D> with(const Vec<D - 1>& R_T) const {
    Vec<D> R;
    R << std::max(Real(0), normal(R_T)), R_T;
    return R;
  }

  Mat<D - 1> S;
  Vec<D - 1> b, m;
  Real n = 0;
};

/// `Rule` has, for vectors of one or two tangential components,
///   static Vec reaction(S, b, strength)              R_T that the rule gives with U_T = b + S R_T
///   static Real misfit(u, r, rho, strength)          m/s, how far U_T and R_T are from the rule
///   static Real nearest(u, r, strength)              that of 0 to `strength` with which they fit best
/// and an object of it
///   Real strength(const ReactionProblem&, Index)     of a contact

inline constexpr Real kSlowly = 0.01;  ///< of what friction changes U_T by

/// m/s, a contact is closed while it opens no faster.
template <class Rule, class Tangent>
Real slowly(const Tangent& u, const Tangent& r, Real rho, Real strength) {
  using Matrix = Eigen::Matrix<Real, Tangent::RowsAtCompileTime, Tangent::RowsAtCompileTime>;
  const Tangent without = u - r / rho;
  return kSlowly / rho * Rule::reaction(Matrix(Matrix::Identity() / rho), without, strength).norm();
}

/// The share of friction that a contact has which opens with U_N.
inline Real fading(Real U_N, Real slow) {
  return slow > 0 ? std::clamp(2 - U_N / slow, Real(0), Real(1)) : Real(U_N <= 0);
}

/// A contact can have two reactions: a closed one, and none, where its own friction pulls it in. It
/// stays what it was, so that solvers that ask it again and again do not lose what they have found.
template <int D, class Rule>
Vec<D> pressed_reaction(const Mat<D>& W, const Vec<D>& free, Real strength, bool was_closed) {
  using Tangent = Vec<D - 1>;
  const Real rho = D / W.trace();
  const Tangent free_T = free.template tail<D - 1>();
  const Mat<D - 1> W_TT = W.template block<D - 1, D - 1>(1, 1);
  const bool can_open =
      free[0] >= 2 * slowly<Rule>(free_T, Tangent(Tangent::Zero()), rho, strength);
  if (can_open && !was_closed) return Vec<D>::Zero();
  const PressedContact<D> contact(W, free);
  if (const Tangent R_T = Rule::reaction(contact.S, contact.b, strength); contact.normal(R_T) >= 0)
    return contact.with(R_T);
  Vec<D> R = Vec<D>::Zero();
  const auto opens_too_fast = [&](Real share) {  // with this share of the friction, which R becomes
    const Tangent R_T = Rule::reaction(W_TT, free_T, share * strength);
    R.template tail<D - 1>() = R_T;
    const Vec<D> U = free + W * R;
    const Tangent U_T = U.template tail<D - 1>();
    return U[0] > (2 - share) * slowly<Rule>(U_T, R_T, rho, strength);
  };
  if (!opens_too_fast(1)) return R;
  if (can_open) return Vec<D>::Zero();
  Real held = 0, lifted = 1;
  for (int k = 0; k < 60; ++k) {
    const Real middle = (held + lifted) / 2;
    (opens_too_fast(middle) ? lifted : held) = middle;
  }
  opens_too_fast(held);
  return R;
}

/// m/s, how far a contact is from each of the three states.
struct Distances {
  Real open, closed, lifting;
  /// Continuous in U and R, and zero where one of the states holds.
  Real least() const { return std::min({open, closed, lifting}); }
};

template <int D, class Rule>
Distances pressed_distances(const Vec<D>& u, const Vec<D>& r, Real rho, Real strength) {
  const Vec<D - 1> u_t = u.template tail<D - 1>(), r_t = r.template tail<D - 1>();
  const Real slow = slowly<Rule>(u_t, r_t, rho, strength), push = r[0] / rho;
  const auto misfit = [&](Real with) { return Rule::misfit(u_t, r_t, rho, with); };
  const Real pressed = std::hypot(u[0], std::min(Real(0), push)),
             unpressed = std::hypot(u[0] - std::clamp(u[0], Real(0), slow), push);
  // The share of friction that suits U_N, and the U_N that suits the friction.
  const Real opens = std::clamp(u[0], slow, 2 * slow), part = Rule::nearest(u_t, r_t, strength),
             suits = strength > 0 ? (2 - part / strength) * slow : slow;
  const Real by_U = std::hypot(u[0] - opens, misfit(fading(u[0], slow) * strength)),
             by_R = std::hypot(u[0] - suits, misfit(part));
  return {.open = std::hypot(std::min(Real(0), u[0] - 2 * slow), r.norm() / rho),
          .closed = std::hypot(std::min(pressed, unpressed), misfit(strength)),
          .lifting = std::hypot(std::min(by_U, by_R), push)};
}

/// Solves the contacts of a batch. The reactions are exact to rounding, or as they were where they solve the contact
/// to the tolerance. A contact can have more than one state, as between closed and open one that lifts: such a
/// reaction stays where another state is far away, or a sweep would lose what a method for all contacts has found.
template <int D, class Rule>
void solve_pressed(const LawBatch& batch, const Rule& rule) {
  constexpr Real kFar = 1e3;  // times the tolerance
  const ReactionProblem& p = *batch.problem;
  for (std::size_t k = 0; k < batch.contacts.size(); ++k) {
    const Index i = batch.contacts[k];
    Vec<D> free = point<D>(batch.free, static_cast<Index>(k));
    const Real enough = batch.tolerance * free.norm();
    free[0] += rebound(p, i);
    const Mat<D> W = block<D>(p.delassus_diagonal, i);
    const Real rho = D / W.trace(), strength = rule.strength(p, i);
    Eigen::Map<Vec<D>> R(batch.R.data() + i * D);
    const Vec<D> before = R, after = pressed_reaction<D, Rule>(W, free, strength, !R.isZero(0));
    const bool far = (after - before).norm() > kFar * rho * enough;
    const auto off = [&] {
      return pressed_distances<D, Rule>(Vec<D>(free + W * before), before, rho, strength).least();
    };
    if (!far || !(off() <= enough)) R = after;
  }
}

template <int D, class Rule>
void residual_pressed(const LawResidual& at, const Rule& rule) {
  const ReactionProblem& p = *at.problem;
  for (std::size_t k = 0; k < at.contacts.size(); ++k) {
    const Index i = at.contacts[k];
    Vec<D> u = point<D>(at.U, i);
    u[0] += rebound(p, i);
    at.residual[k] =
        pressed_distances<D, Rule>(
            u, point<D>(at.R, i), D / block<D>(p.delassus_diagonal, i).trace(), rule.strength(p, i))
            .least();
  }
}

/// m2, the share of the surface that a contact stands for, or `given` where that is not zero.
/// @throws PreconditionError in problems that are not those of a step, ConfigError where a contact has no area
inline Real area_of(const ReactionProblem& p, Index contact, Real given, std::string_view law) {
  const auto who = [&] { return "the contact law " + std::string(law); };
  if (!(p.dt > 0))
    throw PreconditionError(who() +
                            " needs the time step, which a stand-alone problem does not have");
  if (given > 0) return given;
  const auto i = static_cast<std::size_t>(contact);
  if (!p.area.empty() && p.area[i] > 0) return p.area[i];
  throw ConfigError(
      who() +
      " acts on the area of contacts, and a contact has none, as between particles: give its "
      "\"area\"");
}

}  // namespace tactus::friction
