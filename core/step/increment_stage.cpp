#include "core/step/increment_stage.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/scene/capabilities.hpp"
#include "core/support/plugin_fault.hpp"
#include "tactus/capability.hpp"

namespace tactus::core {
namespace {

constexpr Index kManyIterations = 20;  ///< of Newton's method in a step, which are told
/// Times what was foreseen: with half of an altitude of an element, a whole one passes through.
constexpr Real kMostMotion = 1.5;
constexpr std::string_view kJump =
    "; where that is so in the smallest load step, too, the equilibrium followed so far has ended "
    "and bodies would slide, roll or snap to another one: hold them where contact lets them "
    "slide, or take an integrator with inertia";

}  // namespace

IncrementStage::IncrementStage(const Layout& layout, ContactSolver* solver, std::string type,
                               std::unique_ptr<KernelContact> contact)
    : solver_(solver), contact_(std::move(contact)),
      acceptance_(std::move(type), !solver || claims_of(*solver).has(capability::feasible)),
      prescribed_(layout.prescribed) {
  for (auto* a : {&w_, &force_, &impulse_}) a->assign(static_cast<std::size_t>(layout.dofs), 0);
  if (contact_) pressed_.emplace(contact_->step_rows());
}

Outcome IncrementStage::solve(const StateView& old, StepProblem& problem, View<Index> inverted,
                              Context& context) {
  Outcome outcome = find_solution(old, problem, inverted, context);
  return outcome && equilibrium_ ? equilibrium_->measure(problem, w_, force_, context) : outcome;
}

Outcome IncrementStage::find_solution(const StateView& old, StepProblem& problem,
                                      View<Index> inverted, Context& context) {
  std::ranges::copy(problem.predictor(), w_.begin());
  multiplier_.clear();
  for (auto* a : {&group_, &zone_, &component_}) a->clear();
  stored_energy_ = 0;
  most_contact_gain_ = kUnlimited;
  if (!contact_) return solve_without_contact(problem, context);
  const bool recalls = !problem.linear() && problem.contact().base.empty();
  contact_->begin(old, problem.contact(), problem.fixed(), recalls);
  StepSolution solution{.w = w_,
                        .contact_force = force_,
                        .multiplier = &multiplier_,
                        .group = &group_,
                        .zone = &zone_,
                        .inverted = inverted};
  Outcome outcome = solver_->solve(problem, *contact_, solution, context);
  stored_energy_ = solution.stored_energy;
  most_contact_gain_ = solution.most_contact_gain;
  if (!outcome) return outcome;
  check_solution();
  if (Outcome bad = acceptance_.judge(*contact_, solution, context); !bad) return bad;
  return division_ && !problem.linear() ? judge_motion(context) : Outcome{};
}

/// What lies at the end of a step shows nothing of what was passed in it, unless that moved little.
Outcome IncrementStage::judge_motion(Context& context) {
  RowPlaces& places = contact_->step_rows().places();
  const View<Real> end = places.move_all(w_);
  const RelativeMotion far = division_->measure(places.before(), end, context);
  if (far.in_altitudes <= kMostMotion * division_->most()) return {};
  return Outcome::retry(
      Cause::motion_too_large,
      fmt::format(
          "things that may meet moved {:.3g} m relative to each other in the step, where {:.3g} m "
          "is the altitude of the elements behind them; something could pass through unseen{}",
          far.motion, far.altitude, equilibrium_ ? kJump : ""),
      {}, std::max(0.1, division_->most() / far.in_altitudes));
}

/// The predictor is the solution of a linear problem, and where Newton's method starts for others.
Outcome IncrementStage::solve_without_contact(StepProblem& problem, Context& context) {
  std::fill(force_.begin(), force_.end(), Real{0});
  if (problem.linear()) return {};
  if (!newton_)
    throw PluginFault(
        Kind::integrator,
        fmt::format("it posed a problem that is not linear, and claims {}", capability::separable));
  Outcome outcome = newton_->solve(problem, has_potential_, w_, context);
  const Newton::Report& report = newton_->report();
  if (outcome && report.iterations > kManyIterations)
    context.log->write(
        Level::warning,
        fmt::format("the step at t = {:.6g} s took {} iterations of Newton's method, "
                    "with {} halvings and {} shifts: a smaller /time/step is cheaper",
                    context.step.time, report.iterations, report.halvings, report.shifts));
  return outcome;
}

/// Checks the sizes of the solver's arrays, which would otherwise be read beyond their end.
void IncrementStage::check_solution() const {
  const auto rows = static_cast<std::size_t>(contact_->rows().count);
  if (multiplier_.size() != rows)
    throw PluginFault(Kind::contact_solver, fmt::format("it answered {} multipliers for {} rows",
                                                        multiplier_.size(), rows));
  for (const auto& [numbers, what] : {std::pair(&group_, "groups"), std::pair(&zone_, "zones")})
    if (!numbers->empty() && numbers->size() != w_.size())
      throw PluginFault(Kind::contact_solver,
                        fmt::format("it answered {} {} for {} degrees of freedom", numbers->size(),
                                    what, w_.size()));
}

StepResult IncrementStage::result(Real dt, Context& context) {
  map(Out<Real>(impulse_)) = dt * map(View<Real>(force_));
  StepResult result{.w = w_, .contact_impulse = impulse_, .zone = zone_};
  if (contact_) {
    const Outcome ignored = pressed_->look(w_, multiplier_, context);
    (void)ignored;  // cannot fail: these rows had values at the solution
  }
  if (group_.empty() && zone_.empty()) return result;
  group_.resize(w_.size(), kNone);  // a contact only through zones has no groups
  if (!contact_->vertices().bodies.empty()) name_components(result, context);
  pressed_->release_held_groups(group_);
  group_turning_zones();
  Index largest = kNone;
  for (const Index g : group_) largest = std::max(largest, g);
  result.group = group_;
  // A contact problem that consists of prescribed degrees of freedom only has no group, but its
  // impulses count.
  result.groups = std::max<Index>(largest + 1, 1);
  return result;
}

/// Zones keep angular momentum by themselves, but for rigid bodies in space up to the square of a rotation
/// in a step only, since a rotation is no Cayley vector. Like that of a component it is restored, unless
/// something holds the zone.
void IncrementStage::group_turning_zones() {
  if (zone_.empty()) return;
  std::vector<Index> turning;
  for (const WholeBody& body : contact_->vertices().bodies)
    if (const Index zone = zone_[static_cast<std::size_t>(body.dofs.begin)];
        zone != kNone && !body.axes.empty() && std::ranges::count(turning, zone) == 0)
      turning.push_back(zone);
  for (std::size_t i = 0; i < zone_.size(); ++i)
    if (zone_[i] != kNone && prescribed_[i]) std::erase(turning, zone_[i]);
  Index group = group_.empty() ? kNone : *std::ranges::max_element(group_);
  for (const Index zone : turning) {
    ++group;
    for (std::size_t i = 0; i < zone_.size(); ++i)
      if (zone_[i] == zone) group_[i] = group;
  }
}

/// Remembers all contact problems, those that something outside acts on included.
void IncrementStage::name_components(StepResult& result, Context& context) {
  component_ = group_;
  const Index last = *std::ranges::max_element(component_);
  handed_on_.assign(static_cast<std::size_t>(last + 1), 0);
  of_component_.assign(handed_on_.size(), -1);
  const Outcome ignored =
      pressed_->add_held_work(*contact_, w_, multiplier_, component_, handed_on_, context);
  (void)ignored;  // cannot fail: these rows had values at the solution
  result.component = component_;
  result.handed_on = handed_on_;
  result.component_fraction = of_component_;
}

void IncrementStage::collect(const StepReport& report, Real dt, ContactForces& out) const {
  if (!contact_) return;
  pressed_->collect({.w = w_,
                     .multiplier = multiplier_,
                     .force = force_,
                     .zone = zone_,
                     .fraction = report.impulse_fraction,
                     .dt = dt,
                     .at_start = report.contact_at_start,
                     .component = component_,
                     .of_component = of_component_},
                    out);
}

void IncrementStage::report(StepFacts& facts) const {
  facts.contact.stored_energy += stored_energy_;
  if (equilibrium_) facts.equilibrium = equilibrium_->facts();
}

void IncrementStage::accept() {
  if (contact_) contact_->accept(pressed_->pressed());
}

void IncrementStage::save(Archive& archive) const {
  if (contact_) contact_->save(archive);
}

void IncrementStage::load(Archive& archive, Context& context) {
  if (contact_) contact_->load(archive, context);
}

}  // namespace tactus::core
