/// \file float_guard.hpp  Prevents that loading a library changes the floating-point arithmetic of
/// the program.
#pragma once

#include <cfenv>
#include <string>

namespace tactus::core {

/// Saves the floating-point environment and restores it at the end of its life. A library that was
/// linked with -ffast-math switches on flush-to-zero in the thread that loads it. Small numbers
/// would then vanish everywhere, and a run would give other results for no visible reason.
class FloatGuard {
 public:
  FloatGuard();
  ~FloatGuard();
  FloatGuard(const FloatGuard&) = delete;
  FloatGuard& operator=(const FloatGuard&) = delete;

  /// How the environment differs from the saved one ("flush-to-zero switched on"); empty: it does
  /// not.
  std::string changes() const;

 private:
  struct Mode {
    bool flushes = false;  ///< subnormal results become zero
    bool ignores = false;  ///< subnormal operands count as zero
    int rounding = 0;
    int traps = 0;  ///< floating-point exceptions that would end the process
  };
  static Mode mode();

  std::fenv_t environment_;
  Mode before_;
};

}  // namespace tactus::core
