#include "core/support/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace tactus::core {
namespace {

[[noreturn]] void fail(std::string_view action, const std::filesystem::path& path, int error) {
  throw FileError(fmt::format("cannot {} '{}': {}", action, path.string(), std::strerror(error)));
}

/// Writes a new file. A file or link of this name that was left behind is removed first, so that
/// nothing is written through somebody else's link. Returns 0 or the system's error number.
int write_through(const std::filesystem::path& path, std::string_view content, Durable durable) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) return errno;
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (!file.is_open()) return errno;
  if (const int error = write_all(file.get(), content)) return error;
  if (durable == Durable::yes && ::fsync(file.get()) != 0 && errno != EINVAL) return errno;
  return file.close();
}

}  // namespace

int write_all(int file, std::string_view content) noexcept {
  while (!content.empty()) {
    const ssize_t written = ::write(file, content.data(), content.size());
    if (written < 0 && errno != EINTR) return errno;
    if (written > 0) content.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

void write_file(const std::filesystem::path& path, std::string_view content, Durable durable) {
  std::filesystem::path part = path;
  part += ".part";
  int error = write_through(part, content, durable);
  if (error == 0 && ::rename(part.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(part.c_str());
    fail("write", path, error);
  }
  if (durable == Durable::yes) {
    const std::filesystem::path folder = path.parent_path();
    sync_file(folder.empty() ? std::filesystem::path(".") : folder);
  }
}

void sync_file(const std::filesystem::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!file.is_open()) fail("open", path, errno);
  // EINVAL: the file system does not support this, and nothing more can be done
  if (::fsync(file.get()) != 0 && errno != EINVAL) fail("write", path, errno);
}

}  // namespace tactus::core
