/// \file option_info.hpp  What a plugin declares of one of its options: meaning, unit and limits.
#pragma once

#include <cmath>
#include <limits>
#include <string_view>

#include "kind.hpp"

namespace tactus {

/// Default of a real option that has none: declare it optional(), ask given().
inline constexpr Real kNotGiven = std::numeric_limits<Real>::quiet_NaN();
inline bool given(Real value) { return !std::isnan(value); }

/// In place of a number of entries or columns: one per axis of the scene, 2 or 3 by "dimension".
inline constexpr Index kPerAxis = -1;

/// Meaning and limits of one option. A length, time or mass that is a tolerance has unit "1" and
/// multiplies a number of `Scales` that the help text names: no plugin has an absolute tolerance.
struct OptionInfo {
  std::string_view name, unit = "1", help;
  Real lower = -std::numeric_limits<Real>::infinity();
  Real upper = std::numeric_limits<Real>::infinity();
  bool lower_open = false, upper_open = false, required = false;
  View<std::string_view> choices;
  std::string_view word{};  ///< real options: this JSON string is allowed too, and means word_value
  Real word_value = 0;
  Index least = 0, most = std::numeric_limits<Index>::max();  ///< lists: number of entries (rows)
  /// The default means "not given" (kNotGiven, an empty list): no limit holds for it, and it is not
  /// written into the resolved configuration.
  bool optional = false;
  std::uint32_t size = sizeof(OptionInfo);
};

}  // namespace tactus
