#include "penalty_problem.hpp"

namespace penalty {

Outcome PenaltyProblem::residual(View<Real> w, Out<Real> r, Context& context) const {
  if (Outcome bad = problem_.residual(w, r, context); !bad) return bad;
  if (Outcome bad = springs_.evaluate(w, context); !bad) return bad;
  springs_.subtract_forces(r);
  return {};
}

/// What springs do along a step depends on more than its end.
Outcome PenaltyProblem::potential(View<Real>, Real&, Context&) const {
  return Outcome::failed(Cause::unsupported, "springs with a dynamic gap have no potential");
}

Outcome PenaltyProblem::tangent(View<Real> w, const LinearOperator*& result, Context& context) {
  if (Outcome bad = problem_.tangent(w, result, context); !bad) return bad;
  if (springs_.count() == 0) return {};
  if (Outcome bad = springs_.evaluate(w, context); !bad) return bad;
  assembler_.reset(result, result->size());
  if (Outcome bad = springs_.add_stiffness(w, symmetric_, assembler_, context); !bad) return bad;
  result = &assembler_.finish();
  return {};
}

}  // namespace penalty
