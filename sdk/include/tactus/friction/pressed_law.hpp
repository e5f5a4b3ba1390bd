/// \file friction/pressed_law.hpp  An implicit contact law whose friction does not depend on how strongly the
/// contact is pressed, only on whether it is.
///
///   pressed   U_N = 0,  R_N >= 0,  R_T from U_T by the law's own rule with a `strength` of the contact
///   open      U_N >= 0, R = 0
/// with U_N containing Newton's restitution. Friction may be just strong enough to lift the contact that it
/// needs: neither of the two then holds. The graph of the law is closed there,
///   lifting   U_N = 0,  R_N = 0,  R_T by the rule with some strength between 0 and that of the contact,
/// so that every contact with a definite W_ii has a reaction.
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
///
/// A contact can have two reactions: one that presses, and none, where its own friction pulls it in. It
/// stays what it was, so that solvers that ask it again and again do not lose what they have found.
template <int D, class Rule>
Vec<D> pressed_reaction(const Mat<D>& W, const Vec<D>& free, Real strength, bool was_pressed) {
  const PressedContact<D> contact(W, free);
  const auto friction = [&](Real share) {
    return Rule::reaction(contact.S, contact.b, share * strength);
  };
  const bool can_open = free[0] >= 0;  // without a reaction it does not approach
  if (can_open && !was_pressed) return Vec<D>::Zero();
  if (const auto R_T = friction(1); contact.normal(R_T) >= 0) return contact.with(R_T);
  if (can_open) return Vec<D>::Zero();
  // Without friction R_N is positive, with all of it negative: somewhere between it is zero.
  Real pressed = 0, lifted = 1;
  for (Real middle = 0.5; pressed < middle && middle < lifted; middle = (pressed + lifted) / 2)
    (contact.normal(friction(middle)) >= 0 ? pressed : lifted) = middle;
  return contact.with(friction(pressed));
}

/// m/s, how far a contact is from each of the three states.
struct Distances {
  Real open, pressed, lifting;
  /// Continuous in U and R, and zero where one of the states holds.
  Real least() const { return std::min({open, pressed, lifting}); }
  bool is_lifting() const { return lifting < std::min(open, pressed); }
};

template <int D, class Rule>
Distances pressed_distances(const Vec<D>& u, const Vec<D>& r, Real rho, Real strength) {
  const Vec<D - 1> u_t = u.template tail<D - 1>(), r_t = r.template tail<D - 1>();
  const auto misfit = [&](Real with) { return Rule::misfit(u_t, r_t, rho, with); };
  return {.open = std::hypot(std::min(Real(0), u[0]), r.norm() / rho),
          .pressed = std::hypot(u[0], std::min(Real(0), r[0]) / rho, misfit(strength)),
          .lifting = std::hypot(u[0], r[0] / rho, misfit(Rule::nearest(u_t, r_t, strength)))};
}

/// Solves the contacts of a batch. The reactions are exact to rounding.
template <int D, class Rule>
void solve_pressed(const LawBatch& batch, const Rule& rule) {
  const ReactionProblem& p = *batch.problem;
  for (std::size_t k = 0; k < batch.contacts.size(); ++k) {
    const Index i = batch.contacts[k];
    Vec<D> free = point<D>(batch.free, static_cast<Index>(k));
    free[0] += rebound(p, i);
    Eigen::Map<Vec<D>> R(batch.R.data() + i * D);
    R = pressed_reaction<D, Rule>(block<D>(p.delassus_diagonal, i), free, rule.strength(p, i),
                                  R[0] > 0);
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
      " acts on the area of contacts, and a contact has none, as at planes and between particles: "
      "give its \"area\"");
}

}  // namespace tactus::friction
