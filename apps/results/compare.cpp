#include "apps/results/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/json/nearest_path.hpp"
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

class TableComparison {
 public:
  TableComparison(std::string name, const Table& a, const Table& b, const Tolerance& tolerance,
                  RunComparison& result)
      : name_(std::move(name)), a_(a), b_(b), tolerance_(tolerance), result_(result),
        rows_(std::min(a.rows(), b.rows())) {}

  void compare() {
    for (const Column& column : a_.columns())
      if (const Column* other = b_.find(column.name); other && !is_clock(column.name))
        compare_column(column, *other);
    note_times();
    note_names(a_, b_, "first");
    note_names(b_, a_, "second");
    if (a_.rows() != b_.rows())
      result_.notes.push_back(
          fmt::format("{}: {} rows in the first, {} in the second; the first {} "
                      "were compared",
                      name_, a_.rows(), b_.rows(), rows_));
    result_.rows += rows_;
  }

 private:
  static bool is_clock(const std::string& column) { return column.starts_with("wall_"); }

  /// Rows of other times are compared all the same, and their differences mean little.
  void note_times() {
    const auto first = a_.numbers("time_s"), second = b_.numbers("time_s");
    for (std::size_t row = 0; row < std::min({rows_, first.size(), second.size()}); ++row)
      if (!agree(first[row], second[row], tolerance_)) {
        result_.notes.push_back(fmt::format(
            "{}: the steps of the two runs differ from row {} on, so that rows of other times are "
            "compared; `tactus plot` draws both runs over time, and a study compares values",
            name_, row));
        return;
      }
  }

  void note_names(const Table& has, const Table& lacks, std::string_view which) {
    for (const std::string& column : has.names())
      if (!lacks.find(column) && !is_clock(column))
        result_.notes.push_back(
            fmt::format("{}: only the {} run has the column {}", name_, which, column));
  }

  void compare_column(const Column& a, const Column& b) {
    ++result_.columns;
    ColumnDifference d;
    d.table = name_, d.column = a.name;
    const bool texts = !a.texts.empty() || !b.texts.empty();
    for (std::size_t row = 0; row < rows_; ++row) {
      const bool same =
          texts ? text(a, row) == text(b, row) : agree(a.numbers[row], b.numbers[row], tolerance_);
      if (same) continue;
      if (d.rows++ == 0) note_first(d, row, a, b, texts);
      if (!texts) note_size(d, a.numbers[row], b.numbers[row]);
    }
    if (d.rows > 0) result_.differences.push_back(std::move(d));
  }

  static std::string text(const Column& column, std::size_t row) {
    return column.texts.empty() ? shown(column.numbers[row]) : column.texts[row];
  }

  void note_first(ColumnDifference& d, std::size_t row, const Column& a, const Column& b,
                  bool texts) const {
    d.row = row;
    d.a = texts ? text(a, row) : shown(a.numbers[row]);
    d.b = texts ? text(b, row) : shown(b.numbers[row]);
    if (const auto time = a_.numbers("time_s"); row < time.size()) d.time = time[row];
  }

  static void note_size(ColumnDifference& d, Real a, Real b) {
    const Real difference = std::abs(a - b), size = std::max(std::abs(a), std::abs(b));
    if (std::isnan(difference)) return;
    d.largest = std::max(d.largest, difference);
    if (size > 0) d.relative = std::max(d.relative, difference / size);
  }

  std::string name_;
  const Table &a_, &b_;
  const Tolerance& tolerance_;
  RunComparison& result_;
  std::size_t rows_;
};

void expect_run(const fs::path& folder) {
  if (!is_there(folder / "history.csv"))
    throw ConfigError(fmt::format("{}: is no run folder: it has no history.csv{}", folder.string(),
                                  nearest_beside(folder)));
}

}  // namespace

RunComparison compare_runs(const fs::path& a, const fs::path& b, const Tolerance& tolerance) {
  expect_run(a), expect_run(b);
  RunComparison result;
  for (const char* name : {"history.csv", "contacts.csv", "supports.csv", "probes.csv"}) {
    const bool in_a = is_there(a / name), in_b = is_there(b / name);
    if (in_a != in_b)
      result.notes.push_back(
          fmt::format("{}: only the {} run has it", name, in_a ? "first" : "second"));
    if (in_a && in_b)
      TableComparison(name, Table::read(a / name), Table::read(b / name), tolerance, result)
          .compare();
  }
  return result;
}

std::string in_words(const RunComparison& c) {
  std::string text;
  for (const std::string& note : c.notes) text += note + "\n";
  if (c.differences.empty())
    return text + fmt::format("{} columns, {} rows: {}\n", c.columns, c.rows,
                              c.notes.empty() ? "the same" : "the same where both have them");
  std::vector<const ColumnDifference*> order;
  for (const ColumnDifference& d : c.differences) order.push_back(&d);
  std::ranges::stable_sort(order, {}, [](const ColumnDifference* d) { return d->time; });
  const ColumnDifference& first = *order.front();
  text += fmt::format("they part at t = {:.9g} s (row {} of {}) in {}\n\n", first.time, first.row,
                      first.table, first.column);
  text += fmt::format("{:<40} {:>14} {:>12} {:>12} {:>8}  {}\n", "column", "first, t [s]",
                      "largest", "relative", "rows", "there");
  for (const ColumnDifference* d : order)
    text += fmt::format("{:<40} {:>14.9g} {:>12.4g} {:>12.4g} {:>8}  {} and {}\n",
                        d->table.substr(0, d->table.find('.')) + "/" + d->column, d->time,
                        d->largest, d->relative, d->rows, d->a, d->b);
  return text + fmt::format("\n{} of {} columns differ\n", c.differences.size(), c.columns);
}

}  // namespace tactus::core
