/// \file step_failure.hpp  What a step that cannot be made says of the bodies it is about.
#pragma once

#include <string>

#include "core/config/scene/configuration.hpp"
#include "core/contact/contact_model.hpp"
#include "core/model/model.hpp"

namespace tactus::core {

/// Name of a body for a message; "?" where it is none.
std::string body_name(const Configuration& configuration, std::int32_t body);

/// The bodies that a failure is about, in brackets: ` (between "a", "b")`. Empty where nobody knows.
/// @param contact  of the stage that failed; null: none
std::string who_takes_part(const Outcome& outcome, const KernelContact* contact, const Model& model,
                           const Configuration& configuration);

/// What makes reactions converge that did not, with the solver's tolerances as they are.
std::string what_to_change(const ComponentConfig& solver);

}  // namespace tactus::core
