/// \file central_path.hpp  A primal-dual interior point for the reactions of all contacts: Newton
/// steps that follow the central path x_i o y_i = tau e of all contacts to tau = 0.
///
/// The contacts' conditions are in contact_conditions.hpp for Coulomb's law, and in disc_conditions.hpp
/// for friction up to a bound. Each contact is scaled by the root of its own block,
/// s_i = sqrt(trace W_ii / dim): z = s R, u = U/s, V = W/(s s), so that masses and lengths of any
/// size look alike. A step costs one factorisation of V plus a block diagonal, on the pattern of W.
/// No inner problem, no line search: the step length is 0.98 of the way to the nearest surface of a
/// cone.
///
/// Cones alone: a predictor-corrector (Mehrotra). The affine step, whose target is 0, gives the
/// centring parameter and the second-order correction. With discs, and where no other method takes
/// over from the path, the centring parameter follows from the last step length.
/// Where steps stay short the matrix is changed to the one with the direction of slip lagged.
#pragma once

#include <tactus/reactions/block_factor.hpp>
#include <tactus/reactions/reaction_search.hpp>

#include "disc_conditions.hpp"

namespace interior_point {
using tactus::Context;
using tactus::Out;
using tactus::ReactionPoint;
using tactus::ReactionProblem;
using tactus::ReactionSearch;
using tactus::View;

/// The friction of a contact that is not Coulomb's: up to a bound, while the contact is closed.
struct FrictionDisc {
  Real bound = -1;  ///< N s; below 0: the contact has Coulomb's law
  /// m/s, friction fades while the contact opens with once to twice this; 0: it does not fade
  Real fading_speed = 0;
  Real share = 1;  ///< of the friction at the start
};

class CentralPath {
 public:
  struct Limits {
    Index iterations = 100;
    Real until = 0;       ///< m/s, norm of the natural residuals at which another method goes on
    bool lagged = false;  ///< the direction of slip is left out of the matrix from the start
    View<FrictionDisc> discs{};  ///< [contacts]; empty: all contacts have Coulomb's law
  };

  /// Scales the problem. @pre the factor has been analysed for W
  void prepare(const ReactionProblem& problem, tactus::BlockFactor& factor);

  /// Follows the path from a point inside of the cones that is close to x. What was found is in the
  /// search; x is the last point.
  void improve(ReactionPoint& x, const Limits& limits, ReactionSearch& search);

  Index iterations() const { return iterations_; }  ///< since construction

 private:
  template <int D>
  void scale(const ReactionProblem& p);
  template <int D>
  void follow(ReactionPoint& x, const Limits& limits, ReactionSearch& search);
  bool ends_here(Real length, bool in_a_row, int& short_steps);
  template <int D>
  void start(View<Real> R, Context& context);
  template <int D>
  void assemble(Context& context);
  template <int D>
  bool factorise(ReactionSearch& search);
  template <int D>
  void correct(Real tau, Real length);
  template <int D>
  bool solve(ReactionSearch& search);
  template <int D>
  Real step_length(Context& context);
  template <int D>
  void advance(Real length);
  template <int D>
  Real mean_complementarity() const;
  template <int D>
  void hand_out(ReactionPoint& x) const;
  template <int D>
  void times_V(View<Real> a, Out<Real> out, Context& context) const;
  template <int D>
  ContactState<D> cone(Index contact) const;
  template <int D>
  DiscState<D> disc(Index contact) const;
  bool has_disc(Index contact) const;
  template <int D>
  Real step_of_disc(Index contact);

  const ReactionProblem* problem_ = nullptr;
  tactus::BlockFactor* factor_ = nullptr;
  bool lagged_ = false;
  View<FrictionDisc> discs_{};
  std::vector<Fading> fading_, fading_step_;    ///< of discs
  Real target_ = 0;                             ///< of the step at hand
  Real size_ = 0;                               ///< |q|/sqrt(contacts), scaled
  std::vector<Real> scale_, V_, q_;             ///< of the scaled problem
  std::vector<Real> z_, u_, y_, dz_, du_, dy_;  ///< [contacts * dim]
  std::vector<Real> matrix_, rhs_, rest_;
  std::vector<Real> second_;  ///< [contacts * dim] second_order() of the first step
  std::vector<std::uint8_t> none_left_out_;
  Index iterations_ = 0;
};

}  // namespace interior_point
