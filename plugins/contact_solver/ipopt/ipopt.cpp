// The contact solver ipopt: the reference for local_sqp, which solves each component with IPOPT.
#include <tactus/plugin.hpp>
#include <tactus/projection/solver.hpp>

#include "component.hpp"

namespace ipopt {

/// Projection of the predictor on the admissible set, Kane (3.28)-(3.29) with the objective (3.23)
/// for beta = 0. It is solved as the nonlinear program that it is, by IPOPT's interior point method
/// for each component, with the exact Hessian of the Lagrangian. It serves as the reference for
/// local_sqp and is not fast (see README.md).
class IpoptProjection final : public ProjectionSolver {
 public:
  struct Options : PassOptions {
    EngineOptions engine;
    void describe(OptionVisitor& o) {
      PassOptions::describe(o);
      o.integer("iterations", engine.iterations)
          .at_least(1)
          .at_most(100000)
          .help("limit of IPOPT's iterations for a component");
      o.real("tolerance", engine.tolerance)
          .at_least(1e-12)
          .at_most(2e-10)
          .help(
              "of IPOPT, for corrections and gaps in units of the smallest altitude of an element; "
              "the margin that rows are asked for is 1e-9 of it");
      o.flag("warm_start", engine.warm)
          .help("start a component from the multipliers that the last pass found for its rows");
    }
  };
  explicit IpoptProjection(const Options& o) : ProjectionSolver(o) {
    engine_.configure(o.engine);
    near_ = 30 * o.engine.tolerance;
  }

  void capabilities(Capabilities& c) const override {
    claim(c);
    c.needs(capability::hessian);
  }

 private:
  void do_setup(const Setup& setup, Context& context) override {
    ProjectionSolver::do_setup(setup, context);
    settings_ = {.engine = &engine_, .length = context.scales.altitude, .near = near_};
  }

  std::unique_ptr<ProjectionComponent> do_make_component() const override {
    return std::make_unique<ComponentProblem>(settings_);
  }

  Engine engine_;
  Real near_ = 0;
  Settings settings_;
};

}  // namespace ipopt

TACTUS_PLUGIN(ipopt::IpoptProjection, "ipopt",
              "Nonlinear projection by IPOPT on independent local problems, Kane (3.23)-(3.29)")
