/// \file conformance/catch_check.hpp  Conformance bodies as Catch2 tests: each promise is an assertion
/// that says which promise it is and what was found.
#pragma once

#include <catch2/catch.hpp>

#include "check.hpp"

namespace tactus::conformance {

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
