/// \file metrics.hpp  Numbers that a component has for the history: bound once, read after each
/// accepted step.
#pragma once

#include <string_view>

#include "types.hpp"

namespace tactus {

/// Of a metric: its last value, its largest, or what a counter (++member_, never set back) grew by.
enum class Reduce : std::uint8_t { last, sum, max };

/// Implemented by the kernel; reads the bound members after each accepted step into the history.
/// A counter counts on, whatever is rejected: `++member_`.
/// There is no look-up by name in a loop, and columns are known before the first step.
class MetricVisitor {
 public:
  virtual void integer(std::string_view name, const Index& member, Reduce,
                       std::string_view help) = 0;
  virtual void real(std::string_view name, const Real& member, std::string_view unit, Reduce,
                    std::string_view help) = 0;

 protected:
  ~MetricVisitor() = default;
};

}  // namespace tactus
