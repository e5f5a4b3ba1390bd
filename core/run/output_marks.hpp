/// \file output_marks.hpp  How a checkpoint knows the tables and frames that it goes with.
#pragma once

#include <string>
#include <vector>

#include "core/output/checkpoint.hpp"
#include "core/output/csv_writer.hpp"
#include "core/output/vtu_writer.hpp"

namespace tactus::core {

void save_table(CheckpointGroup& group, const std::string& table, const TableMark& mark);
void save_frames(CheckpointGroup& group, const std::vector<FrameMark>& frames);

/// @throws FileError where the group does not hold them.
TableMark load_table(const CheckpointGroup& group, const std::string& table);
std::vector<FrameMark> load_frames(CheckpointGroup& group);

}  // namespace tactus::core
