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
  enum class Result : char { kept = '+', broken = '-', skipped = '~', begun = '?' } result;
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

  /// Parses what was reported. A test that was started but never finished comes last, as `begun`.
  static std::vector<PromiseVerdict> parse(std::string_view said);

 private:
  void line(PromiseVerdict::Result result, std::string_view promise, std::string_view text);
  Say say_;
  std::vector<PromiseVerdict> known_;
  std::size_t seen_ = 0;  ///< promises handled so far
};

}  // namespace tactus::core
