#include "apps/study/results_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "apps/study/effects.hpp"
#include "core/support/plural.hpp"

namespace tactus::core {
namespace {

/// Load of a machine beside one cell from which on other programs disturb it.
constexpr Real kOtherWork = 0.5;

std::string percent(Real difference) {
  const Real p = 100 * difference;
  if (std::abs(p) < 1e-9) return "0 %";
  const bool extreme = std::abs(p) < 0.01 || std::abs(p) >= 1e4;
  return extreme ? fmt::format("{:+.1e} %", p) : fmt::format("{:+.3g} %", p);
}

/// A refusal without "--set /pointer=value: ", since the table already shows which cell it belongs
/// to.
std::string without_place(const std::string& reason) {
  const std::size_t pointer = reason.find(": /");
  return reason.starts_with("--set ") && pointer != reason.npos ? reason.substr(pointer + 2)
                                                                : reason;
}

class TableMaker {
 public:
  TableMaker(const StudyRun& run, ShownFor reader) : run_(run), reader_(reader) {}

  ShownTable make() {
    for (const Axis& axis : run_.study.axes) table_.header.push_back(axis.name);
    table_.header.emplace_back("status");
    for (std::size_t m = 0; m < metrics().size(); ++m)
      if (is_shown(m)) {
        table_.header.push_back(title(metrics()[m]));
        table_.metrics.push_back(m);
      }
    for (std::size_t i = 0; i < run_.cells.size(); ++i) table_.rows.push_back(row(i));
    std::size_t column = 0;
    for (std::size_t m = 0; m < metrics().size(); ++m)
      if (is_shown(m)) mark_best(m, column++);
    note_columns();
    note_orders();
    note_means();
    note_reasons();
    return std::move(table_);
  }

 private:
  const std::vector<Metric>& metrics() const { return run_.study.metrics; }
  const CellOutcome& outcome(std::size_t i) const { return run_.results.outcomes[i]; }
  bool is_shown(std::size_t m) const {
    return reader_ == ShownFor::terminal || !metrics()[m].timing;
  }

  static std::string title(const Metric& m) {
    if (!m.title.empty()) return m.unit.empty() ? m.title : fmt::format("{} [{}]", m.title, m.unit);
    return m.unit.empty() || m.name.ends_with("_" + m.unit)
               ? m.name
               : fmt::format("{} [{}]", m.name, m.unit);
  }

  ShownTable::Row row(std::size_t i) {
    ShownTable::Row row;
    for (std::size_t a = 0; a < run_.study.axes.size(); ++a)
      row.labels.push_back(run_.cells[i].value(run_.study, a).label);
    row.status = to_string(outcome(i).status);
    for (std::size_t m = 0; m < metrics().size(); ++m)
      if (is_shown(m)) row.values.push_back(value(i, m));
    return row;
  }

  ShownValue value(std::size_t i, std::size_t m) const {
    const Real v = outcome(i).values[m], exact = outcome(i).exact[m];
    ShownValue shown;
    if (!std::isfinite(v)) return shown;
    shown.value = fmt::format("{:.{}g}", v, metrics()[m].digits);
    shown.refused = metrics()[m].accept.asked() && !metrics()[m].accept.holds(v, exact);
    if (has_distance(i, m)) shown.beside = percent((v - exact) / std::abs(exact));
    if (reader_ == ShownFor::paper && !shown.beside.empty()) return shown;  // columns are narrow
    if (const std::string other = beside_baseline(i, m); !other.empty())
      shown.beside += (shown.beside.empty() ? "" : "; ") + other;
    return shown;
  }

  /// Whether a distance from the exact value can be given relative to it.
  bool has_distance(std::size_t i, std::size_t m) const {
    return std::isfinite(outcome(i).exact[m]) && outcome(i).exact[m] != 0;
  }

  std::string beside_baseline(std::size_t i, std::size_t m) const {
    const Cell* base = baseline_of(run_.study, run_.cells, run_.cells[i]);
    if (!base || base->index == i) return {};
    const Real v = outcome(i).values[m], b = outcome(base->index).values[m];
    if (!std::isfinite(b)) return {};
    if (!metrics()[m].timing) {
      if (b == 0) return v == 0 ? "0 %" : "";
      return percent((v - b) / std::abs(b));
    }
    const Timing &own = outcome(i).timings[m], &other = outcome(base->index).timings[m];
    if (!own.alone || !other.alone) return {};
    if (own.ties_with(other)) return "tie";
    return fmt::format("x{:.3g}", v / b);
  }

  /// The number that is to be small in a column: the error, the value, or its negative; empty if no
  /// value is better than another.
  std::optional<Real> score(std::size_t i, std::size_t m) const {
    const Real v = outcome(i).values[m], exact = outcome(i).exact[m];
    if (!std::isfinite(v) || !can_be_best(i, m)) return std::nullopt;
    switch (metrics()[m].best) {
      case Best::least:
        return v;
      case Best::greatest:
        return -v;
      case Best::none:
        return std::nullopt;
      case Best::automatic:
        break;
    }
    if (std::isfinite(exact)) return std::abs(v - exact);
    return metrics()[m].timing ? std::optional(v) : std::nullopt;
  }

  /// What is not sound or not accepted is not the best of anything: a wrong answer may well be fast. Times that were
  /// measured beside others, or once, show nobody to be the fastest.
  bool can_be_best(std::size_t i, std::size_t m) const {
    const CellStatus status = outcome(i).status;
    if (status == CellStatus::unsound || status == CellStatus::not_accepted) return false;
    return !metrics()[m].timing || outcome(i).timings[m].has_spread();
  }

  /// Marks the best values of a column, if others are worse: what ties with all others is not best.
  void mark_best(std::size_t m, std::size_t column) {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < run_.cells.size(); ++i)
      if (const auto s = score(i, m); s && (!best || *s < *score(*best, m))) best = i;
    if (!best) return;
    const Real least = *score(*best, m);
    Real size = 0;
    for (std::size_t i = 0; i < run_.cells.size(); ++i)
      if (score(i, m)) size = std::max(size, std::abs(outcome(i).values[m]));
    bool others = false;
    std::vector<std::size_t> marked;
    for (std::size_t i = 0; i < run_.cells.size(); ++i) {
      const auto s = score(i, m);
      if (!s) continue;
      const bool ties =
          metrics()[m].timing && outcome(i).timings[m].ties_with(outcome(*best).timings[m]);
      if (ties || *s <= least + kTie * size)
        marked.push_back(i);
      else
        others = true;
    }
    if (others)
      for (const std::size_t i : marked) table_.rows[i].values[column].best = true;
  }

  void note_columns() {
    const auto add = [&](const std::string& note) { table_.notes.push_back(note); };
    std::string exact, repeated;
    for (std::size_t m = 0; m < metrics().size(); ++m) {
      bool distances = false;
      for (std::size_t i = 0; i < run_.cells.size(); ++i)
        distances = distances || has_distance(i, m);
      if (is_shown(m) && distances) exact += (exact.empty() ? "" : ", ") + metrics()[m].name;
      if (is_shown(m) && metrics()[m].timing)
        repeated += (repeated.empty() ? "" : ", ") + metrics()[m].name;
    }
    if (!exact.empty()) add("beside " + exact + ": distance from the exact value");
    if (run_.study.baseline) {
      std::string words;
      for (const auto& [axis, values] : *run_.study.baseline)
        words += fmt::format("{}{}={}", words.empty() ? "" : ", ", run_.study.axes[axis].name,
                             run_.study.axes[axis].values[values.front()].label);
      add((exact.empty() ? "beside values: difference from the baseline, "
           : reader_ == ShownFor::paper
               ? "beside the others: difference from the baseline, "
               : "beside the others, and after a semicolon: difference from the baseline, ") +
          words);
    }
    const auto refused = [](const ShownTable::Row& row) {
      return std::ranges::any_of(row.values, &ShownValue::refused);
    };
    if (std::ranges::any_of(table_.rows, refused)) add("! beyond what is accepted");
    if (!repeated.empty()) add(repeated + times_in_words());
  }

  /// How times were measured, and whether the machine had other work.
  std::string times_in_words() const {
    if (run_.study.repeat == 0)
      return ": of one run beside others, so that no time is the best; \"repeat\" measures them "
             "one at a time";
    std::string words = fmt::format(": median of {} {}, one at a time; ", run_.study.repeat,
                                    run_.study.repeat == 1 ? "run" : "runs");
    words += run_.study.repeat == 1 ? "one run has no spread, so that none is the best"
                                    : "\"tie\" where the difference is below the spread";
    Real load = 0, share = std::numeric_limits<Real>::infinity();
    for (const CellOutcome& outcome : run_.results.outcomes) {
      load = std::max(load, outcome.repeat_load);
      if (outcome.repeat_cpu_share > 0) share = std::min(share, outcome.repeat_cpu_share);
    }
    if (load > 0) words += fmt::format("; load of the machine up to {:.2g}", load);
    if (std::isfinite(share))
      words += fmt::format(", processor time at least {:.0f} % of the wall time", 100 * share);
    if (load > static_cast<Real>(run_.study.threads) + kOtherWork)
      words += ": other programs ran, so that these times say little";
    return words;
  }

  void note_orders() {
    for (std::size_t o = 0; o < run_.study.orders.size(); ++o) {
      const Order& order = run_.study.orders[o];
      struct Said {
        std::string text, where;
        std::size_t more = 0;  ///< rows of which the same is said
      };
      std::vector<Said> all;
      for (const OrderRow& row : run_.results.orders[o].rows) {
        std::string text = fmt::format("{}{}{}{}", orders_in_words(order, row),
                                       limit_in_words(order, row), gaps_in_words(order, row),
                                       order.accept.verdict(row.accepted, row.expected));
        const auto same = std::ranges::find(all, text, &Said::text);
        if (same != all.end())
          ++same->more;
        else
          all.push_back({std::move(text), where(row.values)});
      }
      for (const Said& said : all)
        table_.notes.push_back(fmt::format(
            "{}: observed order of {} along {}{}{}: {}", order.name, order.of, order.along,
            said.where,
            said.more > 0 ? fmt::format(" (and in {})", plural(static_cast<Index>(said.more),
                                                               "other place", "other places"))
                          : "",
            said.text));
    }
  }

  /// "2 from 0.1, 0.05, 0.025 (1.9 from 0.2, 0.1, 0.05)": the finest cells first.
  std::string orders_in_words(const Order& order, const OrderRow& row) const {
    if (row.orders.empty()) return "none, because only " + row.none_because;
    std::string before;
    for (std::size_t k = row.orders.size() - 1; k-- > 0;)
      before += (before.empty() ? "" : "; ") + order_in_words(order, row.orders[k]);
    return order_in_words(order, row.orders.back()) + (before.empty() ? "" : " (" + before + ")");
  }

  std::string order_in_words(const Order& order, const CellsOrder& of_cells) const {
    std::string labels;
    for (const std::size_t cell : of_cells.cells)
      labels += (labels.empty() ? "" : ", ") + run_.label_along(order.along, cell);
    if (!std::isfinite(of_cells.order))
      return fmt::format("none from {}, because {}", labels, of_cells.none_because);
    return fmt::format("{:.3g} from {}", of_cells.order, labels);
  }

  /// What the finest cells say about the exact value, which is not known.
  std::string limit_in_words(const Order& order, const OrderRow& row) const {
    if (!std::isfinite(row.limit)) return "";
    return fmt::format("; extrapolated value {:.6g}, the value at {} is uncertain by {:.2g}",
                       row.limit, run_.label_along(order.along, row.orders.back().cells.back()),
                       row.uncertainty);
  }

  /// Names the cells that an order does without.
  std::string gaps_in_words(const Order& order, const OrderRow& row) const {
    std::string labels;
    for (const std::size_t cell : row.left_out)
      labels += (labels.empty() ? "" : ", ") + run_.label_along(order.along, cell);
    return labels.empty() ? "" : fmt::format(" (without a value, and left out: {})", labels);
  }

  /// " at mesh=8, law=spring"
  std::string where(const std::vector<std::optional<std::size_t>>& values) const {
    std::string words;
    for (std::size_t a = 0; a < run_.study.axes.size(); ++a)
      if (values[a])
        words += fmt::format("{}{}={}", words.empty() ? " at " : ", ", run_.study.axes[a].name,
                             run_.study.axes[a].values[*values[a]].label);
    return words;
  }

  void note_means() {
    for (std::size_t m = 0; m < run_.study.means.size(); ++m) {
      const Mean& mean = run_.study.means[m];
      const std::size_t axis = run_.study.axis_named(mean.along).value();
      const std::size_t all = run_.study.axes[axis].values.size();
      for (const MeanRow& row : run_.results.means[m].rows) {
        std::string value = row.cells > 0 ? fmt::format("{:.4g}", row.mean) : std::string("none");
        if (row.cells > 1) value += fmt::format(", standard error {:.2g}", row.standard_error);
        table_.notes.push_back(fmt::format(
            "{}: mean of {} along {}{}: {}, of {}{}{}", mean.name, mean.of, mean.along,
            where(row.values), value, row.cells < all ? fmt::format("{} of ", row.cells) : "",
            cells_in_words(all), mean.accept.verdict(row.accepted, row.exact)));
      }
    }
  }

  /// Lists cells that are not ok; those with the same reason share a line.
  void note_reasons() {
    std::map<std::pair<CellStatus, std::string>, std::vector<std::size_t>> by_reason;
    for (std::size_t i = 0; i < run_.cells.size(); ++i) {
      std::string reason = without_place(first_line(outcome(i).reason));
      if (outcome(i).status == CellStatus::interrupted && reason.empty()) reason = "not run yet";
      if (!reason.empty()) by_reason[{outcome(i).status, reason}].push_back(i);
    }
    for (const auto& [key, cells] : by_reason) {
      std::string which = run_.cells[cells.front()].in_words(run_.study);
      if (cells.size() > 1) which += fmt::format(" and {} more", cells.size() - 1);
      const std::string status =
          key.first == CellStatus::ok ? "" : std::string(to_string(key.first)) + ": ";
      table_.reasons.push_back({key.first, fmt::format("{}{}: {}", status, which, key.second)});
    }
  }

  const StudyRun& run_;
  ShownFor reader_;
  ShownTable table_;
};

}  // namespace

ShownTable shown_table(const StudyRun& run, ShownFor reader) {
  return TableMaker(run, reader).make();
}

std::string cells_in_words(std::size_t count) {
  return plural(static_cast<Index>(count), "cell", "cells");
}

std::string count_in_words(const StudyRun& run) {
  std::map<CellStatus, std::size_t> counts;
  for (const CellOutcome& outcome : run.results.outcomes) ++counts[outcome.status];
  std::string text = cells_in_words(run.cells.size());
  for (bool first = true; const auto& [status, count] : counts)
    text +=
        fmt::format("{} {} {}", std::exchange(first, false) ? ":" : ",", count, to_string(status));
  return text;
}

}  // namespace tactus::core
