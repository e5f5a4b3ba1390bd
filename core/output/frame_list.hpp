/// \file frame_list.hpp  frames.pvd: which frame belongs to which time, for ParaView.
#pragma once

#include <filesystem>

#include "core/output/atomic_file.hpp"
#include "tactus/types.hpp"

namespace tactus::core {

/// The whole list of frames at these times.
std::string frame_list(View<Real> times);

/// The list grows in place: an entry is written over the closing tags, together with new ones, in one
/// call. The file is whole after each entry, and an entry costs the same however long the list is. Should
/// the machine go down in between, a resumed run writes the list anew.
class FrameList {
 public:
  /// A list of the frames that are there already, written anew. @throws FileError
  FrameList(std::filesystem::path path, View<Real> times);
  /// The next frame, at `time`. @throws FileError; the list is then as it was, if that can be done.
  void add(Real time);
  void sync() const;  ///< onto the disk

 private:
  std::filesystem::path path_;
  Descriptor file_;
  Index frames_ = 0;
  Index end_ = 0;  ///< where the closing tags begin
};

}  // namespace tactus::core
