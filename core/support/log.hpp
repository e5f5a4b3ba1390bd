/// \file log.hpp  Passes messages of components on to a callback, but only a few of each kind.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>

#include "tactus/context.hpp"

namespace tactus::core {

/// Passes messages to a callback, one at a time from any thread. Messages that differ only in
/// numbers are of one kind. The first few of a kind are passed on, and afterwards those whose count
/// is a power of ten, together with this count. The clock is not involved, so that the same run
/// writes the same log.
class CallbackLog final : public Log {
 public:
  using Callback = std::function<void(Level, std::string_view)>;
  /// Messages of one kind passed on before counting starts
  static constexpr std::uint64_t kFirst = 5;

  explicit CallbackLog(Callback callback, Level least = Level::info)
      : callback_(std::move(callback)), least_(least) {}

  void write(Level level, std::string_view text) override;

 private:
  Callback callback_;
  Level least_;
  std::mutex mutex_;
  std::map<std::string, std::uint64_t, std::less<>> seen_;
};

}  // namespace tactus::core
