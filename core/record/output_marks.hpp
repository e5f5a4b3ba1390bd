/// \file output_marks.hpp  Marks in a checkpoint (length and checksum) that identify the frames that
/// belong to it.
#pragma once

#include <vector>

#include "core/record/checkpoint.hpp"
#include "core/record/vtu_writer.hpp"

namespace tactus::core {

void save_frames(CheckpointGroup& group, const std::vector<FrameMark>& frames);

/// @throws FileError if the group does not contain them.
std::vector<FrameMark> load_frames(CheckpointGroup& group);

}  // namespace tactus::core
