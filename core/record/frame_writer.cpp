// The frames of a run as files: FrameWriter of vtu_writer.hpp.
#include <fmt/format.h>

#include <utility>

#include "core/record/vtu_writer.hpp"
#include "core/support/checksum.hpp"

namespace tactus::core {
namespace {

/// The number in the name of a frame, "000012.vtu" or its unfinished "000012.vtu.part"; otherwise
/// -1.
Index frame_number(const std::string& file) {
  const std::size_t digits = file.find_first_not_of("0123456789");
  if (digits == std::string::npos || digits < 6 || digits > 12) return -1;
  const std::string_view ending = std::string_view(file).substr(digits);
  return ending == ".vtu" || ending == ".vtu.part" ? std::stoll(file) : -1;
}

}  // namespace

FrameWriter::FrameWriter(std::filesystem::path folder, FrameMesh mesh,
                         std::vector<FrameMark> frames)
    : folder_(std::move(folder)), mesh_(std::move(mesh)), frames_(std::move(frames)),
      synced_(frames_.size()) {
  refuse_link(folder_ / "frames");
  for (std::size_t i = 0; i < frames_.size(); ++i) check(i);
  if (frames_.empty()) go_on();
}

void FrameWriter::go_on() {
  try {
    std::filesystem::create_directories(folder_ / "frames");
    remove_later_frames();
  } catch (const std::filesystem::filesystem_error& e) {
    throw FileError(fmt::format("cannot use '{}': {}", e.path1().string(), e.code().message()));
  }
  if (!frames_.empty()) list_.emplace(folder_ / "frames.pvd", times());
}

bool FrameWriter::is_current() const {
  const std::filesystem::path list = folder_ / "frames.pvd";
  return is_there(list) && read_file(list) == frame_list(times());
}

std::vector<Real> FrameWriter::times() const {
  std::vector<Real> times;
  for (const FrameMark& frame : frames_) times.push_back(frame.time);
  return times;
}

void FrameWriter::remove_later_frames() const {
  if (frames_.empty()) std::filesystem::remove(folder_ / "frames.pvd");
  std::vector<std::filesystem::path> later;
  for (const auto& entry : std::filesystem::directory_iterator(folder_ / "frames"))
    if (frame_number(entry.path().filename().string()) >= static_cast<Index>(frames_.size()))
      later.push_back(entry.path());
  for (const std::filesystem::path& path : later) std::filesystem::remove(path);
}

void FrameWriter::check(std::size_t number) const {
  constexpr const char* kRemedy =
      "; put it back as it was, or run again with --force instead of --resume";
  const std::filesystem::path path = frame_path(number);
  if (!is_there(path))
    throw FileError(
        fmt::format("'{}' is missing, which the checkpoint counts on{}", path.string(), kRemedy));
  if (mark_of_file(path) != FileMark{frames_[number].bytes, frames_[number].checksum})
    throw FileError(fmt::format("'{}' was edited or cut off since the checkpoint was written{}",
                                path.string(), kRemedy));
}

void FrameWriter::write(const FrameState& state, Executor* executor) {
  const std::filesystem::path path = frame_path(frames_.size());
  NewFile file(path);
  write_vtu(mesh_, state, file, executor);
  file.commit(Durable::no);
  const FileMark mark = mark_of_file(path);
  if (!list_) list_.emplace(folder_ / "frames.pvd", View<Real>{});
  list_->add(state.time);
  frames_.push_back({state.time, mark.bytes, mark.checksum});
}

void FrameWriter::sync() {
  for (; synced_ < frames_.size(); ++synced_) sync_file(frame_path(synced_));
  if (!list_) return;
  list_->sync();
  sync_file(folder_ / "frames");
  sync_file(folder_);
}

std::filesystem::path FrameWriter::frame_path(std::size_t number) const {
  return folder_ / "frames" / fmt::format("{:06}.vtu", number);
}

}  // namespace tactus::core
