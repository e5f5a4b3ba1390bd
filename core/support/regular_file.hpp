/// \file regular_file.hpp  Opens regular files, and nothing else, and reads them as a whole.
///
/// A named pipe or a device in place of a file would make the program wait, possibly for ever, or
/// read without end. They are detected right after opening, which itself never waits.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <utility>

#include "core/support/file_error.hpp"

namespace tactus::core {

/// An open file, closed by the destructor.
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
  /// Closes the file. Returns 0 or an error that the system reports only now (a full network
  /// drive).
  int close() noexcept;

 private:
  int file_ = -1;
};

/// Opens a file for reading, following links.
/// @throws FileError "cannot read 'x': ..." if it does not exist, is not readable, or is not a
/// file.
Descriptor open_to_read(const std::filesystem::path& path);

/// Opens a file of a run folder for writing; `flags` are those of open() in addition to O_WRONLY. A
/// symbolic link is refused, because its target does not belong to the run.
/// @throws FileError "cannot write 'x': ..."
Descriptor open_to_write(const std::filesystem::path& path, int flags);

/// Calls read() until `size` bytes have arrived or the file ends, repeating interrupted calls.
/// @returns the number of bytes. @throws FileError
std::size_t read_some(const Descriptor& file, char* to, std::size_t size,
                      const std::filesystem::path& path);

/// Content of the whole file. @throws FileError as open_to_read() and read_some().
std::string read_file(const std::filesystem::path& path);

/// A folder of a run that is a symbolic link is not the run's. @throws FileError that says so.
void refuse_link(const std::filesystem::path& folder);

/// Status of `path`, following links; file_type::not_found if nothing exists there.
/// @throws FileError if the system cannot tell: a disk that does not respond is not a missing file.
std::filesystem::file_status status_of(const std::filesystem::path& path);

/// Whether something of this name exists, even a link without a target.
/// @throws FileError as status_of().
bool is_there(const std::filesystem::path& path);

/// Why `path` cannot be used as a file, as the end of a sentence: "is a pipe, not a file". Empty
/// for a file, a link to a file, and if nothing exists there.
std::string why_no_file(const std::filesystem::path& path);

}  // namespace tactus::core
