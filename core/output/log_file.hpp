/// \file log_file.hpp  log.txt: what the kernel and plugins have to say. Which messages are passed
/// on, and how often, is decided before (core/support/log.hpp).
#pragma once

#include <filesystem>

#include "core/support/regular_file.hpp"
#include "tactus/context.hpp"

namespace tactus::core {

/// One line a message, "warning: ..." where it is one; in the file as soon as it is written.
class LogFile {
 public:
  enum class Open : std::uint8_t { fresh, append };  ///< append: a resumed run
  /// @throws FileError
  LogFile(const std::filesystem::path& path, Open open);

  /// Never throws: a log that cannot be written must not end a run.
  void write(Level level, std::string_view text) noexcept;

 private:
  Descriptor file_;
};

}  // namespace tactus::core
