/// \file friction/newton_law.hpp  A contact law of Coulomb's kind that is one equation per contact, solved by
/// Newton's method from the reaction at hand.
///
/// Where Newton's method fails, steps of the two projections (76)-(77) find a better start, and then what
/// `finish` tries. A law is such a class with its own equation, and its own step of projection.
#pragma once

#include "coulomb_law.hpp"
#include "plane_pieces.hpp"

namespace tactus::friction {

/// `Rule` has, for D = 2 and 3,
///   form<D>(contact, factor)   the equation (friction/equations.hpp), its rho times `factor`
///   step<D>                    the projection step of LawProjection (friction/steps.hpp)
template <class Rule>
class NewtonLaw final : public CoulombLaw<Rule> {
 public:
  struct Options {
    LocalLimits limits{.projections = 20, .newton = 20};
    void describe(OptionVisitor& o) {
      o.integer("newton", limits.newton)
          .at_least(1)
          .help("limit of Newton's method from one start, for a contact and call");
      o.integer("projections", limits.projections)
          .at_least(0)
          .help("steps of (76)-(77) to a better start where Newton's method has failed");
    }
  };
  explicit NewtonLaw(const Options& o) : CoulombLaw<Rule>(o.limits) {}

 private:
  Index do_solve(const LawBatch& batch, Context&) const override {
    return with_dimension(batch.problem->dim, [&]<int D>(Dimension<D>) {
      return solve_batch<D>(
          batch, this->counters(), [&](LocalSearch<D>& search, Vec<D> r, LocalWork& work) {
            const LocalContact<D>& c = search.contact();
            if constexpr (D == 2)
              if (solve_on_pieces(c, r, work.newton)) return search.accept(r);
            if (newton<D>(search, Rule::template form<D>(c, 1), r, this->limits().newton,
                          work.newton))
              return;
            const SplitSteps<D> step(c);
            if (project_repeatedly<D>(search, step, r, this->limits().projections, work)) return;
            finish<D>(
                search, step, [&](Real factor) { return Rule::template form<D>(c, factor); }, r,
                this->limits(), work);
          });
    });
  }
  void do_linearise(const LawLinearisation& at, Context&) const override {
    with_dimension(at.problem->dim, [&]<int D>(Dimension<D>) {
      linearise_batch<D>(at, [](const LocalContact<D>& c) { return Rule::template form<D>(c, 1); });
    });
  }
};

}  // namespace tactus::friction
