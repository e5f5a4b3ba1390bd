// What the cells along an axis of a study say together: observed orders of convergence, and means.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "apps/study/observed_order.hpp"
#include "apps/study/outcome.hpp"
#include "apps/study/spread.hpp"

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

/// The order of each two neighbours, whose errors are known.
void fill_from_errors(OrderRow& row, const std::vector<Point>& points) {
  for (const Point& p : points) row.errors.push_back(std::abs(p.value - p.exact));
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const auto error = [&](const Point& p) { return Refinement{p.step, p.value - p.exact}; };
    ObservedOrder found = order_of_errors({error(points[i]), error(points[i + 1])});
    row.orders.push_back(
        {{points[i].cell, points[i + 1].cell}, found.order, std::move(found.none_because)});
  }
  if (row.orders.empty())
    row.none_because = fmt::format("{} of the two values that it takes {} there", points.size(),
                                   points.size() == 1 ? "is" : "are");
}

/// Whether the order of the finest cells is confirmed: by the order that is expected or, if none
/// is, by that of the three cells before.
bool is_confirmed(const OrderRow& row) {
  constexpr Real kNear = 0.1;  // Oberkampf and Roy, chapter 8
  const auto near = [&](Real other) {
    return std::abs(row.order() - other) <= kNear * std::abs(other);
  };
  if (std::isfinite(row.expected)) return near(row.expected);
  return row.orders.size() < 2 || near(row.orders[row.orders.size() - 2].order);
}

/// The order of each three neighbours, and what the finest three say about the exact value. Its
/// uncertainty is the grid convergence index, F |limit - value|, with F = 1.25 for an order from
/// three meshes and F = 3 if the order is not the expected one (Roache; Oberkampf and Roy,
/// Verification and Validation in Scientific Computing, 2010, chapter 8).
void fill_from_values(OrderRow& row, const std::vector<Point>& points) {
  for (std::size_t i = 0; i + 1 < points.size(); ++i)
    row.changes.push_back(std::abs(points[i].value - points[i + 1].value));
  for (std::size_t i = 0; i + 2 < points.size(); ++i) {
    const auto value = [&](std::size_t k) { return Refinement{points[k].step, points[k].value}; };
    ObservedOrder found = order_of_values({value(i), value(i + 1), value(i + 2)});
    row.orders.push_back({{points[i].cell, points[i + 1].cell, points[i + 2].cell},
                          found.order,
                          std::move(found.none_because)});
    row.limit = found.limit;
  }
  if (row.orders.empty())
    row.none_because =
        fmt::format("{} of the three values that it takes without an exact one {} there",
                    points.size(), points.size() == 1 ? "is" : "are");
  else
    row.uncertainty = (is_confirmed(row) ? 1.25 : 3) * std::abs(row.limit - points.back().value);
}

/// Fills a row from its points, given in the order of the axis. Points that cannot be used are left
/// out, and the order is that of their neighbours.
void fill(OrderRow& row, std::vector<Point> points, bool against_exact) {
  const auto unusable = [&](const Point& p) { return !p.is_usable(against_exact); };
  for (const Point& p : points)
    if (unusable(p)) row.left_out.push_back(p.cell);
  std::erase_if(points, unusable);
  std::ranges::stable_sort(points, std::ranges::greater(), &Point::step);
  for (const Point& p : points) row.steps.push_back(p.step);
  against_exact ? fill_from_errors(row, points) : fill_from_values(row, points);
}

}  // namespace

std::vector<Line> lines_along(const Study& study, std::string_view name,
                              const std::vector<Cell>& cells) {
  const std::size_t axis = study.axis_named(name).value();
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
    row.expected = order.exact
                       ? value_of(*order.exact, numbers_of(study, cells[line.cells.front()]))
                       : kNotGiven;
    std::vector<Point> points;
    bool all_refused = true;
    for (const std::size_t i : line.cells) {
      all_refused = all_refused && outcomes[i].status == CellStatus::refused;
      points.push_back({i, step_of(study, order, cells[i], checks[i]), outcomes[i].values[metric],
                        outcomes[i].exact[metric]});
    }
    fill(row, std::move(points), study.metrics[metric].exact.has_value());
    if (order.accept.asked() && !all_refused)  // what does not fit is an answer and no failure
      row.accepted = order.accept.holds(row.order(), row.expected);
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
    std::erase_if(line.cells,
                  [&](std::size_t i) { return !std::isfinite(outcomes[i].values[metric]); });
    std::vector<Real> values;
    for (const std::size_t i : line.cells) values.push_back(outcomes[i].values[metric]);
    const Spread spread = spread_of(values);
    row.cells = values.size(), row.mean = spread.mean, row.standard_error = spread.standard_error;
    if (mean.exact && row.cells > 0)
      row.exact = value_of(*mean.exact, numbers_of(study, cells[line.cells.front()]));
    if (mean.accept.asked()) row.accepted = row.cells > 0 && mean.accept.holds(row.mean, row.exact);
    result.rows.push_back(std::move(row));
  }
  return result;
}

}  // namespace tactus::core
