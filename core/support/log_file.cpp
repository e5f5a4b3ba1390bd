#include "core/support/log_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include "core/support/atomic_file.hpp"

namespace tactus::core {

LogFile::LogFile(const std::filesystem::path& path, Open open)
    : file_(open_to_write(path, O_APPEND | O_CREAT | (open == Open::fresh ? O_TRUNC : 0))) {}

void LogFile::write(Level level, std::string_view text) noexcept {
  try {
    const char* prefix = level == Level::warning ? "warning: "
                         : level == Level::debug ? "debug: "
                                                 : "";
    write_all(file_.get(), fmt::format("{}{}\n", prefix, text));
  } catch (const std::exception&) {  // out of memory: the run is more important than its log
  }
}

}  // namespace tactus::core
