// Filters of SAE J211 against what is known of them: the gain of a sine, and the answer to a blow, which is the
// transform of that gain in closed form.
#include "apps/results/channel_filter.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "tactus/error.hpp"

using namespace tactus;
using namespace tactus::core;

namespace {

constexpr Real kPi = 3.14159265358979323846;

/// Times from 0 to `end`, even, or each moved by up to 0.3 of the distance.
std::vector<Real> times(Real end, int rows, bool even) {
  std::vector<Real> t;
  unsigned state = 7;
  for (int i = 0; i <= rows; ++i) {
    state = 1664525 * state + 1013904223;
    const Real off = even || i == 0 || i == rows ? 0 : 0.6 * (state / 4294967296.0 - 0.5);
    t.push_back(end * (i + off) / rows);
  }
  return t;
}

/// By how much a sine in the middle of a long record is smaller after the filter.
Real gain(Real frequency, const ChannelFilter& filter, const std::vector<Real>& t) {
  std::vector<Real> sine;
  for (const Real x : t) sine.push_back(std::sin(2 * kPi * frequency * x));
  const std::vector<Real> out = filtered(filter, t, sine, Between::lines);
  Real product = 0, square = 0;
  for (std::size_t i = 0; i < t.size(); ++i)
    if (t[i] > 0.3 * t.back() && t[i] < 0.7 * t.back())
      product += out[i] * sine[i], square += sine[i] * sine[i];
  return product / square;
}

/// The answer of 1 / (1 + (w/d)^4) to an impulse of 1, at a time after it.
Real answer_to_a_blow(Real cutoff, Real t) {
  const Real d = 2 * kPi * cutoff * std::pow(std::sqrt(2) - 1, -0.25),
             x = d * std::abs(t) / std::sqrt(2);
  return d / (2 * std::sqrt(2)) * std::exp(-x) * (std::cos(x) + std::sin(x));
}

}  // namespace

TEST_CASE("Channel classes have the cut-offs of J211", "[filter]") {
  CHECK(channel_filter("CFC60")->cutoff == Approx(100));
  CHECK(channel_filter("CFC180")->cutoff == Approx(300));
  CHECK(channel_filter("CFC600")->cutoff == Approx(1000));
  CHECK(channel_filter("CFC1000")->cutoff ==
        Approx(1650).epsilon(0.0102));  // 1650 Hz, rounded there
  CHECK(channel_filter("250.5")->cutoff == 250.5);
  for (const char* wrong : {"", "CFC61", "cfc", "-3", "0", "inf", "nan", "300 Hz!", "1e999"})
    CHECK_FALSE(channel_filter(wrong));
}

TEST_CASE("A sine at the cut-off keeps 1/sqrt(2) of its size, however few rows there are",
          "[filter]") {
  const ChannelFilter filter = *channel_filter("CFC180");
  const int per_period = GENERATE(7, 10, 50, 400);
  CHECK(gain(300, filter, times(0.5, 150 * per_period, true)) ==
        Approx(1 / std::sqrt(2)).epsilon(2e-4));
}

TEST_CASE("Other sines keep what the square of Butterworth's gain leaves", "[filter]") {
  const ChannelFilter filter = *channel_filter("300");
  const Real ratio = GENERATE(0.05, 0.2, 0.5, 0.8, 1.5, 2.0);
  const Real known = 1 / (1 + (std::sqrt(2) - 1) * std::pow(ratio, 4));
  CHECK(gain(300 * ratio, filter, times(0.5, 60000, true)) == Approx(known).epsilon(1e-3));
  CHECK(gain(300 * ratio, filter, times(0.5, 60000, false)) == Approx(known).epsilon(0.02));
}

TEST_CASE("A blow becomes the transform of the gain, and keeps its impulse", "[filter]") {
  const bool even = GENERATE(true, false);
  const ChannelFilter filter = *channel_filter("CFC600");
  const std::vector<Real> t = times(0.02, 4000, even);
  std::vector<Real> force(t.size(), 0);
  const std::size_t blow = 2000;  // an impulse of 3 N s within one row
  force[blow] = 3 / (t[blow] - t[blow - 1]);
  const std::vector<Real> out = filtered(filter, t, force, Between::means);
  const Real at = (t[blow] + t[blow - 1]) / 2, top = 3 * answer_to_a_blow(1000, 0);
  Real impulse = 0;
  for (std::size_t i = 0; i < t.size(); ++i) {
    CHECK(out[i] ==
          Approx(3 * answer_to_a_blow(1000, t[i] - at)).margin((even ? 2e-3 : 0.02) * top));
    if (i > 0) impulse += (out[i] + out[i - 1]) / 2 * (t[i] - t[i - 1]);
  }
  CHECK(impulse == Approx(3).epsilon(even ? 1e-6 : 1e-3));
}

TEST_CASE("A constant and a straight line pass the filter as they are", "[filter]") {
  const bool even = GENERATE(true, false);
  const std::vector<Real> t = times(0.1, 5000, even);
  std::vector<Real> line;
  for (const Real x : t) line.push_back(4 - 7 * x);
  const std::vector<Real> out = filtered(*channel_filter("CFC60"), t, line, Between::lines);
  // The start-up of a filter at rest decays over the part that the curve is turned about its ends.
  for (std::size_t i = 0; i < t.size(); ++i) CHECK(out[i] == Approx(line[i]).epsilon(1e-4));
}

TEST_CASE("Means are filtered without the first which is of no time of the curve", "[filter]") {
  const bool even = GENERATE(true, false);
  const std::vector<Real> t = times(0.1, 5000, even);
  std::vector<Real> constant(t.size(), 4);
  constant.front() = GENERATE(0.0, 1e6);
  for (const Real force : filtered(*channel_filter("CFC60"), t, constant, Between::means))
    CHECK(force == Approx(4).epsilon(1e-4));
}

TEST_CASE("A running mean is that of the curve over its width", "[filter]") {
  const bool even = GENERATE(true, false);
  const std::vector<Real> t = times(1, 200, even);
  std::vector<Real> line, square;
  for (const Real x : t) line.push_back(4 - 7 * x);
  const Real width = GENERATE(0.001, 0.0372, 0.1);
  const std::vector<Real> of_line = running_mean(t, line, width, Between::lines);
  for (std::size_t i = 0; i < t.size(); ++i) {
    const Real from = std::max(t[i] - width / 2, 0.0), to = std::min(t[i] + width / 2, 1.0);
    CHECK(of_line[i] == Approx(4 - 7 * (from + to) / 2));
  }
  // A force within one row: the mean over more than the row is its impulse over the width.
  std::vector<Real> force(t.size(), 0);
  force[100] = 3 / (t[100] - t[99]);
  const std::vector<Real> of_blow = running_mean(t, force, 0.0372, Between::means);
  CHECK(of_blow[100] == Approx(3 / 0.0372));
  CHECK(of_blow[90] == 0);
}

TEST_CASE("Rows that are too far apart are refused with what they allow", "[filter]") {
  const std::vector<Real> t = times(1, 1000, true), values(t.size(), 1);
  CHECK_THROWS_WITH(filtered(*channel_filter("CFC180"), t, values, Between::lines),
                    Catch::Contains("up to 167 Hz") && Catch::Contains("history_every"));
  CHECK_NOTHROW(filtered(*channel_filter("166"), t, values, Between::lines));
}
