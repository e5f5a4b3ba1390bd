#include "apps/results/channel_filter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

#include "tactus/error.hpp"

namespace tactus::core {
namespace {

/// Rows per period of the cut-off frequency. SAE J211 asks for samples at 10 times the number of the class, which is
/// 6 times the cut-off.
constexpr Real kLeastRows = 6;
/// Samples per period of the cut-off where rows are not evenly spaced.
constexpr Real kPerPeriod = 200;
constexpr Real kUneven = 1e-3;  // of the median distance of rows
constexpr Real kMostSamples = 1e7;

/// Butterworth's low pass of second order, at rest at the first sample. `cutoff`: cycles per sample at which both
/// passes together keep 1/sqrt(2).
void one_way(std::vector<Real>& samples, Real cutoff) {
  const Real design = std::pow(std::numbers::sqrt2 - 1, -0.25);
  const Real w = design * std::tan(std::numbers::pi * cutoff);
  const Real scale = 1 + std::numbers::sqrt2 * w + w * w;
  const Real a = w * w / scale;
  const Real b1 = -2 * (w * w - 1) / scale, b2 = (-1 + std::numbers::sqrt2 * w - w * w) / scale;
  Real x1 = samples.front(), x2 = x1, y1 = x1, y2 = x1;
  for (Real& sample : samples) {
    const Real x = sample, y = a * (x + 2 * x1 + x2) + b1 * y1 + b2 * y2;
    x2 = x1, x1 = x, y2 = y1, y1 = y;
    sample = y;
  }
}

/// Beyond its ends the curve goes on turned about them, so that neither end is drawn to zero.
std::vector<Real> both_ways(const std::vector<Real>& samples, Real cutoff) {
  const std::size_t n = samples.size();
  const std::size_t room = std::min(n - 1, static_cast<std::size_t>(std::ceil(3 / cutoff)));
  std::vector<Real> all;
  all.reserve(n + 2 * room);
  for (std::size_t k = room; k > 0; --k) all.push_back(2 * samples.front() - samples[k]);
  all.insert(all.end(), samples.begin(), samples.end());
  for (std::size_t k = 1; k <= room; ++k) all.push_back(2 * samples.back() - samples[n - 1 - k]);
  for (int pass = 0; pass < 2; ++pass) {
    one_way(all, cutoff);
    std::ranges::reverse(all);
  }
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(room);
  return {begin, begin + static_cast<std::ptrdiff_t>(n)};
}

/// The value at `at` of a curve whose k-th point is at first + k * apart; on the line of its last two points beyond
/// an end.
Real interpolated(const std::vector<Real>& values, Real first, Real apart, Real at) {
  const Real place = (at - first) / apart;
  const auto k = static_cast<std::size_t>(
      std::clamp(std::floor(place), Real{0}, static_cast<Real>(values.size() - 2)));
  return values[k] + (place - static_cast<Real>(k)) * (values[k + 1] - values[k]);
}

/// The integral from the first time up to each of `at`, which increase.
std::vector<Real> integral(View<Real> time, View<Real> values, Between between,
                           const std::vector<Real>& at) {
  std::vector<Real> result;
  Real whole = 0;
  std::size_t row = 0;
  const auto first = [&] { return between == Between::means ? values[row + 1] : values[row]; };
  const auto up_to = [&](Real since) {
    const Real slope = between == Between::means
                           ? 0
                           : (values[row + 1] - values[row]) / (time[row + 1] - time[row]);
    return since * (first() + slope * since / 2);
  };
  for (const Real t : at) {
    for (; row + 2 < time.size() && time[row + 1] <= t; ++row)
      whole += up_to(time[row + 1] - time[row]);
    result.push_back(whole + up_to(t - time[row]));
  }
  return result;
}

/// By even samples, each the mean over its part of the time, so that impulses are kept.
std::vector<Real> filtered_unevenly(const ChannelFilter& filter, View<Real> time, View<Real> values,
                                    Between between) {
  const Real length = time.back() - time.front();
  const Real count = std::max(Real{2}, std::ceil(length * filter.cutoff * kPerPeriod));
  if (count > kMostSamples)
    throw Error(fmt::format("the filter {} would take {:.3g} samples; take a lower cut-off",
                            filter.name, count));
  const Real apart = length / count;
  std::vector<Real> grid, samples;
  for (Real k = 0; k <= count; ++k) grid.push_back(time.front() + k * apart);
  const std::vector<Real> sums = integral(time, values, between, grid);
  for (std::size_t k = 1; k < sums.size(); ++k) samples.push_back((sums[k] - sums[k - 1]) / apart);
  samples = both_ways(samples, filter.cutoff * apart);
  std::vector<Real> result;
  for (const Real t : time)
    result.push_back(interpolated(samples, time.front() + apart / 2, apart, t));
  return result;
}

}  // namespace

std::optional<ChannelFilter> channel_filter(std::string_view text) {
  for (const int n : {60, 180, 600, 1000})
    if (text == fmt::format("CFC{}", n))
      return ChannelFilter{fmt::format("CFC {}", n), n * 5.0 / 3};
  Real cutoff = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), cutoff);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(cutoff) ||
      !(cutoff > 0))
    return std::nullopt;
  return ChannelFilter{fmt::format("Butterworth, -3 dB at {:g} Hz", cutoff), cutoff};
}

std::vector<Real> filtered(const ChannelFilter& filter, View<Real> time, View<Real> values,
                           Between between) {
  if (time.size() < 3) return {values.begin(), values.end()};
  std::vector<Real> apart;
  for (std::size_t i = 1; i < time.size(); ++i) apart.push_back(time[i] - time[i - 1]);
  const auto [least, most] = std::ranges::minmax(apart);
  std::ranges::nth_element(apart, apart.begin() + static_cast<std::ptrdiff_t>(apart.size() / 2));
  const Real middle = apart[apart.size() / 2];
  if (middle * filter.cutoff * kLeastRows > 1 + 1e-6)
    throw Error(
        fmt::format("rows are {:.3g} s apart, which is enough for cut-offs of filters up to {:.3g} "
                    "Hz, and that of \"{}\" is "
                    "{:.4g} Hz; take a lower one, or write more rows (/output/history_every)",
                    middle, 1 / (kLeastRows * middle), filter.name, filter.cutoff));
  if (most - least > kUneven * middle) return filtered_unevenly(filter, time, values, between);
  std::vector<Real> result(values.begin(), values.end());
  if (between == Between::means) result[0] = result[1];  // nothing is known of the time before
  result = both_ways(result, filter.cutoff * middle);
  if (between == Between::lines) return result;
  // A mean over a row belongs to the middle of it.
  const std::vector<Real> at_middle = result;
  for (std::size_t i = 0; i < time.size(); ++i)
    result[i] = interpolated(at_middle, time.front() - middle / 2, middle, time[i]);
  return result;
}

std::vector<Real> running_mean(View<Real> time, View<Real> values, Real width, Between between) {
  if (time.size() < 2) return {values.begin(), values.end()};
  std::vector<Real> begin, end;
  for (std::size_t i = 0; i < time.size(); ++i) {
    const bool is_mean = between == Between::means && i > 0;
    const Real middle = is_mean ? (time[i - 1] + time[i]) / 2 : time[i];
    begin.push_back(std::max(middle - width / 2, time.front()));
    end.push_back(std::min(middle + width / 2, time.back()));
  }
  std::vector<Real> result = integral(time, values, between, end);
  const std::vector<Real> before = integral(time, values, between, begin);
  for (std::size_t i = 0; i < time.size(); ++i)
    result[i] = end[i] > begin[i] ? (result[i] - before[i]) / (end[i] - begin[i]) : values[i];
  return result;
}

}  // namespace tactus::core
