#include "core/scene/table_curve.hpp"

#include "core/scene/time_factor.hpp"

namespace tactus::core {

/// Slope of the smooth curve at one of its times: a weighted harmonic mean of the slopes of the
/// chords on both sides, and 0 if these have different signs.
Real TableCurve::slope(std::size_t row) const {
  if (row == 0 || row + 1 == times.size()) return 0;
  const Real before = chord(row - 1), after = chord(row);
  if (before * after <= 0) return 0;
  const Real a = 2 * width(row) + width(row - 1), b = width(row) + 2 * width(row - 1);
  return (a + b) / (a / before + b / after);
}

Real TableCurve::value(Real time) const {
  const auto [i, s] = table_interval(times, time);
  if (s == 0) return at(i);
  if (s == 1) return at(i + 1);
  const Real rise = at(i + 1) - at(i);
  if (interpolation == Interpolation::linear) return at(i) + s * rise;
  return at(i) + s * s * (3 - 2 * s) * rise +
         width(i) * s * (1 - s) * ((1 - s) * slope(i) - s * slope(i + 1));
}

Real TableCurve::rate(Real time) const {
  if (time < times.front() || time >= times.back()) return 0;
  const auto [i, s] = table_interval(times, time);
  if (interpolation == Interpolation::linear) return chord(i);
  return 6 * s * (1 - s) * chord(i) + (1 - s) * (1 - 3 * s) * slope(i) +
         s * (3 * s - 2) * slope(i + 1);
}

}  // namespace tactus::core
