#include "core/record/output_marks.hpp"

namespace tactus::core {

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
