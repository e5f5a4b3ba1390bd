#include "core/model/fem_system.hpp"

#include <algorithm>
#include <cstring>

#include "core/scene/capabilities.hpp"
#include "tactus/capability.hpp"

namespace tactus::core {
namespace {

/// Whether each material has an energy and dissipates nothing, and each load has a potential.
bool has_potential(const Model& model) {
  const Material* asked = nullptr;
  for (const ModelBody& body : model.bodies()) {
    if (!body.material || body.material == asked) continue;
    asked = body.material;
    const Claims claims = claims_of(*asked);
    if (!claims.has(capability::energy) || claims.has(capability::dissipation)) return false;
  }
  return model.loads().has_potential();
}

/// Number of degrees of freedom that nodes own.
std::size_t nodal(const Model& model) {
  return static_cast<std::size_t>(model.nodes() * model.dim());
}

/// J, potential of gravity at q: - sum m g . q. For nodes it is zero at the origin of positions
/// (Layout::origin), for other bodies at the start.
Real gravity_potential(const Model& model, View<Real> q, Context& context) {
  const auto d = static_cast<std::size_t>(model.dim());
  constexpr Index grain = 4096;
  Real of_kinds = 0;
  for (const auto& kind : model.kinds()) of_kinds += kind->load_potential(model.gravity(), q);
  const auto nodes = static_cast<Index>(nodal(model));
  return of_kinds + context.executor->sum(nodes, grain, [&](Range range, Context&) {
    Real sum = 0;
    for (auto i = static_cast<std::size_t>(range.begin); i < static_cast<std::size_t>(range.end);
         ++i)
      sum -= model.mass()[i] * model.gravity()[i % d] * q[i];
    return sum;
  });
}

}  // namespace

FemSystem::FemSystem(const Model& model)
    : model_(model), elements_(model), critical_(model, elements_), forces_(model),
      has_potential_(has_potential(model)) {
  if (std::ranges::any_of(model.gravity(), [](Real g) { return g != 0; }))
    gravity_ = model.gravity();
  if (model.loads().any()) load_force_.assign(static_cast<std::size_t>(model.layout().dofs), 0);
}

void FemSystem::move(View<Real> q, View<Real> u, Out<Real> out) const {
  for (std::size_t i = 0; i < nodal(model_); ++i) out[i] = q[i] + u[i];
  for (const auto& kind : model_.kinds()) kind->move(q, u, out);
}

void FemSystem::drift(View<Real> q, View<Real> w, Real dt, Out<Real> u) const {
  map(u.first(nodal(model_))) = dt * map(w.first(nodal(model_)));  // u may be the same array as w
  for (const auto& kind : model_.kinds()) kind->drift(q, w, dt, u);
}

View<Real> FemSystem::carry(View<Real> q_from, View<Real> q_to, View<Real> x,
                            Out<Real> memory) const {
  if (std::ranges::none_of(model_.kinds(), [](const auto& kind) { return kind->turns(); }))
    return x;
  std::copy_n(x.begin(), nodal(model_), memory.begin());
  for (const auto& kind : model_.kinds()) kind->carry(q_from, q_to, x, memory);
  return memory;
}

View<Real> FemSystem::to_velocity(View<Real> u, View<Real> force, Out<Real> memory) const {
  if (std::ranges::none_of(model_.kinds(), [](const auto& kind) { return kind->turns(); }))
    return force;
  std::copy_n(force.begin(), nodal(model_), memory.begin());
  for (const auto& kind : model_.kinds()) kind->to_velocity(u, force, memory);
  return memory;
}

void FemSystem::apply_mass(Mass kind, View<Real> x, Out<Real> y, Context& context) const {
  if (kind == Mass::consistent) elements_.loop().consistent_mass(x, y, context);
  for (std::size_t b = 0; b < model_.bodies().size(); ++b) {
    if (kind == Mass::consistent && model_.bodies()[b].material) continue;
    const Range dofs = layout().bodies[b].dofs;
    for (auto i = static_cast<std::size_t>(dofs.begin); i < static_cast<std::size_t>(dofs.end); ++i)
      y[i] = mass()[i] * x[i];
  }
}

Outcome FemSystem::force(const ForceQuery& query, Out<Real> force, Context& context) {
  evaluated_.known = false;
  const Outcome outcome = outcome_of([&] {
    elements_.force(query, gravity_, force, context);
    for (const auto& kind : model_.kinds()) kind->force(gravity_, force);
    if (load_force_.empty()) return;
    const Placement at{.q = query.q, .u = query.u, .fraction = query.fraction};
    model_.loads().force(at, query.time, load_force_, context);
    map(force) += map(View<Real>(load_force_));
  });
  if (!outcome) return outcome;
  const bool may_be_accepted = query.u.empty() && !query.rule;
  if (may_be_accepted || query.label != ForceLabel::trial)
    forces_.keep(query.label, force, load_force_);
  if (!may_be_accepted) return outcome;
  evaluated_.label = query.label;
  evaluated_.q.assign(query.q.begin(), query.q.end());
  evaluated_.dt = elements_.time_passed(query, context);
  evaluated_.time = query.time;
  evaluated_.known = true;
  return outcome;
}

bool FemSystem::Evaluation::is_at(View<Real> place, Real passed) const {
  // Bits, not numbers: comparing these one by one would show in the time of a step.
  return known && dt == passed && place.size() == q.size() &&
         std::memcmp(place.data(), q.data(), place.size_bytes()) == 0;
}

Outcome FemSystem::commit(const StateView& state, Context& context) {
  const ForceQuery query{.q = state.q, .u = {}, .v = state.v, .time = state.time, .fixed = {}};
  if (!evaluated_.is_at(state.q, elements_.time_passed(query, context))) {
    commit_force_.resize(static_cast<std::size_t>(layout().dofs));
    if (Outcome bad = force(query, commit_force_, context); !bad) return bad;
  } else {
    forces_.end_as(evaluated_.label);
    if (!load_force_.empty() && evaluated_.time != state.time) {
      // Elements do not depend on time. For the same configuration only the loads have changed.
      forces_.add_to_end(load_force_, -1);
      model_.loads().force({.q = state.q}, state.time, load_force_, context);
      forces_.add_to_end(load_force_, 1);
      evaluated_.time = state.time;
    }
  }
  return elements_.commit(state.time, context);
}

void FemSystem::accept() {
  elements_.accept();
  forces_.accept();
  evaluated_.known = false;
}

Outcome FemSystem::potential(const ForceQuery& query, Real& energy, Context& context) {
  if (!has_potential_)
    return Outcome::failed(Cause::unsupported,
                           "materials that dissipate, and loads without a potential, leave forces "
                           "without one");
  if (query.rule)
    return Outcome::failed(Cause::unsupported, "forces by a rule for the stress have no potential");
  const Scratch::Frame frame(*context.scratch);
  const Out<Real> by_body = context.scratch->take<Real>(static_cast<Index>(model_.bodies().size()));
  const Out<Real> y = context.scratch->take<Real>(layout().coordinates);
  const Out<Real> u = context.scratch->take<Real>(query.u.empty() ? 0 : layout().dofs);
  return outcome_of([&] {
    elements_.loop().energy(elements_.at(query, context), by_body, context);
    energy = 0;
    for (const Real e : by_body) energy += e;
    if (model_.loads().any())
      energy += model_.loads().potential({.q = query.q, .u = query.u, .fraction = query.fraction},
                                         query.time, context);
    if (gravity_.empty()) return;
    std::ranges::copy(query.q, y.begin());
    for (std::size_t i = 0; i < u.size(); ++i) u[i] = query.fraction * query.u[i];
    if (!u.empty()) move(query.q, u, y);
    energy += gravity_potential(model_, y, context);
  });
}

void FemSystem::save(Archive& archive) const {
  critical_.save(archive);
  elements_.save(archive);
}

void FemSystem::load(Archive& archive) {
  critical_.load(archive);
  elements_.load(archive);
}

}  // namespace tactus::core
