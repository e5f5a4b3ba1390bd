/// \file calls.cpp  The functions of the C library that the program reaches files by, put before the
/// real ones, which each of them calls in the end unless a fault keeps it from that.
///
/// Calls that the C library makes inside of itself cannot be caught; at the end of a run without a
/// fault the model of the disk is compared with it, so that one which goes past us is not overlooked.
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <vector>

#include "meet.hpp"

using namespace tactus::sweep;

namespace {

template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

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
      noted([&](const Journal& journal, const std::string& name) {
        struct stat facts {};
        ::fstatat(AT_FDCWD, path, &facts, 0);
        journal.opened(name, facts.st_ino, false);
        journal.resized(facts.st_ino, static_cast<size_t>(size));
      }));
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
