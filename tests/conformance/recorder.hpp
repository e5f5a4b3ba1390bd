// A listener for conformance bodies that keeps what was broken.
#pragma once

#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>
#include <tactus/conformance/check.hpp>

#include "tests/support/allocations.hpp"

namespace tactus::conformance {

class Recorder final : public Check {
 public:
  /// `only`: the one promise that is put to the test; the others pass. Empty: all.
  explicit Recorder(std::string only = "") : only_(std::move(only)) {}
  bool promise(std::string_view what, FunctionRef<Finding()> test) override {
    asked.emplace(what);
    if (!only_.empty() && what != only_) return true;
    const Finding finding = found_by(test);
    ++kept_or_broken;
    if (!finding.kept) broken[std::string(what)] = finding.text;
    return finding.kept;
  }
  void skip(std::string_view, std::string_view) override {}
  /// Of the whole program: promises about objects of the kit that take memory themselves cannot be
  /// tested so.
  Index allocations() const override {
    return only_.empty() ? -1 : static_cast<Index>(testing::allocations());
  }

  std::set<std::string> asked;                ///< promises
  std::map<std::string, std::string> broken;  ///< promise -> what was said
  int kept_or_broken = 0;

 private:
  std::string only_;
};

inline void check_passes(const Recorder& recorder) {
  std::string all;
  for (const auto& [promise, text] : recorder.broken) all += "\n  " + promise + ": " + text;
  CHECK(all == "");
  CHECK(recorder.kept_or_broken > 3);
}

}  // namespace tactus::conformance
