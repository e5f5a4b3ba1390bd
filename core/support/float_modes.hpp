/// \file float_modes.hpp  The floating-point modes of a thread: rounding, flush-to-zero, trapped
/// exceptions.
#pragma once

#include <cfenv>
#include <cstdint>
#include <string>

namespace tactus::core {

/// The floating-point modes of one thread, without the flags that record which exceptions have
/// occurred. Reading them costs a few nanoseconds.
class FloatModes {
 public:
  static FloatModes now() noexcept;
  /// The modes with which the program started. Every thread must have them when a plugin returns.
  static const FloatModes& at_start() noexcept;
  /// now() == at_start(), tested after each call of a component.
  static bool are_at_start() noexcept;

  /// Sets these modes for the calling thread.
  void set() const noexcept;
  /// How `now` differs from these modes, in words: "flush-to-zero switched on".
  std::string changes(const FloatModes& now) const;

  friend bool operator==(const FloatModes& a, const FloatModes& b) noexcept {
    return a.word_ == b.word_;
  }

 private:
  femode_t modes_{};
  std::uint64_t word_ = 0;  ///< the relevant bits of `modes_`
};

}  // namespace tactus::core
