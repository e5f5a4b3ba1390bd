/// \file output_marks.hpp  Marks in a checkpoint (length and checksum) that identify the tables and
/// frames that belong to it.
#pragma once

#include <string>
#include <vector>

#include "core/record/checkpoint.hpp"
#include "core/record/csv_writer.hpp"
#include "core/record/vtu_writer.hpp"

namespace tactus::core {

void save_table(CheckpointGroup& group, const std::string& table, const TableMark& mark);
void save_frames(CheckpointGroup& group, const std::vector<FrameMark>& frames);

/// @throws FileError if the group does not contain them.
TableMark load_table(const CheckpointGroup& group, const std::string& table);
std::vector<FrameMark> load_frames(CheckpointGroup& group);

}  // namespace tactus::core
