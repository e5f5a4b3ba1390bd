/// \file run_folder.hpp  Protects run folders: no run overwrites the results of another one, and an
/// unfinished run is not lost when the same command is given again.
#pragma once

#include <vector>

#include "core/run/run.hpp"
#include "core/support/regular_file.hpp"

namespace tactus::core {

/// Another run holds the lock of a folder. It is no fault of this one, which may be tried later.
class FolderBusy : public ConfigError {
  using ConfigError::ConfigError;
};

/// Locks a folder for one run, until the object is destroyed.
class FolderLock {
 public:
  FolderLock() = default;
  /// @throws FolderBusy if another run holds the lock. File systems without locks are not
  /// protected.
  explicit FolderLock(const std::filesystem::path& folder);
  /// Whether the folder of this name is still the one that was locked.
  bool is_of(const std::filesystem::path& folder) const;

 private:
  Descriptor folder_;
};

class RunFolder {
 public:
  /// Creates the folder if necessary and locks it before looking at its contents. Then inspects the
  /// contents without changing anything.
  /// @throws ConfigError, or FileError for a checkpoint, if the folder cannot be resumed, or if it
  /// holds
  ///         results of another configuration, files that do not belong to a run, or a run that
  ///         could be continued, and `force` is not set. A folder that was created is then removed.
  explicit RunFolder(const RunSettings& settings);
  ~RunFolder() { remove_unused(); }
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  /// Whether the folder holds all results of this same run.
  bool is_finished() const;

  /// Starts a new run: removes the results of the previous one, its checkpoint first, and writes
  /// resolved.json.
  void begin();
  /// Continues a resumed run after its files were found to match the checkpoint. From here on the
  /// run counts as unfinished again, and resolved.json describes its current configuration.
  void go_on();
  /// Removes folders that were created but never written to. Uses system calls only.
  void remove_unused() const noexcept;

 private:
  void make_and_lock();
  void make();
  void check_new() const;
  void check_resumed() const;

  const RunSettings& settings_;
  std::vector<std::filesystem::path> made_;  ///< outermost first
  FolderLock lock_;
};

}  // namespace tactus::core
