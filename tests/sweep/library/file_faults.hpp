/// \file file_faults.hpp  One fault at one call: counts the calls on files below a folder, and at the
/// chosen one does what a full disk, a broken disk, a signal or a power cut would do.
///
/// The processes of a command have one count: that of a study is followed into its cells.
///
/// The library is preloaded into the program, which knows nothing of it, and told by the environment:
///   TACTUS_FAULT_FOLDER  calls below this folder count
///   TACTUS_FAULT_LOG     where each call is written down: number, operation, name. Beside it, with other endings,
///                        are what the processes of a command have in common: the count, and the journal
///   TACTUS_FAULT_AT      the number of the call that the fault meets; 0: none
///   TACTUS_FAULT_KIND    which fault, one of kKinds
#pragma once

#include <sys/types.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "journal.hpp"

namespace tactus::sweep {

enum class Kind {
  none,
  kill,         ///< SIGKILL instead of the call
  half_kill,    ///< half of the bytes are written, then SIGKILL
  term,         ///< SIGTERM, and the call is done
  no_space,     ///< this call fails with ENOSPC if it may
  io_error,     ///< this call fails with EIO
  full,         ///< from this call on, all that needs space fails with ENOSPC
  half_full,    ///< half of the bytes are written, then the disk is full
  broken,       ///< from this call on, all calls fail with EIO
  short_count,  ///< half of the bytes are read or written, which is no error
  interrupted,  ///< this call fails with EINTR if it moves bytes
  cut_lost,     ///< the power is cut; see Cut
  cut_names,
  cut_zeros,
};
inline constexpr std::array<std::string_view, 14> kKinds{
    "none",      "kill",   "half_kill",   "term",        "no_space", "io_error",  "full",
    "half_full", "broken", "short_count", "interrupted", "cut_lost", "cut_names", "cut_zeros"};

/// An open file or folder below the watched one.
struct OpenFile {
  ino_t file = 0;
  std::string name;
  bool append = false;
};

/// What the processes of a command have in common, in memory that a file holds.
struct Common {
  std::atomic<long> count;    ///< of calls so far
  std::atomic<pid_t> leader;  ///< the first process; 0 before it
};

/// What is to become of one call.
struct Fate {
  int error = 0;            ///< it fails with this
  bool half = false;        ///< it is done for half of its bytes
  bool kill_after = false;  ///< and the process does not see its end
};

class FileFaults {
 public:
  FileFaults();
  /// After the last call: says in the log whether a call went past the library.
  void finish();

  /// Whether calls count, and what the name is below the folder.
  bool watches(int folder, const char* path, std::string& name) const;
  const OpenFile* watches(int file) const;

  /// Counts a call. `operation` is a word of the log: create, write, sync, ...
  Fate meet(std::string_view operation, std::string_view name);

  /// What was done is written down, where it will be asked for: nullptr otherwise.
  const Journal* journal() const { return journal_.get(); }
  void opened(int file, const std::string& name, int flags);
  void closed(int file) { files_.erase(file); }
  [[noreturn]] static void kill_process();

 private:
  Fate fault(std::string_view operation, bool first);
  [[noreturn]] void cut(Cut how) const;
  void log(const std::string& line) const;
  /// The path below the folder: "" for itself, "out/history.csv". False for all else.
  bool relative(const std::filesystem::path& path, std::string& name) const;

  std::filesystem::path root_;  ///< empty where nothing is watched
  Common* common_ = nullptr;
  std::unique_ptr<Journal> journal_;
  std::map<int, OpenFile> files_;
  Kind kind_ = Kind::none;
  long at_ = 0;
  int log_ = -1;
};

/// The one of this process.
FileFaults& file_faults();

/// While it lives, calls of this thread are the library's own, and other threads' calls wait.
class Inside {
 public:
  Inside();
  ~Inside();
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
  /// Whether this thread is inside already.
  static bool now();

 private:
  std::lock_guard<std::recursive_mutex> lock_;
};

}  // namespace tactus::sweep
