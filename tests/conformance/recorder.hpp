// A listener for conformance bodies that keeps what was broken.
#pragma once

#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <tactus/conformance/check.hpp>

namespace tactus::conformance {

class Recorder final : public Check {
 public:
  bool promise(std::string_view what, FunctionRef<Finding()> test) override {
    const Finding finding = found_by(test);
    ++kept_or_broken;
    if (!finding.kept) broken[std::string(what)] = finding.text;
    return finding.kept;
  }
  void skip(std::string_view, std::string_view) override {}

  std::map<std::string, std::string> broken;  ///< promise -> what was said
  int kept_or_broken = 0;
};

/// What a wrong plugin must be told: this promise, in words that hold this.
struct Expected {
  std::string promise, text;
};

inline void check_is_killed(const Recorder& recorder, const Expected& expected) {
  std::string all;
  for (const auto& [promise, text] : recorder.broken) all += "\n  " + promise + ": " + text;
  INFO("broken promises:" << all);
  const auto found = recorder.broken.find(expected.promise);
  REQUIRE(found != recorder.broken.end());
  CHECK_THAT(found->second, Catch::Contains(expected.text));
}

inline void check_passes(const Recorder& recorder) {
  std::string all;
  for (const auto& [promise, text] : recorder.broken) all += "\n  " + promise + ": " + text;
  CHECK(all == "");
  CHECK(recorder.kept_or_broken > 3);
}

}  // namespace tactus::conformance
