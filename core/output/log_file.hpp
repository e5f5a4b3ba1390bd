/// \file log_file.hpp  log.txt: what the kernel and plugins have to say, with the wall time.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>

#include "core/output/atomic_file.hpp"
#include "tactus/context.hpp"

namespace tactus::core {

/// Thread-safe. A message that comes again and again is written the first few times; the rest are
/// counted, and the counts stand at the end. Messages that differ in numbers only are one message.
class LogFile final : public Log {
 public:
  enum class Open : std::uint8_t { fresh, append };  ///< append: a resumed run
  LogFile(const std::filesystem::path& path, Open open);
  ~LogFile();  ///< Writes the counts of what was held back.
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;

  /// Never throws: a log that cannot be written must not end a run.
  void write(Level level, std::string_view text) override;
  void info(std::string_view text) { write(Level::info, text); }
  void warning(std::string_view text) { write(Level::warning, text); }

  Index warnings() const;  ///< written or held back so far

  static constexpr Index kRepeats = 5;  ///< times one message is written

 private:
  void put(std::string_view line);

  mutable std::mutex mutex_;
  int file_ = -1;
  std::chrono::steady_clock::time_point start_;
  std::map<std::string, Index, std::less<>> seen_;  ///< message without its numbers -> times
  Index warnings_ = 0;
};

}  // namespace tactus::core
