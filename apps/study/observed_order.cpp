#include "apps/study/observed_order.hpp"

#include <algorithm>
#include <cmath>

namespace tactus::core {
namespace {

/// Differences below this part of the values are rounding errors of the last digits.
constexpr Real kRounding = 64 * std::numeric_limits<Real>::epsilon();

ObservedOrder none(std::string because) { return {.none_because = std::move(because)}; }

/// ln(coarse / fine), accurate also for steps that hardly differ.
Real log_ratio(Real coarse, Real fine) { return std::log1p((coarse - fine) / fine); }

/// Solves ln[(e^{ap} - 1) / (1 - e^{-bp})] = ln(ratio) for p by bisection. The left-hand side grows
/// with p, is below ln(ratio) at 0 (the caller checks that) and above e^{ap} - 1 everywhere, which
/// bounds p from above.
Real root(Real a, Real b, Real ratio) {
  Real low = 0, high = std::log1p(ratio) / a;
  for (;;) {
    const Real p = low + (high - low) / 2;
    if (!(p > low && p < high)) return p;
    const Real value = std::log(std::expm1(a * p)) - std::log(-std::expm1(-b * p));
    (value < std::log(ratio) ? low : high) = p;
  }
}

}  // namespace

ObservedOrder order_of_errors(const std::array<Refinement, 2>& errors) {
  const auto& [coarse, fine] = errors;
  if (!(coarse.step > fine.step)) return none("two of the steps are equal");
  if (coarse.value == 0 || fine.value == 0) return none("an error is zero");
  if ((coarse.value > 0) != (fine.value > 0))
    return none("the values lie on both sides of the exact one");
  if (!(std::abs(fine.value) < std::abs(coarse.value))) return none("the error does not shrink");
  return {.order = std::log(coarse.value / fine.value) / log_ratio(coarse.step, fine.step),
          .none_because = {}};
}

ObservedOrder order_of_values(const std::array<Refinement, 3>& values) {
  const auto& [coarse, middle, fine] = values;
  if (!(coarse.step > middle.step && middle.step > fine.step))
    return none("two of the steps are equal");
  const Real first = coarse.value - middle.value, second = middle.value - fine.value;
  const Real size =
      std::max({std::abs(coarse.value), std::abs(middle.value), std::abs(fine.value)});
  if (std::min(std::abs(first), std::abs(second)) <= kRounding * size)
    return none("two of the values are equal but for rounding");
  if ((first > 0) != (second > 0)) return none("the values go up and down");
  const Real a = log_ratio(coarse.step, middle.step), b = log_ratio(middle.step, fine.step);
  const Real ratio = first / second;
  if (!(ratio > a / b) || !std::isfinite(ratio))
    return none("the changes do not shrink as they would with an order above 0");
  ObservedOrder found{.order = root(a, b, ratio), .none_because = {}};
  found.limit = fine.value - second / std::expm1(b * found.order);
  return found;
}

}  // namespace tactus::core
