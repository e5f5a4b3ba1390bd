/// \file calls.cpp  The functions of the C library that the program reaches files by, put before the
/// real ones: each counts the call, lets the fault happen, and tells the model what was done.
///
/// Calls that the C library makes inside of itself cannot be caught; at the end of a run without a
/// fault the model is compared with the disk, so that one which goes past us is not overlooked.
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <type_traits>
#include <vector>

#include "file_faults.hpp"

namespace tactus::sweep {
namespace {

template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

/// What a function answers when it fails.
template <class Result>
Result failure() {
  if constexpr (std::is_pointer_v<Result>)
    return nullptr;
  else
    return -1;
}

/// Lets the call meet its fault, does it, and tells the model.
template <class Call, class Tell>
auto met(std::string_view operation, std::string_view name, Call call, Tell tell) {
  using Result = decltype(call());
  if (const Fate fate = file_faults().meet(operation, name); fate.error != 0) {
    errno = fate.error;
    return failure<Result>();
  }
  const Result result = call();
  const int error = errno;
  if (result != failure<Result>()) tell(result);
  errno = error;
  return result;
}

constexpr auto kNothingToTell = [](auto&&) {};

/// A call on a path.
template <class Call, class Tell>
auto on_path(std::string_view operation, int folder, const char* path, Call call, Tell tell) {
  if (Inside::now()) return call();
  const Inside inside;
  std::string name;
  if (!file_faults().watches(folder, path, name)) return call();
  return met(operation, name, call, [&](auto result) { tell(name, result); });
}
constexpr auto kNoNews = [](const std::string&, auto&&) {};

/// A call on an open file.
template <class Call, class Tell>
auto on_file(std::string_view operation, int file, Call call, Tell tell) {
  if (Inside::now()) return call();
  const Inside inside;
  const OpenFile* open = file_faults().watches(file);
  if (!open) return call();
  return met(operation, open->name, call, [&](auto) { tell(*open); });
}

template <class Call>
int open_path(int folder, const char* path, int flags, Call call) {
  const bool changes = (flags & (O_CREAT | O_TRUNC)) != 0;
  return on_path(
      changes ? "create" : "open", folder, path, call,
      [&](const std::string& name, int file) { file_faults().opened(file, name, flags); });
}

template <class Call>
FILE* open_stream(const char* path, const char* mode, Call call) {
  const std::string_view how = mode;
  int flags = 0;
  if (how.starts_with('w')) flags = O_CREAT | O_TRUNC;
  if (how.starts_with('a')) flags = O_CREAT | O_APPEND;
  return on_path(flags != 0 ? "create" : "open", AT_FDCWD, path, call,
                 [&](const std::string& name, FILE* stream) {
                   file_faults().opened(::fileno(stream), name, flags);
                 });
}

/// Closed in any case: that is what Linux does, whatever it answers.
template <class Call>
int close_file(int file, Call call) {
  if (Inside::now()) return call();
  const Inside inside;
  const OpenFile* open = file_faults().watches(file);
  if (!open) return call();
  const Fate fate = file_faults().meet("close", open->name);
  file_faults().closed(file);
  const int result = call();
  if (fate.error == 0) return result;
  errno = fate.error;
  return -1;
}

/// `call` takes how many bytes; `at` is where they go, or -1: where the file stands.
template <class Call>
ssize_t write_bytes(int file, const void* data, size_t size, off_t at, Call call) {
  if (Inside::now()) return call(size);
  const Inside inside;
  const OpenFile* open = file_faults().watches(file);
  if (!open) return call(size);
  const Fate fate = file_faults().meet("write", open->name);
  if (fate.error != 0) {
    errno = fate.error;
    return -1;
  }
  if (at < 0) at = open->append ? ::lseek(file, 0, SEEK_END) : ::lseek(file, 0, SEEK_CUR);
  const ssize_t count = call(fate.half ? (size + 1) / 2 : size);
  if (fate.kill_after) FileFaults::kill_process();
  if (count > 0)
    Disk::written(*open->node, static_cast<size_t>(at),
                  {static_cast<const char*>(data), static_cast<size_t>(count)});
  return count;
}

template <class Call>
ssize_t read_bytes(int file, size_t size, Call call) {
  if (Inside::now()) return call(size);
  const Inside inside;
  const OpenFile* open = file_faults().watches(file);
  if (!open) return call(size);
  const Fate fate = file_faults().meet("read", open->name);
  if (fate.error != 0) {
    errno = fate.error;
    return -1;
  }
  return call(fate.half && size > 1 ? size / 2 : size);
}

template <class Call>
int rename_path(int from_folder, const char* from, int to_folder, const char* to, Call call) {
  return on_path("rename", from_folder, from, call, [&](const std::string& name, int) {
    std::string target;
    if (file_faults().watches(to_folder, to, target)) file_faults().disk().renamed(name, target);
  });
}

template <class Call>
int remove_path(int folder, const char* path, Call call) {
  return on_path("remove", folder, path, call,
                 [](const std::string& name, int) { file_faults().disk().removed(name); });
}

template <class Call>
int make_folder(int folder, const char* path, Call call) {
  return on_path("mkdir", folder, path, call,
                 [](const std::string& name, int) { file_faults().disk().made_folder(name); });
}

template <class Call>
int resize_file(int file, off_t size, Call call) {
  return on_file("resize", file, call, [&](const OpenFile& open) {
    Disk::resized(*open.node, static_cast<size_t>(size));
  });
}

template <class Call>
int sync_file(int file, Call call) {
  return on_file("sync", file, call, [](const OpenFile& open) { Disk::synced(*open.node); });
}

}  // namespace
}  // namespace tactus::sweep

using namespace tactus::sweep;

extern "C" {

int open(const char* path, int flags, ...) {
  static const auto next = real<int(const char*, int, mode_t)>("open");
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open_path(AT_FDCWD, path, flags, [&] { return next(path, flags, mode); });
}
int open64(const char* path, int flags, ...) {
  static const auto next = real<int(const char*, int, mode_t)>("open64");
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open_path(AT_FDCWD, path, flags, [&] { return next(path, flags, mode); });
}
int openat(int folder, const char* path, int flags, ...) {
  static const auto next = real<int(int, const char*, int, mode_t)>("openat");
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open_path(folder, path, flags, [&] { return next(folder, path, flags, mode); });
}
FILE* fopen(const char* path, const char* mode) {
  static const auto next = real<decltype(fopen)>("fopen");
  return open_stream(path, mode, [&] { return next(path, mode); });
}
FILE* fopen64(const char* path, const char* mode) {
  static const auto next = real<decltype(fopen64)>("fopen64");
  return open_stream(path, mode, [&] { return next(path, mode); });
}
DIR* opendir(const char* path) {
  static const auto next = real<decltype(opendir)>("opendir");
  return on_path(
      "open", AT_FDCWD, path, [&] { return next(path); },
      [](const std::string& name, DIR* folder) { file_faults().opened(::dirfd(folder), name, 0); });
}

int close(int file) {
  static const auto next = real<decltype(close)>("close");
  return close_file(file, [&] { return next(file); });
}
int fclose(FILE* stream) {
  static const auto next = real<decltype(fclose)>("fclose");
  return close_file(::fileno(stream), [&] { return next(stream); });
}
int closedir(DIR* folder) {
  static const auto next = real<decltype(closedir)>("closedir");
  return close_file(::dirfd(folder), [&] { return next(folder); });
}

ssize_t read(int file, void* data, size_t size) {
  static const auto next = real<decltype(read)>("read");
  return read_bytes(file, size, [&](size_t part) { return next(file, data, part); });
}
ssize_t pread(int file, void* data, size_t size, off_t at) {
  static const auto next = real<decltype(pread)>("pread");
  return read_bytes(file, size, [&](size_t part) { return next(file, data, part, at); });
}
ssize_t write(int file, const void* data, size_t size) {
  static const auto next = real<decltype(write)>("write");
  return write_bytes(file, data, size, -1, [&](size_t part) { return next(file, data, part); });
}
ssize_t pwrite(int file, const void* data, size_t size, off_t at) {
  static const auto next = real<decltype(pwrite)>("pwrite");
  return write_bytes(file, data, size, at, [&](size_t part) { return next(file, data, part, at); });
}
/// As one write of the pieces put together, so that half of it can be done.
ssize_t writev(int file, const iovec* pieces, int count) {
  static const auto next = real<decltype(writev)>("writev");
  std::vector<char> whole;
  for (int i = 0; i < count; ++i) {
    const char* begin = static_cast<const char*>(pieces[i].iov_base);
    whole.insert(whole.end(), begin, begin + pieces[i].iov_len);
  }
  return write_bytes(file, whole.data(), whole.size(), -1, [&](size_t part) {
    return part == whole.size() ? next(file, pieces, count) : ::write(file, whole.data(), part);
  });
}

int rename(const char* from, const char* to) noexcept {
  static const auto next = real<decltype(rename)>("rename");
  return rename_path(AT_FDCWD, from, AT_FDCWD, to, [&] { return next(from, to); });
}
int renameat(int from_folder, const char* from, int to_folder, const char* to) noexcept {
  static const auto next = real<decltype(renameat)>("renameat");
  return rename_path(from_folder, from, to_folder, to,
                     [&] { return next(from_folder, from, to_folder, to); });
}
int remove(const char* path) noexcept {
  static const auto next = real<decltype(remove)>("remove");
  return remove_path(AT_FDCWD, path, [&] { return next(path); });
}
int unlink(const char* path) noexcept {
  static const auto next = real<decltype(unlink)>("unlink");
  return remove_path(AT_FDCWD, path, [&] { return next(path); });
}
int unlinkat(int folder, const char* path, int flags) noexcept {
  static const auto next = real<decltype(unlinkat)>("unlinkat");
  return remove_path(folder, path, [&] { return next(folder, path, flags); });
}
int rmdir(const char* path) noexcept {
  static const auto next = real<decltype(rmdir)>("rmdir");
  return remove_path(AT_FDCWD, path, [&] { return next(path); });
}
int mkdir(const char* path, mode_t mode) noexcept {
  static const auto next = real<decltype(mkdir)>("mkdir");
  return make_folder(AT_FDCWD, path, [&] { return next(path, mode); });
}
int mkdirat(int folder, const char* path, mode_t mode) noexcept {
  static const auto next = real<decltype(mkdirat)>("mkdirat");
  return make_folder(folder, path, [&] { return next(folder, path, mode); });
}

int ftruncate(int file, off_t size) noexcept {
  static const auto next = real<decltype(ftruncate)>("ftruncate");
  return resize_file(file, size, [&] { return next(file, size); });
}
int truncate(const char* path, off_t size) noexcept {
  static const auto next = real<decltype(truncate)>("truncate");
  return on_path(
      "resize", AT_FDCWD, path, [&] { return next(path, size); },
      [&](const std::string& name, int) {
        Disk::resized(*file_faults().disk().find(name), static_cast<size_t>(size));
      });
}
int fsync(int file) {
  static const auto next = real<decltype(fsync)>("fsync");
  return sync_file(file, [&] { return next(file); });
}
int fdatasync(int file) {
  static const auto next = real<decltype(fdatasync)>("fdatasync");
  return sync_file(file, [&] { return next(file); });
}
int flock(int file, int operation) noexcept {
  static const auto next = real<decltype(flock)>("flock");
  return on_file(
      "lock", file, [&] { return next(file, operation); }, kNothingToTell);
}

dirent* readdir(DIR* folder) {
  static const auto next = real<decltype(readdir)>("readdir");
  return on_file(
      "list", ::dirfd(folder), [&] { return next(folder); }, kNothingToTell);
}
int stat(const char* path, struct stat* facts) noexcept {
  static const auto next = real<int(const char*, struct stat*)>("stat");
  return on_path(
      "look", AT_FDCWD, path, [&] { return next(path, facts); }, kNoNews);
}
int lstat(const char* path, struct stat* facts) noexcept {
  static const auto next = real<int(const char*, struct stat*)>("lstat");
  return on_path(
      "look", AT_FDCWD, path, [&] { return next(path, facts); }, kNoNews);
}
int fstatat(int folder, const char* path, struct stat* facts, int flags) noexcept {
  static const auto next = real<int(int, const char*, struct stat*, int)>("fstatat");
  return on_path(
      "look", folder, path, [&] { return next(folder, path, facts, flags); }, kNoNews);
}
int fstat(int file, struct stat* facts) noexcept {
  static const auto next = real<int(int, struct stat*)>("fstat");
  return on_file(
      "look", file, [&] { return next(file, facts); }, kNothingToTell);
}
int access(const char* path, int mode) noexcept {
  static const auto next = real<decltype(access)>("access");
  return on_path(
      "look", AT_FDCWD, path, [&] { return next(path, mode); }, kNoNews);
}

}  // extern "C"
