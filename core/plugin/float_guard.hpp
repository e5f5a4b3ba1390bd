/// \file float_guard.hpp  Keeps loading a library from changing how this program computes.
#pragma once

#include <cfenv>
#include <string>

namespace tactus::core {

/// Saves the floating-point environment and puts it back at its end. A library that was linked with
/// -ffast-math switches on flush-to-zero for the thread that loads it: small numbers then vanish
/// everywhere, and a run gives other results for no visible reason.
class FloatGuard {
 public:
  FloatGuard();
  ~FloatGuard();
  FloatGuard(const FloatGuard&) = delete;
  FloatGuard& operator=(const FloatGuard&) = delete;

  /// What differs now from how it was, in words ("flush-to-zero switched on"); empty: nothing.
  std::string changes() const;

 private:
  struct Mode {
    bool flushes = false;  ///< subnormal results become zero
    bool ignores = false;  ///< subnormal operands count as zero
    int rounding = 0;
    int traps = 0;  ///< floating-point exceptions that end the process
  };
  static Mode mode();

  std::fenv_t environment_;
  Mode before_;
};

}  // namespace tactus::core
