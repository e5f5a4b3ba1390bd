/// \file channel_filter.hpp  Filters of SAE J211 for curves over time: Butterworth's low pass of second order,
/// forwards and backwards, so that nothing is shifted in time.
///
/// With a cut-off f_c, a sine of frequency f keeps 1 / (1 + (sqrt(2) - 1) (f / f_c)^4) of its size: 1/sqrt(2) at the
/// cut-off (-3 dB), which channel class CFC n has at 5 n / 3 Hz. tools/plot/tactus_plot/filters.py does the same for
/// pictures.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/types.hpp"

namespace tactus::core {

struct ChannelFilter {
  std::string name;  ///< "CFC 180", or "Butterworth, -3 dB at 300 Hz"
  Real cutoff = 0;   ///< Hz
};

/// The filter called "CFC60", "CFC180", "CFC600" or "CFC1000", or of a cut-off in Hz ("300"); none for other words.
std::optional<ChannelFilter> channel_filter(std::string_view text);
inline constexpr std::string_view kChannelFilters =
    "CFC60, CFC180, CFC600, CFC1000 or a cut-off in Hz";

enum class Between : std::uint8_t {
  lines,  ///< values are samples, and lie on straight lines between them
  means,  ///< each is the mean since the time before, as a force from an impulse is; the first is not looked at
};

/// The filtered values at the same times, which increase.
/// @throws Error if rows are too far apart for the cut-off, which names what they allow.
std::vector<Real> filtered(const ChannelFilter& filter, View<Real> time, View<Real> values,
                           Between between);

/// Means over a time of this width round each of the times, or round the middle of the time before where values are
/// means of it; of what lies within the curve where it ends. The first of such means is not looked at.
std::vector<Real> running_mean(View<Real> time, View<Real> values, Real width, Between between);

}  // namespace tactus::core
