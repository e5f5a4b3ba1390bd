/// \file frame_budget.hpp  Decides how many frames of which cells a page can hold.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/json/json.hpp"

namespace tactus::core {

struct FrameShare {
  /// Per cell, as web/src/data.ts declares Frames; null if there are none
  std::vector<Json> frames;
  std::vector<std::string> problems;  ///< per cell; empty: none
  std::vector<std::string> notes;     ///< sentences about what was left out
};

/// The frames of cells, each given by its files in order, in about `characters` characters of the
/// page. All cells get the same number of frames, evenly spread over their runs. If not even two
/// frames fit for each cell, only the first cells get frames.
FrameShare share_frames(const std::vector<std::vector<std::filesystem::path>>& files,
                        std::size_t characters);

}  // namespace tactus::core
