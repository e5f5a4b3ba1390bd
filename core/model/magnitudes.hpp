/// \file magnitudes.hpp  Detects numbers that a double can hold but a simulation cannot use: so
/// large or small that products overflow, or so far from the origin that a mesh loses its shape by
/// rounding.
#pragma once

#include <string>
#include <vector>

#include "core/mesh/mesh.hpp"
#include "core/scene/model_error.hpp"

namespace tactus::core {

/// Whether products of two such numbers neither overflow nor underflow.
bool has_square(Real x);

/// Adds a problem if the spacing of doubles at the place of a body exceeds a thousandth of its
/// thinnest element, because rounding changes the mesh there.
/// @param mesh  as placed, in the positions of the model
void check_place(const std::string& body, const std::string& pointer, const Mesh& mesh,
                 std::vector<ModelProblem>& problems);

}  // namespace tactus::core
