#include "core/step/step_record.hpp"

#include <algorithm>
#include <cmath>

namespace tactus::core {

SupportRecord::SupportRecord(const Model& model, const FemSystem& system, Mass mass)
    : model_(model), system_(system), mass_(mass) {
  const Layout& layout = model.layout();
  for (auto* a : {&held_old_, &held_posed_, &moved_, &gained_})
    a->assign(static_cast<std::size_t>(layout.dofs), 0);
  for (Index dof = 0; dof < layout.dofs; ++dof)
    if (layout.prescribed[dof]) prescribed_.push_back(dof);
}

void SupportRecord::keep() {
  for (const Index dof : prescribed_) held_old_[dof] = system_.held_back()[dof];
}

void SupportRecord::pose() {
  is_posed_ = true;
  for (const Index dof : prescribed_) held_posed_[dof] = system_.held_back()[dof];
}

void SupportRecord::find_momenta(const State& from, const State& to, Context& context) {
  if (mass_ == Mass::lumped) {
    for (const Index dof : prescribed_)
      gained_[dof] = system_.mass()[dof] * (to.v[dof] - from.v[dof]);
    return;
  }
  const Scratch::Frame frame(*context.scratch);
  const Out<Real> change = context.scratch->take<Real>(static_cast<Index>(gained_.size()));
  map(change) = map(View<Real>(to.v)) - map(View<Real>(from.v));
  system_.apply_mass(mass_, change, gained_, context);
}

void SupportRecord::record(const State& from, const State& to, const StepReport& report,
                           StepFacts& facts, Context& context) {
  const Layout& layout = model_.layout();
  const View<Real> held = system_.held_back();
  const Supports& supports = model_.supports();
  const Real dt = facts.dt;
  facts.force_work_held = facts.support_speed = 0;
  facts.reactions.assign(3 * (supports.holders().size() + 2), 0);
  if (!prescribed_.empty()) {
    system_.prescribe(from.q, to.time, moved_);
    find_momenta(from, to, context);
  }
  for (const Index dof : prescribed_) {
    facts.support_speed =
        std::max({facts.support_speed, std::abs(from.v[dof]), std::abs(to.v[dof])});
    const Real force = is_posed_
                           ? held_posed_[dof]
                           : report.reaction_old * held_old_[dof] + report.reaction_new * held[dof];
    const Real impulse = gained_[dof] - dt * force;
    facts.support_impulse[dof % layout.dim] += impulse;
    facts.reactions[static_cast<std::size_t>(3 * supports.holder()[dof] + dof % layout.dim)] +=
        impulse;
    facts.support_work += impulse * moved_[dof] / dt;
    facts.force_work_held += force * moved_[dof];
  }
  for (int d = 0; d < layout.dim; ++d) facts.support_impulse[d] -= dt * facts.forces.held[d];
  for (std::size_t i = 0; i < facts.forces.held_by.size(); ++i)
    facts.reactions[i] -= dt * facts.forces.held_by[i];
  // A body on a prescribed path does work on what it touches. Contact passes this energy on, and
  // the support that moves the body supplies it.
  facts.handed_on = facts.forces.held_work;
  facts.contact_work += facts.handed_on;
  facts.support_work -= facts.handed_on;
}

}  // namespace tactus::core
