/// \file journal.hpp  What the processes of a command do to the files of one folder, in their order, so that a power
/// cut in one of them takes away what any of them did not sync.
///
/// A file is known by the number that the file system gives it: it may be renamed or removed while another process has
/// it open.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "disk.hpp"

namespace tactus::sweep {

class Journal {
 public:
  /// @param file  to which all processes append
  /// @param start  what is below `root` is copied there by the first of them, and taken as synced
  Journal(const std::filesystem::path& file, std::filesystem::path start,
          std::filesystem::path root);

  void opened(const std::string& name, ino_t file, bool truncate) const;
  void made_folder(const std::string& name) const;
  void renamed(const std::string& from, const std::string& to) const;
  void removed(const std::string& name) const;
  void written(ino_t file, std::uint64_t at, std::string_view bytes) const;
  void resized(ino_t file, std::uint64_t size) const;
  void synced(ino_t file) const;

  /// The disk after all that was written down.
  Disk disk() const;

 private:
  void add(char what, std::uint64_t number, std::uint64_t place, std::string_view first,
           std::string_view second = {}) const;

  std::filesystem::path file_, start_, root_;
  int descriptor_ = -1;  ///< for as long as the process lives
};

}  // namespace tactus::sweep
