/// \file curve_distance.hpp  How far two curves over time are apart, whose samples need not be at the
/// same times: runs with automatic steps, other steps or other meshes can be compared.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/types.hpp"

namespace tactus::core {

/// A function of time, linear between its samples.
struct TimeCurve {
  std::vector<Real> times;  ///< s, rising; samples without a value are left out
  std::vector<Real> values;
  Real at(Real time) const;  ///< the first or the last value outside of its times
};

/// A curve from two columns. Of two samples at one time the later one counts. Where `sums` says that
/// a column has what happened since the row before, the curve is the sum since the start, which
/// does not depend on how often rows are written.
TimeCurve curve_of(const std::vector<Real>& times, const std::vector<Real>& values, bool sums);

/// Whether a column of a table of a run has what happened since the row before (an impulse, say).
bool is_summed_column(std::string_view column);
/// Whether a column or a number of summary.json is of the machine: another one whenever the same run is made.
bool is_of_machine(std::string_view name);
/// Whether a column has means over the time since the row before: forces of probes.
bool is_mean_column(std::string_view column);
/// What such means times that time add up to: "tip.impulse_x_N_s" for "tip.force_x_N"; others keep their name.
std::string summed_name(std::string column);

struct CurveDistance {
  static constexpr Real kNone = std::numeric_limits<Real>::quiet_NaN();
  Real from = kNone, to = kNone;   ///< s, the times that both curves have; NaN: there are none
  Real max = kNone, time = kNone;  ///< largest |a - b|, and s, where it is
  Real l2 = kNone;                 ///< root of the mean of (a - b)^2 over time
  Real size = kNone;               ///< largest |a| or |b|
  Real size_l2 = kNone;            ///< root of the mean of a^2 over time
  /// s, by which b is later than a: the shift, up to a tenth of the common time, after which the
  /// curves are nearest to each other. NaN where no shift halves their distance.
  Real shift = kNone;
  Real l2_shifted = kNone;  ///< what is then left of l2
};

/// Between samples both curves are linear, so that max and l2 are exact. The shift of curves with more
/// than 4096 samples is searched on as many.
CurveDistance distance_of(const TimeCurve& a, const TimeCurve& b);

}  // namespace tactus::core
