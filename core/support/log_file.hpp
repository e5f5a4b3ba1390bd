/// \file log_file.hpp  Writes log.txt with the messages of the kernel and of plugins. Which
/// messages are passed on, and how often, has been decided before (core/support/log.hpp).
#pragma once

#include <filesystem>

#include "core/support/regular_file.hpp"
#include "tactus/context.hpp"

namespace tactus::core {

/// Writes one line per message, with "warning: ..." before warnings. A line is in the file as soon
/// as it is written.
class LogFile {
 public:
  enum class Open : std::uint8_t { fresh, append };  ///< append: a resumed run
  /// @throws FileError
  LogFile(const std::filesystem::path& path, Open open);

  /// Never throws: a run must not end because its log cannot be written.
  void write(Level level, std::string_view text) noexcept;

 private:
  Descriptor file_;
};

}  // namespace tactus::core
