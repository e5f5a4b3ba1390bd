// Observed orders of convergence along an axis of a study.
#include <algorithm>
#include <cmath>

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

OrderResult order_of(const Study& study, const Order& order, const std::vector<Cell>& cells,
                     const std::vector<CellCheck>& checks,
                     const std::vector<CellOutcome>& outcomes) {
  OrderResult result;
  const auto axis = static_cast<std::size_t>(
      std::ranges::find(study.axes, order.along, &Axis::name) - study.axes.begin());
  const auto metric = static_cast<std::size_t>(
      std::ranges::find(study.metrics, order.of, &Metric::name) - study.metrics.begin());
  std::vector<bool> done(cells.size(), false);
  for (std::size_t first = 0; first < cells.size(); ++first) {
    if (done[first]) continue;
    OrderRow row;
    for (std::size_t a = 0; a < study.axes.size(); ++a)
      row.values.push_back(a == axis ? std::nullopt : std::optional(cells[first].values[a]));
    std::vector<Point> points;
    for (std::size_t i = first; i < cells.size(); ++i) {
      bool same = true;
      for (std::size_t a = 0; a < study.axes.size(); ++a)
        same = same && (a == axis || cells[i].values[a] == cells[first].values[a]);
      if (!same) continue;
      done[i] = true;
      points.push_back({step_of(study, order, cells[i], checks[i]), outcomes[i].values[metric],
                        outcomes[i].exact[metric]});
    }
    std::ranges::stable_sort(points, std::ranges::greater(), &Point::step);
    const std::vector<Real> errors = errors_of(points);
    for (std::size_t i = 0; i + 1 < errors.size(); ++i)
      row.slopes.push_back(std::log(errors[i] / errors[i + 1]) /
                           std::log(points[i].step / points[i + 1].step));
    const Real exact =
        order.exact ? value_of(*order.exact, numbers_of(study, cells[first])) : kNotGiven;
    for (std::size_t i = 0; i < errors.size(); ++i) row.steps.push_back(points[i].step);
    row.errors = errors;
    if (order.accept.asked())
      row.accepted = !row.slopes.empty() && order.accept.holds(row.slopes.back(), exact);
    result.rows.push_back(std::move(row));
  }
  return result;
}

}  // namespace tactus::core
