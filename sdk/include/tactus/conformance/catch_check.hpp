/// \file conformance/catch_check.hpp  Runs conformance tests as Catch2 tests: each promise becomes
/// an assertion whose message says which promise it is and what was found.
#pragma once

#include <catch2/catch.hpp>

#include "check.hpp"

namespace tactus::conformance {

/// Used by check_material() and its counterparts for the other kinds. Promises that do not apply to
/// a component, because it does not make the claim, are skipped silently.
class CatchCheck final : public Check {
 public:
  bool promise(std::string_view what, FunctionRef<Finding()> test) override {
    const Finding finding = found_by(test);
    INFO(what << ": " << finding.text);
    CHECK(finding.kept);
    return finding.kept;
  }
  void skip(std::string_view, std::string_view) override {}
};

}  // namespace tactus::conformance
