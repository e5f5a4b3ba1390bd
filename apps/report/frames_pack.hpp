/// \file frames_pack.hpp  Selects frames of a run for a page and quantises them.
///
/// A run in space is packed as the surface of its bodies: the page draws nothing else.
///
/// Positions are rounded to 1/65535 of the bounding box of everything shown, speeds and stresses to
/// 1/255 of the largest, forces to 1/32767 of the largest component. The error is at most half of
/// that.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "apps/report/vtu_reader.hpp"
#include "core/json/json.hpp"

namespace tactus::core {

/// The frame files of a run, in order: frames/000000.vtu, ...; none where there is no such folder.
/// @throws FileError if the folder cannot be listed
std::vector<std::filesystem::path> frame_files(const std::filesystem::path& run);

/// `count` of `total` positions, evenly spread, including the first and the last.
std::vector<std::size_t> spread(std::size_t total, std::size_t count);

/// Quantised frames; each array contains all frames one after another.
struct FramePack {
  /// Number of frames of the run; this contains spread(total, times.size())
  std::size_t total = 0;
  std::vector<Real> times;  ///< s
  std::vector<std::string> bodies;
  std::size_t dim = 2;
  std::size_t points = 0, triangles = 0;
  std::size_t sheets = 0;       ///< the last so many triangles are half-spaces, see sheets.hpp
  std::vector<Real> low, high;  ///< [dim] the box of everything shown [m]
  Real speed = 0, stress = 0, force = 0;  ///< values that 255, 255 and 32767 represent [m/s, Pa, N]
  bool has_stress = false;
  std::vector<std::uint32_t> corners, lone;
  std::vector<std::uint16_t> cell_body;
  std::vector<std::uint16_t> positions;  ///< per frame: x of all points, then y, then z
  std::vector<std::uint8_t> speeds;      ///< per frame and point
  std::vector<std::uint8_t> stresses;    ///< per frame and triangle
  struct Force {
    std::uint32_t point = 0;
    std::int16_t along[3] = {0, 0, 0};
  };
  std::vector<std::vector<Force>> forces;  ///< per frame, for points with a force
};

/// Reads `count` of the `files`, evenly spread.
/// @throws FileError if one is damaged or has another mesh than the first one.
FramePack pack_frames(const std::vector<std::filesystem::path>& files, std::size_t count);

/// Number of characters of a pack in the page.
struct FrameCost {
  std::size_t once = 0;  ///< mesh, names
  Real per_frame = 0;
  bool spatial = false;
};

/// The JSON that web/src/data.ts declares as Frames. `cost`, if given, receives its size.
Json to_json(const FramePack& pack, FrameCost* cost = nullptr);

}  // namespace tactus::core
