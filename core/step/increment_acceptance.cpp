#include "core/step/increment_acceptance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/support/plural.hpp"
#include "tactus/contact_lengths.hpp"

namespace tactus::core {
namespace {

/// Of the largest multiplier: rounding of one that is zero.
constexpr Real kPull = 1e-9;
/// Margins: how far a row that pushes may be below its lower bound, which is one margin above touching.
/// The solvers of configs/ stay within 0.3 of one (measured).
constexpr Real kMargins = 10;

}  // namespace

Outcome IncrementAcceptance::judge(const KernelContact& contact, const StepSolution& solution,
                                   Context& context) {
  if (Outcome bad = find_pressed(contact, solution); !bad) return bad;
  if (pressed_.empty() || !is_feasible_) return {};
  Worst deepest;
  if (Outcome bad = find_depth(contact, solution.w, deepest, context); !bad) return bad;
  const Real allowed = kMargins * contact_margin(context.scales);
  if (deepest.size <= allowed) return {};
  return refuse(solution,
                fmt::format("a row that pushes is {:.3g} m below its bound, where {:.3g} m are "
                            "allowed",
                            deepest.size, allowed),
                deepest.row);
}

/// The rows that push, but for those of rigid impact zones, which move as one body whatever their rows
/// say. A multiplier that pulls is an error.
Outcome IncrementAcceptance::find_pressed(const KernelContact& contact,
                                          const StepSolution& solution) {
  const ContactRows& rows = contact.rows();
  const std::vector<Real>& multiplier = *solution.multiplier;
  pressed_.clear();
  Worst pulling;
  Real largest = 0;
  for (Index r = 0; r < rows.count; ++r) {
    const Real force = multiplier[static_cast<std::size_t>(r)];
    largest = std::max(largest, std::abs(force));
    if (-force > pulling.size) pulling = {r, -force};
    if (!(force > 0)) continue;
    bool in_zone = false;
    for (Index k = rows.start[r]; k < rows.start[r + 1] && !solution.zone->empty(); ++k)
      in_zone = in_zone || (*solution.zone)[static_cast<std::size_t>(rows.dof[k])] != kNone;
    if (!in_zone) pressed_.push_back(r);
  }
  if (pulling.size <= kPull * largest) return {};
  return refuse(
      solution,
      fmt::format("a row pulls with {:.3g} N, where the largest force of a row is {:.3g} N",
                  pulling.size, largest),
      pulling.row);
}

Outcome IncrementAcceptance::find_depth(const KernelContact& contact, View<Real> w, Worst& deepest,
                                        Context& context) {
  const ContactRows& rows = contact.rows();
  value_.resize(pressed_.size());
  if (Outcome bad = contact.evaluate(pressed_, w, {.value = value_.data()}, context); !bad)
    return bad;
  for (std::size_t k = 0; k < pressed_.size(); ++k) {
    const Index r = pressed_[k];
    const Real depth = (rows.lower[r] - value_[k]) / rows.scale[r];
    if (depth > deepest.size) deepest = {r, depth};
  }
  return {};
}

/// A shorter step is easier for a solver that knows that it did not converge. One that says it did would
/// say so again, and the run would creep up to the contact in ever shorter steps.
Outcome IncrementAcceptance::refuse(const StepSolution& solution, const std::string& what,
                                    Index row) const {
  const bool claims = solution.report.status == SolveStatus::converged;
  const std::string message =
      fmt::format("the increments did not converge: \"{}\" {} after {}, and {}", solver_,
                  claims ? "calls them so" : "gave up",
                  plural(solution.report.iterations, "iteration", "iterations"), what);
  const Location where{Item::contact, row};
  return claims ? Outcome::failed(Cause::not_converged, message, where)
                : Outcome::retry(Cause::not_converged, message, where);
}

}  // namespace tactus::core
