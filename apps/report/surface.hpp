/// \file surface.hpp  Reduces frames in space to the surface of their bodies.
///
/// The surface consists of the facets that belong to one tetrahedron only. It is found once for a
/// run; from each frame its points, the values at them, and the stress of the tetrahedra behind
/// the facets are kept. A mesh of n^3 cells has some n^2 facets: what is inside is not drawn.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/report/vtu_reader.hpp"

namespace tactus::core {

class Surface {
 public:
  /// Finds the surface of the tetrahedra of a frame, or takes its triangles if it has nothing else;
  /// particles stay as they are.
  explicit Surface(const Frame& frame);

  /// Turns a frame with the same cells into one of triangles: the facets, outwards, which all
  /// frames share. `name` is used in the message.
  /// @throws FileError if the frame has other cells.
  void reduce(Frame& frame, const std::string& name) const;

 private:
  std::vector<std::uint32_t> tetrahedra_, triangles_, lone_;
  std::vector<std::uint16_t> cell_body_;
  std::vector<std::uint32_t> facets_;  ///< [3 * facets] positions in points_
  std::vector<std::uint32_t> owner_;   ///< [facets] the tetrahedron behind
  std::vector<std::uint32_t> points_;  ///< those of the frame that are kept, in order of first use
  std::vector<std::uint32_t> lone_points_;  ///< [lone] positions in points_
};

}  // namespace tactus::core
