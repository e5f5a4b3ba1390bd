#include "core/step/damping.hpp"

#include <algorithm>
#include <cmath>

namespace tactus::core {

Damping::Damping(const Model& model, const System& system, const Integrator& integrator, Mass mass,
                 bool increments)
    : model_(model), system_(system), integrator_(integrator), mass_(mass),
      increments_(increments) {
  const View<Real> of_body = model.loads().damping();
  if (of_body.empty()) return;
  const Layout& layout = model.layout();
  largest_rate_ = *std::ranges::max_element(of_body);
  rate_.assign(static_cast<std::size_t>(layout.dofs), 0);
  for (std::size_t b = 0; b < of_body.size(); ++b)
    for (Index dof = layout.bodies[b].dofs.begin; dof < layout.bodies[b].dofs.end; ++dof)
      if (!layout.prescribed[dof]) rate_[static_cast<std::size_t>(dof)] = of_body[b];
}

const State& Damping::damped(const State& state, Real dt, Context& context) {
  taken_ = {};
  if (!active() || increments_) return state;
  start_ = state;  // an assignment reuses the memory of start_
  scale(start_, dt);
  const Motion before = motion_of(state, dt, context), after = motion_of(start_, dt, context);
  taken_ = {.energy = before.energy - after.energy,
            .held = before.held - after.held,
            .shift = before.shift - after.shift};
  for (int d = 0; d < 3; ++d) taken_.momentum[d] = before.momentum[d] - after.momentum[d];
  return start_;
}

Real Damping::stable_step(Real dt) const {
  if (!active() || !increments_ || !(dt < kUnlimited)) return dt;
  return dt * std::sqrt((1 + std::exp(-largest_rate_ * dt)) / 2);
}

Damping::Taken Damping::finish(const State& old, State& next, Real dt, Context& context) {
  if (!active()) return {};
  const Motion before = motion_of(next, dt, context);
  if (increments_)
    brake(old, next, dt, context);
  else
    scale(next, dt);
  const Motion after = motion_of(next, dt, context);
  Taken taken{.energy = taken_.energy + (before.energy - after.energy),
              .held_energy = taken_.held + (before.held - after.held),
              .shift_before = taken_.shift,
              .shift_after = before.shift - after.shift};
  for (int d = 0; d < 3; ++d)
    taken.momentum[d] = taken_.momentum[d] + (before.momentum[d] - after.momentum[d]);
  return taken;
}

/// The difference of this quantity before and after damping is what damping has removed. The
/// integrator's shift is included, because the energy account of the run contains it.
Damping::Motion Damping::motion_of(const State& state, Real dt, Context& context) const {
  Motion sum;
  const Scratch::Frame frame(*context.scratch);
  const Index dofs = model_.layout().dofs;
  const Out<Real> free = context.scratch->take<Real>(dofs), p = context.scratch->take<Real>(dofs);
  for (Index dof = 0; dof < dofs; ++dof)
    free[dof] = model_.layout().prescribed[dof] ? 0 : state.v[static_cast<std::size_t>(dof)];
  system_.apply_mass(mass_, free, p, context);
  for (Index dof = 0; dof < dofs; ++dof) {
    sum.energy += free[dof] * p[dof] / 2;
    if (model_.layout().prescribed[dof])
      sum.held += state.v[static_cast<std::size_t>(dof)] * p[dof];
    if (const Index d = model_.motion().direction_of(dof); d != kNone) sum.momentum[d] += p[dof];
  }
  sum.shift = integrator_.energy_shift(system_, state.view(), dt);
  sum.energy += sum.shift;
  return sum;
}

void Damping::scale(State& state, Real dt) const {
  for (std::size_t i = 0; i < rate_.size(); ++i)
    if (rate_[i] > 0) state.v[i] *= std::exp(-rate_[i] * dt / 2);
}

/// A velocity with which bodies moved is needed on every degree of freedom, and only those of nodes are coordinates
/// too: bodies that turn in space have another number of them, and momentum that turns against their axes.
void Damping::brake(const State& old, State& next, Real dt, Context& context) const {
  const Scratch::Frame frame(*context.scratch);
  const Out<Real> w = context.scratch->take<Real>(static_cast<Index>(rate_.size()));
  const auto nodal = static_cast<std::size_t>(model_.nodes() * model_.dim());
  for (std::size_t i = 0; i < nodal; ++i) w[i] = (next.q[i] - old.q[i]) / dt;
  for (const auto& kind : model_.kinds()) kind->mean_velocity(old.q, next.q, old.v, dt, w);
  for (std::size_t i = 0; i < rate_.size(); ++i)
    if (rate_[i] > 0) next.v[i] += std::expm1(-rate_[i] * dt) * w[i];
}

}  // namespace tactus::core
