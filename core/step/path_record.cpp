#include "core/step/path_record.hpp"

namespace tactus::core {

PathRecord::PathRecord(const Model& model, const FemSystem& system) : system_(system) {
  for (Index dof = 0; dof < model.nodes() * model.dim(); ++dof)
    if (model.layout().prescribed[dof] && model.mass()[dof] > 0) driven_.push_back(dof);
  for (auto* a : {&old_force_, &force_, &first_, &half_, &next_half_, &slope_, &next_slope_})
    a->assign(driven_.size(), 0);
}

/// Loads are left out: that they change over time is no stiffness.
void PathRecord::read_forces(std::vector<Real>& to) const {
  const View<Real> held = system_.held_back(), load = system_.load_force();
  for (std::size_t k = 0; k < driven_.size(); ++k) {
    const auto dof = static_cast<std::size_t>(driven_[k]);
    to[k] = held[dof] - (load.empty() ? 0 : load[dof]);
  }
}

void PathRecord::keep() {
  read_forces(old_force_);
  half_.swap(next_half_);
  slope_.swap(next_slope_);
  dt_ = next_dt_;
}

void PathRecord::begin() {
  is_posed_ = false;
  next_dt_ = 0;
}

void PathRecord::pose(View<Real> frozen) {
  is_posed_ = !driven_.empty() && !frozen.empty();
  if (!is_posed_) return;
  read_forces(force_);
  for (std::size_t k = 0; k < driven_.size(); ++k)
    first_[k] = frozen[static_cast<std::size_t>(driven_[k])];
}

void PathRecord::record(View<Real> moved, StepFacts& facts) {
  facts.path_work = facts.path_shift = 0;
  if (!is_posed_ || !facts.account.kept) return;
  next_dt_ = facts.dt;
  read_forces(next_slope_);
  // As if the step before had had this dt; in a first step, as if it had ended as this one begins.
  const Real longer = dt_ > 0 ? facts.dt / dt_ : 0;
  Real before = 0, after = 0, path = 0;
  for (std::size_t k = 0; k < driven_.size(); ++k) {
    const Real a = first_[k], K_a = old_force_[k] - force_[k], K_b = force_[k] - next_slope_[k];
    const Real b = moved[static_cast<std::size_t>(driven_[k])] - a;
    const Real b_before = longer * half_[k], K_b_before = longer * slope_[k];
    before -= b_before * K_b_before / 2;
    after -= b * K_b / 2;
    path -= dt_ > 0 ? (a - b_before) * (K_a + K_b_before) / 2 : a * K_a / 2;
    next_half_[k] = b, next_slope_[k] = K_b;
  }
  facts.path_work = path;
  facts.path_shift = after;
  facts.account.shift_old += before;
  facts.account.shift_new += after;
  facts.account.force_work += after - before - path;
}

}  // namespace tactus::core
