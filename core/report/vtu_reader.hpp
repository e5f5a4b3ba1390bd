/// \file vtu_reader.hpp  A frame of a run read back: the VTU files that core/output/vtu_writer writes,
/// and no others.
///
/// A file may be cut off, edited or somebody else's. Every size and every index is compared with what
/// is there before it is used, and what does not fit is a sentence.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/types.hpp"

namespace tactus::core {

/// What a picture of a frame takes.
struct Frame {
  Real time = 0;                         ///< s
  bool spatial = false;                  ///< made of tetrahedra: `triangles` is empty
  std::vector<std::string> bodies;       ///< names
  std::vector<Real> points;              ///< [3 * points] m
  std::vector<std::uint32_t> triangles;  ///< [3 * triangles]
  std::vector<std::uint32_t> lone;       ///< points that are particles
  std::vector<std::uint16_t> cell_body;  ///< [triangles + lone] position in `bodies`
  std::vector<Real> velocity;            ///< [3 * points] m/s, or empty
  std::vector<Real> contact_force;       ///< [3 * points] N, or empty
  std::vector<Real> von_mises;           ///< [triangles] Pa, or empty
};

/// From the bytes of a file; `name` is for messages. Positions are finite.
/// @throws FileError which says what is wrong with the file.
Frame parse_frame(std::string_view bytes, const std::string& name);

/// @throws FileError as parse_frame(), and where the file cannot be read.
Frame read_frame(const std::filesystem::path& file);

}  // namespace tactus::core
