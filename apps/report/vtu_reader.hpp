/// \file vtu_reader.hpp  Reads frames of a run: only those VTU files that core/record/vtu_writer
/// writes.
///
/// A file may be truncated, edited or of other origin. Every size and every index is compared with
/// the actual data before it is used, and any mismatch gives an error message.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/types.hpp"

namespace tactus::core {

/// A half-space: its plane goes through a point of the frame, which is no particle.
struct HalfSpacePlace {
  std::uint16_t body = 0;
  std::uint32_t index = 0;         ///< of its point in the frame that was read
  std::array<Real, 3> normal{};    ///< outward, of length 1
  std::array<Real, 3> point{};     ///< m
  std::array<Real, 3> velocity{};  ///< m/s
};

/// The data of a frame that are needed for a picture.
struct Frame {
  Real time = 0;                          ///< s
  std::vector<std::uint32_t> tetrahedra;  ///< [4 * tetrahedra]; in space, in the place of triangles
  std::vector<std::string> bodies;        ///< names
  std::vector<Real> points;               ///< [3 * points] m
  std::vector<std::uint32_t> triangles;   ///< [3 * triangles]
  std::vector<std::uint32_t> lone;        ///< points that are particles
  std::vector<std::uint16_t> cell_body;   ///< [cells + lone] position in `bodies`
  std::vector<Real> velocity;             ///< [3 * points] m/s, or empty
  std::vector<Real> contact_force;        ///< [3 * points] N, or empty
  std::vector<Real> von_mises;            ///< [cells] Pa, or empty
  std::vector<HalfSpacePlace> half_spaces;
  bool is_boundary = false;  ///< in space: the triangles are the facets of bodies

  bool spatial() const { return !tetrahedra.empty(); }
};

/// Parses the bytes of a file; `name` is used in messages. Positions are finite.
/// @throws FileError that says what is wrong with the file.
Frame parse_frame(std::string_view bytes, const std::string& name);

/// @throws FileError as parse_frame(), and if the file cannot be read.
Frame read_frame(const std::filesystem::path& file);

}  // namespace tactus::core
