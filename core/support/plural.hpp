/// \file plural.hpp  Numbers for sentences: with a noun in singular or plural ("1 step", "2 steps"),
/// in few digits without an exponent ("110"), and in as many as tell them from a limit.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <string_view>

#include "tactus/types.hpp"

namespace tactus::core {

inline std::string plural(Index count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

/// In so many digits, "0.32", "110" and "2140"; with an exponent below 1e-4 and from 1e6 on.
inline std::string in_digits(Real value, int digits) {
  const std::string text = fmt::format("{:.{}g}", value, digits);
  const bool plain =
      !(std::abs(value) >= 10) || std::abs(value) >= 1e6 || text.find('e') == text.npos;
  return plain ? text : fmt::format("{:.0f}", std::stod(text));
}
inline std::string two_digits(Real value) { return in_digits(value, 2); }

/// In `digits` digits, or in as many as it takes to read as another number than `limit` does.
inline std::string told_from(Real limit, Real value, int digits) {
  const auto text = [&](Real number) { return fmt::format("{:.{}g}", number, digits); };
  while (digits < 17 && value != limit && text(value) == text(limit)) ++digits;
  return text(value);
}

}  // namespace tactus::core
