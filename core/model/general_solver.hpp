/// \file general_solver.hpp  The linear solver for any regular matrix: a sparse factorisation P R A Q = L U
/// by UMFPACK, with one thread. It costs two to four times what the definite one does.
#pragma once

#include <memory>

#include "core/model/model.hpp"
#include "tactus/linear.hpp"

namespace tactus::core {

/// @param model  outlives the solver; its names are used in messages
std::unique_ptr<LinearSolver> make_general_solver(const Model& model);

}  // namespace tactus::core
