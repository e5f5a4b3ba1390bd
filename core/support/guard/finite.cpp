#include "core/support/guard/finite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/support/plugin_fault.hpp"

namespace tactus::core {
namespace {

/// "row 3, column 7", counted from 0 as degrees of freedom are. The matrix comes from a component: it may have more
/// numbers than places.
std::string entry_name(const SparseView& a, std::size_t at, Index& row) {
  const auto block = static_cast<std::size_t>(std::max(a.block, 1));
  const auto number = static_cast<Index>(at / (block * block));
  const auto above = std::ranges::upper_bound(a.start, number);
  if (number >= static_cast<Index>(a.column.size()) || above == a.start.begin() ||
      above == a.start.end()) {
    row = kNone;
    return fmt::format("number {}", at);
  }
  const Index block_row = above - a.start.begin() - 1;
  row = block_row * a.block + static_cast<Index>(at / block % block);
  return fmt::format("row {}, column {}", row,
                     a.column[number] * a.block + static_cast<Index>(at % block));
}

}  // namespace

Outcome finite_or_retry(const Called& called, std::initializer_list<Given> given) {
  for (const Given& g : given) {
    if (all_finite(g.numbers)) continue;
    std::size_t at = 0;
    while (std::isfinite(g.numbers[at])) ++at;
    auto index = static_cast<Index>(at);
    const std::string name = g.matrix           ? entry_name(*g.matrix, at, index)
                             : !g.names.empty() ? std::string(g.names[at])
                             : g.each.empty()   ? "it"
                                                : fmt::format("{} {}", g.each, at);
    return Outcome::retry(
        Cause::not_finite,
        fmt::format("{} \"{}\" gave {} that is not finite: {} is {}", kind_name(called.kind),
                    called.type ? called.type : "", g.what, name, g.numbers[at]),
        {g.item, g.item == Item::none ? kNone : index});
  }
  return {};
}

void expect_number(const Called& called, std::string_view what, Real value) {
  if (std::isnan(value))
    throw PluginFault(called, fmt::format("it gave {} that is no number", what));
}

}  // namespace tactus::core
