#include "core/output/log_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/output/atomic_file.hpp"

namespace tactus::core {

LogFile::LogFile(const std::filesystem::path& path, Open open) {
  const int flags = open == Open::fresh ? O_TRUNC : 0;
  file_ = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | flags, 0666);
  if (file_ < 0)
    throw FileError(fmt::format("cannot write '{}': {}", path.string(), std::strerror(errno)));
}

LogFile::~LogFile() { ::close(file_); }

void LogFile::write(Level level, std::string_view text) noexcept {
  try {
    const char* prefix = level == Level::warning ? "warning: "
                         : level == Level::debug ? "debug: "
                                                 : "";
    write_all(file_, fmt::format("{}{}\n", prefix, text));
  } catch (const std::exception&) {  // out of memory: the run matters more than its log
  }
}

}  // namespace tactus::core
