// Reads what a component measures of itself, by the name of its column.
#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "core/record/metrics.hpp"
#include "tests/support/simulation.hpp"

namespace tactus::testing {

/// The largest value so far of a column that the contact solver of a simulation measures.
class MeasuredBySolver {
 public:
  MeasuredBySolver(Simulation& s, std::string name) : name_(std::move(name)) {
    s.configuration().contact.solver.object->measure(metrics_);
  }
  /// After each step.
  void look() { metrics_.gather(); }
  Real value() {
    const std::vector<std::string> names = metrics_.other_names();
    const auto at = std::find(names.begin(), names.end(), name_);
    REQUIRE(at != names.end());
    return metrics_.other_values()[static_cast<std::size_t>(at - names.begin())];
  }

 private:
  core::Metrics metrics_;
  std::string name_;
};

}  // namespace tactus::testing
