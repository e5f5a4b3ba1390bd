#include "core/support/guard/finite.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "core/support/plugin_fault.hpp"

namespace tactus::core {

Outcome finite_or_retry(const Called& called, std::initializer_list<Given> given) {
  for (const Given& g : given) {
    if (all_finite(g.numbers)) continue;
    std::size_t at = 0;
    while (std::isfinite(g.numbers[at])) ++at;
    return Outcome::retry(Cause::not_finite,
                          fmt::format("{} \"{}\" gave {} that is not finite: number {} of {} is {}",
                                      kind_name(called.kind), called.type ? called.type : "",
                                      g.what, at + 1, g.numbers.size(), g.numbers[at]));
  }
  return {};
}

void expect_number(const Called& called, std::string_view what, Real value) {
  if (std::isnan(value))
    throw PluginFault(called, fmt::format("it gave {} that is no number", what));
}

}  // namespace tactus::core
