#include "implicit_solver.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

namespace ipopt {
namespace {

constexpr int kAdditions = 8;     ///< detections that may add rows, as for sqp
constexpr int kCorrections = 60;  ///< restrained ones of a step, as for sqp
constexpr Real kEnough =
    1e-9;  ///< of the scene: the last restrained correction, where there is no contact

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

Outcome unsettled(const DetectResult& found) {
  std::ostringstream text;
  text << "no admissible point was found for the contacts: " << found.needs
       << (found.needs == 1 ? " violation is" : " violations are") << " left that no row settles";
  return Outcome::retry(Cause::infeasible, text.str());
}

}  // namespace

void ImplicitSolver::make_solvers() {
  if (newton_) return;
  expects(linear_ != nullptr,
          "a contact solver was asked for an implicit step without linear solvers");
  newton_ = std::make_unique<Newton>();
  newton_->setup(*linear_);
  restrained_.setup(*linear_);
  assembler_ = linear_->assembler();
  pushing_.setup(*linear_);
}

Outcome ImplicitSolver::solve(const ImplicitStep& step, Context& context) {
  make_solvers();
  passes_ = iterations_ = 0;
  sigma_ = 0;
  multiplier_.clear();
  DetectResult found;
  if (Outcome bad = start(step, found, context); !bad) return bad;
  bool has_restrained = false;
  for (int additions = 0; found.needs > 0 || found.added > 0 || sigma_ > 0; ++additions) {
    const bool is_held = found.added == 0 && sigma_ > 0;
    if (is_held) sigma_ = 0;
    if ((found.added == 0 && !is_held) || additions == kAdditions) return unsettled(found);
    if (Outcome bad = check_rows(step); !bad) return bad;
    if (Outcome bad = solve_where_held(step, has_restrained, context); !bad) return bad;
    if (Outcome bad = detect(step, found, context); !bad) return bad;
  }
  return finish(step, context);
}

/// @param found  out: what the first detection found
Outcome ImplicitSolver::start(const ImplicitStep& step, DetectResult& found, Context& context) {
  if (Outcome bad = look_for_inertia(step, context); !bad) return bad;
  if (has_inertia_ == false)
    if (Outcome bad = approach(step, found, context); !bad || found.added > 0) return bad;
  if (Outcome bad = solve_without_contact(step, context); !bad) return bad;
  return detect(step, found, context);
}

/// Whether steps have inertia is found in the first one of a run.
Outcome ImplicitSolver::look_for_inertia(const ImplicitStep& step, Context& context) {
  if (has_inertia_.value_or(false)) return {};
  const View<std::uint8_t> fixed = step.problem.fixed();
  const LinearOperator* K = nullptr;
  if (Outcome bad = step.problem.tangent(step.solution.w, K, context); !bad)
    return bad.cause == Cause::inverted_element && !has_inertia_ ? Outcome{} : bad;
  if (!has_inertia_) has_inertia_ = !Restraint::has_no_inertia(*K, fixed);
  if (has_inertia_ == false) restraint_.begin(*K, fixed, context.scales.altitude);
  return {};
}

/// What pressed at t_n would spring apart in a step that is solved without contact. Corrections are made until rows
/// are found, or there is nothing left to correct.
Outcome ImplicitSolver::approach(const ImplicitStep& step, DetectResult& found, Context& context) {
  Real size = 0;
  for (int k = 0; k < kCorrections; ++k) {
    if (context.stopped()) return Outcome::failed(Cause::interrupted, "interrupted");
    if (Outcome bad = detect(step, found, context); !bad || found.added > 0) return bad;
    if (Outcome bad = find_restrained(step, size, context); !bad) return bad;
    map(step.solution.w) += map(View<Real>(s_));
    if (restraint_.is_relaxed() && size <= kEnough * context.scales.length) return {};
    restraint_.relax();
  }
  std::ostringstream text;
  text
      << "the step has no equilibrium: loads push what nothing holds, and it met no contact within "
      << kCorrections << " corrections";
  return Outcome::failed(Cause::indefinite, text.str());
}

/// s = -(K + sigma I)^-1 r, with the sigma with which it does not go too far.
Outcome ImplicitSolver::find_restrained(const ImplicitStep& step, Real& size, Context& context) {
  const View<Real> w = step.solution.w;
  const View<std::uint8_t> fixed = step.problem.fixed();
  for (auto* a : {&r_, &s_}) a->resize(w.size());
  if (Outcome bad = step.problem.residual(w, r_, context); !bad) return bad;
  const LinearOperator* K = nullptr;
  if (Outcome bad = step.problem.tangent(w, K, context); !bad) return bad;
  do {
    assembler_->reset(K, K->size());
    restraint_.add(K->size(), *assembler_);
    if (Outcome bad = restrained_.begin(assembler_->finish(), r_, s_, context); !bad) return bad;
    for (std::size_t i = 0; i < s_.size(); ++i) s_[i] = fixed[i] ? 0 : -s_[i];
    size = map(View<Real>(s_)).lpNorm<Eigen::Infinity>();
  } while (restraint_.holds_back(size, 0));
  return {};
}

/// From the predictor, or where that inverts elements from where the step starts.
Outcome ImplicitSolver::solve_without_contact(const ImplicitStep& step, Context& context) {
  Outcome outcome = newton_->solve(step.problem, true, step.solution.w, context);
  if (outcome || outcome.cause != Cause::inverted_element) return outcome;
  const View<std::uint8_t> fixed = step.problem.fixed();
  const View<Real> predictor = step.problem.predictor();
  for (std::size_t i = 0; i < fixed.size(); ++i) step.solution.w[i] = fixed[i] ? predictor[i] : 0;
  return newton_->solve(step.problem, true, step.solution.w, context);
}

Outcome ImplicitSolver::detect(const ImplicitStep& step, DetectResult& found, Context& context) {
  ++passes_;
  Outcome outcome = step.contact.detect(step.solution.w, found, context);
  multiplier_.resize(at(step.contact.rows().count), 0);
  return outcome;
}

Outcome ImplicitSolver::check_rows(const ImplicitStep& step) const {
  const ContactRows& rows = step.contact.rows();
  for (Index row = 0; row < rows.count; ++row)
    if (rows.start[at(row)] == rows.start[at(row + 1)])
      return Outcome::failed(Cause::infeasible,
                             "two bodies are pressed into each other where supports or obstacles "
                             "leave neither free to move",
                             {Item::contact, row});
  return {};
}

/// Where rows push a body without holding it, the matrix is singular. At first the reason may be rows that are not
/// known yet: restrained by sigma_, the body goes to where they are found. If it is still singular with them, nothing
/// resists some motions, such as that of a disk along a smooth plane, and what nothing drives there rests.
Outcome ImplicitSolver::solve_where_held(const ImplicitStep& step, bool& has_restrained,
                                         Context& context) {
  Outcome outcome = solve_with_rows(step, context);
  if (outcome.cause != Cause::indefinite || has_inertia_ != false) return outcome;
  std::ranges::copy(start_, step.solution.w.begin());
  std::fill(multiplier_.begin(), multiplier_.end(), Real{0});
  if (!std::exchange(has_restrained, true)) {
    sigma_ = restraint_.sigma();
    return solve_with_rows(step, context);
  }
  pushing_.restrain(true);
  outcome = solve_with_rows(step, context);
  pushing_.restrain(false);
  return outcome;
}

Outcome ImplicitSolver::solve_with_rows(const ImplicitStep& step, Context& context) {
  const View<Real> w = step.solution.w;
  start_.assign(w.begin(), w.end());
  Outcome outcome = attempt(0, step, context);
  if (outcome || outcome.status == Status::failed) return outcome;
  std::ranges::copy(start_, step.solution.w.begin());
  std::fill(multiplier_.begin(), multiplier_.end(), Real{0});
  return attempt(1, step, context);
}

/// A point that IPOPT itself does not call solved counts where the equations of the step follow from it.
Outcome ImplicitSolver::attempt(int trial, const ImplicitStep& step, Context& context) {
  if (Outcome bad = program_.pose({.problem = &step.problem,
                                   .contact = &step.contact,
                                   .context = &context,
                                   .start = start_,
                                   .multiplier = multiplier_,
                                   .restraint = sigma_});
      !bad)
    return bad;
  const EngineResult& found = engine_->solve(program_, trial);
  iterations_ += found.iterations;
  switch (found.ending) {
    case Ending::interrupted:
      return Outcome::failed(Cause::interrupted, "interrupted");
    case Ending::infeasible:
      return Outcome::retry(Cause::infeasible,
                            "contacts contradict each other: IPOPT found no increment of the step "
                            "that satisfies them "
                            "all");
    case Ending::no_value:
      return program_.outcome() ? Outcome::retry(Cause::not_finite,
                                                 "a contact row or a force of the step has a value "
                                                 "or a derivative that is not finite")
                                : program_.outcome();
    case Ending::stalled:
    case Ending::solved:
      break;
  }
  if (Outcome bad = program_.read(found, step.solution.w, multiplier_); !bad) return bad;
  if (sigma_ > 0) return {};
  Outcome outcome = pushing_.solve(step, multiplier_, context);
  if (outcome || outcome.cause == Cause::interrupted || found.ending == Ending::solved)
    return outcome;
  std::ostringstream text;
  text << "IPOPT did not converge within " << found.iterations
       << (found.iterations == 1 ? " iteration" : " iterations");
  return Outcome::retry(Cause::not_converged, text.str());
}

Outcome ImplicitSolver::find_held_work(const ImplicitStep& step, Context& context) {
  const ContactRows& rows = step.contact.rows();
  std::vector<Index> held;
  for (Index row = 0; row < rows.count; ++row)
    if (rows.held[at(row)] && multiplier_[at(row)] > 0) held.push_back(row);
  std::vector<Real> change(held.size());
  held_work_ = 0;
  if (held.empty()) return {};
  Outcome outcome = step.contact.evaluate(held, step.solution.w, {.held = change.data()}, context);
  for (std::size_t k = 0; k < held.size(); ++k) held_work_ += multiplier_[at(held[k])] * change[k];
  return outcome;
}

/// All degrees of freedom that rows act on were solved for in one problem.
Outcome ImplicitSolver::finish(const ImplicitStep& step, Context& context) {
  StepSolution& out = step.solution;
  if (Outcome bad = pushing_.find_forces(step, multiplier_, out.contact_force, context); !bad)
    return bad;
  *out.multiplier = multiplier_;
  out.group->clear();
  const ContactRows& rows = step.contact.rows();
  if (rows.count > 0) out.group->resize(out.w.size(), kNone);
  for (const Index dof : rows.dof) (*out.group)[at(dof)] = 0;
  if (out.zone) out.zone->clear();
  out.report = {.status = SolveStatus::converged, .iterations = iterations_};
  return find_held_work(step, context);
}

}  // namespace ipopt
