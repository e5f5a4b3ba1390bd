/// \file conformance/contact_solver_promises.hpp  What every contact solver promises, put to the test; compiled into
/// tactus::conformance.
#pragma once

#include "../contact_solver.hpp"
#include "check.hpp"

namespace tactus::conformance {

/// `make` builds the solver with the options to test.
void contact_solver_promises(const Make<ContactSolver>& make, Check& check);

}  // namespace tactus::conformance
