#include <tactus/friction/coulomb_batch.hpp>
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

/// Signorini's and Coulomb's conditions as two projections, Solfec (76)-(77):
///   R_N <- max(0, R_N - rho_N Ubar_N),  R_T <- proj_D(mu R_N) (R_T - rho_T U_T),
/// repeated, the tangential one with the velocity that the new R_N leaves. rho_N = 1/W_NN and
/// rho_T = 1/(largest eigenvalue of W_TT) in place of the one rho > 0 that is printed. What is left
/// after `projections` steps Newton's method finishes, on the two projections as an equation.
/// Theory: docs/theory/contact_law_projected_gradient.md.
class ProjectedGradient final : public ContactLaw {
 public:
  struct Options {
    friction::LocalLimits limits{.projections = 20, .newton = 20};
    void describe(OptionVisitor& o) {
      o.integer("projections", limits.projections)
          .at_least(1)
          .help("limit of projection steps for a contact and call, before Newton's method");
      o.integer("newton", limits.newton)
          .at_least(0)
          .help("limit of Newton's method from one start; 0: projection steps alone, for study");
    }
  };
  explicit ProjectedGradient(const Options& o) : limits_(o.limits) {}

  void capabilities(Capabilities& c) const override {
    c.provides(capability::implicit_law);
    c.provides(capability::projection);
  }
  void measure(MetricVisitor& m) const override { counters_.measure(m); }

 private:
  Index do_solve(const LawBatch& batch, Context&) const override {
    return with_dimension(batch.problem->dim, [&]<int D>(Dimension<D>) {
      return friction::solve_batch<D>(
          batch, counters_,
          [&](friction::LocalSearch<D>& search, Vec<D> r, friction::LocalWork& work) {
            const friction::SplitSteps<D> step(search.contact());
            if (search.offer(r)) return;
            if (friction::project_repeatedly<D>(search, step, r, limits_.projections, work)) return;
            const auto form = [&](Real factor) {
              return friction::DiscEquation{factor * step.rho_n(), factor * step.rho_t()};
            };
            friction::finish<D>(search, step, form, r, limits_, work);
          });
    });
  }
  void do_project(const LawProjection& at, Context&) const override {
    with_dimension(at.problem->dim, [&]<int D>(Dimension<D>) {
      friction::project_batch<D>(at, friction::disc_step<D>);
    });
  }

  Real do_reach(const Scales& scales) const override { return friction::touching(scales); }

  friction::LocalLimits limits_;
  mutable friction::LocalCounters counters_;
};
}  // namespace

TACTUS_PLUGIN(ProjectedGradient, "projected_gradient",
              "Projections on half-line and disc, Alart and Curnier; Solfec (76)-(77)")
