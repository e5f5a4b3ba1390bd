/// \file run_folder.hpp  Whose folder it is: no run writes over another one's results.
#pragma once

#include <utility>

#include "core/run/run.hpp"

namespace tactus::core {

/// Looks, and changes nothing. @throws ConfigError where the folder holds results of another
/// configuration, things that are no run at all, or an interrupted run that could go on, and `force`
/// is not set; where it cannot be resumed.
void check_run_folder(const RunSettings& settings);

/// A folder is of one run at a time: held until the object's life ends.
class FolderLock {
 public:
  FolderLock() = default;
  /// @throws ConfigError where another run holds it. File systems without locks have none.
  explicit FolderLock(const std::filesystem::path& folder);
  FolderLock(FolderLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FolderLock& operator=(FolderLock&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~FolderLock();

 private:
  int descriptor_ = -1;
};

/// Makes the folder, locks it and writes resolved.json; a new run's old results are removed.
FolderLock prepare_run_folder(const RunSettings& settings);

}  // namespace tactus::core
