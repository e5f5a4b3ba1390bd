#include <tactus/friction/coulomb_batch.hpp>
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

/// Signorini's and Coulomb's conditions as a nonsmooth equation in forces, Solfec (81)-(83): Newton's
/// method from the reaction at hand, with rho = dim/trace W_ii. Each step takes the contact for open,
/// sticking or sliding by d_N = R_N - rho Ubar_N and d_T = R_T - rho U_T, so that it is an active set
/// method too: what sticks is right after one step. Theory: docs/theory/contact_law_nonsmooth_force.md.
class NonsmoothForce final : public ContactLaw {
 public:
  struct Options {
    friction::LocalLimits limits{.projections = 20, .newton = 20};
    void describe(OptionVisitor& o) {
      o.integer("newton", limits.newton)
          .at_least(1)
          .help("limit of Newton's method from one start, for a contact and call");
      o.integer("projections", limits.projections)
          .at_least(0)
          .help("steps of (76)-(77) to a better start where Newton's method has failed");
    }
  };
  explicit NonsmoothForce(const Options& o) : limits_(o.limits) {}

  void capabilities(Capabilities& c) const override {
    c.provides(capability::implicit_law);
    c.provides(capability::linearised);
    c.provides(capability::projection);
  }
  void measure(MetricVisitor& m) const override { counters_.measure(m); }

 private:
  template <int D>
  static friction::DiscEquation form(const friction::LocalContact<D>& c, Real factor = 1) {
    return {factor * c.rho(), factor * c.rho()};
  }

  Index do_solve(const LawBatch& batch, Context&) const override {
    return with_dimension(batch.problem->dim, [&]<int D>(Dimension<D>) {
      return friction::solve_batch<D>(
          batch, counters_,
          [&](friction::LocalSearch<D>& search, Vec<D> r, friction::LocalWork& work) {
            const friction::LocalContact<D>& c = search.contact();
            if (friction::newton<D>(search, form<D>(c), r, limits_.newton, work.newton)) return;
            const friction::SplitSteps<D> step(c);
            if (friction::project_repeatedly<D>(search, step, r, limits_.projections, work)) return;
            friction::finish<D>(
                search, step, [&](Real factor) { return form<D>(c, factor); }, r, limits_, work);
          });
    });
  }
  void do_linearise(const LawLinearisation& at, Context&) const override {
    with_dimension(at.problem->dim, [&]<int D>(Dimension<D>) {
      friction::linearise_batch<D>(at,
                                   [](const friction::LocalContact<D>& c) { return form<D>(c); });
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

TACTUS_PLUGIN(NonsmoothForce, "nonsmooth_force",
              "Nonsmooth equation in forces, Hueeber, Stadler and Wohlmuth; Solfec (81)-(83)")
