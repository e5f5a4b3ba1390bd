#include "core/mesh/gmsh_types.hpp"

#include <fmt/format.h>

#include <array>

namespace tactus::core {
namespace {

/// Names of element types, by Gmsh's number.
constexpr std::array<const char*, 32> kTypeName = {nullptr,
                                                   "2-node line",
                                                   "3-node triangle",
                                                   "4-node quadrangle",
                                                   "4-node tetrahedron",
                                                   "8-node hexahedron",
                                                   "6-node prism",
                                                   "5-node pyramid",
                                                   "3-node line (second order)",
                                                   "6-node triangle (second order)",
                                                   "9-node quadrangle (second order)",
                                                   "10-node tetrahedron (second order)",
                                                   "27-node hexahedron (second order)",
                                                   "18-node prism (second order)",
                                                   "14-node pyramid (second order)",
                                                   "point",
                                                   "8-node quadrangle (second order)",
                                                   "20-node hexahedron (second order)",
                                                   "15-node prism (second order)",
                                                   "13-node pyramid (second order)",
                                                   "9-node triangle (third order)",
                                                   "10-node triangle (third order)",
                                                   "12-node triangle (fourth order)",
                                                   "15-node triangle (fourth order)",
                                                   "15-node triangle (fifth order)",
                                                   "21-node triangle (fifth order)",
                                                   "4-node line (third order)",
                                                   "5-node line (fourth order)",
                                                   "6-node line (fifth order)",
                                                   "20-node tetrahedron (third order)",
                                                   "35-node tetrahedron (fourth order)",
                                                   "56-node tetrahedron (fifth order)"};

}  // namespace

int simplex_dimension(Index type) {
  switch (type) {
    case 15:
      return 0;
    case 1:
      return 1;
    case 2:
      return 2;
    case 4:
      return 3;
    default:
      return -1;
  }
}

std::string refused_element(Index type) {
  const bool known = type > 0 && type < static_cast<Index>(kTypeName.size());
  const bool higher = (type >= 8 && type <= 14) || (type >= 16 && type < 32);
  return fmt::format(
      "elements of type {} ({}) cannot be used; the mesh must be of 3-node triangles or 4-node "
      "tetrahedra: in Gmsh, {}",
      type, known ? kTypeName[type] : "unknown",
      higher ? "set Mesh.ElementOrder = 1" : "leave out Recombine and transfinite hexahedra");
}

}  // namespace tactus::core
