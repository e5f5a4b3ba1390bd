#include "core/record/output_marks.hpp"

namespace tactus::core {

TableMark load_table(const CheckpointGroup& group, const std::string& table) {
  return {group.integer(table + "_bytes"), group.integer(table + "_checksum")};
}
void save_table(CheckpointGroup& group, const std::string& table, const TableMark& mark) {
  group.write_integer(table + "_bytes", mark.bytes);
  group.write_integer(table + "_checksum", mark.checksum);
}

std::vector<FrameMark> load_frames(CheckpointGroup& group) {
  std::vector<Real> times;
  group.read("frame_times", times);
  std::vector<Index> bytes(times.size()), checksums(times.size());
  group.fill("frame_bytes", bytes);
  group.fill("frame_checksums", checksums);
  std::vector<FrameMark> frames;
  for (std::size_t i = 0; i < times.size(); ++i)
    frames.push_back({times[i], bytes[i], checksums[i]});
  return frames;
}
void save_frames(CheckpointGroup& group, const std::vector<FrameMark>& frames) {
  std::vector<Real> times;
  std::vector<Index> bytes, checksums;
  for (const FrameMark& frame : frames) {
    times.push_back(frame.time);
    bytes.push_back(frame.bytes);
    checksums.push_back(frame.checksum);
  }
  group.write("frame_times", View<Real>(times));
  group.write("frame_bytes", View<Index>(bytes));
  group.write("frame_checksums", View<Index>(checksums));
}

}  // namespace tactus::core
