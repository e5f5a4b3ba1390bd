/// \file frame_list.hpp  Writes frames.pvd, which tells ParaView the time of each frame.
#pragma once

#include <filesystem>

#include "core/support/atomic_file.hpp"
#include "tactus/types.hpp"

namespace tactus::core {

/// The complete list of frames at these times.
std::string frame_list(View<Real> times);

/// The list grows in place. A new entry overwrites the closing tags and writes them again behind
/// it, in one call. Therefore the file is valid after each entry, and the cost of an entry does not
/// depend on the length of the list. If the machine fails in between, a resumed run rewrites the
/// list.
class FrameList {
 public:
  /// Writes a new list with the frames that already exist. @throws FileError
  FrameList(std::filesystem::path path, View<Real> times);
  /// Adds the next frame, at `time`. @throws FileError; the list is then restored if possible.
  void add(Real time);
  void sync() const;  ///< flushes to disk

 private:
  std::filesystem::path path_;
  Descriptor file_;
  Index frames_ = 0;
  Index end_ = 0;  ///< position of the closing tags
};

}  // namespace tactus::core
