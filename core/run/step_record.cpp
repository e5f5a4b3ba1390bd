#include "core/run/step_record.hpp"

namespace tactus::core {

SupportRecord::SupportRecord(const Model& model, const FemSystem& system)
    : model_(model), system_(system) {
  const Layout& layout = model.layout();
  for (auto* a : {&held_old_, &moved_}) a->assign(static_cast<std::size_t>(layout.dofs), 0);
  for (Index dof = 0; dof < layout.dofs; ++dof)
    if (layout.prescribed[dof]) prescribed_.push_back(dof);
}

void SupportRecord::keep() {
  for (const Index dof : prescribed_) held_old_[dof] = system_.held_back()[dof];
}

void SupportRecord::record(const State& from, const State& to, const StepReport& report,
                           StepFacts& facts) {
  const Layout& layout = model_.layout();
  const View<Real> held = system_.held_back(), mass = system_.mass();
  const Supports& supports = model_.supports();
  const Real dt = facts.dt;
  facts.force_work_held = 0;
  facts.reactions.assign(3 * (supports.holders().size() + 2), 0);
  if (!prescribed_.empty()) system_.prescribe(from.q, to.time, moved_);
  for (const Index dof : prescribed_) {
    const Real force = report.reaction_old * held_old_[dof] + report.reaction_new * held[dof];
    const Real impulse = mass[dof] * (to.v[dof] - from.v[dof]) - dt * force;
    facts.support_impulse[dof % layout.dim] += impulse;
    facts.reactions[static_cast<std::size_t>(3 * supports.holder()[dof] + dof % layout.dim)] +=
        impulse;
    facts.support_work += impulse * moved_[dof] / dt;
    facts.force_work_held += force * moved_[dof];
  }
  for (int d = 0; d < layout.dim; ++d) facts.support_impulse[d] -= dt * facts.forces.held[d];
  for (std::size_t i = 0; i < facts.forces.held_by.size(); ++i)
    facts.reactions[i] -= dt * facts.forces.held_by[i];
  // A body on a prescribed path does work on what it touches: contact hands it on, and who moves the
  // body brings it in.
  facts.handed_on = facts.forces.held_work;
  facts.contact_work += facts.handed_on;
  facts.support_work -= facts.handed_on;
}

}  // namespace tactus::core
