// What a solved stage in reactions says of the step, and what it keeps for the next one.
#include <algorithm>

#include "core/step/reaction_stage.hpp"
#include "core/support/named_fields.hpp"

namespace tactus::core {

void ReactionStage::record() {
  contact_facts_ = record_.of({.rows = rows_,
                               .data = data_,
                               .velocity = end_velocity_,
                               .fresh = fresh_,
                               .touching = laws_.touching()});
  contacts_->add_angular_momentum_error(rows_, data_.reactions,
                                        contact_facts_.angular_momentum_error);
  convergence_ = acceptance_.facts();
  if (convergence_.accepted == 0) return;
  // Springs of explicit laws give back along the normal what they have stored.
  const Real normal = acceptance_.is_explicit() ? 0 : contact_facts_.normal_energy_loss;
  convergence_.gain = std::max<Real>(0, -contact_facts_.friction_dissipation - normal);
}

StepResult ReactionStage::result(Real /*dt*/, Context& /*context*/) {
  return {.w = w_, .contact_impulse = impulse_};
}

void ReactionStage::collect(const StepReport& report, Real dt, ContactForces& out) const {
  if (contact_ && !rows_.row.empty())
    contacts_->collect(rows_,
                       {.reactions = data_.reactions,
                        .friction = data_.friction,
                        .velocity = mean_velocity_,
                        .fraction = report.impulse_fraction,
                        .dt = dt},
                       out);
}

void ReactionStage::report(StepFacts& facts) const {
  facts.contact.stored_energy += stored_energy_;
  facts.contact.reactions.add(contact_facts_);
  facts.contact.reactions.immovable += immovable_;
  facts.solver.convergence.add(convergence_);
  facts.solver.rejected |= facts_.rejected;
  facts.solver.step_helps &= facts_.step_helps;
  facts.solver.status = std::max(facts.solver.status, facts_.status);
  facts.solver.residual = std::max(facts.solver.residual, facts_.residual);
  facts.solver.iterations += facts_.iterations;
  facts.solver.tolerance = std::max(facts.solver.tolerance, facts_.tolerance);
}

Real ReactionStage::time_step_limit(const Scales& scales) const {
  if (!solver_) return kUnlimited;
  Real limit = kUnlimited;
  const Real w_nn = largest_normal_ > 0 ? largest_normal_ : 2 / scales.mass;
  for (const ContactLaw* law : laws_.laws()) limit = std::min(limit, law->time_step_limit(w_nn));
  return limit;
}

void ReactionStage::accept() {
  if (!contact_) return;
  if (posed_normal_ > 0) largest_normal_ = posed_normal_;
  if (rows_.row.empty()) data_.resize(0);
  memory_.keep(data_);
  if (frames_)
    frames_->keep(data_.key, View<Real>(rows_.frame).first(9 * data_.key.size()),
                  [&](const ContactKey& key) { return memory_.remembers(key); });
  touches_.accept();
  contact_->accept({});
}

void ReactionStage::save(Archive& archive) const {
  if (!contact_) return;
  contact_->save(archive);
  memory_.save(archive);
  if (frames_) frames_->save(archive);
  touches_.save(archive);
  archive.write("largest_normal", View<Real>(&largest_normal_, 1));
}

void ReactionStage::load(Archive& archive, Context& context) {
  if (!contact_) return;
  contact_->load(archive, context);
  memory_.load(archive);
  if (frames_) frames_->load(archive);
  touches_.load(archive);
  FieldReader{archive}("largest_normal", largest_normal_);
}

}  // namespace tactus::core
