/// \file gmsh_types.hpp  Gmsh's element types by number: which ones are linear simplices, and
/// messages about the others.
#pragma once

#include <string>

#include "tactus/types.hpp"

namespace tactus::core {

/// Dimension of a linear simplex (point, line, triangle, tetrahedron) by Gmsh's type; -1 for other
/// types.
int simplex_dimension(Index type);

/// Explains why an element of another type cannot be used, and which setting of Gmsh avoids it.
std::string refused_element(Index type);

}  // namespace tactus::core
