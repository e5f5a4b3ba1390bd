/// \file time_factor.cpp  Options and values of the factors over time by which loads are
/// multiplied.
#include "core/scene/time_factor.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tactus::core {
namespace {

constexpr Index kMostTimes = 100000;  ///< entries of a table

}  // namespace

TableInterval table_interval(const std::vector<Real>& times, Real time) {
  if (times.size() < 2 || time <= times.front()) return {};
  if (time >= times.back()) return {.index = times.size() - 2, .share = 1};
  const auto after = std::ranges::upper_bound(times, time);
  const auto i = static_cast<std::size_t>(after - times.begin()) - 1;
  return {.index = i, .share = (time - times[i]) / (times[i + 1] - times[i])};
}

bool is_ascending(const std::vector<Real>& times) {
  return std::ranges::adjacent_find(times, std::greater_equal<>()) == times.end();
}

void ConstantFactor::describe(OptionVisitor& o) {
  o.real("value", value).help("what the load is multiplied by");
}

Real ConstantFactor::largest() const { return std::abs(value); }

void RampFactor::describe(OptionVisitor& o) {
  o.real("from", from).help("the factor until \"start\"");
  o.real("to", to).help("the factor from \"end\" on");
  o.real("start", start).unit("s").help("when the factor begins to change");
  o.real("end", end).unit("s").required().help("when it has reached \"to\"");
  o.require(end > start, "end", "a ramp ends after its start");
  o.flag("smooth", smooth)
      .help("false: linear in time; true: as s^2 (3 - 2 s), without a kink at either end");
}

Real RampFactor::at(Real time) const {
  const Real s = std::clamp((time - start) / (end - start), Real{0}, Real{1});
  return from + (to - from) * (smooth ? s * s * (3 - 2 * s) : s);
}

Real RampFactor::largest() const { return std::max(std::abs(from), std::abs(to)); }

void TableFactor::describe(OptionVisitor& o) {
  o.reals("times", times).unit("s").required().length(2, kMostTimes).help("ascending");
  o.require(is_ascending(times), "times", "each time is later than the one before it");
  o.reals("values", values)
      .required()
      .length(2, kMostTimes)
      .help("the factor at each of these times; linear in between, constant before and after");
  o.require(values.size() == times.size(), "values", "there is one value for each of \"times\"");
}

Real TableFactor::at(Real time) const {
  const auto [i, share] = table_interval(times, time);
  return share == 1 ? values[i + 1] : values[i] + share * (values[i + 1] - values[i]);
}

Real TableFactor::largest() const {
  Real most = 0;
  for (const Real v : values) most = std::max(most, std::abs(v));
  return most;
}

void SineFactor::describe(OptionVisitor& o) {
  o.real("amplitude", amplitude).help("A of offset + A sin(2 pi f t + phase)");
  o.real("frequency", frequency).unit("Hz").above(0).required().help("f, oscillations per second");
  o.real("phase", phase).unit("rad").help("at t = 0");
  o.real("offset", offset).help("mean of the factor");
}

Real SineFactor::at(Real time) const {
  return offset + amplitude * std::sin(2 * std::numbers::pi * frequency * time + phase);
}

Real SineFactor::largest() const { return std::abs(offset) + std::abs(amplitude); }

}  // namespace tactus::core
