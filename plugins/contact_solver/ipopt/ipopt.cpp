// The contact solver ipopt: the reference for local_sqp, whose components it solves with IPOPT, and for sqp, whose
// implicit steps it solves as one nonlinear program.
#include <cmath>
#include <tactus/margin_work.hpp>
#include <tactus/plugin.hpp>
#include <tactus/projection/solver.hpp>

#include "component.hpp"
#include "implicit_solver.hpp"

namespace ipopt {

/// The objective (3.23) of Kane under (3.28)-(3.29), solved as the nonlinear program that it is, by IPOPT's
/// interior point method with the exact Hessian of the Lagrangian. For beta = 0 it is the projection of
/// the predictor on the admissible set, component by component; for implicit steps one program for all
/// bodies. It serves as the reference for local_sqp and sqp and is not fast (see README.md).
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
              "of IPOPT, for corrections and gaps in units of the smallest altitude of an element");
      o.flag("warm_start", engine.warm).help("start from the multipliers of the last pass");
    }
  };
  explicit IpoptProjection(const Options& o) : ProjectionSolver(o) {
    engine_.configure(o.engine);
    near_ = 30 * o.engine.tolerance;
  }

  /// Implicit steps need what IPOPT minimises, and a Hessian that is one.
  void capabilities(Capabilities& c) const override {
    for (auto name :
         {capability::increment, capability::unilateral, capability::gradient, capability::hessian})
      c.needs(name);
    for (auto name : {capability::assembled, capability::symmetric, capability::potential})
      c.needs_one_of({capability::separable, name});
    for (auto name : {capability::feasible, capability::components}) c.provides(name);
  }

 private:
  void do_setup(const Setup& setup, Context& context) override {
    ProjectionSolver::do_setup(setup, context);
    settings_ = {.engine = &engine_, .length = context.scales.altitude, .near = near_};
    implicit_.setup(setup.linear, engine_);
  }

  Outcome do_solve_increment(StepProblem& problem, ContactModel& contact, StepSolution& solution,
                             Context& context) override {
    if (problem.structure() == Structure::diagonal)
      return ProjectionSolver::do_solve_increment(problem, contact, solution, context);
    // Another solution than the one that inverted an element is not known.
    if (!solution.inverted.empty())
      return Outcome::retry(Cause::inverted_element, "contact inverts an element");
    Outcome outcome = implicit_.solve({problem, contact, solution}, context);
    count(implicit_.passes(), implicit_.iterations());
    if (!outcome) return outcome;
    // Rows in the middle of a step gain energy by their nature, and no smaller step would mend it. What a
    // support brings in now may be the first energy there is.
    if (context.step.energy > 0 && problem.contact().fraction == 1)
      solution.most_contact_gain =
          energy_share() * (context.step.energy + std::abs(implicit_.held_work())) +
          margin_work(contact.rows(), *solution.multiplier, context.scales);
    return {};
  }

  std::unique_ptr<ProjectionComponent> do_make_component() const override {
    return std::make_unique<ComponentProblem>(settings_);
  }

  Engine engine_;
  Real near_ = 0;
  Settings settings_;
  ImplicitSolver implicit_;
};

}  // namespace ipopt

TACTUS_PLUGIN(ipopt::IpoptProjection, "ipopt",
              "steps of contact as nonlinear programs by IPOPT, the reference, Kane (3.23)-(3.29)")
