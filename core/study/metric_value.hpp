/// \file metric_value.hpp  Metrics of a finished run: formulas over its columns, and what is taken of the
/// rows.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/results/run_results.hpp"
#include "core/study/matrix.hpp"

namespace tactus::core {

/// The value of a metric, or why there is none.
struct MetricValue {
  Real value = kNotGiven;
  std::string missing;  ///< a sentence where the value is not given
};

/// Values of all metrics of the study, in its order.
std::vector<MetricValue> metric_values(const Study& study, const Cell& cell, const RunResults& run);

/// Exact values in the order of the metrics; a NaN where none is asked for.
std::vector<Real> exact_values(const Study& study, const Cell& cell);

/// Columns of tables that the study's metrics need, time_s among them, to read no others.
std::vector<std::string> wanted_columns(const Study& study);

/// A formula without results.
Real value_of(const Expression& formula, const std::vector<std::pair<std::string, Real>>& numbers);

}  // namespace tactus::core
