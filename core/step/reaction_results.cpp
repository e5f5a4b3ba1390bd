// What a solved stage in reactions says of the step, and what it keeps for the next one.
#include <algorithm>

#include "core/step/reaction_stage.hpp"

namespace tactus::core {

void ReactionStage::record() {
  attempt_.contacts = record_.of({.rows = rows_,
                                  .data = data_,
                                  .velocity = end_velocity_,
                                  .fresh = past_.fresh(),
                                  .touching = laws_.touching()});
  parts_->contacts.add_angular_momentum_error(rows_, data_.reactions,
                                              attempt_.contacts.angular_momentum_error);
  attempt_.convergence = solver_.acceptance().facts();
  if (attempt_.convergence.accepted == 0) return;
  // Springs of explicit laws give back along the normal what they have stored.
  const Real normal = solver_.acceptance().is_explicit() ? 0 : attempt_.contacts.normal_energy_loss;
  attempt_.convergence.gain = std::max<Real>(0, -attempt_.contacts.friction_dissipation - normal);
}

StepResult ReactionStage::result(Real /*dt*/, Context& /*context*/) {
  return {.w = w_, .contact_impulse = impulse_};
}

void ReactionStage::collect(const StepReport& report, Real dt, ContactForces& out) const {
  if (contact_ && !rows_.row.empty())
    parts_->contacts.collect(rows_,
                             {.reactions = data_.reactions,
                              .friction = data_.friction,
                              .velocity = mean_velocity_,
                              .fraction = report.impulse_fraction,
                              .dt = dt},
                             out);
}

void ReactionStage::report(StepFacts& facts) const {
  const SolverFacts& solver = attempt_.solver;
  facts.contact.stored_energy += attempt_.stored_energy;
  facts.contact.reactions.add(attempt_.contacts);
  if (parts_)
    facts.contact.reactions.immovable += parts_->choice.immovable() + parts_->held.left_out();
  facts.solver.convergence.add(attempt_.convergence);
  facts.solver.rejected |= solver.rejected;
  facts.solver.step_helps &= solver.step_helps;
  facts.solver.status = std::max(facts.solver.status, solver.status);
  facts.solver.residual = std::max(facts.solver.residual, solver.residual);
  facts.solver.iterations += solver.iterations;
  facts.solver.tolerance = std::max(facts.solver.tolerance, solver.tolerance);
}

Real ReactionStage::time_step_limit(const Scales& scales) const {
  if (!solver_) return kUnlimited;
  Real limit = kUnlimited;
  const Real known = past_.largest_normal(), w_nn = known > 0 ? known : 2 / scales.mass;
  for (const ContactLaw* law : laws_.laws()) limit = std::min(limit, law->time_step_limit(w_nn));
  return limit;
}

void ReactionStage::accept() {
  if (!contact_) return;
  if (rows_.row.empty()) data_.resize(0);
  past_.accept(data_, rows_, attempt_.largest_normal);
  contact_->accept({});
}

void ReactionStage::save(Archive& archive) const {
  if (!contact_) return;
  contact_->save(archive);
  past_.save(archive);
}

void ReactionStage::load(Archive& archive, Context& context) {
  if (!contact_) return;
  contact_->load(archive, context);
  past_.load(archive);
}

}  // namespace tactus::core
