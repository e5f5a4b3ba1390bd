/// \file projection_passes.hpp  The explicit contact step but for the solution of a component.
///
/// Projection of the predictor on the admissible set, Kane (3.24), (3.28)-(3.29), in passes: detect,
/// append the rows that are missing, solve the components that changed, until detection finds
/// nothing; then the work of contact is judged, and a row that adds energy is banned and the passes
/// start again (docs/theory/contact_solver_local_sqp.md). A solver derives from
/// ComponentwiseProjection and says how one component is solved.
#pragma once

#include "contact_solver.hpp"
#include "projection_component.hpp"

namespace tactus {

/// Options of the passes; a solver's own Options derive from these.
struct PassOptions {
  Index passes = 30, repetitions = 5;
  Real energy_share = 1e-3;
  void describe(OptionVisitor& o) {
    o.integer("passes", passes).at_least(1).help("limit of detections in an attempt at a step");
    o.integer("repetitions", repetitions)
        .at_least(0)
        .help("attempts at a step after the first, each without the row that added most energy");
    o.real("energy_share", energy_share)
        .above(0)
        .help(
            "work of contact in a step above which a row is dropped and the step repeated, "
            "times the largest energy so far");
  }
};

/// Counts of one step.
struct PassCounts {
  Index passes = 0, iterations = 0, unsolved = 0, inadmissible = 0, repetitions = 0, largest = 0;
};

/// @tparam Problem  one component, see ProjectionProblem
template <ProjectionProblem Problem>
class ComponentwiseProjection : public ContactSolver {
 public:
  void measure(MetricVisitor& m) const override {
    m.integer("passes", counts_.passes, Reduce::sum, "detections in the step, all attempts");
    m.integer("solver_iterations", counts_.iterations, Reduce::sum,
              "iterations for all components");
    m.integer("inconsistent_qps", counts_.unsolved, Reduce::sum,
              "components left with a row below zero, or not converged");
    m.integer("inadmissible_branches", counts_.inadmissible, Reduce::sum,
              "rows taken that the start of the step does not satisfy");
    m.integer("repetitions", counts_.repetitions, Reduce::sum,
              "attempts at the step after the first");
    m.integer("largest_component", counts_.largest, Reduce::max, "rows of the largest component");
  }

 protected:
  using Settings = typename Problem::Settings;

  explicit ComponentwiseProjection(const PassOptions& options) : o_(options) {}

  /// What the passes need and provide; a solver adds the needs of its components.
  static void claim(Capabilities& c) {
    for (auto name : {capability::increment, capability::separable, capability::unilateral,
                      capability::gradient})
      c.needs(name);
    for (auto name : {capability::feasible, capability::components}) c.provides(name);
  }
  /// Limits of a component's solution, to be set in do_setup().
  Settings settings{};

  /// Memory for the passes; a solver calls it in its do_setup().
  void setup_passes(const SolverSetup& setup) {
    const auto dofs = static_cast<std::size_t>(setup.layout->dofs);
    component_of_.assign(dofs, kNone);
    correction_.assign(dofs, 0);
    number_.assign(dofs, 0);
    touched_.clear();
    best_w_.reserve(dofs);
    best_force_.reserve(dofs);
  }

  Outcome do_solve_increment(StepProblem& problem, ContactModel& contact, StepSolution& solution,
                             Context& context) override {
    const LinearOperator* tangent = nullptr;
    if (Outcome bad = problem.tangent(solution.w, tangent, context); !bad) return bad;
    const Attempt in{problem.predictor(), tangent->diagonal(), contact, solution};
    counts_.largest = 0;
    Real best = kUnlimited;
    std::fill(solution.contact_force.begin(), solution.contact_force.end(), Real{0});
    for (Index repetition = 0;; ++repetition) {
      clear(in);
      bool clean = false;
      if (Outcome bad = run_passes(in, clean, context); !bad) return bad;
      largest_correction_ = find_largest_correction();
      if (clean && contact.rows().count == 0) break;
      const Real work = work_of(in, context);
      const bool sound = context.step.energy == 0 || work <= o_.energy_share * context.step.energy;
      if (clean && sound) break;
      if (clean && work < best) keep(in, work, best);
      const Index ban = repetition < o_.repetitions ? worst_row(in, context) : kNone;
      if (ban == kNone) {
        if (best == kUnlimited)
          return Outcome::retry(Cause::infeasible,
                                "no admissible point was found for the contacts");
        recall(in);
        break;
      }
      ++counts_.repetitions;
      if (Outcome bad = contact.restart({&ban, 1}, context); !bad) return bad;
    }
    solution.residual = 0;
    return {};
  }

  /// m, of the attempt that was taken.
  Real largest_correction() const { return largest_correction_; }

 private:
  struct Attempt {
    View<Real> predictor, diagonal;
    ContactModel& contact;
    StepSolution& solution;
  };

  /// Back to the predictor, where rows have been: no rows, no correction. Most degrees of freedom
  /// never have one.
  void clear(const Attempt& in) {
    for (const Index dof : touched_) {
      component_of_[dof] = kNone;
      correction_[dof] = 0;
      in.solution.w[dof] = in.predictor[dof];
      in.solution.contact_force[dof] = 0;
    }
    touched_.clear();
    components_ = 0;
    seen_ = 0;
    in.solution.multiplier->clear();
    in.solution.group->clear();
  }

  /// Detects and solves until nothing is wrong (clean), nothing more can be done, or the limit.
  Outcome run_passes(const Attempt& in, bool& clean, Context& context) {
    for (Index pass = 0; pass < o_.passes && !context.stopped(); ++pass) {
      DetectResult found;
      if (Outcome bad = in.contact.detect(in.solution.w, found, context); !bad) return bad;
      ++counts_.passes;
      counts_.inadmissible += found.inadmissible;
      clean = found.needs == 0 && all_usable();
      if (found.added == 0) break;
      in.solution.multiplier->resize(static_cast<std::size_t>(in.contact.rows().count), 0);
      assign_components(in.contact.rows());
      if (Outcome bad = solve_components(in, context); !bad) return bad;
    }
    if (context.stopped()) return Outcome::failed(Cause::interrupted, "interrupted");
    name_groups(in.solution);
    return {};
  }

  /// New rows join the component that has one of their degrees of freedom, or several become one.
  void assign_components(const ContactRows& rows) {
    for (; seen_ < rows.count; ++seen_) {
      Index target = kNone;
      const View<Index> dofs =
          rows.dof.subspan(rows.start[seen_], rows.start[seen_ + 1] - rows.start[seen_]);
      for (const Index dof : dofs) {
        const Index other = component_of_[dof];
        if (other == kNone || other == target) continue;
        if (target == kNone)
          target = other;
        else
          merge(std::min(target, other), std::max(target, other), target, rows);
      }
      if (target == kNone) target = new_component();
      pool_[target].rows.push_back(seen_);
      pool_[target].changed = true;
      for (const Index dof : dofs) {
        if (component_of_[dof] == kNone) touched_.push_back(dof);
        component_of_[dof] = target;
      }
    }
  }
  Index new_component() {
    if (components_ == pool_.size()) pool_.emplace_back();
    pool_[components_].clear();
    return static_cast<Index>(components_++);
  }
  void merge(Index into, Index from, Index& target, const ContactRows& rows) {
    for (const Index row : pool_[from].rows)
      for (Index k = rows.start[row]; k < rows.start[row + 1]; ++k)
        component_of_[rows.dof[k]] = into;
    pool_[into].merge(pool_[from]);
    pool_[from].clear();
    pool_[from].changed = false;
    target = into;
  }

  Outcome solve_components(const Attempt& in, Context& context) {
    changed_.clear();
    for (std::size_t c = 0; c < components_; ++c)
      if (pool_[c].changed) changed_.push_back(static_cast<Index>(c));
    const Projection projection{.contact = in.contact,
                                .diagonal = in.diagonal,
                                .predictor = in.predictor,
                                .u = in.solution.w,
                                .d = correction_,
                                .multiplier = *in.solution.multiplier,
                                .force = in.solution.contact_force,
                                .number = number_};
    const auto solve = [&](Range range, Context& local) {
      for (Index k = range.begin; k < range.end; ++k)
        pool_[changed_[k]].solve(projection, settings, local);
    };
    const auto count = static_cast<Index>(changed_.size());
    if (Problem::kSerial || count < 8)
      solve({0, count}, context);
    else
      context.executor->for_each(count, 4, solve);
    for (const Index c : changed_) {
      Problem& component = pool_[c];
      component.changed = false;
      if (!component.result.outcome) return component.result.outcome;
      counts_.iterations += component.result.iterations;
      counts_.unsolved += component.result.inconsistent > 0 || !component.result.converged;
      counts_.largest = std::max(counts_.largest, static_cast<Index>(component.rows.size()));
    }
    return {};
  }

  bool all_usable() const {
    const auto used = pool_.begin() + static_cast<std::ptrdiff_t>(components_);
    return std::all_of(pool_.begin(), used, [](const Problem& p) { return p.result.usable; });
  }

  void name_groups(const StepSolution& solution) {
    if (components_ == 0) return;
    solution.group->assign(component_of_.begin(), component_of_.end());
  }

  /// J, of contact over the step: on free degrees of freedom and on what moves on a prescribed path.
  Real work_of(const Attempt& in, Context& context) {
    Real work = map(View<Real>(in.solution.contact_force)).dot(map(View<Real>(in.solution.w)));
    find_held_changes(in, context);
    for (std::size_t k = 0; k < held_.size(); ++k)
      work += (*in.solution.multiplier)[held_[k]] * held_change_[k];
    return work;
  }
  void find_held_changes(const Attempt& in, Context& context) {
    const ContactRows& rows = in.contact.rows();
    held_.clear();
    for (Index i = 0; i < rows.count; ++i)
      if (rows.held[i]) held_.push_back(i);
    held_change_.assign(held_.size(), 0);
    if (held_.empty()) return;
    RowBuffer out;
    out.held = held_change_.data();
    if (!in.contact.evaluate(held_, in.solution.w, out, context))
      std::fill(held_change_.begin(), held_change_.end(), Real{0});
  }

  /// The row with the largest positive share lambda grad.u of the work of contact; kNone: none.
  /// After work_of() of the same attempt.
  Index worst_row(const Attempt& in, Context& context) {
    const ContactRows& rows = in.contact.rows();
    all_.resize(static_cast<std::size_t>(rows.count));
    for (Index i = 0; i < rows.count; ++i) all_[i] = i;
    gradient_.resize(rows.dof.size());
    if (!in.contact.evaluate(
            all_, in.solution.w,
            {.value = nullptr, .gradient = gradient_.data(), .jacobian = nullptr, .held = nullptr},
            context))
      return kNone;
    Index worst = kNone;
    Real largest = 0;
    std::size_t next_held = 0;
    for (Index i = 0; i < rows.count; ++i) {
      Real share = 0;
      if (next_held < held_.size() && held_[next_held] == i) share = held_change_[next_held++];
      for (Index k = rows.start[i]; k < rows.start[i + 1]; ++k)
        share += gradient_[k] * in.solution.w[rows.dof[k]];
      share *= (*in.solution.multiplier)[i];
      if (share > largest) largest = share, worst = i;
    }
    return worst;
  }

  Real find_largest_correction() const {
    Real largest = 0;
    for (std::size_t c = 0; c < components_; ++c)
      for (const Index dof : pool_[c].unknowns())
        largest = std::max(largest, std::abs(correction_[dof]));
    return largest;
  }

  void keep(const Attempt& in, Real work, Real& best) {
    best = work;
    best_correction_ = largest_correction_;
    in.contact.keep();
    best_w_.assign(in.solution.w.begin(), in.solution.w.end());
    best_force_.assign(in.solution.contact_force.begin(), in.solution.contact_force.end());
    best_multiplier_ = *in.solution.multiplier;
    best_group_ = *in.solution.group;
  }
  void recall(const Attempt& in) {
    in.contact.recall();
    largest_correction_ = best_correction_;
    std::copy(best_w_.begin(), best_w_.end(), in.solution.w.begin());
    std::copy(best_force_.begin(), best_force_.end(), in.solution.contact_force.begin());
    *in.solution.multiplier = best_multiplier_;
    *in.solution.group = best_group_;
  }

  PassOptions o_;
  PassCounts counts_;
  std::vector<Problem> pool_;
  std::size_t components_ = 0;       ///< of the pool, in use
  std::vector<Index> component_of_;  ///< [dofs]
  std::vector<Real> correction_;     ///< [dofs] d = u - predictor
  std::vector<Index> number_;        ///< [dofs] see Projection
  std::vector<Index> touched_;       ///< degrees of freedom of all rows: only there is anything set
  std::vector<Index> changed_, all_;
  std::vector<Index> held_;                            ///< rows with prescribed degrees of freedom
  std::vector<Real> held_change_;                      ///< of held_, see RowBuffer::held
  Real largest_correction_ = 0, best_correction_ = 0;  ///< m, of the attempt and of the best one
  std::vector<Real> gradient_, best_w_, best_force_, best_multiplier_;
  std::vector<Index> best_group_;
  Index seen_ = 0;  ///< rows that have a component
};

}  // namespace tactus
