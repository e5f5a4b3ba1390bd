#include "core/step/reaction_stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/support/plugin_fault.hpp"
#include "tactus/copied.hpp"

namespace tactus::core {

ReactionStage::ReactionStage(const ContactGeometry& geometry, const Solver& solver,
                             std::unique_ptr<KernelContact> contact, const PairLaws& laws,
                             std::vector<Real> width)
    : contact_(std::move(contact)), laws_(laws),
      solver_(solver.solver, solver.type, solver.not_converged, laws),
      past_(geometry.layout->dim, laws,
            solver.solver ? history_start(*solver.solver) : std::vector<Real>{},
            geometry.surface ? geometry.surface->vertex_body : View<std::int32_t>{}),
      operator_(geometry.layout->dofs), record_(geometry.layout->dofs) {
  for (auto* a : {&w_, &impulse_, &mean_velocity_})
    a->assign(static_cast<std::size_t>(geometry.layout->dofs), 0);
  rows_.dim = data_.dim = geometry.layout->dim;
  data_.law_history = past_.memory().law_history();
  data_.solver_history = past_.memory().solver_history();
  if (!contact_) return;
  parts_ = std::make_unique<Parts>(geometry, *contact_, laws, std::move(width));
  if (solver.gap_ahead)
    parts_->gaps.emplace(geometry, laws,
                         TurningGaps::Problem{.step_rows = contact_->step_rows(),
                                              .depth = parts_->choice.depth_limit(),
                                              .contacts = parts_->contacts,
                                              .rows = rows_,
                                              .data = data_});
}

Outcome ReactionStage::solve(const StateView& old, StepProblem& problem, View<Index> /*inverted*/,
                             Context& context) {
  start_from(problem);
  attempt_ = {};
  solver_.clear();
  past_.begin();
  rows_.row.clear();
  rows_.gap.clear();
  if (!contact_) return {};
  parts_->choice.clear();
  parts_->held.clear();
  if (Outcome bad = find_contacts(old, problem, context); !bad) return bad;
  if (rows_.row.empty()) return solve_without_contacts(context);
  if (Outcome bad = operator_.form(problem, rows_, w_, context); !bad) return bad;
  attempt_.largest_normal = operator_.delassus().largest_normal();
  if (Outcome bad = pose(old, context); !bad) return bad;
  operator_.free_held(problem, implicit_);
  if (Outcome bad = solve_and_move(problem, context); !bad) return bad;
  if (Outcome bad = settle_gaps(problem, context); !bad) return bad;
  map(Out<Real>(mean_velocity_)) = (map(old.v) + map(View<Real>(w_))) / 2;
  attempt_.stored_energy = stored_energy_.of(data_, laws_, end_velocity_);
  record();
  return {};
}

/// The free velocities, and no impulse.
void ReactionStage::start_from(const StepProblem& problem) {
  const View<Real> predictor = problem.predictor();
  std::copy(predictor.begin(), predictor.end(), w_.begin());
  std::fill(impulse_.begin(), impulse_.end(), Real{0});
}

/// Detects the rows within reach of their laws, at the geometry that the integrator froze.
Outcome ReactionStage::find_contacts(const StateView& old, StepProblem& problem, Context& context) {
  const ContactPoint point = copied(problem.contact());
  if (point.frozen.size() != w_.size())
    throw PluginFault(Kind::integrator,
                      fmt::format("it posed a problem in velocities without geometry that stands "
                                  "still: ContactPoint::frozen has {} numbers for {} degrees of "
                                  "freedom",
                                  point.frozen.size(), w_.size()));
  contact_->begin(old, point, problem.fixed());
  contact_->know(past_.memory().known());
  TurningGaps* const gaps = parts_->gaps ? &*parts_->gaps : nullptr;
  if (gaps) {
    gaps->begin(old.q, w_, (context.step.dt + dt_next_) / 2);
    contact_->look_ahead(gaps->furthest());
  }
  DetectResult found;
  if (Outcome bad = contact_->detect(w_, found, context); !bad) return bad;
  if (Outcome bad = parts_->choice.choose(w_, gaps, past_.touches(), rows_, context); !bad)
    return bad;
  if (contact_->rows().count == 0) return {};
  if (Outcome bad = parts_->contacts.evaluate(rows_, past_.frames(), context); !bad) return bad;
  const HeldNormals::Problem held{
      .contacts = parts_->contacts, .velocity = w_, .fixed = problem.fixed()};
  bool left_out = false;
  if (Outcome bad = parts_->held.leave_out(held, rows_, left_out, context); !bad) return bad;
  if (!left_out || rows_.row.empty()) return {};
  return parts_->contacts.evaluate(rows_, past_.frames(), context);
}

/// Fills the ReactionProblem: free velocities and velocities at t_n of all contacts, their laws and coefficients, and
/// the values that each contact had at t_n.
Outcome ReactionStage::pose(const StateView& old, Context& context) {
  const ContactRows& rows = contact_->rows();
  data_.dt = context.step.dt;
  data_.time = context.step.time + context.step.dt;
  data_.delassus = &operator_.delassus();
  data_.diagonal_blocks = operator_.delassus().diagonal_blocks();
  data_.resize(rows_.count());
  data_.gap = rows_.gap;
  data_.frame = rows_.frame;
  data_.point = rows_.point;
  data_.patch.clear();
  implicit_.clear();
  parts_->contacts.relative_velocity(rows_, w_, data_.free_velocity);
  parts_->contacts.relative_velocity(rows_, old.v, data_.U_old);
  if (parts_->gaps)
    if (Outcome bad = parts_->gaps->find_turning(w_, context); !bad) return bad;
  for (Index i = 0; i < rows_.count(); ++i) pose_contact(i);
  parts_->areas.find(rows_, rows, contact_->step_rows().places().before(), data_.area);
  for (std::size_t i = 0; i < rows_.area.size(); ++i)
    if (!std::isnan(rows_.area[i])) data_.area[i] = rows_.area[i];
  return {};
}

void ReactionStage::pose_contact(Index contact) {
  const ContactRows& rows = contact_->rows();
  const StepRows& of_step = contact_->step_rows();
  const auto at = static_cast<std::size_t>(contact);
  const Index r = rows_.row[at];
  data_.key[at] = rows.key[r];
  data_.former[at] = of_step.former_of(r);
  const std::int32_t law = of_step.law_of(r);
  data_.law[at] = law;
  implicit_.push_back(law >= 0 && laws_.is_implicit(law) ? 1 : 0);
  const auto [own, other] = of_step.patches_of(r);
  data_.patch.insert(data_.patch.end(), {own, other});
  data_.friction[at] = law < 0 ? 0 : laws_.friction(law);
  data_.restitution[at] = law < 0 ? 0 : laws_.restitution(law);
  past_.memory().recall(data_, contact);
  if (parts_->gaps) parts_->gaps->pose(at);
  const auto first = static_cast<std::size_t>(rows.stencil_start[r]),
             end = static_cast<std::size_t>(rows.stencil_start[r + 1]);
  // Only closed contacts touch; for the others their first touch is still to come.
  past_.add(parts_->choice.is_closed(r, rows_.gap[at]), rows.stencil.subspan(first, end - first));
}

/// After a step with contacts the solver is told once that there are none. What it reports of its work is then that
/// of a new object, as it is in a run that goes on from a checkpoint here.
Outcome ReactionStage::solve_without_contacts(Context& context) {
  if (!solver_.had_contacts()) return {};
  operator_.form_empty(rows_.dim);
  data_.resize(0);
  data_.delassus = &operator_.delassus();
  data_.diagonal_blocks = data_.frame = data_.point = {};
  data_.patch.clear();
  return solver_.solve(data_, {}, attempt_.solver, context);
}

Outcome ReactionStage::settle_gaps(StepProblem& problem, Context& context) {
  if (!parts_->gaps) return {};
  return parts_->gaps->settle(
      {.velocity = w_,
       .at_contacts = end_velocity_,
       .converged = [&] { return solver_.acceptance().facts().accepted == 0; },
       .solve_anew =
           [&] {
             start_from(problem);
             return solve_and_move(problem, context);
           }},
      context);
}

/// From the free velocities in w_ to those at the end of the step, and of the contacts there.
Outcome ReactionStage::solve_and_move(StepProblem& problem, Context& context) {
  if (Outcome bad = solver_.solve(data_, rows_.row, attempt_.solver, context); !bad) return bad;
  if (Outcome bad = operator_.move(problem, rows_, data_.reactions, impulse_, w_, context); !bad)
    return bad;
  end_velocity_.resize(data_.reactions.size());
  parts_->contacts.relative_velocity(rows_, w_, end_velocity_);
  return {};
}

}  // namespace tactus::core
