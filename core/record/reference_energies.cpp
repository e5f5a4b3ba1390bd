#include "core/record/reference_energies.hpp"

#include <algorithm>
#include <cmath>

namespace tactus::core {

Real largest_energy_of(const Model& model) {
  Real stiffness = 0, mass = 0, gravity = 0;
  for (const ModelBody& body : model.bodies()) {
    if (!body.material) continue;
    Real of_body = 0;
    for (Index n = body.nodes.begin; n < body.nodes.end; ++n)
      of_body += model.mass()[n * model.dim()];
    stiffness += body.material->p_wave_modulus() * of_body / body.density;
  }
  for (Index dof = 0; dof < model.layout().dofs; ++dof)
    if (model.motion().direction_of(dof) == 0 && !model.layout().prescribed[dof])
      mass += model.mass()[dof];
  for (const Real g : model.gravity()) gravity = std::hypot(gravity, g);
  const Real at_rest = 1e6 * mass * gravity * model.scales().median_facet +
                       1e6 * model.loads().largest() * model.scales().median_facet;
  // If the scene contains elastic bodies, contact is measured by their energy.
  return stiffness > 0 ? stiffness : at_rest;
}

Real free_mass_of(const Model& model) {
  Real mass[3] = {};
  for (Index dof = 0; dof < model.layout().dofs; ++dof)
    if (const Index d = model.motion().direction_of(dof);
        d != kNone && !model.layout().prescribed[dof])
      mass[d] += model.mass()[dof];
  return *std::max_element(mass, mass + 3);
}

namespace {

/// m/s^2, of a degree of freedom by loads alone; 0 where it is prescribed.
Real acceleration_by_loads(const Model& model, const FemSystem& system, Index dof) {
  const Real inverse_mass = model.inverse_mass()[dof];
  if (inverse_mass == 0) return 0;
  const View<Real> force = system.load_force();
  const Index d = model.motion().direction_of(dof);
  const Real by_gravity = d == kNone ? 0 : model.gravity()[d];
  return force.empty() ? by_gravity : by_gravity + inverse_mass * force[dof];
}

}  // namespace

Real share_of_loads(const Model& model, const FemSystem& system, const State& state) {
  Real loads = 0, all = 0;
  for (Index dof = 0; dof < model.layout().dofs; ++dof) {
    if (model.inverse_mass()[dof] == 0) continue;
    const Real by_loads = acceleration_by_loads(model, system, dof);
    const Real a = state.a[static_cast<std::size_t>(dof)];
    loads += model.mass()[dof] * by_loads * by_loads;
    all += model.mass()[dof] * a * a;
  }
  return all > 0 ? std::min<Real>(1, loads / all) : 0;
}

Real first_energy_of_loads(const Model& model, const FemSystem& system, Real dt) {
  Real sum = 0;
  for (Index dof = 0; dof < model.layout().dofs; ++dof) {
    const Real by_loads = acceleration_by_loads(model, system, dof);
    sum += model.mass()[dof] * by_loads * by_loads;
  }
  return sum * dt * dt / 2;
}

}  // namespace tactus::core
