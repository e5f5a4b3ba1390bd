#include "core/record/history.hpp"

#include <cmath>

namespace tactus::core {
namespace {

std::vector<std::string> with_impulse(std::vector<std::string> columns, int dim) {
  for (int k = 0; k < dim; ++k) columns.push_back(std::string("impulse_") + "xyz"[k] + "_N_s");
  return columns;
}

}  // namespace

std::vector<std::string> contacts_columns(int dim) {
  return with_impulse({"step", "time_s", "body_a", "body_b", "contacts"}, dim);
}

std::vector<std::string> supports_columns(int dim) {
  return with_impulse({"step", "time_s", "support", "body", "group"}, dim);
}

std::vector<std::string> probes_columns(const std::vector<std::string>& probes) {
  std::vector<std::string> columns{"step", "time_s"};
  columns.insert(columns.end(), probes.begin(), probes.end());
  return columns;
}

std::vector<std::string> residuals_columns() {
  return {"step", "time_s", "attempt", "iteration", "residual_m_per_s"};
}

std::vector<std::string> history_columns(const HistoryColumns& columns) {
  std::vector<std::string> result;
  for (const Measure& measure : measures())
    if (columns.has(measure.runs))
      for (const int axis : axes_of(measure, columns.dim))
        result.push_back(column_of(measure, axis));
  result.insert(result.end(), columns.metrics.begin(), columns.metrics.end());
  for (const std::string& phase : columns.phases) result.push_back("wall_" + phase + "_s");
  return result;
}

void write_history(RunTable& table, const HistoryColumns& columns, const RowSums& sums,
                   const RowSource& now, View<Real> metrics, View<Real> wall) {
  const View<Measure> all = measures();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!columns.has(all[i].runs)) continue;
    for (const int axis : axes_of(all[i], columns.dim)) {
      const Real value = all[i].of_row ? all[i].of_row(now, axis) : sums.number(i, axis);
      const bool is_known = !std::isnan(value) && (!all[i].known || all[i].known(now, value));
      if (is_known && all[i].shape == Measure::Shape::count)
        table.put(static_cast<Index>(value));
      else
        table.put(is_known ? value : std::nan(""));
    }
  }
  table.write(metrics, wall);
}

}  // namespace tactus::core
