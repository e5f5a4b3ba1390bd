#include "apps/study/metric_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "apps/results/channel_filter.hpp"
#include "apps/results/curve_distance.hpp"
#include "core/support/nearest_name.hpp"

namespace tactus::core {
namespace {

/// Reports that a metric has no value in this run, and why.
class NoValue : public Error {
 public:
  using Error::Error;
};

using Numbers = std::vector<std::pair<std::string, Real>>;
using Series = std::vector<Real>;

const Table& table_of(const RunResults& run, std::string_view root) {
  if (root == "contacts") return run.contacts;
  if (root == "probes") return run.probes;
  return root == "supports" ? run.supports : run.history;
}

/// A formula whose names are bound to the columns and numbers of a run; it is evaluated row by row.
class BoundFormula {
 public:
  BoundFormula(const Expression& formula, const RunResults& run, const Numbers& numbers)
      : formula_(formula), columns_(formula.names().size()), values_(formula.names().size()) {
    for (std::size_t i = 0; i < values_.size(); ++i) bind(i, formula.names()[i], run, numbers);
  }

  bool has_columns() const { return table_ != nullptr; }
  const Table& table() const { return *table_; }
  Real at(std::size_t row) {
    for (std::size_t i = 0; i < columns_.size(); ++i)
      if (!columns_[i].empty()) values_[i] = columns_[i][row];
    return formula_.value(values_);
  }

 private:
  void bind(std::size_t i, const std::string& name, const RunResults& run, const Numbers& numbers) {
    if (!is_result_name(name)) {
      values_[i] = std::ranges::find(numbers, name, &Numbers::value_type::first)->second;
    } else if (root_of(name) == "summary") {
      const Json* value = value_at(run.summary, rest_of(name));
      if (!value || !value->if_number())
        throw NoValue(fmt::format("the run's summary has no number {}", rest_of(name)));
      values_[i] = value->if_number()->value;
    } else {
      table_ = &table_of(run, root_of(name));
      columns_[i] = table_->numbers(rest_of(name));
      if (columns_[i].empty())
        throw NoValue(table_->find(rest_of(name))
                          ? fmt::format("{}.csv has no rows", root_of(name))
                          : fmt::format("{}.csv of this run has no column {}; {}", root_of(name),
                                        in_quotes(rest_of(name)),
                                        suggestion(rest_of(name), table_->names())));
    }
  }

  const Expression& formula_;
  std::vector<std::span<const Real>> columns_;
  std::vector<Real> values_;
  const Table* table_ = nullptr;
};

/// Of smoothed curves a time window is cut out afterwards.
bool is_smoothed(const Metric& m) { return !m.filter.empty() || m.smooth > 0; }

/// Rows that a metric uses: those of a pair of bodies, or of a time window.
std::vector<std::size_t> rows_of(const Metric& m, const Table& table) {
  std::vector<std::size_t> rows;
  const auto time = table.numbers("time_s");
  std::vector<const Column*> texts;
  for (const auto& [column, text] : m.where) {
    texts.push_back(table.find(column));
    if (!texts.back() || texts.back()->texts.empty())
      throw NoValue(fmt::format("\"where\" names {}, which is no column of texts; {}",
                                in_quotes(column), suggestion(column, table.names())));
  }
  for (std::size_t row = 0; row < table.rows(); ++row) {
    bool wanted =
        m.over.empty() || is_smoothed(m) || (time[row] >= m.over[0] && time[row] <= m.over[1]);
    for (std::size_t i = 0; wanted && i < texts.size(); ++i)
      wanted = texts[i]->texts[row] == m.where[i].second;
    if (wanted) rows.push_back(row);
  }
  if (rows.empty()) throw NoValue("no row of the table is what \"where\" and \"over_s\" ask for");
  return rows;
}

Real integral(const Series& values, const Series& time) {
  Real sum = 0;
  for (std::size_t i = 1; i < values.size(); ++i)
    sum += (values[i] + values[i - 1]) / 2 * (time[i] - time[i - 1]);
  return sum;
}

/// Means over the time since the row before, at each row of the history, and zero where the table has no row.
/// @param sums  whether values are sums over this time, which are divided by it
void spread_means(const RunResults& run, bool sums, Series& values, Series& time) {
  const auto all = run.history.numbers("time_s");
  Series means(all.size(), 0);
  std::size_t row = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    while (row < all.size() && all[row] < time[i]) ++row;
    if (row < all.size() && row > 0 && all[row] == time[i] && all[row] > all[row - 1])
      means[row] += sums ? values[i] / (all[row] - all[row - 1]) : values[i];
  }
  values = std::move(means);
  time.assign(all.begin(), all.end());
}

void pass_filter(const Metric& m, const RunResults& run, Series& values, Series& time) {
  const Rows rows = rows_in(*m.of);
  if (rows != Rows::samples) spread_means(run, rows == Rows::sums, values, time);
  try {
    values = filtered(*channel_filter(m.filter), time, values,
                      rows == Rows::samples ? Between::lines : Between::means);
  } catch (const Error& e) {
    throw NoValue(e.what());
  }
}

/// What is summed since the row before stays a sum, of the running mean of what happened in a time.
void take_running_mean(const Metric& m, const RunResults& run, Series& values, Series& time) {
  const Rows rows = rows_in(*m.of);
  if (rows == Rows::samples) {
    values = running_mean(time, values, m.smooth, Between::lines);
    return;
  }
  spread_means(run, rows == Rows::sums, values, time);
  values = running_mean(time, values, m.smooth, Between::means);
  if (rows == Rows::sums)
    for (std::size_t i = 1; i < time.size(); ++i) values[i] *= time[i] - time[i - 1];
  values.erase(values.begin()), time.erase(time.begin());
}

void smooth(const Metric& m, const RunResults& run, Series& values, Series& time) {
  if (!m.filter.empty()) pass_filter(m, run, values, time);
  if (m.smooth > 0) take_running_mean(m, run, values, time);
}

/// Keeps what lies between two times.
void cut(const std::vector<Real>& over, Series& values, Series& time) {
  if (over.empty()) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (time[i] >= over[0] && time[i] <= over[1]) values[kept] = values[i], time[kept++] = time[i];
  values.resize(kept), time.resize(kept);
}

/// Reduces a series to one number. Rows with an empty cell (for instance without an audit) do not
/// count.
Real taken(Take take, const Series& values, const Series& time) {
  Real sum = 0;
  for (const Real v : values) sum += v;
  switch (take) {
    case Take::first:
      return values.front();
    case Take::max:
      return *std::ranges::max_element(values);
    case Take::min:
      return *std::ranges::min_element(values);
    case Take::mean:
      return sum / static_cast<Real>(values.size());
    case Take::sum:
      return sum;
    case Take::integral:
      return integral(values, time);
    case Take::change:
      return values.back() - values.front();
    case Take::drift: {
      Real most = 0;
      for (const Real v : values) most = std::max(most, std::abs(v - values.front()));
      return most;
    }
    default:
      return values.back();
  }
}

/// A metric over time. Rows of one time (of several pairs of bodies) are added up, and so is over time
/// what every row has since the one before.
TimeCurve curve_of_metric(const Metric& m, const RunResults& run, const Numbers& numbers) {
  BoundFormula of(*m.of, run, numbers);
  const auto all_times = of.table().numbers("time_s");
  std::map<Real, Real> by_time;
  for (const std::size_t row : rows_of(m, of.table()))
    if (const Real v = of.at(row); std::isfinite(v)) by_time[all_times[row]] += v;
  const bool sums = rows_in(*m.of) == Rows::sums;
  if (sums)
    for (const Real time : run.history.numbers("time_s")) by_time.try_emplace(time, 0);
  Series time, values;
  for (const auto& [t, value] : by_time) time.push_back(t), values.push_back(value);
  if (is_smoothed(m)) smooth(m, run, values, time), cut(m.over, values, time);
  return curve_of(time, values, sums);
}

/// What a metric says of its curve and that of the baseline.
Real curve_value(const Metric& m, const TimeCurve& own, const TimeCurve& reference) {
  const CurveDistance d = distance_of(reference, own);
  if (std::isnan(d.max)) throw NoValue("its curve and that of the baseline have no time in common");
  if (m.take == Take::max_difference) return d.max;
  if (m.take == Take::l2_difference) return d.l2;
  if (d.max == 0) return 0;
  if (std::isnan(d.shift))
    throw NoValue(
        "no shift of up to a tenth of the time brings its curve to half the distance from the "
        "baseline");
  return d.shift;
}

Real series_value(const Metric& m, BoundFormula& of, const RunResults& run,
                  const Numbers& numbers) {
  const std::vector<std::size_t> rows = rows_of(m, of.table());
  const auto all_times = of.table().numbers("time_s");
  if (m.when) {
    BoundFormula when(*m.when, run, numbers);
    for (const std::size_t row : rows)
      // Where a column of the condition is empty, it is NaN: neither true nor false.
      if (const Real holds = when.at(row); holds != 0 && !std::isnan(holds)) return of.at(row);
    throw NoValue("the condition of \"when\" did not hold in any row");
  }
  Series values, time;
  for (const std::size_t row : rows)
    if (const Real v = of.at(row); !std::isnan(v)) {
      values.push_back(v);
      time.push_back(all_times[row]);
    }
  if (values.empty())
    throw NoValue("in every row its columns are empty, or its formula gives no number");
  if (is_smoothed(m)) {
    smooth(m, run, values, time);
    cut(m.over, values, time);
    if (values.empty()) throw NoValue("no row lies within \"over_s\"");
  }
  return taken(m.take, values, time);
}

/// A run with the numbers that its formulas may use.
struct RunNumbers {
  const RunResults& run;
  Numbers numbers;
};

MetricValue value_of_metric(const Metric& m, const RunResults& run, const Numbers& numbers,
                            const RunNumbers* reference) {
  try {
    for (const std::string& name : m.of->names())
      if (const auto known = std::ranges::find(numbers, name, &Numbers::value_type::first);
          known != numbers.end() && std::isnan(known->second))
        throw NoValue(fmt::format("\"{}\" has no value", name));
    if (compares_curves(m.take)) {
      if (!reference) throw NoValue("the baseline of this cell has no results");
      return {curve_value(m, curve_of_metric(m, run, numbers),
                          curve_of_metric(m, reference->run, reference->numbers)),
              {}};
    }
    BoundFormula of(*m.of, run, numbers);
    const Real value = of.has_columns() ? series_value(m, of, run, numbers) : of.at(0);
    if (!std::isfinite(value)) throw NoValue("its formula gives no finite number");
    return {value, {}};
  } catch (const NoValue& e) {
    return {kNotGiven, e.what()};
  }
}

}  // namespace

std::vector<MetricValue> metric_values(const Study& study, const Cell& cell, const RunResults& run,
                                       const CurveReference* reference) {
  std::vector<MetricValue> values;
  Numbers numbers = numbers_of(study, cell);
  std::optional<RunNumbers> other;
  if (reference) other.emplace(RunNumbers{reference->run, numbers_of(study, reference->cell)});
  for (const Metric& m : study.metrics) {
    values.push_back(value_of_metric(m, run, numbers, other ? &*other : nullptr));
    numbers.emplace_back(m.name, values.back().value);
    if (other)
      other->numbers.emplace_back(m.name,
                                  value_of_metric(m, other->run, other->numbers, &*other).value);
  }
  return values;
}

Rows rows_in(const Expression& formula) {
  std::size_t columns = 0, sums = 0, means = 0;
  for (const std::string& name : formula.names())
    if (is_result_name(name) && root_of(name) != "summary") {
      ++columns;
      sums += is_summed_column(rest_of(name));
      means += is_mean_column(rest_of(name));
    }
  if (sums > 0) return sums == columns ? Rows::sums : Rows::mixed;
  return means > 0 ? Rows::means : Rows::samples;
}

std::vector<Real> exact_values(const Study& study, const Cell& cell) {
  std::vector<Real> values;
  const Numbers numbers = numbers_of(study, cell);
  for (const Metric& m : study.metrics)
    values.push_back(m.exact ? value_of(*m.exact, numbers) : kNotGiven);
  return values;
}

Real value_of(const Expression& formula, const Numbers& numbers) {
  std::vector<Real> values;
  for (const std::string& name : formula.names()) {
    const auto known = std::ranges::find(numbers, name, &Numbers::value_type::first);
    values.push_back(known == numbers.end() ? kNotGiven : known->second);
  }
  return formula.value(values);
}

std::vector<std::string> wanted_columns(const Study& study) {
  std::set<std::string> columns{"time_s"};
  for (const Metric& m : study.metrics) {
    for (const auto* formula : {&m.of, &m.when})
      if (*formula)
        for (const std::string& name : (*formula)->names())
          if (is_result_name(name) && root_of(name) != "summary") columns.insert(rest_of(name));
    for (const auto& [column, text] : m.where) columns.insert(column);
  }
  return {columns.begin(), columns.end()};
}

}  // namespace tactus::core
