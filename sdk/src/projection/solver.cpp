// The cascade of attempts at a step. After each attempt its components are judged, and the next one
// allows fewer kinds of remedies for the violations of bad components. Since the choice only
// narrows, the cascade ends.
//
// The problem of an explicit step is a projection (Kane et al., 3.24, 3.28-3.29): of all
// increments u with g(u) >= margin, find the one nearest to the predictor in the norm of
// D = 2 M/dt^2. The rows g are not known in advance. They are chosen one violation at a time, and a
// wrong choice shows in nothing but the energy: a row that the start of the step violates pushes
// a vertex through a body and does positive work. This is why every attempt is judged by its
// energy, and why there are remedies of three levels (docs/theory/impact_zones.md): any row,
// admissible rows only, and no row, which means a rigid impact zone.
#include "tactus/projection/solver.hpp"

#include <algorithm>
#include <utility>

#include "attempt.hpp"
#include "judge.hpp"

namespace tactus {

using projection::Attempt;
using projection::Judge;
using projection::PassCounts;
using projection::StepInput;

/// The state of the current step, and what is kept from step to step.
class ProjectionSolver::Cascade {
 public:
  explicit Cascade(const PassOptions& options) : options_(options) {}

  void setup(Index dofs, projection::Partition::Make make) {
    attempt_.setup(dofs, std::move(make));
  }
  Outcome solve(const StepInput& in, Context& context);

  const Attempt& attempt() const { return attempt_; }
  PassCounts& counts() { return counts_; }
  const PassOptions& options() const { return options_; }

 private:
  void begin(const StepInput& in);
  void limit_gain(const StepInput& in, const Context& context);
  SolveReport report(const StepInput& in) const;
  bool distrust(const StepInput& in);
  bool narrow(const StepInput& in);
  bool raise(View<Index> vertices, Remedy remedy);
  Remedy next_remedy(View<Index> vertices) const;

  PassOptions options_;
  PassCounts counts_;
  Attempt attempt_;
  Judge judge_;
  std::vector<Remedy> remedy_;  ///< [vertices] of this step
  std::vector<Index> raised_, group_;
};

void ProjectionSolver::Cascade::begin(const StepInput& in) {
  // A new step starts with the most permissive remedy everywhere. If the same step is solved
  // again because its end inverted elements, the remedies of the previous solution are kept: with
  // any row allowed again, the same inverting solution would be found.
  remedy_.resize(in.contact.vertices().dof.size(), Remedy::any_row);
  if (in.solution.inverted.empty()) {
    for (const Index v : raised_) remedy_[v] = Remedy::any_row;
    raised_.clear();
    attempt_.zones().begin(in.contact.vertices(), in.problem.fixed());
  }
  counts_.largest = 0;
  counts_.correction_over_motion = 0;
}

/// Repeats attempts until one is settled and no component is bad. After a bad attempt its worst
/// rows are banned, at most `restarts` times. Then the choice of remedies is narrowed, all bans
/// are lifted, and the count starts again. When nothing is left to be narrowed, the step is
/// rejected.
Outcome ProjectionSolver::Cascade::solve(const StepInput& in, Context& context) {
  begin(in);
  if (!in.solution.inverted.empty() && !(options_.impact_zones && distrust(in)))
    return Outcome::retry(Cause::inverted_element, "contact inverts an element");
  std::fill(in.solution.contact_force.begin(), in.solution.contact_force.end(), Real{0});
  attempt_.clear(in);
  if (!raised_.empty()) in.contact.allow(remedy_);
  for (Index restart = 0;; ++restart) {
    bool settled = false;
    if (Outcome bad = attempt_.run(in, options_, remedy_, counts_, settled, context); !bad)
      return bad;
    if (Outcome bad = judge_.assess(in, attempt_, settled, options_, context); !bad) return bad;
    if (settled && judge_.sound()) break;
    const bool ban = restart < options_.restarts && !judge_.worst_rows().empty();
    if (!ban && !narrow(in))
      return Outcome::retry(Cause::infeasible, "no admissible point was found for the contacts");
    ++counts_.restarts;
    attempt_.clear(in);
    if (ban) {
      if (Outcome bad = in.contact.restart(judge_.worst_rows(), context); !bad) return bad;
      continue;
    }
    // Bans were decided under the more permissive remedy. An admissible row that was banned then
    // may be the right one now, so that each level starts with a clean list and the full number
    // of repetitions.
    in.contact.lift_bans();
    in.contact.allow(remedy_);
    if (Outcome bad = in.contact.restart({}, context); !bad) return bad;
    restart = -1;
  }
  counts_.correction_over_motion = judge_.largest_ratio();
  limit_gain(in, context);
  attempt_.name_parts(in);
  in.solution.report = report(in);
  return {};
}

/// A component whose rows contradict each other, or that took too many iterations, is not converged, also
/// where detection finds nothing left to be settled.
SolveReport ProjectionSolver::Cascade::report(const StepInput& in) const {
  SolveReport report;
  const auto& parts = attempt_.partition();
  for (std::size_t c = 0; c < parts.size(); ++c) {
    const ProjectionComponent& part = parts[c];
    if (part.rows.empty() || attempt_.is_absorbed(part, in.contact.rows())) continue;
    report.iterations = std::max(report.iterations, part.result.iterations);
    if (part.result.inconsistent > 0 || !part.result.converged)
      report.status = SolveStatus::out_of_iterations;
  }
  return report;
}

/// Sets what contact may gain in the step, as the judge allows it to a component.
void ProjectionSolver::Cascade::limit_gain(const StepInput& in, const Context& context) {
  if (!(context.step.energy > 0)) return;
  in.solution.most_contact_gain = options_.energy_share * context.step.energy;
  const auto& parts = attempt_.partition();
  for (std::size_t c = 0; c < parts.size(); ++c)
    in.solution.most_contact_gain += Judge::margin_work(in, parts[c].rows, context.scales);
}

/// Components of the last solution in which elements were inverted get no rows any more. @returns
/// false if there are none, or if they had no rows already
bool ProjectionSolver::Cascade::distrust(const StepInput& in) {
  const View<Index> component_of = attempt_.partition().component_of();
  const ContactVertices& vertices = in.contact.vertices();
  const auto component = [&](Index v) {
    const Range dofs = vertices.dofs(v);
    for (Index dof = dofs.begin; dof < dofs.end; ++dof)
      if (const Index c = component_of[dof]; c != kNone) return c;
    return kNone;
  };
  bool news = false;
  for (const Index v : in.solution.inverted) {
    const Index c = component(v);
    if (c == kNone || attempt_.zones().zone_of(v) != kNone) continue;
    group_.clear();
    for (Index w = 0; w < static_cast<Index>(vertices.dof.size()); ++w)
      if (component(w) == c) group_.push_back(w);
    news = raise(group_, Remedy::no_row) || news;
  }
  return news;
}

/// Narrows the choice of remedies for everything that is bad. @returns false if it cannot be
/// narrowed further
bool ProjectionSolver::Cascade::narrow(const StepInput& in) {
  bool news = false;
  judge_.each_bad_group(in, attempt_, [&](View<Index> vertices) {
    const Remedy next = next_remedy(vertices);
    if (next == Remedy::no_row && !options_.impact_zones) return;
    news = raise(vertices, next) || news;
  });
  return news;
}

Remedy ProjectionSolver::Cascade::next_remedy(View<Index> vertices) const {
  const bool narrowed = std::any_of(vertices.begin(), vertices.end(),
                                    [&](Index v) { return remedy_[v] != Remedy::any_row; });
  return narrowed ? Remedy::no_row : Remedy::admissible_row;
}

bool ProjectionSolver::Cascade::raise(View<Index> vertices, Remedy remedy) {
  bool news = false;
  for (const Index v : vertices) {
    // Remedies only become stricter. There are finitely many vertices and three levels, which
    // bounds the number of narrowings in a step.
    if (remedy_[v] >= remedy) continue;
    if (remedy_[v] == Remedy::any_row) raised_.push_back(v);
    remedy_[v] = remedy;
    news = true;
  }
  return news;
}

ProjectionSolver::ProjectionSolver(const PassOptions& options)
    : cascade_(std::make_unique<Cascade>(options)) {}

ProjectionSolver::~ProjectionSolver() = default;

void ProjectionSolver::measure(MetricVisitor& m) const {
  const PassCounts& counts = cascade_->counts();
  m.integer("detection_passes", counts.detection_passes, Reduce::sum,
            "passes of detection and projection in the step, all attempts");
  m.integer("solver_iterations", counts.iterations, Reduce::sum, "iterations for all components");
  m.integer("inconsistent_qps", counts.unsolved, Reduce::sum,
            "components left with a row below zero, or not converged");
  m.integer("inadmissible_branches", counts.inadmissible, Reduce::sum,
            "rows taken that the start of the step does not satisfy");
  m.integer("restarts", counts.restarts, Reduce::sum,
            "attempts at the step after the first, with other rows");
  m.integer("largest_component", counts.largest, Reduce::max, "rows of the largest component");
  m.real("correction_over_motion", counts.correction_over_motion, "1", Reduce::max,
         "largest correction of a vertex over the relative motion of the vertices of a row");
}

void ProjectionSolver::claim(Capabilities& c) {
  for (auto name :
       {capability::increment, capability::separable, capability::unilateral, capability::gradient})
    c.needs(name);
  for (auto name : {capability::feasible, capability::components}) c.provides(name);
}

void ProjectionSolver::do_setup(const Setup& setup, Context&) {
  cascade_->setup(setup.layout->dofs, [this] { return do_make_component(); });
}

Outcome ProjectionSolver::do_solve_increment(StepProblem& problem, ContactModel& contact,
                                             StepSolution& solution, Context& context) {
  const LinearOperator* tangent = nullptr;
  if (Outcome bad = problem.tangent(solution.w, tangent, context); !bad) return bad;
  return cascade_->solve({problem, problem.predictor(), tangent->diagonal(), contact, solution},
                         context);
}

Real ProjectionSolver::largest_correction() const {
  return cascade_->attempt().largest_correction();
}

void ProjectionSolver::count(Index detection_passes, Index iterations) {
  cascade_->counts().detection_passes += detection_passes;
  cascade_->counts().iterations += iterations;
}

Real ProjectionSolver::energy_share() const { return cascade_->options().energy_share; }

}  // namespace tactus
