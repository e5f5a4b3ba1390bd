/// \file finite.hpp  Finds numbers that are not finite where a component returns them, so that messages name this
/// component and not the one that computes with them next.
#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>

#include "core/support/component_watch.hpp"
#include "tactus/error.hpp"
#include "tactus/linear.hpp"

namespace tactus::core {

/// A sum is fast, and it is finite only if all numbers are; that of large numbers may be infinite all the same.
inline bool all_finite(View<Real> values) {
  return std::isfinite(map(values).sum()) ||
         std::ranges::all_of(values, [](Real v) { return std::isfinite(v); });
}

/// Numbers that a component gave, and what the interface calls each of them.
struct Given {
  std::string_view what;  ///< "a predictor"
  View<Real> numbers;
  std::string_view each{};             ///< "degree of freedom": each has a number of its own
  View<std::string_view> names{};      ///< or a name
  const SparseView* matrix = nullptr;  ///< or they are the entries of this
  Item item = Item::none;              ///< what the numbers belong to, for messages of the kernel
};

/// Succeeds if all numbers are finite. Otherwise the step may be tried with a smaller dt, as after a material
/// that has no stress: what was asked for may have been beyond the numbers of a double. The message names the
/// component, and the number as its interface does.
Outcome finite_or_retry(const Called& called, std::initializer_list<Given> given);

/// One number for each degree of freedom, in their order.
inline Given of_dofs(std::string_view what, View<Real> numbers) {
  return {.what = what, .numbers = numbers, .each = "degree of freedom", .item = Item::dof};
}

/// @throws PluginFault if `value` is not a number; infinity stands for "no limit"
void expect_number(const Called& called, std::string_view what, Real value);

}  // namespace tactus::core
