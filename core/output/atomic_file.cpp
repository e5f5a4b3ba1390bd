#include "core/output/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace tactus::core {
namespace {

[[noreturn]] void fail(std::string_view action, const std::filesystem::path& path, int error) {
  throw FileError(fmt::format("cannot {} '{}': {}", action, path.string(), std::strerror(error)));
}

/// An open file; closed at the end of its life.
class Descriptor {
 public:
  Descriptor(const std::filesystem::path& path, int flags)
      : file_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
  ~Descriptor() {
    if (file_ >= 0) ::close(file_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return file_; }
  /// 0, or an error that was kept back until now (a network drive that is full).
  int close() { return ::close(std::exchange(file_, -1)) == 0 ? 0 : errno; }

 private:
  int file_;
};

/// 0 or the system's error number.
int write_through(const std::filesystem::path& path, std::string_view content, Durable durable) {
  Descriptor file(path, O_WRONLY | O_CREAT | O_TRUNC);
  if (file.get() < 0) return errno;
  if (const int error = write_all(file.get(), content)) return error;
  if (durable == Durable::yes && ::fsync(file.get()) != 0) return errno;
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
  const Descriptor file(path, O_RDONLY);
  if (file.get() < 0) fail("open", path, errno);
  // EINVAL: a file system without this notion, where nothing more can be done
  if (::fsync(file.get()) != 0 && errno != EINVAL) fail("write", path, errno);
}

std::string read_file(const std::filesystem::path& path) {
  const Descriptor file(path, O_RDONLY);
  if (file.get() < 0) fail("read", path, errno);
  std::string content;
  char block[1 << 16];
  while (true) {
    const ssize_t count = ::read(file.get(), block, sizeof block);
    if (count == 0) return content;
    if (count < 0 && errno != EINTR) fail("read", path, errno);
    if (count > 0) content.append(block, static_cast<std::size_t>(count));
  }
}

}  // namespace tactus::core
