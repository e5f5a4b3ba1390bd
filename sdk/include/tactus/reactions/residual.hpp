/// \file reactions/residual.hpp  How far reactions are from solving U = B + W R with friction: what
/// every solver of reactions stops on.
///
/// With the natural residual f_i of each contact (reaction.hpp, m/s) the measure is
///   resv = |(f_1, ..., f_n)|_2 / |q|_2,   q_i = B_i + e_i min(0, U_old_N) n.
/// It does not change with the units of force, mass, length or time. Where q = 0 the denominator is 1:
/// the measure is then in m/s.
#pragma once

#include <cmath>

#include "../reaction.hpp"

namespace tactus {

/// |q|_2 in m/s, or 1 where it is zero.
Real incoming_speed(const ReactionProblem& problem);

/// e_i min(0, U_old_N): what restitution adds to the normal velocity of a contact (Solfec, 74).
inline Real rebound(const ReactionProblem& p, Index contact) {
  const auto i = static_cast<std::size_t>(contact);
  if (p.U_old.empty() || p.restitution.empty()) return 0;
  return p.restitution[i] * std::min(Real{0}, p.U_old[i * static_cast<std::size_t>(p.dim)]);
}

/// The natural residual of one contact, m/s. In the plane without roots of squares of one number.
template <int D>
Real contact_residual(const ReactionProblem& p, Index i, const Vec<D>& U, const Vec<D>& R) {
  if constexpr (D == 2) {
    const Real* W = p.delassus_diagonal.data() + 4 * i;
    const Real mu = p.friction[static_cast<std::size_t>(i)], rate = (W[0] + W[3]) / 2,
               rho = 1 / rate;
    const Real s_n = R[0] - rho * (U[0] + rebound(p, i) + mu * std::abs(U[1]));
    const Real s_t = R[1] - rho * U[1], st = std::abs(s_t);
    Real p_n = 0, p_t = 0;
    if (mu * st + s_n <= 0) {  // the polar cone
    } else if (st <= mu * s_n) {
      p_n = s_n, p_t = s_t;
    } else {
      p_n = (mu * st + s_n) / (1 + mu * mu), p_t = s_t > 0 ? mu * p_n : -mu * p_n;
    }
    return std::sqrt((R[0] - p_n) * (R[0] - p_n) + (R[1] - p_t) * (R[1] - p_t)) * rate;
  }
  Vec<D> u = U;
  u[0] += rebound(p, i);
  return natural_residual<D>(u, 0, R, p.friction[static_cast<std::size_t>(i)], 0,
                             D / block<D>(p.delassus_diagonal, i).trace());
}

struct ReactionResidual {
  Real largest = 0;  ///< m/s, of a contact
  Real squares = 0;  ///< m2/s2, sum over the contacts
  /// NaN stays.
  void add(const ReactionResidual& other) {
    if (!(other.largest <= largest) && !std::isnan(largest)) largest = other.largest;
    squares += other.squares;
  }
  void add(Real natural_residual) { add({natural_residual, natural_residual * natural_residual}); }
  /// resv, given incoming_speed().
  Real relative(Real speed) const { return std::sqrt(squares) / speed; }
};

/// U = B + W R.
void relative_velocities(const ReactionProblem& problem, View<Real> R, Out<Real> U,
                         Context& context);

/// Of reactions with their velocities. The same bits for any number of threads.
ReactionResidual residual_of(const ReactionProblem& problem, View<Real> U, View<Real> R,
                             Context& context);

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
