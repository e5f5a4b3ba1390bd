// The contact solver sqp: sequential quadratic programming for implicit steps, with the assembled tangent
// of all bodies.
#include <algorithm>
#include <cmath>
#include <tactus/margin_work.hpp>
#include <tactus/plugin.hpp>

#include "iteration.hpp"
#include "opposed_rows.hpp"

namespace sqp {

constexpr Index kManyIterations = 20;  ///< of a step, which are told
constexpr int kRestarts = 5;           ///< of a step, without rows that contradict each other
constexpr std::string_view kMethods[] = {"automatic", "definite", "iterative"};
enum class Method : std::uint8_t { automatic, definite, iterative };

/// Finds u with r(u) = G'l under g(u) >= lower, for problems in increments with an assembled symmetric
/// tangent, such as newmark with beta > 0. See README.md in this folder.
class Sqp final : public ContactSolver {
 public:
  struct Options {
    /// Rows that bend make convergence linear: by half in an iteration where steps are long.
    NewtonOptions newton{.iterations = 60};
    Method linear = Method::definite;
    Real energy_share = 1e-3;
    void describe(OptionVisitor& o) {
      newton.describe(o);
      o.choice("linear", linear)
          .choices(kMethods)
          .help(
              "definite factors the tangent, iterative takes conjugate gradients, automatic leaves "
              "the choice to the kernel");
      o.real("energy_share", energy_share)
          .above(0)
          .help(
              "energy that contact may bring into a step before it is tried again with a smaller "
              "dt, times the largest energy so far");
    }
  };
  explicit Sqp(const Options& o)
      : energy_share_(o.energy_share),
        iteration_({.newton = o.newton, .linear = method_of(o.linear)}) {}

  void capabilities(Capabilities& c) const override {
    for (auto name :
         {capability::increment, capability::problem_tangent, capability::assembled,
          capability::symmetric, capability::unilateral, capability::gradient, capability::hessian})
      c.needs(name);
    c.prefers(capability::potential,
              "forces decide how far to go along a correction, which is no fault of the scene");
    c.provides(capability::feasible);
  }

  void measure(MetricVisitor& m) const override {
    const Counts& c = iteration_.counts();
    m.integer("solver_iterations", c.iterations, Reduce::sum,
              "iterations of the step with contact, all attempts");
    m.integer("detection_passes", c.passes, Reduce::sum, "detections in the step, all attempts");
    m.integer("line_search_halvings", c.halvings, Reduce::sum,
              "halvings of the way along a correction");
    m.integer("tangent_shifts", c.shifts, Reduce::sum,
              "additions to tangents that were not positive definite");
  }

 private:
  static LinearMethod method_of(Method method) {
    switch (method) {
      case Method::definite:
        return LinearMethod::definite;
      case Method::iterative:
        return LinearMethod::iterative;
      default:
        return LinearMethod::automatic;
    }
  }

  void do_setup(const Setup& setup, Context&) override { iteration_.setup(*setup.linear); }

  /// Another solution than the one that inverted an element is not known.
  Outcome do_solve_increment(StepProblem& problem, ContactModel& contact, StepSolution& solution,
                             Context& context) override {
    if (!solution.inverted.empty())
      return Outcome::retry(Cause::inverted_element, "contact inverts an element");
    if (Outcome bad = solve({problem, contact, solution}, context); !bad) return bad;
    if (solution.report.iterations > kManyIterations)
      context.log->write(
          Level::warning,
          "sqp: a step took more than 20 iterations: a smaller /time/step is cheaper");
    // Rows in the middle of a step gain energy by their nature, and no smaller step would mend it. What a
    // support brings in now may be the first energy there is.
    if (context.step.energy > 0 && problem.contact().fraction == 1)
      solution.most_contact_gain =
          energy_share_ * (context.step.energy + std::abs(iteration_.held_work())) +
          margin_work(contact.rows(), *solution.multiplier, context.scales);
    return {};
  }

  /// Rows that are opposed to each other are left out together, since none of them is better than the other, and
  /// detection finds others.
  Outcome solve(const Iteration::Step& step, Context& context) {
    for (int restarts = 0;; ++restarts) {
      Outcome outcome = iteration_.solve(step, context);
      const bool contradicts =
          outcome.cause == Cause::infeasible || outcome.cause == Cause::not_converged;
      if (outcome || !contradicts || restarts == kRestarts) return outcome;
      if (!rows_.evaluate(step.contact, step.solution.w, context)) return outcome;
      find_opposed(step.contact.rows(), rows_, opposed_);
      if (opposed_.empty()) return outcome;
      if (Outcome bad = step.contact.restart(opposed_, context); !bad) return bad;
      std::ranges::copy(step.problem.predictor(), step.solution.w.begin());
    }
  }

  Real energy_share_;
  Iteration iteration_;
  LinearRows rows_;  ///< where a step had no solution
  std::vector<Index> opposed_;
};

}  // namespace sqp

TACTUS_PLUGIN(sqp::Sqp, "sqp",
              "SQP on assembled tangents: implicit steps with contact, Kane (3.23), (3.28)")
