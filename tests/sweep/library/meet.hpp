/// \file meet.hpp  What is done with a call on a file, before and after the real function: it is
/// counted, meets its fault, and the journal is told what came of it.
#pragma once

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <type_traits>

#include "file_faults.hpp"

namespace tactus::sweep {

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

inline constexpr auto kNothingToTell = [](auto&&) {};

/// A call on a path.
template <class Call, class Tell>
auto on_path(std::string_view operation, int folder, const char* path, Call call, Tell tell) {
  if (Inside::now()) return call();
  const Inside inside;
  std::string name;
  if (!file_faults().watches(folder, path, name)) return call();
  return met(operation, name, call, [&](auto result) { tell(name, result); });
}
inline constexpr auto kNoNews = [](const std::string&, auto&&) {};

/// Tells the journal of a call on a path, where there is one.
template <class Note>
auto noted(Note note) {
  return [note](const std::string& name, auto&&) {
    if (const Journal* const journal = file_faults().journal()) note(*journal, name);
  };
}

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
  const Journal* const journal = file_faults().journal();
  if (count > 0 && journal)
    journal->written(open->file, static_cast<size_t>(at),
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
    const Journal* const journal = file_faults().journal();
    if (journal && file_faults().watches(to_folder, to, target)) journal->renamed(name, target);
  });
}

template <class Call>
int remove_path(int folder, const char* path, Call call) {
  return on_path(
      "remove", folder, path, call,
      noted([&](const Journal& journal, const std::string& name) { journal.removed(name); }));
}

template <class Call>
int make_folder(int folder, const char* path, Call call) {
  return on_path(
      "mkdir", folder, path, call,
      noted([&](const Journal& journal, const std::string& name) { journal.made_folder(name); }));
}

template <class Call>
int resize_file(int file, off_t size, Call call) {
  return on_file("resize", file, call, [&](const OpenFile& open) {
    if (const Journal* const journal = file_faults().journal())
      journal->resized(open.file, static_cast<size_t>(size));
  });
}

template <class Call>
int sync_file(int file, Call call) {
  return on_file("sync", file, call, [](const OpenFile& open) {
    if (const Journal* const journal = file_faults().journal()) journal->synced(open.file);
  });
}

}  // namespace tactus::sweep
