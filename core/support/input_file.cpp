#include "core/support/input_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace tactus::core {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void fail(const fs::path& path, int error) {
  throw FileError(fmt::format("cannot read '{}': {}", path.string(), std::strerror(error)));
}

/// 0 or the system's error number.
int append_all(int file, std::string& content, std::size_t most) {
  char block[1 << 16];
  while (content.size() < most) {
    const ssize_t count = ::read(file, block, std::min(sizeof block, most - content.size()));
    if (count == 0) return 0;
    if (count < 0 && errno != EINTR) return errno;
    if (count > 0) content.append(block, static_cast<std::size_t>(count));
  }
  return 0;
}

}  // namespace

fs::file_status status_of(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::status_known(status)) fail(path, error.value());
  return status;
}

bool is_there(const fs::path& path) { return fs::exists(status_of(path)); }

std::string read_file(const fs::path& path, std::size_t most) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) fail(path, errno);
  std::string content;
  struct stat facts {};
  if (::fstat(file, &facts) == 0 && facts.st_size > 0)
    content.reserve(std::min(most, static_cast<std::size_t>(facts.st_size)));
  const int error = append_all(file, content, most);
  ::close(file);
  if (error != 0) fail(path, error);
  return content;
}

}  // namespace tactus::core
