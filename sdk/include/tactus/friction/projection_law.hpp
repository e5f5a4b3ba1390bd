/// \file friction/projection_law.hpp  A contact law of Coulomb's kind that repeats a projection step
/// from the reaction at hand.
///
/// What is left after the steps allowed Newton's method finishes, on the projection as an equation. The
/// same equation is what the law hands to solvers that linearise all contacts at once. A law is such a
/// class with its own step.
#pragma once

#include "coulomb_law.hpp"

namespace tactus::friction {

/// `Rule` has, for D = 2 and 3,
///   Steps<D>   made of a contact; called with a reaction, the next one; equation(factor), the equation
///              (friction/equations.hpp) that its fixed points solve, with its rho times `factor`
///   step<D>    the projection step of LawProjection (friction/steps.hpp)
template <class Rule>
class ProjectionLaw final : public CoulombLaw<Rule> {
 public:
  struct Options {
    LocalLimits limits{.projections = 20, .newton = 20};
    void describe(OptionVisitor& o) {
      o.integer("projections", limits.projections)
          .at_least(1)
          .help("limit of projection steps for a contact and call, before Newton's method");
      o.integer("newton", limits.newton)
          .at_least(0)
          .help("limit of Newton's method from one start; 0: projection steps alone, for study");
    }
  };
  explicit ProjectionLaw(const Options& o) : CoulombLaw<Rule>(o.limits) {}

 private:
  Index do_solve(const LawBatch& batch, Context&) const override {
    return with_dimension(batch.problem->dim, [&]<int D>(Dimension<D>) {
      return solve_batch<D>(
          batch, this->counters(), [&](LocalSearch<D>& search, Vec<D> r, LocalWork& work) {
            const typename Rule::template Steps<D> step(search.contact());
            if (search.offer(r)) return;
            if (project_repeatedly<D>(search, step, r, this->limits().projections, work)) return;
            const auto form = [&](Real factor) { return step.equation(factor); };
            finish<D>(search, step, form, r, this->limits(), work);
          });
    });
  }
  void do_linearise(const LawLinearisation& at, Context&) const override {
    with_dimension(at.problem->dim, [&]<int D>(Dimension<D>) {
      linearise_batch<D>(at, [](const LocalContact<D>& c) {
        return typename Rule::template Steps<D>(c).equation(1);
      });
    });
  }
};

}  // namespace tactus::friction
