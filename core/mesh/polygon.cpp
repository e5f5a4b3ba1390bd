#include "core/mesh/generators.hpp"
#include "core/mesh/mesh_error.hpp"

namespace tactus::core {

Mesh polygon(const PolygonMesh&) { throw MeshError("polygons are not in this build yet"); }

}  // namespace tactus::core
