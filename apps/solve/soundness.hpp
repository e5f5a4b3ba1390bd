/// \file soundness.hpp  Checks that a friction problem is valid, from whichever kind of file it was
/// read.
#pragma once

#include "apps/solve/friction_problem.hpp"

namespace tactus::core {

/// Whether the symmetric part of a row-major block is positive definite.
bool positive_definite(int dim, const Real* block);

/// Empty if the problem has contacts, finite numbers, friction >= 0 and positive definite diagonal
/// blocks; otherwise a sentence that names the contact.
std::string flaw_of(const FrictionProblem& problem);

/// U = q + W r.
std::vector<Real> velocities_of(const FrictionProblem& problem, View<Real> reactions);

}  // namespace tactus::core
