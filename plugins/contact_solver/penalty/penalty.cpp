// The contact solver penalty: bodies that touch push each other like springs whose gap is dynamic, so that
// the energy of a step is that of the bodies and springs.
#include <algorithm>
#include <cmath>
#include <limits>
#include <tactus/contact_solver.hpp>
#include <tactus/midpoint/capabilities.hpp>
#include <tactus/newton/newton.hpp>
#include <tactus/plugin.hpp>

#include "penalty_problem.hpp"

namespace penalty {

constexpr Index kManyIterations = 20;  ///< of a step, which are told
constexpr int kDetections = 6;         ///< of a step; what is found later waits for the next step
/// Of m c^2/h^2, about the stiffness of an element: springs that bodies hardly feel as soft.
constexpr Real kStiff = 10;
constexpr std::string_view kMethods[] = {"general", "definite"};
enum class Method : std::uint8_t { general, definite };
constexpr std::string_view kStarts[] = {"open", "geometric"};

/// Armero and Petocz's conserving contact, as in Petocz and Armero (1998), Remark 6.4. See README.md in
/// this folder.
class Penalty final : public ContactSolver {
 public:
  struct Options {
    Real stiffness = 0;
    NewtonOptions newton;
    Method linear = Method::general;
    Start start = Start::open;
    void describe(OptionVisitor& o) {
      o.real("stiffness", stiffness)
          .at_least(0)
          .unit("N/m")
          .help(
              "kappa of each contact; 0: ten times m c^2/h^2 with the smallest nodal mass m, the "
              "wave "
              "speed c and the smallest altitude h of an element");
      newton.describe(o);
      o.choice("linear", linear)
          .choices(kMethods)
          .help(
              "how linear systems are solved: general factors any matrix, definite leaves out what "
              "is not symmetric");
      o.choice("start", start)
          .choices(kStarts)
          .help(
              "the gap of a new contact: open (0 where bodies overlap already) or geometric, which "
              "brings energy in; for study");
    }
  };
  explicit Penalty(const Options& o) : o_(o), newton_(o.newton) {}

  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::increment, capability::problem_tangent, capability::assembled,
                      capability::middle_contact, capability::gap, capability::gradient,
                      capability::hessian, capability::persistent})
      c.needs(name);
    if (o_.linear == Method::definite) c.needs(capability::symmetric);
    c.prefers(capability::keeps_energy,
              "contact gives back what it takes, but bodies that turn or are strained much gain or "
              "lose energy; energy_momentum keeps it");
  }

  void measure(MetricVisitor& m) const override {
    m.integer("solver_iterations", iterations_, Reduce::sum,
              "iterations of Newton's method in the step, all attempts");
    m.integer("detection_passes", passes_, Reduce::sum, "detections in the step, all attempts");
    m.integer("line_search_halvings", halvings_, Reduce::sum,
              "halvings of the way along a correction");
  }

 private:
  struct Step {
    StepProblem& problem;
    ContactModel& contact;
    StepSolution& solution;
  };

  void do_setup(const Setup& setup, Context& context) override {
    newton_.setup(*setup.linear,
                  o_.linear == Method::definite ? LinearMethod::definite : LinearMethod::general);
    assembler_ = setup.linear->assembler();
    const Scales& s = context.scales;
    springs_.set(
        o_.stiffness > 0 ? o_.stiffness : kStiff * s.mass * std::pow(s.speed / s.altitude, 2),
        o_.start);
  }

  void do_history(HistoryVisitor& columns) const override { columns.column("gap", "m"); }

  Outcome do_solve_increment(StepProblem& problem, ContactModel& contact, StepSolution& solution,
                             Context& context) override {
    const Step step{problem, contact, solution};
    made_ = 0;
    Outcome outcome = solve(step, context);
    if (!outcome && outcome.cause == Cause::inverted_element) {
      // From where the step starts: its predictor may invert elements.
      const View<std::uint8_t> fixed = problem.fixed();
      const View<Real> predictor = problem.predictor();
      for (std::size_t i = 0; i < fixed.size(); ++i) solution.w[i] = fixed[i] ? predictor[i] : 0;
      if (Outcome bad = contact.restart({}, context); !bad) return bad;
      outcome = solve(step, context);
    }
    if (!outcome) return outcome;
    if (made_ > kManyIterations)
      context.log->write(
          Level::warning,
          "penalty: a step took more than 20 iterations: a smaller /time/step is cheaper");
    return finish(step, context);
  }

  /// Finds the contacts at the place reached so far and solves with them, until there are no more.
  Outcome solve(const Step& step, Context& context) {
    springs_.begin(step.contact, step.problem.contact().fraction);
    PenaltyProblem problem(step.problem, springs_, *assembler_, o_.linear == Method::definite);
    DetectResult found;
    if (Outcome bad = detect(step, found, context); !bad) return bad;
    for (int pass = 1;; ++pass) {
      Outcome outcome = newton_.solve(problem, false, step.solution.w, context);
      made_ += newton_.report().iterations;
      iterations_ += newton_.report().iterations;
      halvings_ += newton_.report().halvings;
      if (!outcome || pass == kDetections) return outcome;
      if (Outcome bad = detect(step, found, context); !bad) return bad;
      if (found.added == 0) return {};
    }
  }

  Outcome detect(const Step& step, DetectResult& found, Context& context) {
    ++passes_;
    if (Outcome bad = step.contact.detect(step.solution.w, found, context); !bad) return bad;
    return springs_.take_in(static_cast<Index>(step.solution.w.size()), context);
  }

  /// Forces and gaps at the solution.
  Outcome finish(const Step& step, Context& context) {
    StepSolution& out = step.solution;
    if (Outcome bad = springs_.evaluate(out.w, context); !bad) return bad;
    const ContactRows& rows = step.contact.rows();
    std::fill(out.contact_force.begin(), out.contact_force.end(), Real{0});
    springs_.subtract_forces(out.contact_force);
    map(out.contact_force) *= -1;
    out.multiplier->resize(static_cast<std::size_t>(rows.count));
    out.group->clear();
    if (rows.count > 0) out.group->resize(out.w.size(), kNone);
    for (const Index dof : rows.dof) (*out.group)[static_cast<std::size_t>(dof)] = 0;
    for (Index row = 0; row < rows.count; ++row) {
      const auto k = static_cast<std::size_t>(row);
      (*out.multiplier)[k] = springs_.multiplier(row);
      rows.history_new[k] = std::min<Real>(springs_.gap(row), 0);
    }
    out.stored_energy = springs_.energy();
    out.report = {.status = SolveStatus::converged, .iterations = made_};
    return {};
  }

  Options o_;
  Newton newton_;
  std::unique_ptr<Assembler> assembler_;
  Springs springs_;
  Index made_ = 0;  ///< iterations of this attempt
  Index iterations_ = 0, passes_ = 0, halvings_ = 0;
};

}  // namespace penalty

TACTUS_PLUGIN(penalty::Penalty, "penalty",
              "springs with a dynamic gap that keep the energy, Petocz and Armero (1998)")
