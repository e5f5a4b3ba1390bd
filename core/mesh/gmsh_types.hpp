/// \file gmsh_types.hpp  Gmsh's element types by number: which are simplices, and what to say of others.
#pragma once

#include <string>

#include "tactus/types.hpp"

namespace tactus::core {

/// Dimension of a linear simplex (point, line, triangle, tetrahedron) by Gmsh's type, or -1.
int simplex_dimension(Index type);

/// Why an element of another type cannot be used, and the setting of Gmsh that avoids it.
std::string refused_element(Index type);

}  // namespace tactus::core
