#include "core/model/step_forces.hpp"

#include "core/model/model.hpp"

namespace tactus::core {
namespace {

void gather(View<Index> dofs, View<Real> from, std::vector<Real>& to) {
  for (std::size_t k = 0; k < dofs.size(); ++k) to[k] = from[static_cast<std::size_t>(dofs[k])];
}

}  // namespace

StepForces::StepForces(const Model& model)
    : held_dofs_(model.supports().dofs()), load_dofs_(model.loads().dofs()) {
  for (auto& forces : held_) forces.assign(held_dofs_.size(), 0);
  for (auto& forces : load_) forces.assign(load_dofs_.size(), 0);
  known_[slot(ForceLabel::start)] = known_[slot(ForceLabel::end)] = true;
}

void StepForces::begin() {
  for (const ForceLabel label : {ForceLabel::a, ForceLabel::b, ForceLabel::c})
    known_[slot(label)] = false;
}

void StepForces::keep(ForceLabel label, View<Real> force, View<Real> load) {
  // The kernel alone knows the forces at t_n; whoever evaluates them again changes nothing.
  if (label == ForceLabel::start) label = ForceLabel::trial;
  gather(held_dofs_, force, held_[slot(label)]);
  if (!load.empty()) gather(load_dofs_, load, load_[slot(label)]);
  known_[slot(label)] = true;
}

void StepForces::end_as(ForceLabel label) {
  if (label == ForceLabel::start || slot(label) == slot(ForceLabel::end)) return;
  held_[slot(ForceLabel::end)] = held_[slot(label)];
  load_[slot(ForceLabel::end)] = load_[slot(label)];
}

void StepForces::add_to_end(View<Real> load, Real sign) {
  std::vector<Real>& held = held_[slot(ForceLabel::end)];
  for (std::size_t h = 0; h < held.size(); ++h) held[h] += sign * load[held_dofs_[h]];
  gather(load_dofs_, load, load_[slot(ForceLabel::end)]);
}

void StepForces::accept() {
  held_[slot(ForceLabel::start)].swap(held_[slot(ForceLabel::end)]);
  load_[slot(ForceLabel::start)].swap(load_[slot(ForceLabel::end)]);
}

}  // namespace tactus::core
