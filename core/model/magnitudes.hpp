/// \file magnitudes.hpp  Numbers that a double holds and that are still of no use: too large or too small to
/// be multiplied, places so far away that a mesh loses its shape.
#pragma once

#include <string>
#include <vector>

#include "core/mesh/mesh.hpp"
#include "core/model/model_error.hpp"

namespace tactus::core {

/// Products of two such numbers neither overflow nor underflow.
bool has_square(Real x);

/// Adds a problem where numbers at the place of a body are further apart than a thousandth of its thinnest
/// element: the mesh is another one there.
/// @param mesh  as placed, relative to the middle of the scene
void check_place(const std::string& body, const std::string& pointer, const Mesh& mesh,
                 std::vector<ModelProblem>& problems);

}  // namespace tactus::core
