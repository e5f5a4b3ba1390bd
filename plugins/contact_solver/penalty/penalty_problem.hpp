// The equations of a step with the forces of springs in them: r(w) - G'p/theta = 0. Newton's method solves
// it as any problem without contact.
#pragma once

#include <memory>
#include <tactus/step_problem.hpp>
#include <vector>

#include "springs.hpp"

namespace penalty {

class PenaltyProblem final : public StepProblem {
 public:
  /// @param assembler  outlives this
  /// @param symmetric  the tangent leaves out what is not symmetric of the springs
  PenaltyProblem(StepProblem& problem, Springs& springs, Assembler& assembler, bool symmetric)
      : problem_(problem), springs_(springs), assembler_(assembler), symmetric_(symmetric) {}

  Structure structure() const override { return Structure::sparse; }
  const ContactPoint& contact() const override { return problem_.contact(); }
  View<std::uint8_t> fixed() const override { return problem_.fixed(); }
  View<Real> predictor() const override { return problem_.predictor(); }
  Outcome residual(View<Real> w, Out<Real> r, Context& context) const override;
  Outcome potential(View<Real> w, Real& value, Context& context) const override;
  Outcome tangent(View<Real> w, const LinearOperator*& result, Context& context) override;

 private:
  StepProblem& problem_;
  Springs& springs_;
  Assembler& assembler_;
  bool symmetric_;
};

}  // namespace penalty
