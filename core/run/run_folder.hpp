/// \file run_folder.hpp  Whose folder it is: no run writes over another one's results, and a run that did
/// not come to its end is not lost to the same command given again.
#pragma once

#include <vector>

#include "core/run/run.hpp"
#include "core/support/regular_file.hpp"

namespace tactus::core {

/// A folder is of one run at a time: held until the object's life ends.
class FolderLock {
 public:
  FolderLock() = default;
  /// @throws ConfigError where another run holds it. File systems without locks have none.
  explicit FolderLock(const std::filesystem::path& folder);
  /// Whether the folder of that name is still the one that was locked.
  bool is_of(const std::filesystem::path& folder) const;

 private:
  Descriptor folder_;
};

class RunFolder {
 public:
  /// Makes the folder where it is not there and locks it, before anything in it is looked at. Then looks,
  /// and changes nothing.
  /// @throws ConfigError, or FileError for a checkpoint, where the folder holds results of another
  ///         configuration, things that are no run at all, or a run that could go on, and `force` is not
  ///         set; where it cannot be resumed. A folder that was made is removed then.
  explicit RunFolder(const RunSettings& settings);
  ~RunFolder() { remove_unused(); }
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  /// Whether the folder holds all results of this very run.
  bool is_finished() const;

  /// For a new run: removes the results of the one before, its checkpoint first, and writes resolved.json.
  void begin();
  /// For a resumed run, once its files were found to be those of the checkpoint: from here on it has not
  /// come to its end, and resolved.json says what it is now.
  void go_on();
  /// Takes away the folders that were made and that nothing was written to. Calls the system only.
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
