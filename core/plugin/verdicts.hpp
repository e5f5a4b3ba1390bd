/// \file verdicts.hpp  Results of the tests of a component, promise by promise.
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

/// The result for one promise.
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

/// Runs tests and reports each result at once, so that results survive a crash in a later test.
class Verdicts final : public conformance::Check {
 public:
  using Say = std::function<void(std::string_view)>;
  /// `known`: results of an earlier run that did not finish; these tests are not repeated.
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

  /// Parses what was reported. A test that was started but never finished comes last, as `begun`.
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
  std::size_t seen_ = 0;  ///< promises handled so far
};

}  // namespace tactus::core
