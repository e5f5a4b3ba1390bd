/// \file table_curve.hpp  A function of time that is given at some times, with its derivative.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "tactus/types.hpp"

namespace tactus::core {

/// Interpolation between two times of a table.
///   linear  straight lines; the rate jumps at each time
///   smooth  cubics with continuous rates that stay between the two values and are at rest at both
///           ends of the table (slopes after Fritsch and Butland 1984)
enum class Interpolation : std::uint8_t { linear, smooth };
inline constexpr std::string_view kInterpolations[] = {"linear", "smooth"};

/// One column of a table with ascending times. The function is constant before the first and after
/// the last time.
struct TableCurve {
  const std::vector<Real>& times;   ///< at least two
  const std::vector<Real>& values;  ///< rows of `columns` numbers
  std::size_t columns = 1, column = 0;
  Interpolation interpolation = Interpolation::linear;

  Real value(Real time) const;
  Real rate(Real time) const;  ///< at a kink the rate of the following interval

 private:
  Real at(std::size_t row) const { return values[row * columns + column]; }
  Real width(std::size_t row) const { return times[row + 1] - times[row]; }
  Real chord(std::size_t row) const { return (at(row + 1) - at(row)) / width(row); }
  Real slope(std::size_t row) const;
};

}  // namespace tactus::core
