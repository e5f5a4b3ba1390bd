/// \file step_failure.hpp  Builds the parts of the message for a step that cannot be made.
#pragma once

#include <string>

#include "core/contact/contact_model.hpp"
#include "core/model/model.hpp"
#include "core/scene/configuration.hpp"
#include "core/step/step_facts.hpp"
#include "tactus/integrator.hpp"

namespace tactus::core {

/// Name of a body, or of what is outside of the model, for a message; "?" if there is none.
std::string body_name(const Configuration& configuration, std::int32_t body);

/// The bodies that a failure concerns, in brackets: ` (between "a", "b")`. Empty if they are
/// unknown.
/// @param contact  of the stage that failed; null: none
std::string who_takes_part(const Outcome& outcome, const KernelContact* contact, const Model& model,
                           const Configuration& configuration);

/// The nodes of a contact that supports hold, and these supports, for a message; begins with "; ". Empty for
/// failures of other kinds. @param contact  of the stage that failed; null: none
std::string who_holds(const Outcome& outcome, const KernelContact* contact, const Model& model,
                      const Configuration& configuration);

/// The degree of freedom of which a component gave a number that is not finite, in brackets: ` (x of node 2 of body
/// "a")`; "" for other failures.
std::string which_dof(const Outcome& outcome, const Model& model);

/// Where an element was inverted, and what helps; "" for other failures.
/// @param q  at the start of the step
std::string crushed_element(const Outcome& outcome, const Model& model, View<Real> q);

/// Whether a load step without inertia may have failed because there is no equilibrium at its end.
bool may_be_limit(const Outcome& outcome);

/// That loads may have come to their limit, and by which factors they were multiplied in the last equilibrium, at
/// `time`; begins with "; ". Empty where that is not so: at the start, and without loads that change.
std::string limit_load(const Outcome& outcome, const Configuration& configuration, Real time);

/// The bodies that exchange at least a tenth of the greatest impulse: `"a", "b" and 2 more`.
std::string pressed_bodies(const ContactForces& forces, const Configuration& configuration);

/// A step in which contact adds more to the balance of energy than its solver allows, and has added as
/// much in the run so far, is no step. Solvers judge rows by what is known before the step ends; the
/// accelerations at its end are known only now, and bodies that are crushed can make them large.
/// @param most  J, StepSolution::most_contact_gain
Outcome judge_contact_gain(const EnergyAccount& account, Real most, const StepInfo& step,
                           const ContactForces& forces, const Configuration& configuration);

/// Advice for reactions that did not converge, quoting the solver's options that decide when it ends:
/// tolerances, and the patience of one that stalled or the iterations of one that used them up.
std::string what_to_change(const ComponentConfig& solver, const SolverFacts& facts);

/// Between which bodies the reactions that did not converge have the largest residual; begins with
/// "; ". Empty if it is unknown.
std::string largest_residual(const Outcome& outcome, const KernelContact* contact,
                             const Configuration& configuration);

}  // namespace tactus::core
