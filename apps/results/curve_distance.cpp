#include "apps/results/curve_distance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace tactus::core {
namespace {

/// Curves that are nearer to each other than this part of their size are not shifted.
constexpr Real kNothing = 1e-12;

/// The times of both curves from `from` to `to`, these two included.
std::vector<Real> union_of(const TimeCurve& a, const TimeCurve& b, Real from, Real to) {
  std::vector<Real> times{from, to};
  for (const TimeCurve* curve : {&a, &b})
    for (const Real t : curve->times)
      if (t > from && t < to) times.push_back(t);
  std::ranges::sort(times);
  const auto [first, last] = std::ranges::unique(times);
  times.erase(first, last);
  return times;
}

/// Evaluates a curve at rising times, one after the other.
class Cursor {
 public:
  explicit Cursor(const TimeCurve& curve) : curve_(curve) {}
  Real at(Real time) {
    const auto& times = curve_.times;
    while (next_ < times.size() && times[next_] < time) ++next_;
    if (next_ == 0) return curve_.values.front();
    if (next_ == times.size()) return curve_.values.back();
    const Real left = times[next_ - 1], right = times[next_];
    if (time == right) return curve_.values[next_];
    const Real part = (time - left) / (right - left);
    return (1 - part) * curve_.values[next_ - 1] + part * curve_.values[next_];
  }

 private:
  const TimeCurve& curve_;
  std::size_t next_ = 0;
};

/// The integral of f^2 over an interval on which f is linear.
Real square(Real left, Real right, Real length) {
  return length * (left * left + left * right + right * right) / 3;
}

/// The curve at evenly spaced times.
std::vector<Real> sampled(const TimeCurve& curve, Real from, Real to, std::size_t count) {
  std::vector<Real> values;
  Cursor cursor(curve);
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(
        cursor.at(from + (to - from) * static_cast<Real>(i) / static_cast<Real>(count - 1)));
  return values;
}

constexpr std::size_t kMostShifted = 4096;

/// Mean of (a(t) - b(t + shift))^2 over the times that both have.
Real mean_square(const TimeCurve& a, const TimeCurve& b, Real shift) {
  TimeCurve moved = b;
  for (Real& t : moved.times) t -= shift;
  const Real from = std::max(a.times.front(), moved.times.front()),
             to = std::min(a.times.back(), moved.times.back());
  Cursor at_a(a), at_b(moved);
  Real sum = 0, before = from, last = 0;
  for (const Real t : union_of(a, moved, from, to)) {
    const Real difference = at_a.at(t) - at_b.at(t);
    sum += square(last, difference, t - before);
    before = t, last = difference;
  }
  return sum / (to - from);
}

/// The same of samples at evenly spaced times, with a shift by some of them.
Real mean_square(const std::vector<Real>& a, const std::vector<Real>& b, int shift) {
  const auto size = static_cast<int>(a.size());
  const int begin = std::max(0, -shift), end = std::min(size, size - shift);
  Real sum = 0;
  for (int i = begin; i < end; ++i) {
    const Real d = a[static_cast<std::size_t>(i)] - b[static_cast<std::size_t>(i + shift)];
    sum += d * d;
  }
  return sum / std::max(1, end - begin);
}

/// The best shift by samples lies between these two.
std::pair<int, int> best_samples(const std::vector<Real>& a, const std::vector<Real>& b) {
  const auto most = static_cast<int>(a.size() + 8) / 10;  // intervals, of a tenth or a little more
  const int stride = std::max(1, most / 200);
  int at = 0;
  Real least = mean_square(a, b, 0);
  for (int k = stride; k <= most; k += stride)  // the smallest of equally good shifts
    for (const int shift : {-k, k})
      if (const Real value = mean_square(a, b, shift); value < (1 - 1e-9) * least)
        at = shift, least = value;
  return {std::max(at - stride, -most), std::min(at + stride, most)};
}

/// Golden-section search, to a part of 1e-6 of the interval: after as many sections, as rounding may leave an
/// interval that no longer shrinks.
Real refined(const TimeCurve& a, const TimeCurve& b, Real low, Real high) {
  constexpr Real kGolden = std::numbers::phi - 1;
  constexpr int kSections = 29;
  Real left = high - kGolden * (high - low), right = low + kGolden * (high - low);
  Real at_left = mean_square(a, b, left), at_right = mean_square(a, b, right);
  for (int section = 0; section < kSections; ++section) {
    if (at_left < at_right) {
      high = right, right = left, at_right = at_left;
      left = high - kGolden * (high - low), at_left = mean_square(a, b, left);
    } else {
      low = left, left = right, at_left = at_right;
      right = low + kGolden * (high - low), at_right = mean_square(a, b, right);
    }
  }
  return (low + high) / 2;
}

TimeCurve part_of(const TimeCurve& curve, Real from, Real to) {
  TimeCurve part{{}, {}};
  Cursor cursor(curve);
  for (const Real t : union_of(curve, curve, from, to))
    part.times.push_back(t), part.values.push_back(cursor.at(t));
  return part;
}

void find_shift(const TimeCurve& a, const TimeCurve& b, CurveDistance& d) {
  if (!(d.l2 > kNothing * d.size)) return;
  const std::size_t most = std::max(a.times.size(), b.times.size()),
                    count = std::clamp<std::size_t>(most, 512, kMostShifted);
  const Real apart = (d.to - d.from) / static_cast<Real>(count - 1);
  TimeCurve own{{}, sampled(a, d.from, d.to, count)}, other{{}, sampled(b, d.from, d.to, count)};
  const auto [low, high] = best_samples(own.values, other.values);
  if (most <= kMostShifted) {
    own = part_of(a, d.from, d.to), other = part_of(b, d.from, d.to);
  } else {
    for (std::size_t i = 0; i < count; ++i)
      own.times.push_back(d.from + static_cast<Real>(i) * apart);
    other.times = own.times;
  }
  const Real tenth = (d.to - d.from) / 10;
  const Real shift =
                 refined(own, other, std::max(low * apart, -tenth), std::min(high * apart, tenth)),
             left = std::sqrt(mean_square(own, other, shift));
  if (!(left <= d.l2 / 2)) return;
  d.shift = shift, d.l2_shifted = left;
}

}  // namespace

Real TimeCurve::at(Real time) const { return Cursor(*this).at(time); }

TimeCurve curve_of(const std::vector<Real>& times, const std::vector<Real>& values, bool sums) {
  TimeCurve curve;
  Real sum = 0;
  for (std::size_t i = 0; i < std::min(times.size(), values.size()); ++i) {
    if (!std::isfinite(times[i]) || !std::isfinite(values[i])) continue;
    sum += values[i];
    const Real value = sums ? sum : values[i];
    if (!curve.times.empty() && !(times[i] > curve.times.back())) {
      curve.values.back() = value;
      continue;
    }
    curve.times.push_back(times[i]);
    curve.values.push_back(value);
  }
  return curve;
}

bool is_summed_column(std::string_view column) {
  constexpr std::array<std::string_view, 6> kSums{"contact_energy_J",       "contact_gain_J",
                                                  "integration_gain_J",     "step_change_J",
                                                  "friction_dissipation_J", "normal_energy_loss_J"};
  return column.ends_with("_N_s") || column.starts_with("angular_momentum_error") ||
         std::ranges::find(kSums, column) != kSums.end();
}

bool is_of_machine(std::string_view name) {
  return name.find("wall_") != name.npos || name.ends_with("processor_s") ||
         name.ends_with("machine_load");
}

bool is_mean_column(std::string_view column) {
  const std::string_view quantity = column.substr(column.rfind('.') + 1);
  return quantity.size() < column.size() && quantity.starts_with("force_") &&
         quantity.ends_with("_N");
}

std::string summed_name(std::string column) {
  if (is_mean_column(column)) column.replace(column.rfind(".force_"), 7, ".impulse_") += "_s";
  return column;
}

CurveDistance distance_of(const TimeCurve& a, const TimeCurve& b) {
  CurveDistance d;
  if (a.times.empty() || b.times.empty()) return d;
  const Real from = std::max(a.times.front(), b.times.front()),
             to = std::min(a.times.back(), b.times.back());
  if (!(from <= to)) return d;
  d.from = from, d.to = to;
  Cursor at_a(a), at_b(b);
  d.max = -1, d.size = 0;
  Real squares = 0, size_squares = 0, before = 0, last_a = 0, last_difference = 0;
  for (const Real t : union_of(a, b, from, to)) {
    const Real value_a = at_a.at(t), value_b = at_b.at(t), difference = value_a - value_b;
    d.size = std::max({d.size, std::abs(value_a), std::abs(value_b)});
    if (std::abs(difference) > d.max) d.max = std::abs(difference), d.time = t;
    if (t > from) {
      squares += square(last_difference, difference, t - before);
      size_squares += square(last_a, value_a, t - before);
    }
    before = t, last_a = value_a, last_difference = difference;
  }
  const Real length = to > from ? to - from : 1;
  d.l2 = to > from ? std::sqrt(squares / length) : d.max;
  d.size_l2 = to > from ? std::sqrt(size_squares / length) : std::abs(last_a);
  if (to > from) find_shift(a, b, d);
  return d;
}

}  // namespace tactus::core
