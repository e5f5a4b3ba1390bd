#include "core/model/fem_system.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include "core/scene/capabilities.hpp"
#include "tactus/capability.hpp"

namespace tactus::core {
namespace {

/// Whether each material has an energy and dissipates nothing, and constant gravity is the only load.
bool has_potential(const Model& model) {
  const Material* asked = nullptr;
  for (const ModelBody& body : model.bodies()) {
    if (!body.material || body.material == asked) continue;
    asked = body.material;
    const Claims claims = claims_of(*asked);
    if (!claims.has(capability::energy) || claims.has(capability::dissipation)) return false;
  }
  return !model.loads().any();
}

}  // namespace

FemSystem::FemSystem(const Model& model)
    : model_(model), loop_(make_element_loop(model)), forces_(model),
      strain_energy_(model.bodies().size(), 0),
      dissipated_(loop_->dissipates() ? model.bodies().size() : 0, 0),
      history_(static_cast<std::size_t>(loop_->history_size()), 0) {
  loop_->start_history(history_);
  history_next_ = history_;
  has_potential_ = has_potential(model);
  for (const Real g : model.gravity()) has_gravity_ = has_gravity_ || g != 0;
  if (model.loads().any()) load_force_.assign(static_cast<std::size_t>(model.layout().dofs), 0);
}

void FemSystem::move(View<Real> q, View<Real> u, Out<Real> out) const {
  for (std::size_t i = 0; i < nodal(); ++i) out[i] = q[i] + u[i];
  for (const auto& kind : model_.kinds()) kind->move(q, u, out);
}

void FemSystem::drift(View<Real> q, View<Real> w, Real dt, Out<Real> u) const {
  map(u.first(nodal())) = dt * map(w.first(nodal()));  // u may be the same array as w
  for (const auto& kind : model_.kinds()) kind->drift(q, w, dt, u);
}

View<Real> FemSystem::carry(View<Real> q_from, View<Real> q_to, View<Real> x,
                            Out<Real> memory) const {
  if (std::ranges::none_of(model_.kinds(), [](const auto& kind) { return kind->turns(); }))
    return x;
  std::copy_n(x.begin(), nodal(), memory.begin());
  for (const auto& kind : model_.kinds()) kind->carry(q_from, q_to, x, memory);
  return memory;
}

View<Real> FemSystem::to_velocity(View<Real> u, View<Real> force, Out<Real> memory) const {
  if (std::ranges::none_of(model_.kinds(), [](const auto& kind) { return kind->turns(); }))
    return force;
  std::copy_n(force.begin(), nodal(), memory.begin());
  for (const auto& kind : model_.kinds()) kind->to_velocity(u, force, memory);
  return memory;
}

void FemSystem::apply_mass(Mass kind, View<Real> x, Out<Real> y, Context& context) const {
  if (kind == Mass::consistent) loop_->consistent_mass(x, y, context);
  for (std::size_t b = 0; b < model_.bodies().size(); ++b) {
    if (kind == Mass::consistent && model_.bodies()[b].material) continue;
    const Range dofs = layout().bodies[b].dofs;
    for (auto i = static_cast<std::size_t>(dofs.begin); i < static_cast<std::size_t>(dofs.end); ++i)
      y[i] = mass()[i] * x[i];
  }
}

ElementQuery FemSystem::elements_at(const ForceQuery& query, const Context& context) const {
  return {.q = query.q,
          .u = query.u,
          .fraction = query.fraction,
          .rule = query.rule,
          .dt = time_passed(query, context),
          .time = query.time,
          .history = history_};
}

/// s, from t_n to the time of the query, for materials with a memory. Integrators form that time by
/// sums, so that it may miss the end of the step by rounding.
Real FemSystem::time_passed(const ForceQuery& query, const Context& context) const {
  const Real dt = context.step.dt, passed = query.time - context.step.time;
  if (history_.empty() || std::abs(passed - dt) <= 1e-6 * dt) return dt;
  return std::clamp<Real>(passed, 0, dt);
}

Outcome FemSystem::force(const ForceQuery& query, Out<Real> force, Context& context) {
  evaluated_ = false;
  const Outcome outcome = outcome_of([&] {
    loop_->force(elements_at(query, context), has_gravity_ ? model_.gravity() : View<Real>{},
                 history_next_, force, strain_energy_, context);
    for (const auto& kind : model_.kinds())
      kind->force(has_gravity_ ? model_.gravity() : View<Real>{}, force);
    if (!load_force_.empty()) add_loads(query, force, context);
  });
  if (!outcome) return outcome;
  const bool may_be_accepted = query.u.empty() && !query.rule;
  if (may_be_accepted || query.label != ForceLabel::trial)
    forces_.keep(query.label, force, load_force_);
  if (!may_be_accepted) return outcome;
  evaluated_as_ = query.label;
  evaluated_q_.assign(query.q.begin(), query.q.end());
  evaluated_dt_ = time_passed(query, context);
  evaluated_time_ = query.time;
  evaluated_ = true;
  return outcome;
}

void FemSystem::add_loads(const ForceQuery& query, Out<Real> force, Context& context) {
  const Placement at{.q = query.q, .u = query.u, .fraction = query.fraction};
  model_.loads().force(at, query.time, load_force_, context);
  map(force) += map(View<Real>(load_force_));
}

Outcome FemSystem::commit(const StateView& state, Context& context) {
  time_next_ = state.time;
  if (Outcome bad = commit_force(state, context); !bad || dissipated_.empty()) return bad;
  return outcome_of([&] { loop_->dissipation(history_next_, dissipated_, context); });
}

Outcome FemSystem::commit_force(const StateView& state, Context& context) {
  const ForceQuery query{.q = state.q, .u = {}, .v = state.v, .time = state.time, .fixed = {}};
  // Bits, not numbers: comparing these one by one would show in the time of a step.
  if (evaluated_ && evaluated_dt_ == time_passed(query, context) &&
      state.q.size() == evaluated_q_.size() &&
      std::memcmp(state.q.data(), evaluated_q_.data(), state.q.size_bytes()) == 0) {
    forces_.end_as(evaluated_as_);
    if (load_force_.empty() || evaluated_time_ == state.time) return {};
    // Elements do not depend on time. For the same configuration only the loads have changed.
    forces_.add_to_end(load_force_, -1);
    model_.loads().force({.q = state.q}, state.time, load_force_, context);
    forces_.add_to_end(load_force_, 1);
    evaluated_time_ = state.time;
    return {};
  }
  commit_force_.resize(static_cast<std::size_t>(layout().dofs));
  return force(query, commit_force_, context);
}

Outcome FemSystem::strain_energy(View<Real> q, Out<Real> energy, Context& context) const {
  return outcome_of([&] { loop_->energy(elements_now(q), energy, context); });
}

Real FemSystem::load_potential(View<Real> q, Context& context) const {
  if (!has_gravity_) return 0;
  const auto d = static_cast<std::size_t>(model_.dim());
  constexpr Index grain = 4096;
  Real of_kinds = 0;
  for (const auto& kind : model_.kinds()) of_kinds += kind->load_potential(model_.gravity(), q);
  const auto nodes = static_cast<Index>(nodal());
  return of_kinds + context.executor->sum(nodes, grain, [&](Range range, Context&) {
    Real sum = 0;
    for (auto i = static_cast<std::size_t>(range.begin); i < static_cast<std::size_t>(range.end);
         ++i)
      sum -= mass()[i] * model_.gravity()[i % d] * q[i];
    return sum;
  });
}

Outcome FemSystem::potential(const ForceQuery& query, Real& energy, Context& context) {
  if (!has_potential_)
    return Outcome::failed(Cause::unsupported,
                           "materials that dissipate, and loads other than constant gravity, "
                           "leave forces without a potential");
  const Scratch::Frame frame(*context.scratch);
  const Out<Real> by_body = context.scratch->take<Real>(static_cast<Index>(strain_energy_.size()));
  const Out<Real> y = context.scratch->take<Real>(layout().coordinates);
  const Out<Real> u = context.scratch->take<Real>(query.u.empty() ? 0 : layout().dofs);
  return outcome_of([&] {
    loop_->energy(elements_at(query, context), by_body, context);
    energy = 0;
    for (const Real e : by_body) energy += e;
    if (!has_gravity_) return;
    std::ranges::copy(query.q, y.begin());
    for (std::size_t i = 0; i < u.size(); ++i) u[i] = query.fraction * query.u[i];
    if (!u.empty()) move(query.q, u, y);
    energy += load_potential(y, context);
  });
}

View<std::string_view> FemSystem::stress_names() const {
  static constexpr std::array<std::string_view, 5> plane{"xx", "yy", "xy", "zz", "von_mises"};
  static constexpr std::array<std::string_view, 7> space{"xx", "yy", "zz",       "xy",
                                                         "yz", "xz", "von_mises"};
  return model_.dim() == 2 ? View<std::string_view>(plane) : View<std::string_view>(space);
}

Outcome FemSystem::stress(View<Real> q, Out<Real> table, Context& context) const {
  return outcome_of([&] { loop_->stress(elements_now(q), table, context); });
}

void FemSystem::save(Archive& archive) const {
  archive.write("critical_step", View<Real>(&critical_step_, 1));
  archive.write("thinness", thinness_);
  archive.write("history", history_);
  archive.write("time", View<Real>(&time_, 1));
}

void FemSystem::load(Archive& archive) {
  std::vector<Real> step, thinness, history, time;
  const bool there = archive.read("critical_step", step) && archive.read("thinness", thinness) &&
                     archive.read("history", history) && archive.read("time", time);
  if (!there || step.size() != 1 || time.size() != 1 || history.size() != history_.size() ||
      (!thinness.empty() && thinness.size() != static_cast<std::size_t>(model_.element_count())))
    throw Error("the checkpoint holds another model: its elements do not fit");
  critical_step_ = step[0];
  time_ = time_next_ = time[0];
  thinness_ = std::move(thinness);
  history_ = std::move(history);
}

}  // namespace tactus::core
