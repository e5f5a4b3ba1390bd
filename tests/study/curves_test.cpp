/// Curves over time that are sampled at other times: their largest difference, their L2 distance, the shift between
/// them, and runs with other steps.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <random>

#include "apps/results/curve_distance.hpp"

using namespace tactus;
using namespace tactus::core;

namespace {

template <class Function>
TimeCurve sampled(const std::vector<Real>& times, const Function& f) {
  std::vector<Real> values;
  for (const Real t : times) values.push_back(f(t));
  return curve_of(times, values, false);
}

std::vector<Real> even(Real from, Real to, int count) {
  std::vector<Real> times;
  for (int i = 0; i < count; ++i) times.push_back(from + (to - from) * i / (count - 1));
  return times;
}

/// As automatic steps are: each between a half and one and a half of the mean one.
std::vector<Real> uneven(Real from, Real to, int count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<Real> step(0.5, 1.5);
  std::vector<Real> times{from};
  while (times.back() < to) times.push_back(times.back() + step(random) * (to - from) / count);
  return times;
}

}  // namespace

TEST_CASE("The distance of two curves is that of the functions, whatever their samples",
          "[results][curves]") {
  // Straight lines: a - b = 1 - 2 t on [0, 1] is largest at both ends; the mean of its square is 1/3.
  const TimeCurve a = sampled({0, 1}, [](Real t) { return 1 + t; });
  const TimeCurve b = sampled(uneven(0, 1, 37, 1), [](Real t) { return 3 * t; });
  const CurveDistance d = distance_of(a, b);
  CHECK(d.from == 0);
  CHECK(d.to == 1);
  CHECK(d.max == Approx(1).epsilon(1e-12));
  CHECK(d.l2 == Approx(std::sqrt(1 / 3.0)).epsilon(1e-12));
  CHECK(d.size == Approx(3).epsilon(1e-12));
  CHECK(d.size_l2 == Approx(std::sqrt(7 / 3.0)).epsilon(1e-12));  // the mean of (1 + t)^2
  CHECK(std::isnan(d.shift));  // no shift of a tenth mends a slope
}

TEST_CASE("A curve that is later has its shift, found between samples", "[results][curves]") {
  const Real w = 2 * std::numbers::pi * 3, late = GENERATE(-0.0213, -0.004, 0.0071, 0.05);
  const TimeCurve a = sampled(even(0, 1, 2001), [&](Real t) { return std::sin(w * t); });
  const TimeCurve b =
      sampled(uneven(0, 1, 1500, 2), [&](Real t) { return std::sin(w * (t - late)); });
  const CurveDistance d = distance_of(a, b);
  CHECK(d.shift == Approx(late).margin(2e-5));
  // |sin x - sin(x - s)| = 2 |sin(s / 2) cos(x - s / 2)|; over whole periods the mean of cos^2 is 1/2
  CHECK(d.max == Approx(2 * std::sin(w * std::abs(late) / 2)).epsilon(1e-3));
  CHECK(d.l2 == Approx(std::sqrt(2) * std::sin(w * std::abs(late) / 2)).epsilon(1e-3));
  CHECK(d.l2_shifted < 2e-3 * d.l2);
}

TEST_CASE("A curve whose corners are moved by whole rows has this shift", "[results][curves]") {
  // Bumps with corners, on rows that no even samples of the search meet.
  const int rows = GENERATE(251, 300, 777), moved = GENERATE(-20, -7, 3, 25);
  const auto bumps = [](Real t) {
    return std::max(0.0, 1 - 20 * std::abs(t - 0.4)) + std::max(0.0, 0.5 - 30 * std::abs(t - 0.7));
  };
  const std::vector<Real> t = even(0, 1, rows);
  const Real late = moved / (rows - 1.0);
  const TimeCurve a = sampled(t, bumps), b = sampled(t, [&](Real x) { return bumps(x - late); });
  const CurveDistance d = distance_of(a, b);
  CHECK(d.shift == Approx(late).margin(1e-7));
  CHECK(d.l2_shifted < 1e-5 * d.l2);
}

TEST_CASE("Of equally good shifts of a periodic curve the smallest is taken", "[results][curves]") {
  const Real w = 2 * std::numbers::pi * 25;  // a period of 0.04, shifts of up to 0.1
  const TimeCurve a = sampled(even(0, 1, 4001), [&](Real t) { return std::sin(w * t); });
  const TimeCurve b = sampled(even(0, 1, 4001), [&](Real t) { return std::sin(w * (t - 0.01)); });
  CHECK(distance_of(a, b).shift == Approx(0.01).margin(2e-5));
}

TEST_CASE("Curves are compared in the time that both have, and not beyond", "[results][curves]") {
  const TimeCurve a = sampled({0, 1, 2}, [](Real) { return 1; });
  const TimeCurve b = sampled({1.5, 2, 4}, [](Real t) { return t > 2 ? 100 : 3; });
  const CurveDistance d = distance_of(a, b);
  CHECK(d.from == 1.5);
  CHECK(d.to == 2);
  CHECK(d.max == 2);
  CHECK(d.l2 == Approx(2));
  CHECK(std::isnan(distance_of(a, sampled({3, 4}, [](Real) { return 0; })).max));
  CHECK(std::isnan(distance_of(a, {}).max));
  CHECK(std::isnan(distance_of(a, a).shift));
  CHECK(distance_of(a, a).max == 0);
}

TEST_CASE("Impulses are added up, so that curves do not depend on how often rows are written",
          "[results][curves]") {
  const auto impulses = [](const std::vector<Real>& times) {  // of a force of t^2
    std::vector<Real> values{0};
    for (std::size_t i = 1; i < times.size(); ++i)
      values.push_back((std::pow(times[i], 3) - std::pow(times[i - 1], 3)) / 3);
    return curve_of(times, values, true);
  };
  const CurveDistance d = distance_of(impulses(even(0, 1, 11)), impulses(even(0, 1, 101)));
  CHECK(d.max < 0.1 * 0.1 / 4);  // of linear interpolation of t^3/3: h^2/8 f'' = h^2/8 2t
  CHECK(distance_of(impulses(even(0, 1, 11)), impulses(even(0, 1, 21))).size == Approx(1 / 3.0));
  CHECK(is_summed_column("impulse_x_N_s"));
  CHECK(is_summed_column("tip.impulse_y_N_s"));
  CHECK(is_summed_column("friction_dissipation_J"));
  CHECK_FALSE(is_summed_column("kinetic_energy_J"));
}

TEST_CASE("The search of a shift ends, however many rows there are and whatever time they take",
          "[results][curves]") {
  // Curves that are nearest after the largest shift, a tenth of the time: the search ends at this border. With 10 n + 1
  // rows the border is a sample, and rounding decides on which side of it.
  const int rows = GENERATE(511, 512, 601, 2001, 2002, 4001, 5000);
  const Real end = GENERATE(1e-6, 0.018849555921538762, 0.7, 1e3);
  CAPTURE(rows, end);
  const TimeCurve a = sampled(even(0, end, rows), [](Real t) { return t; });
  const TimeCurve b = sampled(even(0, end, rows), [&](Real t) { return t - 0.3 * end; });
  const CurveDistance d = distance_of(a, b);
  CHECK(d.l2 == Approx(0.3 * end));
  CHECK(std::isnan(d.shift));  // the 0.2 of 0.3 that remain are more than half
  const TimeCurve near = sampled(even(0, end, rows), [&](Real t) { return t - 0.11 * end; });
  CHECK(distance_of(a, near).shift == Approx(0.1 * end).epsilon(1e-6));
  CHECK(distance_of(near, a).shift == Approx(-0.1 * end).epsilon(1e-6));
}

TEST_CASE("Random curves are compared in bounded time, also where times repeat",
          "[results][curves]") {
  std::mt19937_64 random(20261129);
  std::uniform_real_distribution<Real> unit(0, 1);
  for (int pair = 0; pair < 200; ++pair) {
    const auto curve = [&] {
      const auto rows = static_cast<std::size_t>(std::pow(10, 3.4 * unit(random)));
      const Real step = std::pow(10, -6 + 9 * unit(random)) / static_cast<Real>(rows);
      const int kind = static_cast<int>(3 * unit(random));
      std::vector<Real> times{0}, values{unit(random)};
      for (std::size_t i = 1; i < rows; ++i) {
        const Real part = kind == 0   ? 1
                          : kind == 1 ? 2 * unit(random)
                                      : std::floor(2 * unit(random));
        times.push_back(times.back() + step * part);
        values.push_back(values.back() + unit(random) - 0.5);
      }
      return curve_of(times, values, false);
    };
    const TimeCurve a = curve(), b = curve();
    const CurveDistance d = distance_of(a, b);
    CAPTURE(pair, a.times.size(), b.times.size(), d.to);
    CHECK(d.l2 <= d.max * (1 + 1e-12));
    CHECK_FALSE(std::abs(d.shift) > (d.to - d.from) / 10);
    CHECK_FALSE(d.l2_shifted > d.l2 / 2);
  }
}
