/// \file spread.hpp  Mean and scatter of values, such as those of cells that differ in a seed alone.
#pragma once

#include <cmath>
#include <vector>

#include "tactus/option_info.hpp"

namespace tactus::core {

struct Spread {
  Real mean = kNotGiven;  ///< NaN without values
  Real deviation =
      kNotGiven;  ///< standard deviation of what they are drawn from; NaN for fewer than two values
  Real standard_error = kNotGiven;  ///< of the mean
};

inline Spread spread_of(const std::vector<Real>& values) {
  Spread s;
  if (values.empty()) return s;
  const auto n = static_cast<Real>(values.size());
  Real sum = 0, squares = 0;
  for (const Real v : values) sum += v;
  s.mean = sum / n;
  if (values.size() < 2) return s;
  for (const Real v : values) squares += (v - s.mean) * (v - s.mean);
  s.deviation = std::sqrt(squares / (n - 1));
  s.standard_error = s.deviation / std::sqrt(n);
  return s;
}

}  // namespace tactus::core
