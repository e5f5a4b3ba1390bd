#include "core/support/float_modes.hpp"

#include <cstring>

namespace tactus::core {
namespace {

#if defined(__x86_64__)
/// of MXCSR; the lower bits record exceptions that occurred
constexpr std::uint32_t kVectorModes = 0xffc0;
constexpr std::uint64_t kFlush = 0x8000, kIgnore = 0x0040, kRounding = 0x6000, kMasks = 0x1f80;

std::uint64_t word_of(const femode_t& modes) {
  return (std::uint64_t{modes.__control_word} << 32) | (modes.__mxcsr & kVectorModes);
}
#else
std::uint64_t word_of(const femode_t& modes) {
  std::uint64_t word = 0;
  static_assert(sizeof modes <= sizeof word);
  std::memcpy(&word, &modes, sizeof modes);
  return word;
}
#endif

const FloatModes kAtStart = FloatModes::now();

}  // namespace

FloatModes FloatModes::now() noexcept {
  FloatModes modes;
  fegetmode(&modes.modes_);
  modes.word_ = word_of(modes.modes_);
  return modes;
}

const FloatModes& FloatModes::at_start() noexcept { return kAtStart; }

bool FloatModes::are_at_start() noexcept {
  femode_t modes;
  fegetmode(&modes);
  return word_of(modes) == kAtStart.word_;
}

void FloatModes::set() const noexcept { fesetmode(&modes_); }

std::string FloatModes::changes(const FloatModes& now) const {
  std::string text;
#if defined(__x86_64__)
  const auto say = [&](std::uint64_t bits, const char* on, const char* off) {
    if (((word_ ^ now.word_) & bits) == 0) return;
    text += (text.empty() ? "" : ", ") + std::string((now.word_ & bits) != 0 ? on : off);
  };
  say(kFlush, "flush-to-zero switched on", "flush-to-zero switched off");
  say(kIgnore, "subnormal numbers taken for zero", "subnormal numbers no longer taken for zero");
  say(kRounding, "another direction of rounding", "another direction of rounding");
  say(kMasks, "other floating-point exceptions trapped", "floating-point exceptions trapped");
#endif
  if (text.empty() && !(*this == now)) text = "other control bits";
  return text;
}

}  // namespace tactus::core
