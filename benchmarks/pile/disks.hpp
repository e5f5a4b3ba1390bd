// Round rigid disks at rest under gravity on a hexagonal lattice in a box, as a problem in reactions, and
// a Gauss-Seidel sweep for it written by hand.
#pragma once

#include "apps/solve/friction_problem.hpp"

namespace tactus::bench {

/// `rows` rows of `columns` disks of 1 kg and 10 cm: floor, two walls, no lid. One step of 1 ms; each
/// disk touches up to six others.
core::FrictionProblem disks_in_a_box(Index columns, Index rows, Real friction);

/// One sweep over the contacts of a plane problem in their order, each solved by cases: what a program
/// that knows nothing but this problem would do.
void sweep_by_hand(const core::FrictionProblem& problem, std::vector<Real>& reactions);

}  // namespace tactus::bench
