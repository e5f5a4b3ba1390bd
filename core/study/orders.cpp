// What the cells along an axis of a study say together: observed orders of convergence, and means.
#include <algorithm>
#include <cmath>
#include <map>

#include "core/study/outcome.hpp"

namespace tactus::core {
namespace {

/// The size of discretisation of one cell, which tends to zero. If it is a list, its first number
/// counts.
Real step_of(const Study& study, const Order& order, const Cell& cell, const CellCheck& check) {
  if (order.step_formula) return value_of(*order.step_formula, numbers_of(study, cell));
  const Json* value = value_at(check.resolved, order.step);
  if (value && value->if_array() && !value->if_array()->empty())
    value = &value->if_array()->front();
  return value && value->if_number() ? value->if_number()->value : kNotGiven;
}

struct Point {
  Real step = kNotGiven, value = kNotGiven, exact = kNotGiven;
};

/// Errors |value - exact|, or the changes to the next value, which are assigned to the coarser of
/// the two.
std::vector<Real> errors_of(const std::vector<Point>& points) {
  std::vector<Real> errors;
  const bool exact = !points.empty() && given(points.front().exact);
  for (std::size_t i = 0; i + (exact ? 0 : 1) < points.size(); ++i)
    errors.push_back(std::abs(points[i].value - (exact ? points[i].exact : points[i + 1].value)));
  return errors;
}

}  // namespace

std::vector<Line> lines_along(const Study& study, std::string_view name,
                              const std::vector<Cell>& cells) {
  const auto axis = static_cast<std::size_t>(std::ranges::find(study.axes, name, &Axis::name) -
                                             study.axes.begin());
  std::map<std::vector<std::size_t>, std::size_t> line_of;
  std::vector<Line> lines;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::vector<std::size_t> others = cells[i].values;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(axis));
    const auto [at, is_new] = line_of.try_emplace(others, lines.size());
    if (is_new) {
      lines.push_back({{cells[i].values.begin(), cells[i].values.end()}, {}});
      lines.back().values[axis].reset();
    }
    lines[at->second].cells.push_back(i);
  }
  return lines;
}

OrderResult order_of(const Study& study, const Order& order, const std::vector<Cell>& cells,
                     const std::vector<CellCheck>& checks,
                     const std::vector<CellOutcome>& outcomes) {
  OrderResult result;
  const auto metric = static_cast<std::size_t>(
      std::ranges::find(study.metrics, order.of, &Metric::name) - study.metrics.begin());
  for (Line& line : lines_along(study, order.along, cells)) {
    OrderRow row;
    row.values = std::move(line.values);
    std::vector<Point> points;
    for (const std::size_t i : line.cells)
      points.push_back({step_of(study, order, cells[i], checks[i]), outcomes[i].values[metric],
                        outcomes[i].exact[metric]});
    std::ranges::stable_sort(points, std::ranges::greater(), &Point::step);
    const std::vector<Real> errors = errors_of(points);
    for (std::size_t i = 0; i + 1 < errors.size(); ++i)
      row.slopes.push_back(std::log(errors[i] / errors[i + 1]) /
                           std::log(points[i].step / points[i + 1].step));
    const Real exact = order.exact
                           ? value_of(*order.exact, numbers_of(study, cells[line.cells.front()]))
                           : kNotGiven;
    for (std::size_t i = 0; i < errors.size(); ++i) row.steps.push_back(points[i].step);
    row.errors = errors;
    if (order.accept.asked())
      row.accepted = !row.slopes.empty() && order.accept.holds(row.slopes.back(), exact);
    result.rows.push_back(std::move(row));
  }
  return result;
}

MeanResult mean_of(const Study& study, const Mean& mean, const std::vector<Cell>& cells,
                   const std::vector<CellOutcome>& outcomes) {
  const auto metric = static_cast<std::size_t>(
      std::ranges::find(study.metrics, mean.of, &Metric::name) - study.metrics.begin());
  MeanResult result;
  for (Line& line : lines_along(study, mean.along, cells)) {
    MeanRow row;
    row.values = std::move(line.values);
    Real sum = 0, squares = 0;
    std::erase_if(line.cells,
                  [&](std::size_t i) { return !std::isfinite(outcomes[i].values[metric]); });
    for (const std::size_t i : line.cells) sum += outcomes[i].values[metric];
    row.cells = line.cells.size();
    const auto n = static_cast<Real>(row.cells);
    if (row.cells > 0) row.mean = sum / n;
    for (const std::size_t i : line.cells)
      squares += std::pow(outcomes[i].values[metric] - row.mean, 2);
    if (row.cells > 1) row.standard_error = std::sqrt(squares / (n - 1) / n);
    if (mean.accept.asked())
      row.accepted =
          row.cells > 0 &&
          mean.accept.holds(
              row.mean, mean.exact
                            ? value_of(*mean.exact, numbers_of(study, cells[line.cells.front()]))
                            : kNotGiven);
    result.rows.push_back(std::move(row));
  }
  return result;
}

}  // namespace tactus::core
