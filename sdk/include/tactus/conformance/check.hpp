/// \file conformance/check.hpp  What a conformance body says its findings to.
///
/// A body is a function `KIND_promises(make, check)`: it puts the promises of a kind to the test, one
/// by one, and knows nothing of who listens. Two do: `tactus check-plugin`, each promise in a process
/// that may crash or hang, and Catch2 tests (conformance/KIND.hpp).
#pragma once

#include <atomic>
#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>

#include "../function_ref.hpp"
#include "../types.hpp"

namespace tactus::conformance {

/// Makes a fresh object each time, all of them alike.
template <class T>
using Make = std::function<std::unique_ptr<T>()>;

/// What one test found. The text is shown beside the promise: a number if it was kept, what is wrong
/// and by how much if it was not.
struct Finding {
  bool kept = true;
  std::string text{};
};
inline Finding kept(std::string text = "") { return {true, std::move(text)}; }
inline Finding broken(std::string text) { return {false, std::move(text)}; }

/// The parts one after another; numbers with six digits.
template <class... Parts>
std::string text_of(const Parts&... parts) {
  std::ostringstream text;
  (text << ... << parts);
  return text.str();
}

/// Kept if value <= limit (and not NaN); says both.
inline Finding within(Real value, Real limit) {
  char text[64];
  std::snprintf(text, sizeof text, "%.1e, at most %.0e", value, limit);
  return {value <= limit, text};
}

class Check {
 public:
  /// Runs `test` (or not, where it was run before) and says what it found; an exception breaks the
  /// promise. `what` is a sentence, alike in every run. Returns whether the promise was kept.
  virtual bool promise(std::string_view what, FunctionRef<Finding()> test) = 0;
  /// The promise was not made.
  virtual void skip(std::string_view what, std::string_view why) = 0;
  /// Allocations that the component's code has made so far. Negative: nobody counts them, and what is
  /// promised about them is skipped.
  virtual Index allocations() const { return -1; }

 protected:
  ~Check() = default;
};

/// How often a component has written beyond scratch memory that it took (serial_context.hpp).
inline std::atomic<Index> scratch_overruns{0};

/// The finding of a test, be it an exception. Where scratch memory was overrun nothing is kept.
inline Finding found_by(FunctionRef<Finding()> test) {
  try {
    const Index before = scratch_overruns;
    Finding finding = test();
    if (finding.kept && scratch_overruns != before)
      return broken("it writes beyond the scratch memory that it took");
    return finding;
  } catch (const std::exception& e) {
    return broken(text_of("threw: ", e.what()));
  } catch (...) {
    return broken("threw something that is not a std::exception");
  }
}

}  // namespace tactus::conformance
