/// What solvers promise that take the assembled tangent of a step.
#pragma once

#include "tactus/conformance/check.hpp"
#include "tactus/conformance/claims.hpp"
#include "tactus/contact_solver.hpp"

namespace tactus::conformance {

void coupled_promises(const Make<ContactSolver>& make, const Claims& claims, Check& check);

}  // namespace tactus::conformance
