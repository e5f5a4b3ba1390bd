/// \file parts.hpp  Divides loops over boxes into parts, which threads take.
#pragma once

#include <algorithm>
#include <tactus/context.hpp>

namespace grid {
using namespace tactus;

/// Equal parts of 0..count-1. How many there are depends on `count` alone, never on the number of
/// threads, and few boxes are one part.
class Parts {
 public:
  explicit Parts(std::size_t count)
      : count_(static_cast<Index>(count)), parts_(std::clamp<Index>(count_ / kLeast, 1, kMost)),
        size_((count_ + parts_ - 1) / parts_) {}

  Index number() const { return parts_; }
  Range part(Index p) const {
    return {std::min(count_, p * size_), std::min(count_, (p + 1) * size_)};
  }
  /// Calls f(number of the part, its range) for each part, in any order.
  template <class F>
  void for_each(Executor& executor, F&& f) const {
    executor.for_each(parts_, 1, [&](Range parts, Context&) {
      for (Index p = parts.begin; p < parts.end; ++p) f(p, part(p));
    });
  }

 private:
  static constexpr Index kLeast = 8192, kMost = 16;
  Index count_, parts_, size_;
};

}  // namespace grid
