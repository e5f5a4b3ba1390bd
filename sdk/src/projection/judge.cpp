// Computes the energies of components, and finds the rows responsible for them.
//
// A component is bad if it has no solution, if it touches a violation that no row settled, if it
// moves vertices by far more than they have to be moved, or if contact brings energy into it. The
// last criterion is the only one that detects a row on the wrong side of a body: all rows hold,
// nothing intersects, and yet contact has done positive work. For Kane's rule this work is f_con.u
// with f_con = G' lambda, which is at most zero for linear rows that the start of the step
// satisfies. It says nothing where supports move, which may bring in any energy: what squeezes a
// body out between two of them shows in the size of the correction only.
#include "judge.hpp"

#include <algorithm>

#include "amplification.hpp"
#include "tactus/contact_lengths.hpp"

namespace tactus::projection {

Outcome Judge::assess(const StepInput& in, const Attempt& attempt, bool settled,
                      const PassOptions& options, Context& context) {
  bad_.clear(), worst_.clear(), left_.clear();
  largest_ratio_ = 0;
  const Partition& parts = attempt.partition();
  const ContactRows& rows = in.contact.rows();
  touched_.assign(parts.size(), 0);
  if (settled && rows.count == 0) return {};
  if (!settled) mark_left(in, attempt);
  if (Outcome bad = find_held_changes(in, context); !bad) return bad;
  for (std::size_t c = 0; c < parts.size(); ++c) {
    const ProjectionComponent& component = parts[c];
    if (component.rows.empty() || attempt.is_absorbed(component, rows)) continue;
    bool is_bad =
        !component.result.usable || (!settled && component.result.inconsistent > 0) || touched_[c];
    if (!is_bad)
      if (Outcome bad = find_excess(in, component, options.limit_corrections, is_bad, context);
          !bad)
        return bad;
    if (!is_bad && !brings_energy(in, component, options.energy_share, context)) continue;
    bad_.push_back(static_cast<Index>(c));
    if (Outcome bad = find_worst_row(in, component, context); !bad) return bad;
  }
  return {};
}

void Judge::mark_left(const StepInput& in, const Attempt& attempt) {
  const ContactVertices& vertices = in.contact.vertices();
  const View<Index> component_of = attempt.partition().component_of();
  for (Index i = 0; i < in.contact.violations().count(); ++i) {
    left_.push_back(i);
    for (const Index v : in.contact.violations().vertices(i)) {
      const Range dofs = vertices.dofs(v);
      for (Index dof = dofs.begin; dof < dofs.end; ++dof)
        if (const Index c = component_of[dof]; c != kNone) touched_[c] = 1;
    }
  }
}

Outcome Judge::find_excess(const StepInput& in, const ProjectionComponent& component, bool limited,
                           bool& excessive, Context& context) {
  Amplification found = amplification(in, component);
  if (found.excessive(context.scales)) {
    Real deepest = 0;
    if (Outcome bad = find_depth(in, component, deepest, context); !bad) return bad;
    found.motion = std::max(found.motion, deepest);
  }
  excessive = limited && found.excessive(context.scales);
  if (!excessive) largest_ratio_ = std::max(largest_ratio_, found.ratio(context.scales));
  return {};
}

/// Finds the deepest violation of the component's rows in the predictor. Where a step starts
/// without violations and bodies meet each other, it is no deeper than their relative motion. It is
/// deeper where a step starts violated, and where a row pushes against something that has no
/// vertices.
Outcome Judge::find_depth(const StepInput& in, const ProjectionComponent& component, Real& deepest,
                          Context& context) {
  const ContactRows& rows = in.contact.rows();
  value_.resize(component.rows.size());
  RowBuffer out;
  out.value = value_.data();
  if (Outcome bad = in.contact.evaluate(component.rows, in.predictor, out, context); !bad)
    return bad;
  for (std::size_t k = 0; k < value_.size(); ++k) {
    const Index r = component.rows[k];
    deepest = std::max(deepest, (rows.lower[r] - value_[k]) / rows.scale[r]);
  }
  return {};
}

/// Finds the work of prescribed motion, which does not show in free degrees of freedom.
Outcome Judge::find_held_changes(const StepInput& in, Context& context) {
  const ContactRows& rows = in.contact.rows();
  held_.clear();
  for (Index r = 0; r < rows.count; ++r)
    if (rows.held[r]) held_.push_back(r);
  held_change_.assign(static_cast<std::size_t>(rows.count), 0);
  mean_change_.assign(held_change_.size(), 0);
  if (held_.empty()) return {};
  change_.assign(held_.size(), 0);
  mean_.assign(held_.size(), 0);
  RowBuffer out;
  out.held = change_.data();
  out.held_mean = mean_.data();
  if (Outcome bad = in.contact.evaluate(held_, in.solution.w, out, context); !bad) return bad;
  for (std::size_t k = 0; k < held_.size(); ++k) {
    held_change_[held_[k]] = change_[k];
    mean_change_[held_[k]] = mean_[k];
  }
  return {};
}

Real Judge::held_work(const StepInput& in, const ProjectionComponent& component,
                      View<Real> change) const {
  Real work = 0;
  for (const Index r : component.rows) work += (*in.solution.multiplier)[r] * change[r];
  return work;
}

Real Judge::margin_work(const StepInput& in, View<Index> rows, const Scales& scales) {
  Real sum = 0;
  for (const Index r : rows)
    sum += std::max<Real>(0, (*in.solution.multiplier)[r]) * in.contact.rows().scale[r];
  return sum * contact_margin(scales);
}

/// Without any energy so far there is no reference: the first push comes from a support.
bool Judge::brings_energy(const StepInput& in, const ProjectionComponent& component, Real share,
                          Context& context) {
  if (context.step.energy == 0) return false;
  const ContactRows& rows = in.contact.rows();
  const bool held = std::any_of(component.rows.begin(), component.rows.end(),
                                [&](Index r) { return rows.held[r] != 0; });
  const CorrectionEnergy energy =
      in.problem.correction_energy({.dofs = component.unknowns(),
                                    .w = in.solution.w,
                                    .force = in.solution.contact_force,
                                    .held = held,
                                    .handed_on = held_work(in, component, held_change_),
                                    .handed_on_mean = held_work(in, component, mean_change_)},
                                   context);
  const Real much = share * context.step.energy + margin_work(in, component.rows, context.scales);
  // A single step may have a positive gain that the next step returns, for example while bodies
  // are pressed together. The gain therefore counts only if the sum over the run would exceed the
  // limit, too.
  return energy.work > much ||
         (energy.gain > much && context.step.contact_gain + energy.gain > much);
}

/// The row with the largest positive share lambda grad.u of the work; none if no row has a positive
/// share.
Outcome Judge::find_worst_row(const StepInput& in, const ProjectionComponent& component,
                              Context& context) {
  const ContactRows& rows = in.contact.rows();
  Index entries = 0;
  for (const Index r : component.rows) entries += rows.start[r + 1] - rows.start[r];
  gradient_.resize(static_cast<std::size_t>(entries));
  RowBuffer out;
  out.gradient = gradient_.data();
  if (!in.contact.evaluate(component.rows, in.solution.w, out, context))
    return {};  // no row is responsible
  Index worst = kNone;
  Real largest = 0;
  const Real* gradient = gradient_.data();
  // The work of the component is sum_r lambda_r grad_r.u, including the motion of prescribed
  // vertices. Each term belongs to one row, so that the largest positive term names the row to be
  // banned.
  for (const Index r : component.rows) {
    Real change = held_change_[r];
    for (Index k = rows.start[r]; k < rows.start[r + 1]; ++k)
      change += *gradient++ * in.solution.w[rows.dof[k]];
    const Real share = (*in.solution.multiplier)[r] * change;
    if (share > largest) largest = share, worst = r;
  }
  if (worst != kNone) worst_.push_back(worst);
  return {};
}

}  // namespace tactus::projection
