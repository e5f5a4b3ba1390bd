/// \file atomic_file.hpp  Files that are there whole or not at all, and the error of every writer
/// and reader of a run's folder.
///
/// A file is written under another name in the same folder and renamed when it is complete: whoever
/// opens it, and whatever kills the run, sees the old file or the new one, never a part.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/support/regular_file.hpp"  // IWYU pragma: export

namespace tactus::core {

/// What happens when the machine, not just the program, goes down.
enum class Durable : std::uint8_t {
  no,   ///< safe when the run is killed; a power cut may take the file
  yes,  ///< on the disk before the call returns (fsync of file and folder): some milliseconds
};

/// Replaces `path` by `content`. Creates no folders.
/// @throws FileError with path and cause; the old file, if any, is untouched then.
void write_file(const std::filesystem::path& path, std::string_view content,
                Durable durable = Durable::yes);

/// Hands all bytes to an open file, whatever interrupts. @return 0 or the system's error number.
int write_all(int file, std::string_view content) noexcept;

/// Brings what was written to `path` so far onto the disk.
void sync_file(const std::filesystem::path& path);

}  // namespace tactus::core
