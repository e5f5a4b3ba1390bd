// Bodies that turn: gaps of contacts change to second order in a step, because points move along curves. The law
// is posed with the free velocities first; where reactions change spins it is posed anew with the solved ones.
#include <algorithm>
#include <utility>

#include "core/step/parting_speed.hpp"
#include "core/step/reaction_stage.hpp"

namespace tactus::core {
namespace {

/// Depths below this fraction of the thickness behind a contact are not worth another solution.
constexpr Real kNoticed = 1e-5;
/// Work of reactions beyond this fraction of their magnitudes is more than a solver's tolerance.
constexpr Real kGiven = 1e-6;
/// Each solution changes spins again, by less and less; what then remains is corrected in later steps.
constexpr int kRounds = 3;

}  // namespace

/// m/s, what the law of a contact has beside U_N. @param turning  m/s, of ReactionContacts::turning()
Real ReactionStage::gap_speed(std::size_t contact, Real turning) const {
  const auto d = static_cast<std::size_t>(dim_);
  const Real gap = rows_.gap[contact], open = begins_ahead(rows_.row[contact], gap) ? gap : 0;
  const View<Real> U(data_.U_old.data() + contact * d, d),
      W(data_.diagonal_blocks.data() + contact * d * d, d * d);
  return ahead_->speed(open, turning, turning < 0 ? -parting_speed(U, W) : 0);
}

/// Where the reactions of contacts together give the bodies energy, because each counted on its own
/// part of it, they are solved again without turning, which only takes energy. Else they are solved
/// again as long as contacts would get deeper because of the spins that the reactions themselves give.
Outcome ReactionStage::settle_turning(StepProblem& problem, Context& context) {
  if (!ahead_ || acceptance_.facts().accepted != 0) return {};
  Real work = work_of_reactions();
  if (work > kGiven * magnitude_of_work()) {
    bool any = false;
    for (std::size_t i = 0; i < turning_.size(); ++i)
      if (turning_[i] < 0 && poses_ahead(i)) set_gap_speed(i, gap_speed(i, 0)), any = true;
    return any ? solve_anew(problem, context) : Outcome{};
  }
  turned_.resize(turning_.size());
  for (int round = 0; round < kRounds && acceptance_.facts().accepted == 0; ++round) {
    const Real ahead = to_next_middle(context) / 2;
    if (Outcome bad = contacts_->turning(rows_, w_, ahead, turned_, context); !bad) return bad;
    before_turning_ = data_.gap_speed;
    if (!turn_laws(context)) return {};
    if (Outcome bad = solve_anew(problem, context); !bad) return bad;
    const Real before = std::exchange(work, work_of_reactions());
    if (work <= std::max<Real>(0, before)) continue;
    for (std::size_t i = 0; i < before_turning_.size(); ++i) set_gap_speed(i, before_turning_[i]);
    return solve_anew(problem, context);
  }
  return {};
}

/// J, the sum of |R| |U| with the free velocities.
Real ReactionStage::magnitude_of_work() const {
  Real sum = 0;
  const auto d = static_cast<std::size_t>(dim_);
  for (std::size_t i = 0; i < turning_.size(); ++i)
    sum += map(View<Real>(data_.reactions)).segment(i * d, d).norm() *
           map(View<Real>(data_.free_velocity)).segment(i * d, d).norm();
  return sum;
}

bool ReactionStage::poses_ahead(std::size_t contact) const {
  return data_.law[contact] >= 0 && ahead_->serves(data_.law[contact]);
}

Outcome ReactionStage::solve_anew(StepProblem& problem, Context& context) {
  const View<Real> predictor = problem.predictor();
  std::copy(predictor.begin(), predictor.end(), w_.begin());
  std::fill(impulse_.begin(), impulse_.end(), Real{0});
  return solve_and_move(problem, context);
}

/// From the free velocities in w_ to those at the end of the step, and of the contacts there.
Outcome ReactionStage::solve_and_move(StepProblem& problem, Context& context) {
  if (Outcome bad = solve_reactions(context); !bad) return bad;
  if (Outcome bad = move(problem, context); !bad) return bad;
  end_velocity_.resize(data_.reactions.size());
  contacts_->relative_velocity(rows_, w_, end_velocity_);
  return {};
}

/// J, R . (B + U)/2 of all contacts with the free velocities B: what reactions give to the free
/// motion.
Real ReactionStage::work_of_reactions() const {
  const auto d = static_cast<std::size_t>(dim_);
  Real twice = map(View<Real>(data_.reactions))
                   .dot(map(View<Real>(data_.free_velocity)) + map(View<Real>(end_velocity_)));
  for (std::size_t i = 0; i < data_.gap_speed.size(); ++i)
    twice -= data_.reactions[i * d] * data_.gap_speed[i];
  return twice / 2;
}

void ReactionStage::set_gap_speed(std::size_t contact, Real speed) {
  data_.free_velocity[contact * static_cast<std::size_t>(dim_)] += speed - data_.gap_speed[contact];
  data_.gap_speed[contact] = speed;
}

/// Poses the laws of contacts anew that would get deeper; false: there are none.
bool ReactionStage::turn_laws(Context& context) {
  bool any = false;
  for (std::size_t i = 0; i < turned_.size(); ++i) {
    if (!(turned_[i] < std::min<Real>(0, turning_[i])) || !poses_ahead(i)) continue;
    const Real speed = gap_speed(i, turned_[i]);
    const Real deeper =
        -to_next_middle(context) * (end_velocity_[i * static_cast<std::size_t>(dim_)] + speed);
    const Real thickness = depth_limit_->thickness(contact_->step_rows().stencil(rows_.row[i]));
    if (!(deeper > kNoticed * thickness)) continue;
    set_gap_speed(i, speed);
    turning_[i] = turned_[i];
    any = true;
  }
  return any;
}

}  // namespace tactus::core
