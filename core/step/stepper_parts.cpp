// Decides how long a step is: short enough that no element is strained too far within it, and divided
// into substeps where something could pass through a body undetected. Says why no step could be made.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/step/curved_motion.hpp"
#include "core/step/step_failure.hpp"
#include "core/step/stepper.hpp"
#include "core/support/plural.hpp"

namespace tactus::core {
namespace {

constexpr Real kLeastShare = 1e-2;
/// The share of an automatic step that is left at least where something fast makes it shorter.
constexpr Real kLeastAutomatic = 1e-4;

/// The increment of a step [dofs] as far as it is known before contact. A frozen geometry of an explicit
/// step is that of its middle, and what is free goes on as before, or, where velocities are posed, with the one
/// that loads leave it; what is prescribed is where its path ends. The predictor of an implicit step is no
/// estimate of it: its accelerations act for far longer than the highest modes need to turn round. Such steps go
/// on with their velocities, and are measured when they are solved.
/// @param goes_on  a stage in velocities follows this one, which moves things only a little
View<Real> whole_increment(StepProblem& problem, bool goes_on, const Supports& supports,
                           const State& old, Real dt, Context& context) {
  const View<Real> half = problem.contact().frozen, predictor = problem.predictor();
  const bool is_velocity = problem.unknown() == Unknown::velocity;
  const bool is_implicit = !is_velocity && !problem.linear();
  if (half.empty() && !is_velocity && !goes_on && !is_implicit) return predictor;
  const Out<Real> whole = context.scratch->take<Real>(static_cast<Index>(predictor.size()));
  const bool is_in_the_middle = !half.empty() && problem.structure() == Structure::diagonal;
  if (is_in_the_middle && is_velocity)
    map(whole) = map(half) + dt / 2 * map(predictor);
  else if (is_in_the_middle)
    map(whole) = 2 * map(half);
  else if (is_velocity)
    map(whole) = dt * map(predictor);
  else if (is_implicit)
    map(whole) = dt * map(View<Real>(old.v));
  else
    map(whole) = map(predictor) + dt * map(View<Real>(old.v));
  supports.prescribe(old.q, old.time + dt, whole);
  return whole;
}

/// Measures the relative motion of a step, for bent paths as well. A body on a bent path stays within a
/// square (a cube in space) about its place at the start of the step, whose half side is Bend::length. It
/// is therefore measured as if it moved to each corner of that square, and the largest motion counts.
RelativeMotion farthest_motion(StepDivision& division, const Surface& surface,
                               const std::vector<Bend>& bends, View<Real> start, View<Real> end,
                               Context& context) {
  RelativeMotion far = division.measure(start, end, context);
  if (bends.empty()) return far;
  const Out<Real> corner = context.scratch->take<Real>(static_cast<Index>(end.size()));
  const int dim = surface.dim;
  for (const Bend& bend : bends)
    for (int signs = 0; signs < 1 << dim; ++signs) {
      std::ranges::copy(end, corner.begin());
      for (Index v = 0; v < surface.vertices; ++v)
        for (int d = 0; d < dim && surface.vertex_body[v] == bend.body; ++d)
          corner[dim * v + d] = start[dim * v + d] + ((signs >> d & 1) != 0 ? 1 : -1) * bend.length;
      const RelativeMotion there = division.measure(start, corner, context);
      if (there.in_altitudes > far.in_altitudes) far = there;
    }
  return far;
}

}  // namespace

/// Chooses the length of whole steps, the next one of which strains no element too far. A body that
/// supports crush would be strained less and less in ever shorter steps, and the run would never end:
/// below this share of the step that other limits allow, an element is left to invert, which ends it in words.
void Stepper::choose_step() {
  lengths_.clock.choose(limits());
  if (lengths_.steps_grow_back) lengths_.clock.grow_back();
  if (!lengths_.limits_strain) return;
  PhaseTimes::Section section(times_, Phase::elements);
  const Real least = kLeastShare * lengths_.clock.whole_step();
  lengths_.clock.limit(std::max(lengths_.strain.most(lengths_.clock.whole_step()), least));
  const StrainLimit::Shortened step =
      lengths_.strain.shorten(lengths_.clock.next(state_.time), state_, context_);
  if (step.body < 0) return;
  lengths_.clock.limit(std::max(step.dt, least));
  facts_.strained_body = step.body;
}

/// Poses the step and measures how far things near each other would move. @returns more than kMostSubsteps for
/// automatic steps alone, which can be made shorter
Index Stepper::parts_of(Real dt) {
  if (!stages_->division()) return 1;
  StepProblem* problem = nullptr;
  announce(dt);
  {
    PhaseTimes::Section section(times_, Phase::elements);
    if (!begin(0, problem)) return 1;
  }
  PhaseTimes::Section section(times_, Phase::detection);
  contact()->begin(old_->view(), problem->contact(), problem->fixed());
  const Scratch::Frame frame(*context_.scratch);
  RowPlaces& places = contact()->step_rows().places();
  const View<Real> start = places.before();
  const View<Real> increment = whole_increment(*problem, stages_->poses_velocities_after(0),
                                               model_.supports(), *old_, dt, context_);
  View<Real> end = places.move_all(increment);
  if (!problem->contact().frozen.empty()) {
    const Out<Real> moved = context_.scratch->take<Real>(static_cast<Index>(end.size()));
    model_.motion().positions({.q = old_->q, .u = increment}, start, moved);
    end = moved;
  }
  const std::vector<Bend> bent =
      bends(model_, configuration_, old_->time, dt, old_->q, increment, start, end);
  const RelativeMotion far =
      farthest_motion(*stages_->division(), model_.surface(), bent, start, end, context_);
  const Real most = stages_->division()->most();
  const Real parts = std::ceil(far.in_altitudes / most);
  if (parts <= 1) posed_ = problem;  // this is the step that will be made
  const Real share = configuration_.time.step == kAutomatic ? kLeastAutomatic : 1;
  if (share * parts <= static_cast<Real>(StepDivision::kMostSubsteps))
    return std::max<Index>(1, static_cast<Index>(parts));
  throw StepError(fmt::format(
      "step {} at t = {:.6g} s: \"{}\" and \"{}\" move {:.3g} m relative to each other in one step "
      "of {:.3g} s{}, more than {} times {} the altitude {:.3g} m of the elements that meet; "
      "something could pass through unseen. Take a /time/step of at most {} s, or slower bodies",
      steps_ + 1, state_.time, body_name(configuration_, far.body_a),
      body_name(configuration_, far.body_b), far.motion, dt,
      bent.empty() ? "" : " at their largest speed within it", StepDivision::kMostSubsteps,
      most == 0.5 ? "half" : fmt::format("{:.3g} times", most), far.altitude,
      two_digits(0.95 * dt * static_cast<Real>(StepDivision::kMostSubsteps) / parts)));
}

void Stepper::give_up(const Outcome& outcome, Real dt) {
  const KernelContact* contact = attempt_.last ? attempt_.last->contact() : nullptr;
  if (contact && contact->near_list().sorting().must_stop())
    throw StepError(fmt::format("step {} at t = {:.6g} s: {}", steps_ + 1, state_.time,
                                contact->near_list().sorting().why()));
  throw StepError(
      fmt::format(
          "step {} at t = {:.6g} s could not be made, down to dt = {:.3g} s{}: {}{}", steps_ + 1,
          state_.time, dt,
          lengths_.clock.hardly_moves(dt) ? ", a millionth of the step that was asked for" : "",
          outcome.message,
          facts_.solver.rejected
              ? largest_residual(outcome, contact, configuration_) +
                    what_to_change(stages_->solver(attempt_.last_stage), facts_.solver)
              : which_dof(outcome, model_) +
                    who_takes_part(outcome, contact, model_, configuration_) +
                    who_holds(outcome, contact, model_, configuration_) +
                    crushed_element(outcome, model_, state_.q) +
                    (lengths_.is_static ? limit_load(outcome, configuration_, state_.time)
                                        : std::string())),
      outcome.where);
}

}  // namespace tactus::core
