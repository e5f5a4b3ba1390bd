#include "core/record/frame_list.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace tactus::core {
namespace {

constexpr std::string_view kHead =
    "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n";
constexpr std::string_view kTail = "</Collection>\n</VTKFile>\n";

std::string entry(Index number, Real time) {
  return fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"frames/{:06}.vtu\"/>\n", time,
                     number);
}

}  // namespace

std::string frame_list(View<Real> times) {
  std::string text(kHead);
  Index number = 0;
  for (const Real time : times) text += entry(number++, time);
  return text.append(kTail);
}

FrameList::FrameList(std::filesystem::path path, View<Real> times)
    : path_(std::move(path)), frames_(static_cast<Index>(times.size())) {
  const std::string text = frame_list(times);
  end_ = static_cast<Index>(text.size() - kTail.size());
  write_file(path_, text, Durable::no);
  file_ = open_to_write(path_, 0);
}

void FrameList::add(Real time) {
  const std::string line = entry(frames_, time);
  if (const int error = write_all_at(file_.get(), line + std::string(kTail), end_)) {
    // Restores the old end, for which there is room.
    if (write_all_at(file_.get(), kTail, end_) == 0) {
      const auto size = end_ + static_cast<Index>(kTail.size());
      [[maybe_unused]] const int cut = ::ftruncate(file_.get(), size);
    }
    throw FileError(fmt::format("cannot write '{}': {}", path_.string(), std::strerror(error)));
  }
  end_ += static_cast<Index>(line.size());
  ++frames_;
}

void FrameList::sync() const { sync_file(path_); }

}  // namespace tactus::core
