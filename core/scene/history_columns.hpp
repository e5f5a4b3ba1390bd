/// \file history_columns.hpp  The columns of numbers that a component declares for its history: read, checked
/// and numbered.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "core/support/plugin_fault.hpp"
#include "tactus/history.hpp"

namespace tactus::core {

/// Consecutive numbers of a history.
struct HistoryColumn {
  std::string name, unit;
  Index count = 1;
  Real initial = 0;
  std::string help;  ///< empty: users do not see this column
  Index first = 0;   ///< position of its first number in the history

  bool is_shown() const { return !help.empty(); }
  /// Whether it can be shown in one array with `other`.
  bool is_like(const HistoryColumn& other) const {
    return name == other.name && unit == other.unit && count == other.count;
  }
};

/// No point and no contact remembers more; a number beyond it is a fault, not a wish.
inline constexpr Index kMostHistoryNumbers = 10'000;

/// Whether names of fields, of columns of tables and formulas of studies can hold this name.
inline bool is_word(const std::string& name) {
  const auto in_word = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
  return !name.empty() && !std::isdigit(static_cast<unsigned char>(name.front())) &&
         std::ranges::all_of(name, in_word);
}

/// What is wrong with a column, or nothing.
inline std::string fault_of(const HistoryColumn& column) {
  if (column.name.empty()) return "it has no name";
  if (column.count < 1 || column.first + column.count > kMostHistoryNumbers)
    return fmt::format("it has {} numbers a point; allowed: 1 to {}, all columns together",
                       column.count, kMostHistoryNumbers);
  if (!std::isfinite(column.initial)) return "its initial value is not finite";
  if (column.is_shown() && !is_word(column.name))
    return "it is shown, and its name is not made of letters, digits and _";
  return {};
}

/// @throws PluginFault for columns that cannot be kept
template <class T>
std::vector<HistoryColumn> history_columns(const T& component, const std::string& plugin) {
  struct Collector final : HistoryVisitor {
    void column(std::string_view name, std::string_view unit, Index count, Real initial,
                std::string_view help) override {
      columns.push_back({.name = std::string(name),
                         .unit = std::string(unit),
                         .count = count,
                         .initial = initial,
                         .help = std::string(help)});
    }
    std::vector<HistoryColumn> columns;
  } collector;
  component.history(collector);
  Index width = 0;
  for (auto column = collector.columns.begin(); column != collector.columns.end(); ++column) {
    column->first = width;
    const auto fail = [&](std::string_view what) {
      throw PluginFault(T::kKind, fmt::format("its history column \"{}\": {}", column->name, what),
                        plugin);
    };
    if (const std::string fault = fault_of(*column); !fault.empty()) fail(fault);
    const auto same = [&](const HistoryColumn& before) { return before.name == column->name; };
    if (std::any_of(collector.columns.begin(), column, same)) fail("there are two of this name");
    width += column->count;
  }
  return std::move(collector.columns);
}

}  // namespace tactus::core
