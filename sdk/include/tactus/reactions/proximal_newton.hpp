/// \file reactions/proximal_newton.hpp  Newton's method for the reactions of all contacts, each
/// problem made regular by a proximal term.
///
/// The laws give C(U, R) = 0 (contact_law.hpp), and U = B + W R. Where more contacts hold a body than
/// necessary, W is singular on the contacts that stick, and Newton's method for C = 0 stalls or
/// wanders. The proximal point method solves a sequence of regular problems instead: with a centre
/// R_c that stands still, R solves
///   C(B + W R + eps D (R - R_c), R) = 0,      D_ii = (trace W_ii / dim) I,
/// by Newton's method with Armijo's rule on |C|^2 of *this* problem, to a share of the residual of
/// the original one. Then R becomes the next centre, and eps falls. At a fixed point R = R_c, so that
/// the solution is that of the original problem, whatever eps is.
///
/// Sources: Rockafellar, Monotone operators and the proximal point algorithm, SIAM J. Control Optim.
/// 14 (1976); Alart and Curnier, CMAME 92 (1991), for Newton's method on the equations of the laws.
#pragma once

#include "block_sweeps.hpp"
#include "newton_system.hpp"
#include "reaction_search.hpp"

namespace tactus {

class ProximalNewton {
 public:
  struct Limits {
    Index steps = 60;   ///< linear systems
    Real first = 1e-4;  ///< eps at the start
    Real least = 1e-8;  ///< eps is not made smaller
    Index sweeps = 10;  ///< of Gauss-Seidel, where five problems in a row were not solved
  };

  /// @pre the factor has been analysed for W; all laws are linearised
  void prepare(const ReactionProblem& problem, View<const ContactLaw*> laws, BlockFactor& factor);

  /// Goes on from x until the goal is reached or limits are met. What was found is in the search.
  /// @pre x has been judged, and `sweeps` is prepared for the problem
  void improve(ReactionPoint& x, const Limits& limits, BlockSweeps& sweeps, ReactionSearch& search);

  /// One undamped Newton step of the original problem from x, which is kept if the residual falls.
  /// Close to a solution it leaves rounding.
  void polish(ReactionPoint& x, ReactionSearch& search);

  Index systems() const { return systems_; }              ///< solved since construction
  Index sweep_returns() const { return sweep_returns_; }  ///< times that sweeps had to help

 private:
  struct Problem {
    Out<Real> centre, weight;  ///< R_c; eps D, by component
    Real eps = 0;
  };
  enum class Found : std::uint8_t { goal, solution, nothing };

  Found solve(const Problem& problem, ReactionPoint& x, Index& steps, ReactionSearch& search);
  bool descend(const Problem& problem, ReactionPoint& x, Real& merit, ReactionSearch& search);
  Real merit(const Problem& problem, const ReactionPoint& x, bool derivatives, Context& context);
  static void weigh(const ReactionProblem& p, Real eps, Out<Real> weight);
  void sweep(ReactionPoint& x, Index count, BlockSweeps& sweeps, ReactionSearch& search);

  NewtonSystem system_;
  BlockFactor* factor_ = nullptr;
  Index systems_ = 0, sweep_returns_ = 0;
};

}  // namespace tactus
