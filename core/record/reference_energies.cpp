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

Real share_of_loads(const Model& model, const FemSystem& system, const State& state) {
  const View<Real> force = system.load_force(), inverse_mass = model.inverse_mass();
  Real loads = 0, all = 0;
  for (Index dof = 0; dof < model.layout().dofs; ++dof) {
    if (inverse_mass[dof] == 0) continue;
    const Index d = model.motion().direction_of(dof);
    Real by_loads = d == kNone ? 0 : model.gravity()[d];
    if (!force.empty()) by_loads += inverse_mass[dof] * force[dof];
    const Real a = state.a[static_cast<std::size_t>(dof)];
    loads += model.mass()[dof] * by_loads * by_loads;
    all += model.mass()[dof] * a * a;
  }
  return all > 0 ? std::min<Real>(1, loads / all) : 0;
}

}  // namespace tactus::core
