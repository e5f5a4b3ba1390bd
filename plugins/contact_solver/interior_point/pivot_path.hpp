/// \file pivot_path.hpp  Pivots for contacts with Coulomb's law in the plane: the solution of a problem
/// that is known is followed to that of the problem at hand.
///
/// In the plane a contact is open, sticks, or slides to one of two sides, and in each of these pieces its
/// conditions are linear. With velocities that come in along a line,
///   q(t) = q_0 + t (q - q_0),
/// reactions are then linear in t as well, up to the t at which a contact leaves its piece: R_N, U_N, U_T or
/// the distance mu R_N -+ R_T to the surface of its cone becomes zero. There one contact changes its piece
/// (a pivot), and the path goes on, forwards or backwards in t, to the side on which the new piece holds.
/// Where Newton's method and interior points stall because the path folds, pivots follow it around the
/// fold.
///
/// From q_0 with which all contacts open, this is Lemke's method, and it ends at a solution whenever
/// velocities of the bodies exist that lie inside of all dual cones, U_N > mu |U_T|, as long as no two contacts
/// leave their pieces at once. From q_0 for which given reactions are the solution, it is often shorter and
/// may lead nowhere.
///
/// W + eps D is taken in place of W, with D_ii = (trace W_ii / 2) I and the given reactions as the centre, as in
/// reactions/proximal_newton.hpp: every set of pieces has its matrix then. Newton's method takes the rest.
///
/// Sources: C. E. Lemke, Management Science 11 (1965); A. Klarbring and J.-S. Pang, SIAM J. Optim. 8 (1998);
/// M. Anitescu and F. A. Potra, Nonlinear Dynamics 14 (1997).
#pragma once

#include <tactus/reactions/block_factor.hpp>
#include <tactus/reactions/reaction_search.hpp>

namespace interior_point {
using tactus::Context;
using tactus::Index;
using tactus::Out;
using tactus::ReactionPoint;
using tactus::ReactionProblem;
using tactus::ReactionSearch;
using tactus::Real;
using tactus::View;

class PivotPath {
 public:
  enum class From : std::uint8_t {
    reactions,  ///< those of the point, cut to their cones
    nothing     ///< all contacts open
  };
  struct Limits {
    Index pivots = 0;
    Real eps = 1e-6;
  };

  /// @pre the problem is in the plane, all its laws are Coulomb's, the factor has been analysed for W
  void prepare(const ReactionProblem& problem, tactus::BlockFactor& factor);

  /// Follows the path from x to the end, and leaves what is there in x and in the search.
  /// @returns false if the path does not come to its end, or not within the limits: x is as it was
  bool follow(ReactionPoint& x, From from, const Limits& limits, ReactionSearch& search);

  Index pivots() const { return pivots_; }  ///< since construction

 private:
  enum class Piece : std::uint8_t { open, sticks, slides_up, slides_down };  ///< R_T <= 0 slides up
  using Plane = tactus::Vec<2>;
  /// Numbers that change linearly along the path: at t = 0, and their change to t = 1.
  struct Line {
    Real at = 0, by = 0;
    Real operator()(Real t) const { return at + t * by; }
  };
  /// A condition of a contact's piece that holds as long as its value is not negative.
  struct Condition {
    Index contact = tactus::kNone;
    int number = 0;
  };
  struct Event {
    Condition condition;
    Real way = tactus::kUnlimited;  ///< in t, up to the change
  };

  void begin_at(View<Real> R);
  void begin_open();
  void set_centre(View<Real> R, Real eps);
  bool solve_pieces(ReactionSearch& search);
  bool solve(Out<Real> x, Context& context);
  void assemble();
  void fill_rhs(View<Real> q, Out<Real> rhs) const;
  void find_velocities(View<Real> R, View<Real> q, Out<Real> U) const;
  Plane row_times(View<Real> value, View<Real> x, Index contact) const;
  int conditions(Index contact) const;
  Line value(Condition c) const;
  Event next_event(Real t, Real direction, const Condition& entered) const;
  Condition change_piece(const Event& event, Real t);
  Real weight(Index contact) const;

  const ReactionProblem* problem_ = nullptr;
  tactus::BlockFactor* factor_ = nullptr;
  Real size_ = 0;            ///< m/s, of a contact's velocities that come in
  std::vector<Real> W_, q_;  ///< with the proximal term
  std::vector<Real> q_0_, q_by_, R_0_, R_by_, U_0_, U_by_, matrix_, rest_, rhs_;
  std::vector<Piece> piece_;
  std::vector<std::uint8_t> open_;
  Index pivots_ = 0;
};

}  // namespace interior_point
