#include <tactus/friction/coulomb_batch.hpp>
#include <tactus/plugin.hpp>

namespace {
using namespace tactus;

/// Signorini's and Coulomb's conditions as one projection on the cone of friction, Solfec (80):
///   R <- proj_K(R - rho (Ubar + mu |U_T| n)),
/// repeated with rho = dim/trace W_ii: rho = 1 is a mass of one kilogram and works for such bodies
/// alone. What is left after `projections` steps Newton's method finishes, on (80) as an equation.
/// Theory: docs/theory/contact_law_de_saxce_feng.md.
class DeSaxceFeng final : public ContactLaw {
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
  explicit DeSaxceFeng(const Options& o) : limits_(o.limits) {}

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
            const friction::LocalContact<D>& c = search.contact();
            const auto step = [&c, rho = c.rho()](const Vec<D>& at) {
              return friction::cone_step<D>(c.velocity(at), at, c.mu, rho);
            };
            if (search.offer(r)) return;
            if (friction::project_repeatedly<D>(search, step, r, limits_.projections, work)) return;
            friction::finish<D>(
                search, step, [&](Real factor) { return friction::ConeEquation{factor * c.rho()}; },
                r, limits_, work);
          });
    });
  }
  void do_project(const LawProjection& at, Context&) const override {
    with_dimension(at.problem->dim, [&]<int D>(Dimension<D>) {
      friction::project_batch<D>(at, friction::cone_step<D>);
    });
  }

  Real do_reach(const Scales& scales) const override { return friction::touching(scales); }

  friction::LocalLimits limits_;
  mutable friction::LocalCounters counters_;
};
}  // namespace

TACTUS_PLUGIN(DeSaxceFeng, "de_saxce_feng",
              "Projection on the cone of friction, De Saxce and Feng; Solfec (80)")
