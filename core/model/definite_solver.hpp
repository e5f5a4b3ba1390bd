/// \file definite_solver.hpp  The linear solver for symmetric matrices with positive pivots: a supernodal
/// factorisation A = L L' by CHOLMOD.
///
/// The matrix is permuted to keep L sparse, by AMD in the plane and by METIS in space, where AMD leaves
/// twice as much. Permutation and sparsity of L are found once and kept as long as
/// LinearOperator::pattern() stays the same; both are functions of the pattern alone, so that a run that
/// is resumed finds the same ones. Everything is done by one thread, so that bits do not depend on their
/// number.
#pragma once

#include <memory>

#include "core/model/model.hpp"
#include "tactus/linear.hpp"

namespace tactus::core {

/// @param model  outlives the solver; its names are used in messages
std::unique_ptr<LinearSolver> make_definite_solver(const Model& model);

}  // namespace tactus::core
