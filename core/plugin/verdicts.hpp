/// \file verdicts.hpp  Promises of a component, put to the test one by one.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tactus::core {

/// What one test found. The text is shown beside the promise: a number if it was kept, what was
/// wrong if it was not.
struct Finding {
  bool kept = true;
  std::string text{};
};
inline Finding kept(std::string text = "") { return {true, std::move(text)}; }
inline Finding broken(std::string text) { return {false, std::move(text)}; }
/// Kept if value <= limit (and not NaN); says both.
Finding within(double value, double limit);

/// One line of the outcome.
struct Verdict {
  enum class Result : char { kept = '+', broken = '-', skipped = '~', begun = '?' } result;
  std::string promise, text;
};

/// Runs tests and says each outcome at once, so that what was found survives a crash in the next.
class Verdicts {
 public:
  using Say = std::function<void(std::string_view)>;
  explicit Verdicts(Say say) : say_(std::move(say)) {}

  /// Runs `test`; an exception breaks the promise. Returns whether it was kept.
  bool check(std::string_view promise, const std::function<Finding()>& test);
  void skip(std::string_view promise, std::string_view why);

  /// Reads back what was said. A test that was begun and never answered comes last, as `begun`.
  static std::vector<Verdict> parse(std::string_view said);

 private:
  void line(Verdict::Result result, std::string_view promise, std::string_view text);
  Say say_;
};

}  // namespace tactus::core
