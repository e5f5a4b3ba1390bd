// The contact solver local_sqp: it projects the predictor of an explicit step on the positions
// without overlap, by many small optimisation problems.
#include <tactus/plugin.hpp>
#include <tactus/projection/solver.hpp>

#include "component.hpp"

namespace local_sqp {

/// Projection of the predictor on the admissible set, Kane (3.24), (3.28)-(3.29): min 1/2 (u -
/// u_pre)' D (u - u_pre) subject to value(u) >= lower, with D diagonal. The rows are divided into
/// components that share degrees of freedom. Each component is a small problem, solved by SQP with
/// a dual active set. For the passes of a step see ProjectionSolver and
/// README.md in this folder.
class LocalSqp final : public ProjectionSolver {
 public:
  struct Options : PassOptions {
    Index iterations = 25;
    Real regularisation = 1e-10, stop = 1e-13;
    void describe(OptionVisitor& o) {
      PassOptions::describe(o);
      o.integer("iterations", iterations).at_least(1).help("limit of the SQP of a component");
      o.real("regularisation", regularisation)
          .above(0)
          .at_most(1e-4)
          .help("bounds the bias of a gap by this share of the correction");
      o.real("stop", stop)
          .above(0)
          .at_most(1e-6)
          .help("change at which the SQP stops, times the longest boundary facet");
    }
  };
  explicit LocalSqp(const Options& o) : ProjectionSolver(o), o_(o) {}

  void capabilities(Capabilities& c) const override { claim(c); }

 private:
  void do_setup(const Setup& setup, Context& context) override {
    ProjectionSolver::do_setup(setup, context);
    const Scales& s = context.scales;
    const Real rounding = 4 * 0x1p-52 * s.coordinate;
    settings_ = {.iterations = o_.iterations,
                 .regularisation = o_.regularisation,
                 .stop = std::max(o_.stop * s.longest_facet, rounding),
                 .report = std::max(1e3 * o_.stop * s.longest_facet, rounding)};
  }

  Outcome do_solve_increment(StepProblem& problem, ContactModel& contact, StepSolution& solution,
                             Context& context) override {
    Outcome outcome = ProjectionSolver::do_solve_increment(problem, contact, solution, context);
    if (outcome && o_.regularisation * largest_correction() * 2 > context.scales.altitude * 1e-9)
      warn_bias(context);
    return outcome;
  }

  std::unique_ptr<ProjectionComponent> do_make_component() const override {
    return std::make_unique<ComponentProblem>(settings_);
  }

  void warn_bias(Context& context) const {
    context.log->write(Level::warning,
                       "local_sqp: corrections are so large that the regularisation may leave "
                       "gaps below zero; take a smaller step or a smaller \"regularisation\"");
  }

  Options o_;
  Settings settings_;
};

}  // namespace local_sqp

TACTUS_PLUGIN(local_sqp::LocalSqp, "local_sqp",
              "Projection by SQP on independent local problems, Kane (3.24)-(3.29)")
