/// Tests what a contact solver promises on problems in reactions.
#pragma once

#include "tactus/conformance/check.hpp"
#include "tactus/conformance/claims.hpp"
#include "tactus/contact_solver.hpp"

namespace tactus::conformance::contact_solver_tests {

void reaction_promises(const Make<ContactSolver>& make, const Claims& claims, int dim,
                       Check& check);

}  // namespace tactus::conformance::contact_solver_tests
