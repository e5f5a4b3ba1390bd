#include "core/support/regular_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace tactus::core {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void fail(std::string_view action, const fs::path& path, std::string_view why) {
  throw FileError(fmt::format("cannot {} '{}': {}", action, path.string(), why));
}

std::string kind_in_words(mode_t mode) {
  if (S_ISDIR(mode)) return "is a folder, not a file";
  if (S_ISFIFO(mode)) return "is a pipe, not a file";
  if (S_ISCHR(mode) || S_ISBLK(mode)) return "is a device, not a file";
  if (S_ISSOCK(mode)) return "is a socket, not a file";
  return "is not a file";
}

std::string remedy(std::string_view action, mode_t mode) {
  const bool gives_bytes = action == "read" && !S_ISDIR(mode) && !S_ISSOCK(mode);
  return gives_bytes ? "; write what it gives to a file first" : "";
}

/// O_NONBLOCK prevents opening a pipe from waiting for its other end. It has no effect on files.
Descriptor open_file(std::string_view action, const fs::path& path, int flags) {
  Descriptor file(::open(path.c_str(), flags | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0666));
  const int error = errno;
  struct stat status {};
  if (!file.is_open()) {
    const bool link =
        (flags & O_NOFOLLOW) != 0 && ::lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode);
    if (link)
      fail(action, path, "it is a symbolic link, and a run writes to no place but its folder");
    if (const std::string why = why_no_file(path); !why.empty()) fail(action, path, "it " + why);
    fail(action, path, std::strerror(error));
  }
  if (::fstat(file.get(), &status) != 0) fail(action, path, std::strerror(errno));
  if (!S_ISREG(status.st_mode))
    fail(action, path, "it " + kind_in_words(status.st_mode) + remedy(action, status.st_mode));
  return file;
}

}  // namespace

int Descriptor::close() noexcept {
  if (file_ < 0) return 0;
  return ::close(std::exchange(file_, -1)) == 0 || errno == EINTR ? 0 : errno;
}

Descriptor open_to_read(const fs::path& path) { return open_file("read", path, O_RDONLY); }

Descriptor open_to_write(const fs::path& path, int flags) {
  return open_file("write", path, O_WRONLY | O_NOFOLLOW | flags);
}

std::size_t read_some(const Descriptor& file, char* to, std::size_t size, const fs::path& path) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count = ::read(file.get(), to + done, size - done);
    if (count == 0) break;
    if (count < 0 && errno != EINTR) fail("read", path, std::strerror(errno));
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  return done;
}

std::string read_file(const fs::path& path) {
  const Descriptor file = open_to_read(path);
  std::string content;
  struct stat status {};
  if (::fstat(file.get(), &status) == 0) content.reserve(static_cast<std::size_t>(status.st_size));
  char block[1 << 16];
  while (const std::size_t count = read_some(file, block, sizeof block, path))
    content.append(block, count);
  return content;
}

void refuse_link(const fs::path& folder) {
  std::error_code ignored;
  if (fs::is_symlink(folder, ignored))
    fail("write to", folder,
         "it is a symbolic link, and a run writes to no place but its folder; give that folder "
         "with --out");
}

fs::file_status status_of(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::status_known(status)) fail("look at", path, error.message());
  return status;
}

bool is_there(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(path, error);
  if (!fs::status_known(status)) fail("look at", path, error.message());
  return fs::exists(status);
}

std::string why_no_file(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode)) return {};
  return kind_in_words(status.st_mode);
}

}  // namespace tactus::core
