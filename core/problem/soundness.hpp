/// \file soundness.hpp  What makes a friction problem one that has an answer, whatever file it is from.
#pragma once

#include "core/problem/friction_problem.hpp"

namespace tactus::core {

/// Whether the symmetric part of a row-major block is positive definite.
bool positive_definite(int dim, const Real* block);

/// "" if it has contacts, finite numbers, friction >= 0 and definite blocks on the diagonal; else a
/// sentence that names the contact.
std::string flaw_of(const FrictionProblem& problem);

/// U = q + W r.
std::vector<Real> velocities_of(const FrictionProblem& problem, View<Real> reactions);

}  // namespace tactus::core
