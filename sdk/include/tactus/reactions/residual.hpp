/// \file reactions/residual.hpp  How far reactions are from solving U = B + W R with friction: what
/// every solver of reactions stops on.
///
/// With the natural residual f_i of each contact (reaction.hpp, m/s) the measure is
///   resv = |(f_1, ..., f_n)|_2 / |q|_2,   q_i = B_i + (e_i min(0, U_old_N) - gap_speed_i) n.
/// It does not change with the units of force, mass, length or time. Where q = 0 the denominator is 1:
/// the measure is then in m/s. For a law that is not Coulomb's f_i is what ContactLaw::residual() says.
#pragma once

#include <cmath>

#include "../contact_law.hpp"

namespace tactus {

/// |q|_2 in m/s, or 1 where it is zero.
Real incoming_speed(const ReactionProblem& problem);

/// e_i min(0, U_old_N): what restitution adds to the normal velocity of a contact (Solfec, 74).
inline Real rebound(const ReactionProblem& p, Index contact) {
  const auto i = static_cast<std::size_t>(contact);
  if (p.U_old.empty() || p.restitution.empty()) return 0;
  return p.restitution[i] * std::min(Real{0}, p.U_old[i * static_cast<std::size_t>(p.dim)]);
}

/// The square of the natural residual of one contact for Coulomb's law, m2/s2, given its U and R. In the plane R is
/// scaled to a velocity first: the cone is the same for both, and no division or root is needed.
template <int D>
Real squared_residual(const ReactionProblem& p, Index i, const Real* U, const Real* R) {
  if constexpr (D == 2) {
    const Real* W = p.delassus_diagonal.data() + 4 * i;
    const Real mu = p.friction[static_cast<std::size_t>(i)], rate = (W[0] + W[3]) / 2;
    const Real r_n = rate * R[0], r_t = rate * R[1];
    const Real s_n = r_n - (U[0] + rebound(p, i) + mu * std::abs(U[1]));
    const Real s_t = r_t - U[1], st = std::abs(s_t);
    Real p_n = 0, p_t = 0;
    if (mu * st + s_n <= 0) {  // the polar cone
    } else if (st <= mu * s_n) {
      p_n = s_n, p_t = s_t;
    } else {
      p_n = (mu * st + s_n) / (1 + mu * mu), p_t = std::copysign(mu * p_n, s_t);
    }
    return (r_n - p_n) * (r_n - p_n) + (r_t - p_t) * (r_t - p_t);
  }
  Vec<D> u = Eigen::Map<const Vec<D>>(U);
  u[0] += rebound(p, i);
  const Real f = natural_residual<D>(u, 0, Eigen::Map<const Vec<D>>(R),
                                     p.friction[static_cast<std::size_t>(i)], 0,
                                     D / block<D>(p.delassus_diagonal, i).trace());
  return f * f;
}

struct ReactionResidual {
  Real largest_square = 0;  ///< m2/s2, of a contact
  Real squares = 0;         ///< m2/s2, sum over the contacts
  /// NaN stays.
  void add(const ReactionResidual& other) {
    if (!(other.largest_square <= largest_square) && !std::isnan(largest_square))
      largest_square = other.largest_square;
    squares += other.squares;
  }
  void add(Real square) { add({square, square}); }
  Real largest() const { return std::sqrt(largest_square); }  ///< m/s, of a contact
  /// resv, given incoming_speed().
  Real relative(Real speed) const { return std::sqrt(squares) / speed; }
};

/// U = B + W R.
void relative_velocities(const ReactionProblem& problem, View<Real> R, Out<Real> U,
                         Context& context);

/// Writes for each law of the table whether it is Coulomb's (capability::coulomb): 1 or 0.
void find_coulomb(View<const ContactLaw*> laws, Out<std::uint8_t> is_coulomb);

/// Of reactions with their velocities. The same bits for any number of threads. Coulomb's laws are
/// evaluated in place; other laws are asked, one call for all of their contacts in a task of a thread.
/// @param laws  the table of ReactionProblem::law; empty: Coulomb's law everywhere
ReactionResidual residual_of(const ReactionProblem& problem, View<const ContactLaw*> laws,
                             View<Real> U, View<Real> R, Context& context);

/// The natural residual of each contact, and what residual_of() says of all. @param residual  [contacts] m/s
ReactionResidual residuals_of(const ReactionProblem& problem, View<const ContactLaw*> laws,
                              View<Real> U, View<Real> R, Out<Real> residual, Context& context);

/// What a solver needs of the blocks W_ii.
enum class Blocks : std::uint8_t {
  any,       ///< nothing (explicit laws, which do not ask how a contact answers)
  definite,  ///< a positive definite symmetric part
};

/// Whether every contact has finite data, friction >= 0, a law of the table and a block W_ii that can
/// be used. The failure names the contact and what is wrong with it.
Outcome check_contacts(const ReactionProblem& problem, std::size_t laws,
                       Blocks blocks = Blocks::definite);

}  // namespace tactus
