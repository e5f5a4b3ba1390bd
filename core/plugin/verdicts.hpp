/// \file verdicts.hpp  Promises of a component, put to the test one by one.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/conformance/check.hpp"

namespace tactus::core {

using conformance::broken;
using conformance::Finding;
using conformance::kept;
using conformance::within;

/// One line of the outcome.
struct PromiseVerdict {
  /// `refused`: what the caller asked for is not possible. `value`: an option and a value to try.
  enum class Result : char {
    kept = '+',
    broken = '-',
    skipped = '~',
    begun = '?',
    refused = '!',
    value = '='
  } result;
  std::string promise, text;
};

/// Runs tests and says each outcome at once, so that what was found survives a crash in the next.
class Verdicts final : public conformance::Check {
 public:
  using Say = std::function<void(std::string_view)>;
  /// `known`: of an earlier run that did not come to its end; these tests are not run again.
  explicit Verdicts(Say say, std::vector<PromiseVerdict> known = {})
      : say_(std::move(say)), known_(std::move(known)) {}

  bool promise(std::string_view what, FunctionRef<Finding()> test) override;
  void skip(std::string_view what, std::string_view why) override;
  Index allocations() const override { return allocations_ ? allocations_() : -1; }
  void count_allocations_by(std::function<Index()> count) { allocations_ = std::move(count); }
  /// Says something that is no promise.
  void note(PromiseVerdict::Result result, std::string_view what, std::string_view text) {
    line(result, what, text);
  }
  bool all_kept() const { return all_kept_; }  ///< of the promises so far, known ones included

  /// Reads back what was said. A test that was begun and never answered comes last, as `begun`.
  static std::vector<PromiseVerdict> parse(std::string_view said);

 private:
  void line(PromiseVerdict::Result result, std::string_view promise, std::string_view text);
  bool noted(bool kept) {
    all_kept_ = all_kept_ && kept;
    return kept;
  }
  Say say_;
  std::function<Index()> allocations_;
  bool all_kept_ = true;
  std::vector<PromiseVerdict> known_;
  std::size_t seen_ = 0;  ///< promises met so far
};

}  // namespace tactus::core
