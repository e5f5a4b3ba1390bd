// What the cells along an axis of a study say together: observed orders of convergence, and means.
#include <algorithm>
#include <cmath>
#include <map>

#include "apps/study/outcome.hpp"

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
    bool all_refused = true;
    for (const std::size_t i : line.cells) {
      all_refused = all_refused && outcomes[i].status == CellStatus::refused;
      points.push_back({i, step_of(study, order, cells[i], checks[i]), outcomes[i].values[metric],
                        outcomes[i].exact[metric]});
    }
    fill(row, std::move(points), study.metrics[metric].exact.has_value());
    const Real exact = order.exact
                           ? value_of(*order.exact, numbers_of(study, cells[line.cells.front()]))
                           : kNotGiven;
    if (order.accept.asked() && !all_refused)  // what does not fit is an answer and no failure
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
    if (mean.exact && row.cells > 0)
      row.exact = value_of(*mean.exact, numbers_of(study, cells[line.cells.front()]));
    if (mean.accept.asked()) row.accepted = row.cells > 0 && mean.accept.holds(row.mean, row.exact);
    result.rows.push_back(std::move(row));
  }
  return result;
}

}  // namespace tactus::core
