#include "core/mesh/generators.hpp"
namespace tactus::core { Mesh polygon(const PolygonMesh&) { throw 1; } }
