#include "core/step/reaction_stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/contact/contact_bodies.hpp"
#include "core/step/reaction_words.hpp"
#include "core/support/named_fields.hpp"
#include "core/support/plugin_fault.hpp"

namespace tactus::core {
namespace {

// Why a contact is too deep: its vertex touched the other body in the step before, or did not.
constexpr std::string_view kDeeper =
    "the step is too long for the speed, or what presses is too strong for the mesh or for the "
    "stiffness of springs";
constexpr std::string_view kNew =
    "in the step before there was no contact at this vertex, so that the step is too long for the "
    "speed, or contact has not seen the bodies meet";

}  // namespace

ReactionStage::ReactionStage(const ContactGeometry& geometry, const Solver& solver,
                             std::unique_ptr<KernelContact> contact, const PairLaws& laws,
                             std::vector<Real> width)
    : solver_(solver.solver), solver_type_(solver.type), contact_(std::move(contact)), laws_(laws),
      dim_(geometry.layout->dim),
      memory_(geometry.layout->dim, laws, solver_ ? history_start(*solver_) : std::vector<Real>{}),
      acceptance_(solver.not_converged, laws, solver.type),
      touches_(geometry.surface ? geometry.surface->vertex_body : View<std::int32_t>{}),
      record_(geometry.layout->dofs) {
  for (auto* a : {&w_, &impulse_, &inverse_a_, &mean_velocity_})
    a->assign(static_cast<std::size_t>(geometry.layout->dofs), 0);
  if (contact_) {
    contacts_.emplace(contact_->step_rows());
    depth_limit_ = std::make_unique<DepthLimit>(*geometry.surface);
    if (solver.gap_ahead) ahead_ = std::make_unique<GapAhead>(geometry, laws);
    areas_ = std::make_unique<ContactAreas>(*geometry.surface, std::move(width));
    if (dim_ == 3) frames_.emplace();
  }
  rows_.dim = data_.dim = geometry.layout->dim;
  data_.law_history = memory_.law_history();
  data_.solver_history = memory_.solver_history();
}

Outcome ReactionStage::solve(const StateView& old, StepProblem& problem, View<Index> /*inverted*/,
                             Context& context) {
  const View<Real> predictor = problem.predictor();
  std::copy(predictor.begin(), predictor.end(), w_.begin());
  std::fill(impulse_.begin(), impulse_.end(), Real{0});
  facts_ = {};
  contact_facts_ = {};
  convergence_ = {};
  stored_energy_ = posed_normal_ = 0;
  immovable_ = 0;
  residuals_.clear();
  touches_.begin();
  rows_.row.clear();
  rows_.gap.clear();
  if (!contact_) return {};
  if (Outcome bad = find_contacts(old, problem, context); !bad) return bad;
  if (rows_.row.empty()) return solve_without_contacts(context);
  had_contacts_ = true;
  if (Outcome bad = form_operator(problem, context); !bad) return bad;
  if (Outcome bad = pose(old, context); !bad) return bad;
  if (Outcome bad = solve_and_move(problem, context); !bad) return bad;
  if (Outcome bad = settle_turning(problem, context); !bad) return bad;
  map(Out<Real>(mean_velocity_)) = (map(old.v) + map(View<Real>(w_))) / 2;
  add_up_stored_energy();
  record();
  return {};
}

/// Detects the rows within reach of their laws, at the geometry that the integrator froze.
Outcome ReactionStage::find_contacts(const StateView& old, StepProblem& problem, Context& context) {
  const ContactPoint point = problem.contact();
  if (point.frozen.size() != w_.size())
    throw PluginFault(Kind::integrator,
                      fmt::format("it posed a problem in velocities without geometry that stands "
                                  "still: ContactPoint::frozen has {} numbers for {} degrees of "
                                  "freedom",
                                  point.frozen.size(), w_.size()));
  contact_->begin(old, point, problem.fixed());
  contact_->know(memory_.known());
  if (ahead_) {
    ahead_->begin(old.q, w_, to_next_middle(context));
    contact_->look_ahead(ahead_->furthest());
  }
  DetectResult found;
  if (Outcome bad = contact_->detect(w_, found, context); !bad) return bad;
  return choose_rows(context);
}

/// s, from the middle of this step, where the rows are made, to that of the next one, where they are
/// made again: a gap changes by as much with the velocities that this step ends with.
Real ReactionStage::to_next_middle(const Context& context) const {
  return (context.step.dt + dt_next_) / 2;
}

/// Chooses the rows within reach of their law as contacts. Rows of two things that cannot move have
/// no degrees of freedom; they are counted and left out.
Outcome ReactionStage::choose_rows(Context& context) {
  const ContactRows& rows = contact_->rows();
  all_rows_.resize(static_cast<std::size_t>(rows.count));
  std::iota(all_rows_.begin(), all_rows_.end(), Index{0});
  value_.resize(all_rows_.size());
  if (all_rows_.empty()) return {};
  if (Outcome bad = contact_->evaluate(all_rows_, w_, {.value = value_.data()}, context); !bad)
    return bad;
  for (const Index r : all_rows_) {
    const Real gap = value_[static_cast<std::size_t>(r)] / rows.scale[r];
    const bool closed = gap <= reach_of(r);
    if (!closed && !begins_ahead(r, gap)) continue;
    if (rows.start[r] == rows.start[r + 1]) {
      immovable_ += closed ? 1 : 0;
      continue;
    }
    if (Outcome bad = check_depth(r, gap); !bad) return bad;
    rows_.row.push_back(r);
    rows_.gap.push_back(gap);
  }
  return contacts_->evaluate(rows_, frames_ ? &*frames_ : nullptr, context);
}

/// m, the largest gap at which the law of a row acts.
Real ReactionStage::reach_of(Index row) const {
  const std::int32_t law = contact_->step_rows().law_of(row);
  return law < 0 ? 0 : laws_.reach(law);
}

/// Whether an open row is a contact because its gap may close within the step.
bool ReactionStage::begins_ahead(Index row, Real gap) const {
  const std::int32_t law = contact_->step_rows().law_of(row);
  return ahead_ && law >= 0 && ahead_->serves(law) &&
         gap <= ahead_->reach(bodies_of(contact_->step_rows(), row));
}

Outcome ReactionStage::check_depth(Index row, Real gap) const {
  if (!(-gap > depth_limit_->least())) return {};
  const ContactRows& rows = contact_->rows();
  const auto from = static_cast<std::size_t>(rows.stencil_start[row]);
  const auto to = static_cast<std::size_t>(rows.stencil_start[row + 1]);
  const View<Index> stencil = rows.stencil.subspan(from, to - from);
  const Real thickness = depth_limit_->thickness(stencil);
  if (!(-gap > thickness / 2)) return {};
  return Outcome::retry(
      Cause::motion_too_large,
      fmt::format(
          "a contact is {:.4g} m deep, more than half of the {:.4g} m that lie behind it: {}", -gap,
          thickness, touches_.is_new(stencil) ? kNew : kDeeper),
      {Item::contact, row});
}

/// Fills the ReactionProblem: free velocities and velocities at t_n of all contacts, their laws and
/// coefficients, and the values that each contact had at t_n.
Outcome ReactionStage::pose(const StateView& old, Context& context) {
  const ContactRows& rows = contact_->rows();
  data_.dt = context.step.dt;
  data_.time = context.step.time + context.step.dt;
  data_.delassus = &delassus_;
  data_.diagonal_blocks = delassus_.diagonal_blocks();
  data_.resize(rows_.count());
  data_.gap = rows_.gap;
  data_.frame = rows_.frame;
  data_.point = rows_.point;
  data_.patch.clear();
  fresh_.clear();
  contacts_->relative_velocity(rows_, w_, data_.free_velocity);
  contacts_->relative_velocity(rows_, old.v, data_.U_old);
  turning_.assign(rows_.row.size(), 0);
  if (ahead_)
    if (Outcome bad = contacts_->turning(rows_, w_, to_next_middle(context) / 2, turning_, context);
        !bad)
      return bad;
  for (Index i = 0; i < rows_.count(); ++i) pose_contact(i);
  areas_->find(rows_, rows, contact_->step_rows().places().before(), data_.area);
  for (std::size_t i = 0; i < rows_.area.size(); ++i)
    if (!std::isnan(rows_.area[i])) data_.area[i] = rows_.area[i];
  return {};
}

void ReactionStage::pose_contact(Index contact) {
  const ContactRows& rows = contact_->rows();
  const auto at = static_cast<std::size_t>(contact);
  const Index r = rows_.row[at];
  data_.key[at] = rows.key[r];
  data_.former[at] = contact_->step_rows().former_of(r);
  const std::int32_t law = contact_->step_rows().law_of(r);
  data_.law[at] = law;
  const auto [own, other] = contact_->step_rows().patches_of(r);
  data_.patch.insert(data_.patch.end(), {own, other});
  data_.friction[at] = law < 0 ? 0 : laws_.friction(law);
  data_.restitution[at] = law < 0 ? 0 : laws_.restitution(law);
  memory_.recall(data_, contact);
  const auto normal = static_cast<std::size_t>(contact * dim_);
  if (ahead_ && poses_ahead(at)) {
    data_.gap_speed[at] = gap_speed(at, turning_[at]);
    data_.free_velocity[normal] += data_.gap_speed[at];
  }
  const auto first = static_cast<std::size_t>(rows.stencil_start[r]),
             end = static_cast<std::size_t>(rows.stencil_start[r + 1]);
  // Only closed contacts touch; for the others their first touch is still to come.
  const bool closed = rows_.gap[at] <= reach_of(r);
  fresh_.push_back(closed && touches_.add(rows.stencil.subspan(first, end - first)) ? 1 : 0);
}

/// After a step with contacts the solver is told once that there are none. What it reports of its
/// work is then that of a new object, as it is in a run that goes on from a checkpoint here.
Outcome ReactionStage::solve_without_contacts(Context& context) {
  static constexpr Index kNoEntries[] = {0};
  if (!std::exchange(had_contacts_, false)) return {};
  delassus_.form({.dim = static_cast<int>(dim_), .start = kNoEntries}, inverse_a_);
  data_.resize(0);
  data_.delassus = &delassus_;
  data_.diagonal_blocks = data_.frame = data_.point = {};
  data_.patch.clear();
  return solve_reactions(context);
}

Outcome ReactionStage::solve_reactions(Context& context) {
  const ReactionProblem problem = data_.problem();
  ReactionSolution solution{.reactions = data_.reactions, .report = {.residuals = &residuals_}};
  residuals_.clear();
  Outcome outcome = solver_->solve(problem, laws_.laws(), solution, context);
  if (!outcome && !delassus_.sparse()) outcome.message += too_many_blocks(problem.contacts, dim_);
  if (!outcome) return outcome;
  facts_ = {.status = solution.report.status,
            .residual = residuals_.empty() ? 0 : residuals_.back(),
            .iterations = solution.report.iterations,
            .tolerance = solution.report.tolerance};
  if (Outcome bad = check_reactions(); !bad) return bad;
  Outcome judged = acceptance_.judge(data_, facts_, context);
  if (!judged && acceptance_.worst_contact() != kNone)
    judged.where = {Item::contact,
                    rows_.row[static_cast<std::size_t>(acceptance_.worst_contact())]};
  return judged;
}

Outcome ReactionStage::check_reactions() const {
  for (std::size_t i = 0; i < data_.reactions.size(); ++i)
    if (!std::isfinite(data_.reactions[i]))
      return Outcome::retry(
          Cause::not_finite,
          fmt::format("contact_solver \"{}\" gave a reaction that is not finite", solver_type_),
          {Item::contact, rows_.row[i / static_cast<std::size_t>(dim_)]});
  return {};
}

/// Evaluated at the velocities at the end of the step, which include the reactions of all contacts.
void ReactionStage::add_up_stored_energy() {
  const ReactionProblem problem = data_.as_solved();
  for (std::size_t l = 0; l < laws_.laws().size(); ++l) {
    batch_.clear();
    batch_free_.clear();
    for (Index i = 0; i < problem.contacts; ++i) {
      if (problem.law[i] != static_cast<std::int32_t>(l)) continue;
      batch_.push_back(i);
      const Real* const block = problem.delassus_diagonal.data() + i * dim_ * dim_;
      for (Index d = 0; d < dim_; ++d) {
        Real own = 0;
        for (Index e = 0; e < dim_; ++e) own += block[d * dim_ + e] * data_.reactions[i * dim_ + e];
        batch_free_.push_back(end_velocity_[i * dim_ + d] - own);
      }
    }
    if (batch_.empty()) continue;
    const LawBatch batch{
        .problem = &problem, .contacts = batch_, .free = batch_free_, .R = data_.reactions};
    stored_energy_ += laws_.laws()[l]->stored_energy(batch);
  }
}

}  // namespace tactus::core
