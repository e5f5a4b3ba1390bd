// The yield stress of a metal as a function of its plastic strain.
#pragma once

#include <string>
#include <tactus/types.hpp>
#include <vector>

namespace j2_plastic {
using tactus::Real;

/// sigma(alpha) in Pa, which never falls: by numbers,
///   sigma = yield + slope alpha + (saturation - yield) (1 - exp(-rate alpha)),
/// or by a table with straight lines between its rows and the last value beyond them.
class Hardening {
 public:
  struct Numbers {
    Real yield = 0, slope = 0;
    Real saturation = 0, rate = 0;  ///< rate 0: no saturating part
  };
  explicit Hardening(const Numbers& numbers) : numbers_(numbers) {}
  /// Reads rows "plastic strain, yield stress in Pa"; '#' begins a comment.
  /// @throws ConfigError with the line, for a table that is none
  static Hardening from_file(const std::string& path);

  Real stress(Real alpha) const;
  Real slope(Real alpha) const;
  /// J/m^3, plastic work from alpha to alpha + increment: the integral of the stress.
  Real work(Real alpha, Real increment) const;
  /// The increment d > 0 for which `trial - stiffness d` is the yield stress at alpha + d.
  /// @pre trial > stress(alpha), stiffness > 0
  Real increment(Real trial, Real stiffness, Real alpha) const;

 private:
  struct Row {
    Real strain, stress;
  };
  explicit Hardening(std::vector<Row> table) : table_(std::move(table)) {}
  std::size_t row_at(Real alpha) const;  ///< the last row at or before alpha
  /// Where the line from this row ends, and its slope; beyond the table it is level and has no end.
  Real end_of(std::size_t row) const;
  Real slope_of(std::size_t row) const;

  Numbers numbers_;
  std::vector<Row> table_;
};

}  // namespace j2_plastic
