#include "core/plugin/float_guard.hpp"

#include <limits>

namespace tactus::core {

FloatGuard::Mode FloatGuard::mode() {
  // Tested by computing, which works on any processor; volatile prevents evaluation at compile
  // time.
  volatile double smallest = std::numeric_limits<double>::min(), half = 0.5;
  volatile double subnormal = std::numeric_limits<double>::denorm_min(), large = 0x1p200;
  return {.flushes = smallest * half == 0,
          .ignores = subnormal * large == 0,
          .rounding = std::fegetround(),
          .traps = fegetexcept()};
}

FloatGuard::FloatGuard() : before_(mode()) { std::fegetenv(&environment_); }
FloatGuard::~FloatGuard() { std::fesetenv(&environment_); }

std::string FloatGuard::changes() const {
  const Mode now = mode();
  std::string text;
  const auto say = [&](bool differs, const char* what) {
    if (differs) text += (text.empty() ? "" : ", ") + std::string(what);
  };
  say(now.flushes != before_.flushes,
      now.flushes ? "flush-to-zero switched on" : "flush-to-zero switched off");
  say(now.ignores != before_.ignores, now.ignores ? "subnormal numbers taken for zero"
                                                  : "subnormal numbers no longer taken for zero");
  say(now.rounding != before_.rounding, "another direction of rounding");
  say(now.traps != before_.traps, "other floating-point exceptions trapped");
  return text;
}

}  // namespace tactus::core
