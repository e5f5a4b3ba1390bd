/// \file frame_budget.hpp  How many frames of which cells a page can hold.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/config/json/json.hpp"

namespace tactus::core {

struct FrameShare {
  std::vector<Json> frames;           ///< per cell, as web/src/data.ts declares Frames; null: none
  std::vector<std::string> problems;  ///< per cell; empty: none
  std::vector<std::string> notes;     ///< what was left out, in sentences
};

/// The frames of cells, each given by its files in order, within about `characters` of the page. All
/// cells get the same number of frames, evenly spread over their runs; where not even two of each fit,
/// the first cells get theirs.
FrameShare share_frames(const std::vector<std::vector<std::filesystem::path>>& files,
                        std::size_t characters);

}  // namespace tactus::core
