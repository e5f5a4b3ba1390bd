/// \file scene/stages.hpp  Which part of a configuration solves which stage of the integrator. The
/// stage without a name is solved as /contact says, a named one as its entry of /contact/stages.
#pragma once

#include "core/json/problems.hpp"
#include "core/scene/configuration.hpp"
#include "tactus/integrator.hpp"

namespace tactus::core {

/// The stages of the configured integrator; empty if there is no integrator.
View<Stage> stages_of(const Configuration& configuration);

/// The capability of an integrator that poses such problems, and what messages call them.
std::string_view claim_of(Unknown unknown);
std::string_view words_of(Unknown unknown);

/// By what a stage is solved; null: its entry is missing.
const ComponentConfig* solver_of(const ContactConfig& contact, const Stage& stage);
const std::vector<ConstraintConfig>* constraints_of(const ContactConfig& contact,
                                                    const Stage& stage);

/// Adds a problem for each entry of /contact/stages that the integrator has no stage for, for each
/// stage without an entry, for each solver that does not solve what its stage poses, and for laws
/// where no stage is posed in velocities. Without contact there is nothing to be solved.
void check_stages(const Configuration& configuration, Problems& problems);

}  // namespace tactus::core
