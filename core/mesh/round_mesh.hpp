/// \file round_mesh.hpp  The mesh with which an exactly round body is displayed.
#pragma once

#include "core/mesh/mesh.hpp"

namespace tactus::core {

/// Centre and rim of a disk around the origin, as frames show it; for a ball only the centre.
/// Contact uses nothing but the centre and the radius.
Mesh round_mesh(int dim, Real radius);

}  // namespace tactus::core
