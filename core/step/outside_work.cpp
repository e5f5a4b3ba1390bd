#include "core/step/outside_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/support/plugin_fault.hpp"

namespace tactus::core {
namespace {

constexpr Index kGrain = 4096;     ///< degrees of freedom that are summed together
constexpr Real kRounding = 1e-12;  ///< by which weights may miss a sum of 1
constexpr const char* kNames[] = {"trial", "start", "end", "a", "b", "c"};
static_assert(std::size(kNames) == StepForces::kLabels);

}  // namespace

OutsideWork::OutsideWork(const Model& model, const System& system, const StepForces& forces,
                         Mass mass, bool inertia)
    : model_(model), system_(system), forces_(forces), mass_(mass), inertia_(inertia) {
  for (auto* a : {&moved_, &gained_, &more_force_})
    a->assign(static_cast<std::size_t>(model.layout().dofs), 0);
  for (Index v = 0; v < model.surface().vertices && !inertia; ++v) {
    if (!model.motion().is_node(v)) continue;
    const View<Index> own = model.motion().dofs_of(v);
    for (std::size_t d = 0; d < own.size(); ++d)
      if (model.layout().prescribed[own[d]])
        pushed_.push_back({static_cast<std::size_t>(v) * own.size() + d, own[d]});
  }
  // A translation and, in the plane, a rotation is the change of one coordinate; loads turn nothing in space.
  std::vector<Index> coordinate(moved_.size());
  for (const Body& body : model.layout().bodies)
    for (Index k = 0; k < body.dofs.size(); ++k)
      coordinate[static_cast<std::size_t>(body.dofs.begin + k)] = body.coordinates.begin + k;
  for (const Index dof : forces.load_dofs())
    loaded_.push_back({.coordinate = coordinate[static_cast<std::size_t>(dof)],
                       .direction = model.motion().direction_of(dof)});
}

StepReport OutsideWork::new_report() {
  std::ranges::fill(more_force_, 0);
  StepReport report;
  report.more_force = more_force_;
  return report;
}

void OutsideWork::begin_stage(const StepReport& report) {
  before_ = report;
  more_before_ = more_force_;  // of the same size: no memory moves
}

StepReport OutsideWork::again() {
  more_force_ = more_before_;
  return before_;
}

void OutsideWork::measure(const Step& step, OutsideFacts& facts, Context& context) {
  find_forces(step.report);
  measure_supports(step, facts, context);
  measure_loads(step, facts, context);
}

void OutsideWork::find_forces(const StepReport& report) {
  weighted_.clear();
  Real sum = 0;
  for (std::size_t l = 0; l < StepForces::kLabels; ++l) {
    const auto label = static_cast<ForceLabel>(l);
    const Real weight = report.weight[l];
    sum += weight;
    if (weight == 0) continue;
    if (label == ForceLabel::trial || !forces_.known(label))
      throw PluginFault(Kind::integrator,
                        fmt::format("it weighs the force \"{}\", and has labelled no evaluation of "
                                    "this step so (ForceQuery::label)",
                                    kNames[l]));
    weighted_.push_back(
        {.weight = weight, .held = forces_.held(label), .load = forces_.load(label)});
  }
  if (!(std::abs(sum - 1) <= kRounding))
    throw PluginFault(
        Kind::integrator,
        fmt::format("the weights of its forces (StepReport::weigh) add up to {:.6g} instead of 1",
                    sum));
}

void OutsideWork::find_momenta(const Step& step, Context& context) {
  const State &from = step.from, &to = step.to;
  if (!inertia_) return;
  if (mass_ == Mass::lumped) {
    for (const Index dof : forces_.held_dofs())
      gained_[dof] = system_.mass()[dof] * (to.v[dof] - from.v[dof]);
    return;
  }
  const Scratch::Frame frame(*context.scratch);
  const Out<Real> change = context.scratch->take<Real>(static_cast<Index>(gained_.size()));
  map(change) = map(View<Real>(to.v)) - map(View<Real>(from.v));
  system_.apply_mass(mass_, change, gained_, context);
}

/// Without inertia the reactions of a step are those that hold its end, as the forces of contact are. Their work is
/// that of all that they were on the way, and goes by the weights.
bool OutsideWork::ends_in_equilibrium() const {
  return !inertia_ && forces_.known(ForceLabel::end);
}

/// J, by which the work of contact on what it pushes is larger for half the forces of the step before and half those of
/// this one than for these alone. Without inertia contact's forces grow along a step as those of supports and loads.
Real OutsideWork::growth_of_pushes(const Step& step) const {
  if (inertia_) return 0;
  const std::vector<Real>&before = step.contact_before.vertex_force,
        &now = step.contact.vertex_force;
  Real work = (step.contact_before.outside_power - step.contact.outside_power) / 2 * step.dt;
  for (const Pushed& at : pushed_)
    work += ((before.empty() ? 0 : before[at.component]) - (now.empty() ? 0 : now[at.component])) /
            2 * moved_[static_cast<std::size_t>(at.dof)];
  return work;
}

void OutsideWork::measure_supports(const Step& step, OutsideFacts& facts, Context& context) {
  const Layout& layout = model_.layout();
  const Supports& supports = model_.supports();
  const View<Index> dofs = forces_.held_dofs();
  const Real dt = step.dt;
  facts.force_work_held = facts.support_speed = facts.support_work = 0;
  std::fill_n(facts.support_impulse, 3, Real{0});
  facts.reactions.assign(3 * (supports.holders().size() + 2), 0);
  if (!dofs.empty()) {
    system_.prescribe(step.from.q, step.to.time, moved_);
    find_momenta(step, context);
  }
  const bool in_equilibrium = ends_in_equilibrium();
  const View<Real> at_end = forces_.held(ForceLabel::end);
  for (std::size_t k = 0; k < dofs.size(); ++k) {
    const Index dof = dofs[k];
    Real force = more_force_[dof];
    for (const Weighted& of : weighted_) force += of.weight * of.held[k];
    facts.support_speed =
        std::max({facts.support_speed, std::abs(step.from.v[dof]), std::abs(step.to.v[dof])});
    const Real impulse = gained_[dof] - dt * (in_equilibrium ? at_end[k] : force);
    facts.support_impulse[dof % layout.dim] += impulse;
    facts.reactions[static_cast<std::size_t>(3 * supports.holder()[dof] + dof % layout.dim)] +=
        impulse;
    // Where a path sets off or stops at once, the way of the step says nothing of the blow: what changes the
    // speed of its own mass acts at the mean of the speeds before and after.
    const Real mean = (step.from.v[dof] + step.to.v[dof]) / 2;
    facts.support_work += gained_[dof] * mean - force * moved_[dof];
    facts.force_work_held += force * moved_[dof];
  }
  for (int d = 0; d < layout.dim; ++d) facts.support_impulse[d] -= dt * step.contact.held[d];
  for (std::size_t i = 0; i < step.contact.held_by.size(); ++i)
    facts.reactions[i] -= dt * step.contact.held_by[i];
  // A body on a prescribed path does work on what it touches: its support supplies what contact passes on.
  facts.handed_on = step.contact.held_work + growth_of_pushes(step);
  facts.support_speed = std::max(facts.support_speed, step.contact.outside_speed);
  facts.support_work -= facts.handed_on;
}

void OutsideWork::measure_loads(const Step& step, OutsideFacts& facts, Context& context) {
  const View<Real> before = step.from.q, after = step.to.q;
  const auto count = static_cast<Index>(loaded_.size());
  impulse_.assign(static_cast<std::size_t>((count + kGrain - 1) / kGrain), {});
  const bool in_equilibrium = ends_in_equilibrium();
  const View<Real> at_end = forces_.load(ForceLabel::end);
  facts.load_work = context.executor->sum(count, kGrain, [&](Range range, Context&) {
    Real work = 0;
    auto& impulse = impulse_[static_cast<std::size_t>(range.begin / kGrain)];
    for (auto k = static_cast<std::size_t>(range.begin); k < static_cast<std::size_t>(range.end);
         ++k) {
      Real force = 0;
      for (const Weighted& of : weighted_) force += of.weight * of.load[k];
      const Loaded& at = loaded_[k];
      work += force * (after[at.coordinate] - before[at.coordinate]);
      if (at.direction != kNone)
        impulse[static_cast<std::size_t>(at.direction)] += in_equilibrium ? at_end[k] : force;
    }
    return work;
  });
  std::fill_n(facts.load_impulse, 3, Real{0});
  for (const auto& impulse : impulse_)
    for (std::size_t d = 0; d < 3; ++d) facts.load_impulse[d] += step.dt * impulse[d];
}

void OutsideWork::book_damping(const Damping::Taken& damping, OutsideFacts& facts) {
  facts.damping_work = 0 - damping.energy;  // no damping: not -0
  facts.support_work -= damping.held_energy;
  for (int d = 0; d < 3; ++d) facts.load_impulse[d] -= damping.momentum[d];
}

}  // namespace tactus::core
