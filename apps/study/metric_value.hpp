/// \file metric_value.hpp  Computes the metrics of a completed run: formulas over its columns,
/// reduced to one number.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "apps/results/run_results.hpp"
#include "apps/study/matrix.hpp"

namespace tactus::core {

/// The value of a metric, or the reason why there is none.
struct MetricValue {
  Real value = kNotGiven;
  std::string missing;  ///< a sentence if there is no value
};

/// The cell with which curves are compared, and its run.
struct CurveReference {
  const Cell& cell;
  const RunResults& run;
};

/// What the columns of a formula hold in each row.
enum class Rows : std::uint8_t {
  samples,  ///< values at its time
  means,    ///< means over the time since the row before
  sums,     ///< impulses and others that are summed since the row before
  mixed     ///< sums beside columns of another kind
};
Rows rows_in(const Expression& formula);

/// Values of all metrics of the study, in their order.
/// @param reference  the baseline of this cell; null: there is none, or it has no results
std::vector<MetricValue> metric_values(const Study& study, const Cell& cell, const RunResults& run,
                                       const CurveReference* reference = nullptr);

/// Exact values in the order of the metrics; NaN if a metric has none.
std::vector<Real> exact_values(const Study& study, const Cell& cell);

/// Columns that the study's metrics need, including time_s; no others have to be read.
std::vector<std::string> wanted_columns(const Study& study);

/// Evaluates a formula that uses no results.
Real value_of(const Expression& formula, const std::vector<std::pair<std::string, Real>>& numbers);

}  // namespace tactus::core
