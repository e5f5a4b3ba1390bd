#include "apps/results/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <span>

#include "apps/results/run_results.hpp"
#include "core/support/nearest_path.hpp"
#include "core/support/regular_file.hpp"
#include "tactus/error.hpp"

namespace tactus::core {
namespace fs = std::filesystem;
namespace {

bool agree(Real a, Real b, const Tolerance& t) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) == std::isnan(b);
  return a == b || std::abs(a - b) <= t.absolute + t.relative * std::max(std::abs(a), std::abs(b));
}

std::string shown(Real value) { return std::isnan(value) ? "empty" : fmt::format("{}", value); }

constexpr Tolerance kSameTime{.relative = 1e-12};  // whatever the tolerance of values

/// Names in a row: those of bodies, of a support; "block with floor".
std::string names_in(const Table& table, std::size_t row) {
  std::string names;
  for (const Column& column : table.columns())
    if (!column.texts.empty()) names += (names.empty() ? "" : " with ") + column.texts[row];
  return names;
}

/// The curves of a table, by the names in its rows: one for each pair of bodies, say.
class TableCurves {
 public:
  /// @param times  of all rows of the history: bodies that do not touch have no row, and a sum does not change there
  TableCurves(const Table& table, std::span<const Real> times)
      : table_(table), times_(times.begin(), times.end()) {
    for (std::size_t row = 0; row < table.rows(); ++row) rows_[names_in(table, row)].push_back(row);
  }

  std::vector<std::string> names() const {
    const auto names = std::views::keys(rows_);
    return {names.begin(), names.end()};
  }

  TimeCurve curve(const std::string& column, const std::string& of) const {
    const auto at = rows_.find(of);
    if (at == rows_.end()) return {};
    const auto time = table_.numbers("time_s"), value = table_.numbers(column);
    std::vector<Real> times, values;
    if (const bool is_mean = is_mean_column(column); is_mean || is_summed_column(column)) {
      std::map<Real, Real> increments;
      for (const std::size_t row : at->second)
        if (!is_mean || row > 0)
          increments[time[row]] += value[row] * (is_mean ? time[row] - time[row - 1] : 1);
      for (const Real t : times_) {
        const auto increment = increments.find(t);
        values.push_back(increment == increments.end() ? 0 : increment->second);
      }
      return curve_of(times_, values, true);
    }
    for (const std::size_t row : at->second)
      times.push_back(time[row]), values.push_back(value[row]);
    return curve_of(times, values, false);
  }

 private:
  const Table& table_;
  std::vector<Real> times_;
  std::map<std::string, std::vector<std::size_t>> rows_;
};

class TableComparison {
 public:
  /// @param times_a, times_b  of the rows of the histories
  TableComparison(std::string name, const Table& a, const Table& b, std::span<const Real> times_a,
                  std::span<const Real> times_b, const Tolerance& tolerance, RunComparison& result)
      : name_(std::move(name)), a_(a), b_(b), times_a_(times_a), times_b_(times_b),
        tolerance_(tolerance), result_(result), rows_(std::min(a.rows(), b.rows())) {}

  void compare() {
    note_names(a_, b_, "first");
    note_names(b_, a_, "second");
    if (const auto row = first_other_time())
      compare_over_time(*row);
    else
      compare_rows();
  }

 private:
  /// The first row that is of another time, or of other bodies.
  std::optional<std::size_t> first_other_time() const {
    const auto first = a_.numbers("time_s"), second = b_.numbers("time_s");
    for (std::size_t row = 0; row < std::min({rows_, first.size(), second.size()}); ++row)
      if (!agree(first[row], second[row], kSameTime) ||
          (name_ != "history.csv" && names_in(a_, row) != names_in(b_, row)))
        return row;
    return {};
  }

  void note(const std::string& words) { result_.notes.push_back(name_ + ": " + words); }

  void note_names(const Table& has, const Table& lacks, std::string_view which) {
    for (const std::string& column : has.names())
      if (!lacks.find(column) && !is_of_machine(column))
        note(fmt::format("only the {} run has the column {}", which, column));
  }

  /// Whether a column is a curve in time that does not depend on the steps: no count.
  static bool is_curve(const Column& column) {
    return column.texts.empty() && !is_of_machine(column.name) && column.name != "dt_s" &&
           column.name != "time_s" && !unit_of(column.name).empty();
  }

  void compare_over_time(std::size_t row) {
    const TableCurves first(a_, times_a_), second(b_, times_b_);
    Real from = CurveDistance::kNone, to = CurveDistance::kNone;
    for (const Column& column : a_.columns()) {
      if (const Column* other = b_.find(column.name);
          !other || !is_curve(column) || !is_curve(*other))
        continue;
      const std::string summed = summed_name(column.name);
      if (summed != column.name && a_.find(summed) && b_.find(summed)) continue;
      ++result_.columns;
      for (const std::string& of : first.names()) {
        ColumnDifference d;
        d.table = name_, d.column = summed, d.of = of;
        d.curve = distance_of(first.curve(column.name, of), second.curve(column.name, of));
        if (std::isnan(d.curve.max)) continue;
        from = std::fmin(from, d.curve.from), to = std::fmax(to, d.curve.to);
        d.time = d.curve.time;
        if (!(d.curve.max <= tolerance_.absolute + tolerance_.relative * d.curve.size))
          result_.differences.push_back(std::move(d));
      }
    }
    result_.over_time.push_back(fmt::format(
        "{}: the rows of the two runs are of other times from row {} on; columns with a unit are "
        "compared over time, {}",
        name_, row,
        std::isnan(from)
            ? "none at a time of both"
            : fmt::format("linear between rows, from t = {:.6g} s to {:.6g} s", from, to)));
    note_lone(first, second, "first"), note_lone(second, first, "second");
    result_.rows += rows_;
  }

  /// Pairs of bodies and supports that have rows in one run only.
  void note_lone(const TableCurves& has, const TableCurves& lacks, std::string_view which) {
    const std::vector<std::string> others = lacks.names();
    for (const std::string& name : has.names())
      if (std::ranges::find(others, name) == others.end())
        note(fmt::format("only the {} run has rows of {}", which, name));
  }

  void compare_rows() {
    for (const Column& column : a_.columns())
      if (const Column* other = b_.find(column.name); other && !is_of_machine(column.name))
        compare_column(column, *other);
    if (a_.rows() != b_.rows())
      note(fmt::format("{} rows in the first, {} in the second; the first {} were compared",
                       a_.rows(), b_.rows(), rows_));
    result_.rows += rows_;
  }

  void compare_column(const Column& a, const Column& b) {
    ++result_.columns;
    ColumnDifference d;
    d.table = name_, d.column = a.name;
    const bool texts = !a.texts.empty() || !b.texts.empty();
    const Tolerance tolerance = a.name == "time_s" || a.name == "step" ? kSameTime : tolerance_;
    for (std::size_t row = 0; row < rows_; ++row) {
      const bool same =
          texts ? text(a, row) == text(b, row) : agree(a.numbers[row], b.numbers[row], tolerance);
      if (!same && d.rows++ == 0) note_first(d, row, a, b);
    }
    if (d.rows > 0 && !texts) measure(d, a, b);
    if (d.rows > 0) result_.differences.push_back(std::move(d));
  }

  static std::string text(const Column& column, std::size_t row) {
    return column.texts.empty() ? shown(column.numbers[row]) : column.texts[row];
  }

  void note_first(ColumnDifference& d, std::size_t row, const Column& a, const Column& b) const {
    d.row = row;
    d.a = text(a, row), d.b = text(b, row);
    if (const auto time = a_.numbers("time_s"); row < time.size()) d.time = time[row];
  }

  /// The largest difference of all rows and, of a table with one row for each time, how far the curves are apart.
  void measure(ColumnDifference& d, const Column& a, const Column& b) const {
    const bool one_row = name_ == "history.csv" || name_ == "probes.csv";
    const auto time = a_.numbers("time_s");
    const auto until = [&](const auto& values) {
      return std::vector<Real>(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(rows_));
    };
    if (one_row && time.size() >= rows_ && is_curve(a) && !is_summed_column(summed_name(a.name)))
      d.curve = distance_of(curve_of(until(time), until(a.numbers), false),
                            curve_of(until(time), until(b.numbers), false));
    Real max = 0, size = 0;
    for (std::size_t row = 0; row < rows_; ++row) {
      const Real difference = std::abs(a.numbers[row] - b.numbers[row]);
      if (std::isnan(difference)) continue;
      max = std::max(max, difference);
      size = std::max({size, std::abs(a.numbers[row]), std::abs(b.numbers[row])});
    }
    d.curve.max = max, d.curve.size = size;
  }

  std::string name_;
  const Table &a_, &b_;
  std::span<const Real> times_a_, times_b_;
  const Tolerance& tolerance_;
  RunComparison& result_;
  std::size_t rows_;
};

/// Numbers that are rounding: below this part of the largest one with the same unit, or small measures of rounding.
constexpr Real kRoundingPart = 1e-12, kRoundingResidual = 1e-9;

/// The numbers at the ends of the runs, without times by the clock and without rounding.
void compare_summaries(const fs::path& a, const fs::path& b, const Tolerance& tolerance,
                       RunComparison& result) {
  if (!is_there(a / "summary.json") || !is_there(b / "summary.json")) return;
  const Json first = read_json(a / "summary.json"), second = read_json(b / "summary.json");
  std::vector<NumberDifference> both;
  std::map<std::string, Real> largest;  // by unit
  for (const std::string& pointer : number_pointers(first)) {
    const Json* other = value_at(second, pointer);
    if (!other || !other->if_number() || is_of_machine(pointer)) continue;
    both.push_back({pointer.substr(1), value_at(first, pointer)->if_number()->value,
                    other->if_number()->value});
    Real& most = largest[unit_of(pointer)];
    most = std::max({most, std::abs(both.back().a), std::abs(both.back().b)});
  }
  for (const NumberDifference& n : both) {
    const Real size = std::max(std::abs(n.a), std::abs(n.b));
    const bool is_residual = n.name.find("resid") != n.name.npos ||
                             n.name.find("resv") != n.name.npos || n.name.ends_with("_of_scale");
    const bool is_rounding = size <= kRoundingPart * largest[unit_of(n.name)] ||
                             std::abs(n.a - n.b) <= kRoundingPart * size ||
                             (is_residual && size <= kRoundingResidual);
    if (!is_rounding && !agree(n.a, n.b, tolerance)) result.numbers.push_back(n);
  }
}

void expect_run(const fs::path& folder) {
  if (!is_there(folder / "history.csv"))
    throw ConfigError(fmt::format("{}: is no run folder: it has no history.csv{}", folder.string(),
                                  nearest_beside(folder)));
}

}  // namespace

RunComparison compare_runs(const fs::path& a, const fs::path& b, const Tolerance& tolerance) {
  expect_run(a), expect_run(b);
  RunComparison result;
  const std::vector<std::string> time{"time_s"};
  const Table history_a = Table::read(a / "history.csv", time),
              history_b = Table::read(b / "history.csv", time);
  const auto times_a = history_a.numbers("time_s"), times_b = history_b.numbers("time_s");
  for (const char* name : {"history.csv", "contacts.csv", "supports.csv", "probes.csv"}) {
    const bool in_a = is_there(a / name), in_b = is_there(b / name);
    if (in_a != in_b)
      result.notes.push_back(
          fmt::format("{}: only the {} run has it", name, in_a ? "first" : "second"));
    if (in_a && in_b)
      TableComparison(name, Table::read(a / name), Table::read(b / name), times_a, times_b,
                      tolerance, result)
          .compare();
  }
  compare_summaries(a, b, tolerance, result);
  return result;
}

namespace {

std::string number_or_none(Real value) {
  return std::isnan(value) ? "-" : fmt::format("{:.4g}", value);
}

/// Where the runs part: the column that differs first, of tables with the same times.
std::string parting_in_words(const std::vector<const ColumnDifference*>& order) {
  for (const ColumnDifference* d : order)
    if (d->rows > 0)
      return fmt::format("they part at t = {:.9g} s (row {} of {}) in {}: {} and {}\n", d->time,
                         d->row, d->table, d->column, d->a, d->b);
  return {};
}

std::string numbers_in_words(const std::vector<NumberDifference>& numbers) {
  if (numbers.empty()) return {};
  std::string text = fmt::format("\n{:<50} {:>14} {:>14} {:>12}\n", "at the end (summary.json)",
                                 "first", "second", "change");
  for (const NumberDifference& n : numbers)
    text += fmt::format(
        "{:<50} {:>14.6g} {:>14.6g} {:>12}\n", n.name, n.a, n.b,
        n.a != 0 ? fmt::format("{:+.3g} %", 100 * (n.b - n.a) / std::abs(n.a)) : std::string("-"));
  return text;
}

}  // namespace

std::string in_words(const RunComparison& c) {
  std::string text;
  for (const auto& notes : {c.over_time, c.notes})
    for (const std::string& note : notes) text += note + "\n";
  if (c.differences.empty()) {
    const char* result = !c.over_time.empty() ? "the same curves within the tolerance"
                         : c.notes.empty()    ? "the same"
                                              : "the same where both have them";
    return text + fmt::format("{} columns, {} rows: {}\n", c.columns, c.rows, result) +
           numbers_in_words(c.numbers);
  }
  std::vector<const ColumnDifference*> order;
  for (const ColumnDifference& d : c.differences) order.push_back(&d);
  // First what is known to part, by its time; then curves, the farthest apart first.
  std::ranges::stable_sort(order, {}, [](const ColumnDifference* d) {
    return d->rows > 0 ? std::pair(0, d->time) : std::pair(1, -d->relative());
  });
  text += parting_in_words(order) + "\n";
  text += fmt::format("{:<40} {:>14} {:>12} {:>9} {:>12} {:>12} {:>8}\n", "column", "first, t [s]",
                      "largest", "of size", "L2", "later by [s]", "rows");
  std::set<std::string> columns;
  for (const ColumnDifference* d : order) {
    const std::string column = d->table.substr(0, d->table.find('.')) + "/" + d->column;
    columns.insert(column);
    const std::string name = column + (d->of.empty() ? "" : " (" + d->of + ")");
    text +=
        fmt::format("{:<40} {:>14} {:>12} {:>9.3g} {:>12} {:>12} {:>8}\n", name,
                    d->rows > 0 ? fmt::format("{:.9g}", d->time) : "-",
                    number_or_none(d->curve.max), d->relative(), number_or_none(d->curve.l2),
                    number_or_none(d->curve.shift), d->rows > 0 ? std::to_string(d->rows) : "-");
  }
  text += fmt::format("\n{} of {} columns differ", columns.size(), c.columns);
  if (std::ranges::any_of(order, [](auto* d) { return !std::isnan(d->curve.shift); }))
    text += "; \"later by\": where moving the second curve in time leaves no more than half of L2";
  return text + "\n" + numbers_in_words(c.numbers);
}

}  // namespace tactus::core
