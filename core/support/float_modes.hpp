/// \file float_modes.hpp  How this thread computes: rounding, flush-to-zero, trapped exceptions.
#pragma once

#include <cfenv>
#include <cstdint>
#include <string>

namespace tactus::core {

/// The modes of floating-point arithmetic of one thread. The flags that record which exceptions have
/// occurred are no modes and are left out. Reading them costs a few nanoseconds.
class FloatModes {
 public:
  static FloatModes now() noexcept;
  /// Those that the program started with, and that every thread has to have when a plugin returns.
  static const FloatModes& at_start() noexcept;
  /// now() == at_start(), asked after every call of a component.
  static bool are_at_start() noexcept;

  /// Makes these the modes of the calling thread.
  void set() const noexcept;
  /// What `now` has that these do not, in words: "flush-to-zero switched on".
  std::string changes(const FloatModes& now) const;

  friend bool operator==(const FloatModes& a, const FloatModes& b) noexcept {
    return a.word_ == b.word_;
  }

 private:
  femode_t modes_{};
  std::uint64_t word_ = 0;  ///< the bits of `modes_` that count
};

}  // namespace tactus::core
