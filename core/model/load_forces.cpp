// Evaluates loads: their forces at a configuration and a time, and the potential of those that have
// one.
#include <algorithm>

#include "core/model/loads.hpp"
#include "core/model/model.hpp"

namespace tactus::core {

/// Loads are added one after another in a fixed order. Gravity that changes over time is added for all
/// nodes in parallel.
void Loads::force(const Placement& at, Real time, Out<Real> force, Context& context) const {
  std::fill(force.begin(), force.end(), 0);
  for (const Acting& acting : acting_) {
    const Scratch::Frame frame(*context.scratch);
    const Index numbers = acting.points.count() * model_->dim();
    const Out<Real> x = context.scratch->take<Real>(numbers),
                    f = context.scratch->take<Real>(numbers);
    acting.points.place(at, x);
    acting.load->force({.factor = acting.factor.at(time), .time = time, .position = x}, f, context);
    acting.points.add_forces(at, f, force);
  }
  constexpr Index grain = 4096;
  for (const Varying& load : varying_) {
    const Real factor = load.factor.at(time);
    context.executor->for_each(static_cast<Index>(force.size()), grain, [&](Range dofs, Context&) {
      for (Index dof = dofs.begin; dof < dofs.end; ++dof)
        if (const Index d = model_->motion().direction_of(dof); d != kNone)
          force[dof] += factor * load.acceleration[static_cast<std::size_t>(d)] *
                        model_->mass()[static_cast<std::size_t>(dof)];
    });
  }
}

bool Loads::has_potential() const { return std::ranges::all_of(acting_, &Acting::has_potential); }

Real Loads::potential(const Placement& at, Real time, Context& context) const {
  Real sum = 0;
  for (const Acting& acting : acting_) {
    if (!acting.has_potential) continue;
    const Scratch::Frame frame(*context.scratch);
    const Out<Real> x = context.scratch->take<Real>(acting.points.count() * model_->dim());
    acting.points.place(at, x);
    sum += acting.load->potential({.factor = acting.factor.at(time), .time = time, .position = x},
                                  context);
  }
  for (const Varying& load : varying_) sum -= load.factor.at(time) * varying_work(load, at);
  return sum;
}

/// In the plane, and for nodes in space, increments simply add up to coordinates.
Real Loads::varying_work(const Varying& load, const Placement& at) const {
  const View<Real> start = model_->initial_coordinates();
  Real work = 0;
  for (Index dof = 0; dof < model_->layout().dofs; ++dof) {
    const Index d = model_->motion().direction_of(dof);
    if (d == kNone) continue;
    const auto i = static_cast<std::size_t>(dof);
    const Real moved = at.q[i] - start[i] + (at.u.empty() ? 0 : at.fraction * at.u[i]);
    work += model_->mass()[i] * load.acceleration[static_cast<std::size_t>(d)] * moved;
  }
  return work;
}

}  // namespace tactus::core
