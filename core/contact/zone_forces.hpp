/// \file zone_forces.hpp  The forces of rigid impact zones, which no row carries.
#pragma once

#include "core/contact/contact_forces.hpp"
#include "core/contact/near_list.hpp"
#include "core/contact/pressed_forces.hpp"

namespace tactus::core {

/// Adds the forces that moved the zones. If supports take part, they received the rest of the
/// momentum. Since a zone moves as a rigid body, the work of contact on its free nodes equals the
/// work of its supports. Two bodies form a pair; if there are more, each gets an entry against
/// kManyBodies.
void add_zones(const ContactGeometry& geometry, const ContactOutcome& step, ContactForces& out);

}  // namespace tactus::core
