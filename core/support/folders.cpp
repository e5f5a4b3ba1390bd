#include "core/support/folders.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "core/support/atomic_file.hpp"

namespace tactus::core {
namespace fs = std::filesystem;
namespace {

/// Flushes the directory entry of a new folder to disk, if its parent can be opened.
void sync_parent(const fs::path& folder) {
  const fs::path parent = fs::absolute(folder).parent_path();
  if (::access(parent.c_str(), R_OK) == 0) sync_file(parent);
}

}  // namespace

std::error_code make_folders(const fs::path& folder, std::vector<fs::path>& made) {
  // "a/d/" is "a/d": its parent is "a".
  if (!folder.has_filename() && folder.has_relative_path())
    return make_folders(folder.parent_path(), made);
  const auto is_made = [&] { return ::mkdir(folder.c_str(), 0777) == 0; };
  bool is_new = is_made();
  if (!is_new && errno == ENOENT && folder.has_parent_path()) {
    if (const std::error_code above = make_folders(folder.parent_path(), made)) return above;
    is_new = is_made();
  }
  if (is_new) {
    made.push_back(folder);
    sync_parent(folder);
    return {};
  }
  const std::error_code error(errno, std::generic_category());
  std::error_code unseen;
  if (error == std::errc::file_exists && fs::is_directory(folder, unseen)) return {};
  return unseen ? unseen : error;
}

void make_folders(const fs::path& folder) {
  std::vector<fs::path> made;
  if (const std::error_code error = make_folders(folder, made))
    throw FileError(fmt::format("cannot make '{}': {}", folder.string(), error.message()));
}

}  // namespace tactus::core
