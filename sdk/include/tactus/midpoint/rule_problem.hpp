/// \file midpoint/rule_problem.hpp  The problem of a step whose stress a rule forms of both ends of the
/// step. The kernel cannot know whether the tangent of a rule is symmetric, and takes it for unsymmetric;
/// the problem of whoever knows better says so.
#pragma once

#include "../increment_problem.hpp"

namespace tactus {

class RuleProblem final : public IncrementProblem {
 public:
  /// @param symmetric  each tangent is symmetric, with a rule, too
  explicit RuleProblem(bool symmetric = true) : symmetric_(symmetric) {}

  Outcome tangent(View<Real> u, const LinearOperator*& result, Context& context) override {
    if (Outcome bad = IncrementProblem::tangent(u, result, context); !bad) return bad;
    if (symmetric_ && !result->symmetric()) {
      symmetric_tangent_.of = result;
      result = &symmetric_tangent_;
    }
    return {};
  }

 private:
  /// The same operator, which says that it is symmetric.
  struct Symmetric final : LinearOperator {
    const LinearOperator* of = nullptr;
    Index size() const override { return of->size(); }
    void apply(View<Real> x, Out<Real> y, Context& c) const override { of->apply(x, y, c); }
    View<Real> diagonal() const override { return of->diagonal(); }
    const SparseView* sparse() const override { return of->sparse(); }
    std::uint64_t pattern() const override { return of->pattern(); }
  };
  bool symmetric_;
  Symmetric symmetric_tangent_;
};

}  // namespace tactus
