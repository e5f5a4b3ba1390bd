#include "core/support/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace tactus::core {
namespace {

[[noreturn]] void cannot(std::string_view action, const std::filesystem::path& path, int error) {
  throw FileError(fmt::format("cannot {} '{}': {}", action, path.string(), std::strerror(error)));
}

}  // namespace

/// A file or link of the name of the part that was left behind is removed first, so that nothing is
/// written through somebody else's link.
NewFile::NewFile(std::filesystem::path path) : path_(std::move(path)), part_(path_) {
  part_ += ".part";
  if (::unlink(part_.c_str()) != 0 && errno != ENOENT) cannot("write", path_, errno);
  file_ =
      Descriptor(::open(part_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (!file_.is_open()) cannot("write", path_, errno);
}

NewFile::~NewFile() {
  if (!part_.empty()) ::unlink(part_.c_str());
}

void NewFile::fail(int error) const { cannot("write", path_, error); }

void NewFile::add(std::string_view bytes) {
  constexpr std::size_t kMost = 1 << 20;
  if (pending_.size() + bytes.size() > kMost) flush();
  if (bytes.size() <= kMost) {
    pending_ += bytes;
    return;
  }
  if (const int error = write_all(file_.get(), bytes)) fail(error);
  written_ += static_cast<Index>(bytes.size());
}

void NewFile::flush() {
  if (const int error = write_all(file_.get(), pending_)) fail(error);
  written_ += static_cast<Index>(pending_.size());
  pending_.clear();
}

void NewFile::replace(Index at, std::string_view bytes) {
  if (at < written_) flush();
  if (at >= written_)
    pending_.replace(static_cast<std::size_t>(at - written_), bytes.size(), bytes);
  else if (const int error = write_all_at(file_.get(), bytes, at))
    fail(error);
}

void NewFile::commit(Durable durable) {
  flush();
  // EINVAL: the file system does not support this, and nothing more can be done
  if (durable == Durable::yes && ::fsync(file_.get()) != 0 && errno != EINVAL) fail(errno);
  if (const int error = file_.close()) fail(error);
  if (::rename(part_.c_str(), path_.c_str()) != 0) fail(errno);
  part_.clear();
  if (durable == Durable::no) return;
  const std::filesystem::path folder = path_.parent_path();
  sync_file(folder.empty() ? std::filesystem::path(".") : folder);
}

int write_all(int file, std::string_view content) noexcept {
  while (!content.empty()) {
    const ssize_t written = ::write(file, content.data(), content.size());
    if (written < 0 && errno != EINTR) return errno;
    if (written > 0) content.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

int write_all_at(int file, std::string_view content, Index at) noexcept {
  while (!content.empty()) {
    const ssize_t written = ::pwrite(file, content.data(), content.size(), at);
    if (written < 0 && errno != EINTR) return errno;
    if (written > 0) content.remove_prefix(static_cast<std::size_t>(written)), at += written;
  }
  return 0;
}

void write_file(const std::filesystem::path& path, std::string_view content, Durable durable) {
  NewFile file(path);
  file.add(content);
  file.commit(durable);
}

void sync_file(const std::filesystem::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!file.is_open()) cannot("open", path, errno);
  // EINVAL: the file system does not support this, and nothing more can be done
  if (::fsync(file.get()) != 0 && errno != EINVAL) cannot("write", path, errno);
}

}  // namespace tactus::core
