/// \file metrics.hpp  Numbers of a component for the history: bound once, and read after each
/// accepted step.
#pragma once

#include <string_view>

#include "types.hpp"

namespace tactus {

/// How a metric is reduced over the steps of a row: its last value, its largest value, or the
/// increase of a counter (++member_, never reset).
enum class Reduce : std::uint8_t { last, sum, max };

/// Implemented by the kernel, which reads the bound members after each accepted step. A counter
/// simply continues to count, even in rejected attempts. There is no look-up by name in a loop, and
/// columns are known before the first step.
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
