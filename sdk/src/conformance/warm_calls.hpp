/// Calls that come after the first ones: they take no memory, and they answer as the first ones did.
#pragma once

#include <chrono>

#include "tactus/conformance/check.hpp"

namespace tactus::conformance {

/// After three calls, which may take memory, five more do not. Skipped where nobody counts.
inline void warm_calls_promise(
    Check& check, const std::string& what,
    FunctionRef<Finding(FunctionRef<Finding(FunctionRef<void()>)>)> test) {
  if (check.allocations() < 0) return check.skip(what, "allocations are not counted here");
  check.promise(what, [&] {
    return test([&](FunctionRef<void()> call) {
      for (int k = 0; k < 3; ++k) call();
      const Index before = check.allocations();
      for (int k = 0; k < 5; ++k) call();
      const Index made = check.allocations() - before;
      return made == 0 ? kept() : broken(text_of(made, " allocations in five calls alike"));
    });
  });
}

/// Makes 250,000 calls, or as many as there is time for in a tenth of a second.
inline Index many_calls(FunctionRef<void()> call) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(100);
  Index calls = 0;
  while (calls < 250000 && std::chrono::steady_clock::now() < end)
    for (int k = 0; k < 100; ++k, ++calls) call();
  return calls;
}

}  // namespace tactus::conformance
