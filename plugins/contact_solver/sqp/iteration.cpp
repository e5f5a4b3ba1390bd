#include "iteration.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace sqp {
namespace {

constexpr Index kAdditions = 8;  ///< detections that may add rows
constexpr Real kSlack = 1e-15;
constexpr Real kMargins = 0.5;        ///< how far rows may be below their bounds in the end
constexpr Real kOfCorrection = 1e-5;  ///< rows miss less of it by what complementarity.cpp adds
constexpr Real kRests =
    2e-9;  ///< of the largest force of contact: a fifth of what the verdict bears

Outcome unsettled(const DetectResult& found) {
  std::ostringstream text;
  text << "no admissible point was found for the contacts: " << found.needs
       << (found.needs == 1 ? " violation is" : " violations are") << " left that no row settles";
  return Outcome::retry(Cause::infeasible, text.str());
}

}  // namespace

void Iteration::setup(LinearSolvers& linear) {
  newton_.setup(linear, settings_.linear);
  plain_.setup(linear, settings_.linear);
  curved_.setup(linear, settings_.linear);
  try {
    assembler_ = linear.assembler();
  } catch (const Error&) {
    assembler_ = nullptr;
  }
}

Outcome Iteration::solve(const Step& step, Context& context) {
  iterations_ = additions_ = 0;
  penalty_ = 0;
  has_crept_ = false;
  convergence_.begin();
  multiplier_.clear();
  for (auto* a : {&r_, &s_, &start_, &weight_, &force_}) a->resize(step.solution.w.size());
  if (Outcome bad = start(step, context); !bad) return bad;
  DetectResult found;
  if (Outcome bad = detect(step, found, context); !bad) return bad;
  if (found.needs > 0 && found.added == 0) return unsettled(found);
  bool last = found.needs == 0 && !is_static();
  while (!last) {
    if (context.stopped()) return Outcome::failed(Cause::interrupted, "interrupted");
    if (iterations_ == settings_.newton.iterations) return not_converged(step, context);
    if (Outcome bad = iterate(step, last, context); !bad) return bad;
  }
  if (Outcome bad = rows_.evaluate(step.contact, step.solution.w, context); !bad) return bad;
  finish(step);
  return rows_.held_work(step.contact, step.solution.w, multiplier_, held_work_, context);
}

/// Where nothing but contact holds a body at the start, no smaller step helps as long as there is no contact.
Outcome Iteration::not_converged(const Step& step, Context& context) {
  std::ostringstream text;
  const std::string loose = refusal(step, context);
  if (!loose.empty() && rows_.count() == 0) {
    text << "the step has no equilibrium: loads push what nothing holds, and it met no contact "
            "within "
         << iterations_ << (iterations_ == 1 ? " iteration; " : " iterations; ") << loose;
    return Outcome::failed(Cause::indefinite, text.str());
  }
  text << "the contacts of the step did not converge within " << iterations_
       << (iterations_ == 1 ? " iteration" : " iterations")
       << ": the last one still moved things by " << size_ << " m";
  if (has_crept_)
    text << "; next to nothing resists a motion in which contact lets bodies slide or roll: hold "
            "them where they may slide, or take an integrator with inertia";
  if (!loose.empty()) text << "; without contact " << loose;
  return Outcome::retry(Cause::not_converged, text.str());
}

/// Why the tangent where a run without inertia starts is not positive definite, in words; empty: it is.
std::string Iteration::refusal(const Step& step, Context& context) {
  const LinearOperator* K = nullptr;
  std::fill(r_.begin(), r_.end(), Real{0});
  if (!is_static() || context.step.step > 0 || !step.problem.tangent(r_, K, context)) return {};
  return plain_.begin(*K, r_, s_, context) && plain_.shifts() > 0 ? plain_.refusal()
                                                                  : std::string();
}

/// Without contact the solution is sought from the predictor, or where that inverts elements from where the step
/// starts. Without inertia what is pressed together would spring apart in it: corrections are restrained instead.
Outcome Iteration::start(const Step& step, Context& context) {
  if (Outcome bad = ask_for_potential(step, context); !bad) return bad;
  if (Outcome bad = look_for_inertia(step, context); !bad) return bad;
  if (is_static())
    return newton_.follow_supports(step.problem, has_potential_, step.solution.w, context);
  Outcome outcome = solve_without_contact(step, context);
  if (outcome || outcome.cause != Cause::inverted_element) return outcome;
  const View<std::uint8_t> fixed = step.problem.fixed();
  const View<Real> predictor = step.problem.predictor();
  for (std::size_t i = 0; i < fixed.size(); ++i) step.solution.w[i] = fixed[i] ? predictor[i] : 0;
  return solve_without_contact(step, context);
}

Outcome Iteration::solve_without_contact(const Step& step, Context& context) {
  if (step.problem.linear()) return {};
  Outcome outcome = newton_.solve(step.problem, has_potential_, step.solution.w, context);
  counts_.halvings += newton_.report().halvings;
  counts_.shifts += newton_.report().shifts;
  return outcome;
}

/// A place where an element is inverted says nothing about that.
Outcome Iteration::ask_for_potential(const Step& step, Context& context) {
  Real value = 0;
  const Outcome asked = step.problem.potential(step.solution.w, value, context);
  has_potential_ = asked || asked.cause == Cause::inverted_element;
  return asked || has_potential_ || asked.cause == Cause::unsupported ? Outcome{} : asked;
}

/// Whether steps have inertia is found in the first one of a run.
Outcome Iteration::look_for_inertia(const Step& step, Context& context) {
  if (step.problem.linear() || !assembler_ || has_inertia_.value_or(false)) return {};
  const View<std::uint8_t> fixed = step.problem.fixed();
  const LinearOperator* K = nullptr;
  if (Outcome bad = step.problem.tangent(step.solution.w, K, context); !bad)
    return bad.cause == Cause::inverted_element && !is_static() ? Outcome{} : bad;
  if (!has_inertia_) has_inertia_ = !Restraint::has_no_inertia(*K, fixed);
  if (is_static()) restraint_.begin(*K, fixed, context.scales.altitude);
  return {};
}

/// The next correction is compared with none before.
Outcome Iteration::detect(const Step& step, DetectResult& found, Context& context) {
  ++counts_.passes;
  Outcome outcome = step.contact.detect(step.solution.w, found, context);
  multiplier_.resize(static_cast<std::size_t>(step.contact.rows().count), 0);
  if (found.added > 0) ++additions_, convergence_.begin();
  return outcome;
}

/// @param last  out: nothing is left to be done
Outcome Iteration::iterate(const Step& step, bool& last, Context& context) {
  const Out<Real> w = step.solution.w;
  if (Outcome bad = find_correction(step, context); !bad) return bad;
  ++iterations_, ++counts_.iterations;
  DetectResult found;
  if (!has_converged(step, context)) {
    if (Outcome bad = go_along(step, context); !bad) return bad;
    convergence_.made(size_);
    restraint_.relax();
    if (additions_ == kAdditions || !rows_hold(context)) return {};
    return detect(step, found, context);
  }
  map(w) += map(View<Real>(s_));
  if (Outcome bad = rows_.evaluate(step.contact, w, context); !bad) return bad;
  if (!rows_hold(context)) return {};
  if (Outcome bad = detect(step, found, context); !bad) return bad;
  last = found.needs == 0 && found.added == 0;
  return last || (found.added > 0 && additions_ <= kAdditions) ? Outcome{} : unsettled(found);
}

/// Where a row does not hold yet, its violation would be found again, and settled by another row.
bool Iteration::rows_hold(const Context& context) const {
  return rows_.depth() <= kMargins * contact_margin(context.scales);
}

/// Rows, residual and tangent at w.
Outcome Iteration::linearise(const Step& step, Context& context) {
  const View<Real> w = step.solution.w;
  const View<std::uint8_t> fixed = step.problem.fixed();
  if (Outcome bad = rows_.evaluate(step.contact, w, context); !bad) return bad;
  if (Outcome bad = step.problem.residual(w, r_, context); !bad) return bad;
  for (std::size_t i = 0; i < r_.size(); ++i)
    if (fixed[i]) r_[i] = 0;
  if (Outcome bad = step.problem.tangent(w, tangent_, context); !bad) return bad;
  weigh(*tangent_, fixed, context);
  return {};
}

/// The solution s_ of the quadratic program at w, and its multipliers.
Outcome Iteration::find_correction(const Step& step, Context& context) {
  if (Outcome bad = linearise(step, context); !bad) return bad;
  const View<std::uint8_t> fixed = step.problem.fixed();
  multiplier_before_ = multiplier_;
  is_shifted_ = false;
  bool again = false;
  do {
    multiplier_ = multiplier_before_;
    const LinearOperator* matrix = tangent_;
    if (Outcome bad = add_to_tangent(step, matrix, context); !bad) return bad;
    if (Outcome bad = used_->begin(*matrix, r_, s_, context); !bad) return bad;
    counts_.shifts += used_->shifts();
    is_shifted_ = is_shifted_ || used_->shifts() > 0;
    again = is_static() && used_->shifts() > 0 && restraint_.holds_more();
    if (again) continue;
    map(Out<Real>(s_)) *= -1;
    if (Outcome bad = program_.solve(rows_, *used_, multiplier_, s_, context); !bad) return bad;
    for (std::size_t i = 0; i < s_.size(); ++i)
      if (fixed[i]) s_[i] = 0;
    size_ = largest(s_);
    again = is_static() && restraint_.holds_back(size_, rows_.depth());
  } while (again);
  for (const Real l : multiplier_) penalty_ = std::max(penalty_, 2 * l);
  return check_correction(context);
}

/// Rows that contradict each other have multipliers that grow without bound and do not hold.
Outcome Iteration::check_correction(const Context& context) const {
  if (!std::isfinite(size_))
    return Outcome::retry(Cause::not_finite, "a correction of the step is not finite");
  Index row = kNone;
  const Real allowed = kMargins * contact_margin(context.scales) + kOfCorrection * size_;
  if (rows_.depth_after(s_, row) <= allowed) return {};
  return Outcome::retry(
      Cause::infeasible,
      "contacts contradict each other: no correction of the step satisfies them all",
      {Item::contact, row});
}

/// Norm of residuals, and rounding of potentials, at this tangent.
void Iteration::weigh(const LinearOperator& tangent, View<std::uint8_t> fixed,
                      const Context& context) {
  const View<Real> diagonal = tangent.diagonal();
  Real sum = 0;
  for (std::size_t i = 0; i < weight_.size(); ++i) {
    weight_[i] = diagonal.empty() || diagonal[i] == 0 ? 0 : 1 / std::abs(diagonal[i]);
    if (!fixed[i] && !diagonal.empty()) sum += std::abs(diagonal[i]);
  }
  slack_ = kSlack * sum * context.scales.altitude * context.scales.altitude;
}

/// K - sum l d2g, of the Lagrangian: with it convergence is quadratic. And what restrains steps without inertia.
Outcome Iteration::add_to_tangent(const Step& step, const LinearOperator*& matrix,
                                  Context& context) {
  used_ = &plain_;
  pushing_.clear(), pull_.clear();
  for (std::size_t row = 0; row < multiplier_.size(); ++row)
    if (multiplier_[row] > 0)
      pushing_.push_back(static_cast<Index>(row)), pull_.push_back(-multiplier_[row]);
  if (!assembler_ || !matrix->sparse()) return {};
  if (pushing_.empty() && !is_static()) return {};
  assembler_->reset(matrix, matrix->size());
  if (is_static()) add_restraint(matrix->size());
  if (Outcome bad = step.contact.hessian(pushing_, pull_, step.solution.w, *assembler_, context);
      !bad)
    return bad;
  matrix = &assembler_->finish();
  used_ = &curved_;
  return {};
}

/// sigma I, and rho g g' of each row that pushes or is below its bound, with its gradient g and the mean rho of the
/// diagonal. At the solution these rows are at their bounds, so that this changes none; it makes a motion of a body
/// that they alone resist as stiff as the body.
void Iteration::add_restraint(Index size) {
  restraint_.add(size, *assembler_);
  for (Index row = 0; row < rows_.count(); ++row) {
    if (!(multiplier_[static_cast<std::size_t>(row)] > 0 || rows_.above(row) < 0)) continue;
    const View<Index> pattern = rows_.pattern(row);
    const View<Real> g = rows_.gradient(row);
    block_.clear();
    for (const Real a : g)
      for (const Real b : g) block_.push_back(restraint_.stiffness() * a * b);
    assembler_->add(pattern, pattern, block_);
  }
}

/// Whether the correction that was just found is the last one. What rounding leaves of equilibrium has another size with
/// every sigma. Where w itself is at rest the correction becomes zero: it may be as long as half an altitude, and what it
/// leads to was not looked at.
bool Iteration::has_converged(const Step& step, const Context& context) {
  if (is_static() && !restraint_.is_relaxed() && !is_shifted_) return false;
  convergence_.note(size_);
  if (convergence_.is_small(largest(step.solution.w), settings_.newton.tolerance, context.scales))
    return true;
  const bool creeps = is_static() && convergence_.creeps();
  if (!creeps && !convergence_.stalls(context.scales)) return false;
  std::fill(force_.begin(), force_.end(), Real{0});
  for (Index row = 0; row < rows_.count(); ++row)
    rows_.add(row, multiplier_[static_cast<std::size_t>(row)], force_);
  const View<std::uint8_t> fixed = step.problem.fixed();
  if (is_balanced(r_, force_, weight_, fixed, context.scales)) return true;
  if (!creeps) return false;
  if (is_at_rest(r_, force_, fixed, kRests)) {
    if (rows_hold(context)) std::fill(s_.begin(), s_.end(), Real{0});
    return true;
  }
  restraint_.let_go();
  convergence_.begin();
  has_crept_ = true;
  return false;
}

/// The forces of the rows at w. All degrees of freedom that rows act on were solved for in one problem.
void Iteration::finish(const Step& step) {
  StepSolution& out = step.solution;
  const ContactRows& rows = step.contact.rows();
  std::fill(out.contact_force.begin(), out.contact_force.end(), Real{0});
  *out.multiplier = multiplier_;
  out.group->clear();
  if (rows.count > 0) out.group->resize(out.w.size(), kNone);
  for (Index row = 0; row < rows.count; ++row) {
    rows_.add(row, multiplier_[static_cast<std::size_t>(row)], out.contact_force);
    for (Index k = rows.start[row]; k < rows.start[row + 1]; ++k)
      (*out.group)[static_cast<std::size_t>(rows.dof[k])] = 0;
  }
  if (out.zone) out.zone->clear();
  out.report = {.status = SolveStatus::converged, .iterations = iterations_};
}

}  // namespace sqp
