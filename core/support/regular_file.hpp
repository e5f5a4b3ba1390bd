/// \file regular_file.hpp  Opening files, and nothing but files, and reading them whole.
///
/// A named pipe or a device where a file is expected would make the program wait, possibly for ever, or
/// read without an end. They are told apart right after the opening, which never waits.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <utility>

#include "core/support/file_error.hpp"

namespace tactus::core {

/// An open file; closed at the end of its life.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int file) : file_(file) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(file_, other.file_);
    return *this;
  }
  int get() const { return file_; }
  bool is_open() const { return file_ >= 0; }
  /// 0, or an error that was kept back until now (a network drive that is full).
  int close() noexcept;

 private:
  int file_ = -1;
};

/// Opens a file for reading, following links.
/// @throws FileError "cannot read 'x': ..." where it is not there, may not be read, or is no file.
Descriptor open_to_read(const std::filesystem::path& path);

/// Opens a file of a run folder for writing; `flags` are those of open() beside O_WRONLY. A symbolic link
/// is refused: what it points to is not the run's.
/// @throws FileError "cannot write 'x': ..."
Descriptor open_to_write(const std::filesystem::path& path, int flags);

/// Calls read() until `size` bytes have come or the file ends, whatever interrupts.
/// @returns how many came. @throws FileError
std::size_t read_some(const Descriptor& file, char* to, std::size_t size,
                      const std::filesystem::path& path);

/// The whole file. @throws FileError as open_to_read() and read_some().
std::string read_file(const std::filesystem::path& path);

/// What is at `path`, following links; file_type::not_found where there is nothing.
/// @throws FileError where the system cannot tell: a disk that does not answer is no missing file.
std::filesystem::file_status status_of(const std::filesystem::path& path);

/// Whether there is something of that name, if only a link that points nowhere.
/// @throws FileError as status_of().
bool is_there(const std::filesystem::path& path);

/// What stands in the way of taking `path` for a file, as the end of a sentence: "is a pipe, not a file";
/// empty for a file, a link to one, and where there is nothing.
std::string why_no_file(const std::filesystem::path& path);

}  // namespace tactus::core
