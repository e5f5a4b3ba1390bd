/// Calls that come after the first ones: they take no memory, and they answer as the first ones did.
#pragma once

#include <ctime>

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

/// Makes 250,000 calls, or as many as a slow law manages in a second of processor time: other
/// programs on the machine do not change what is tested.
inline Index many_calls(FunctionRef<void()> call) {
  const std::clock_t end = std::clock() + CLOCKS_PER_SEC;
  Index calls = 0;
  while (calls < 250000 && std::clock() < end)
    for (int k = 0; k < 1000; ++k, ++calls) call();
  return calls;
}

}  // namespace tactus::conformance
