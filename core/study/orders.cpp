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
  std::size_t cell = 0;
  Real step = kNotGiven, value = kNotGiven, exact = kNotGiven;
  /// Only such points can be put in order and compared.
  bool is_usable(bool against_exact) const {
    return std::isfinite(step) && step > 0 && std::isfinite(value) &&
           (!against_exact || std::isfinite(exact));
  }
};

/// Errors |value - exact|, or the changes to the next value, which are assigned to the coarser of
/// the two.
std::vector<Real> errors_of(const std::vector<Point>& points, bool against_exact) {
  std::vector<Real> errors;
  for (std::size_t i = 0; i + (against_exact ? 0 : 1) < points.size(); ++i)
    errors.push_back(
        std::abs(points[i].value - (against_exact ? points[i].exact : points[i + 1].value)));
  return errors;
}

/// Fills a row from its points, given in the order of the axis. Points that cannot be used are left
/// out, and the order is that of their neighbours.
void fill(OrderRow& row, std::vector<Point> points, bool against_exact) {
  const auto unusable = [&](const Point& p) { return !p.is_usable(against_exact); };
  for (const Point& p : points)
    if (unusable(p)) row.left_out.push_back(p.cell);
  std::erase_if(points, unusable);
  std::ranges::stable_sort(points, std::ranges::greater(), &Point::step);
  row.errors = errors_of(points, against_exact);
  for (std::size_t i = 0; i < row.errors.size(); ++i) row.steps.push_back(points[i].step);
  for (std::size_t i = 0; i + 1 < row.errors.size(); ++i) {
    row.slopes.push_back(std::log(row.errors[i] / row.errors[i + 1]) /
                         std::log(row.steps[i] / row.steps[i + 1]));
    row.between.emplace_back(points[i].cell, points[i + (against_exact ? 1 : 2)].cell);
  }
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
    bool all_refused = true;
    for (std::size_t i = first; i < cells.size(); ++i) {
      bool same = true;
      for (std::size_t a = 0; a < study.axes.size(); ++a)
        same = same && (a == axis || cells[i].values[a] == cells[first].values[a]);
      if (!same) continue;
      done[i] = true;
      all_refused = all_refused && outcomes[i].status == CellStatus::refused;
      points.push_back({i, step_of(study, order, cells[i], checks[i]), outcomes[i].values[metric],
                        outcomes[i].exact[metric]});
    }
    fill(row, std::move(points), study.metrics[metric].exact.has_value());
    const Real exact =
        order.exact ? value_of(*order.exact, numbers_of(study, cells[first])) : kNotGiven;
    if (order.accept.asked() && !all_refused)  // what does not fit is an answer and no failure
      row.accepted = !row.slopes.empty() && order.accept.holds(row.slopes.back(), exact);
    result.rows.push_back(std::move(row));
  }
  return result;
}

}  // namespace tactus::core
