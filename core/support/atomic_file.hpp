/// \file atomic_file.hpp  Writes files atomically: either the old content or the complete new
/// content is visible, never a part.
///
/// A file is written under another name in the same folder and renamed when it is complete. Whoever
/// opens it, and whatever kills the run, sees the old file or the new one.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/support/byte_sink.hpp"
#include "core/support/regular_file.hpp"  // IWYU pragma: export

namespace tactus::core {

/// What happens to the file if the whole machine fails, not only the program.
enum class Durable : std::uint8_t {
  no,   ///< safe if the run is killed; a power failure may lose the file
  yes,  ///< on disk before the call returns (fsync of file and folder), which takes milliseconds
};

/// A file that is made of pieces, and has its name when all of them are there. What was written is
/// removed where commit() is not called.
/// All functions throw FileError with path and cause.
class NewFile final : public ByteSink {
 public:
  explicit NewFile(std::filesystem::path path);
  ~NewFile() override;
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void add(std::string_view bytes) override;
  void replace(Index at, std::string_view bytes) override;
  void commit(Durable durable);

 private:
  [[noreturn]] void fail(int error) const;
  void flush();

  std::filesystem::path path_, part_;
  Descriptor file_;
  std::string pending_;  ///< bytes not written yet, so that a small file is one call
  Index written_ = 0;    ///< bytes before these
};

/// Replaces `path` by `content`. Creates no folders.
/// @throws FileError with path and cause; an old file is then unchanged.
void write_file(const std::filesystem::path& path, std::string_view content,
                Durable durable = Durable::yes);

/// Writes all bytes to an open file, repeating interrupted calls. @return 0 or the system's error
/// number.
int write_all(int file, std::string_view content) noexcept;
/// The same from byte `at` of the file on; the place of write_all() stays where it is.
int write_all_at(int file, std::string_view content, Index at) noexcept;

/// Flushes everything written to `path` so far to disk.
void sync_file(const std::filesystem::path& path);

}  // namespace tactus::core
