/// \file log.hpp  Messages on their way to a person: to a callback, at most a few of each kind.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>

#include "tactus/context.hpp"

namespace tactus::core {

/// Hands messages to a callback, one at a time whatever the thread. Messages that differ in numbers
/// only are of one kind: the first few are passed on, then every tenth power of their count with
/// that count. No clock: the same run writes the same log.
class CallbackLog final : public Log {
 public:
  using Callback = std::function<void(Level, std::string_view)>;
  static constexpr std::uint64_t kFirst = 5;  ///< of a kind that are passed on

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
