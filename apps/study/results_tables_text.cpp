// Writes the results of a study as text: for a terminal, results.csv, timings.csv, results.md.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "apps/study/answer.hpp"
#include "apps/study/results_files.hpp"
#include "apps/study/results_tables.hpp"

namespace tactus::core {
namespace {

/// Text that a spreadsheet would take for a formula begins with an apostrophe, which it takes for
/// "this is text". Numbers are no text.
std::string no_formula(const std::string& text) {
  constexpr std::string_view kFormula = "=+-@\t\r\n";
  if (text.empty() || kFormula.find(text.front()) == kFormula.npos) return text;
  double number = 0;
  const char* const end = text.data() + text.size();
  const bool is_number = std::from_chars(text.data(), end, number).ptr == end;
  return is_number ? text : "'" + text;
}

std::string csv_cell(const std::string& given) {
  const std::string text = no_formula(given);
  if (text.find_first_of(",\"\n\r") == text.npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string csv_number(Real value) { return std::isfinite(value) ? fmt::format("{}", value) : ""; }

std::string csv_row(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) line += (i > 0 ? "," : "") + csv_cell(cells[i]);
  return line + "\n";
}

/// The first columns of every table, which identify the cell.
std::vector<std::string> cell_columns(const Study& study) {
  std::vector<std::string> columns{"index", "folder"};
  for (const Axis& axis : study.axes) columns.push_back(axis.name);
  columns.emplace_back("status");
  return columns;
}

std::vector<std::string> cell_cells(const StudyRun& run, std::size_t i) {
  std::vector<std::string> cells{std::to_string(i), run.cells[i].folder};
  for (std::size_t a = 0; a < run.study.axes.size(); ++a)
    cells.push_back(run.cells[i].value(run.study, a).label);
  cells.emplace_back(to_string(run.results.outcomes[i].status));
  return cells;
}

/// Text of one line, without what Markdown takes for its own.
std::string markdown(const std::string& text) {
  constexpr std::string_view kSpecial = "\\`*_{}[]<>|#~&$!";
  std::string result;
  for (const char c : text) {
    const bool is_control = static_cast<unsigned char>(c) < 0x20;
    // At the beginning of a line these make a list or a heading of it.
    const bool begins = result.empty() && (c == '-' || c == '+' || c == '=');
    if (begins || kSpecial.find(c) != kSpecial.npos) result += '\\';
    result += is_control ? ' ' : c;
  }
  const std::size_t digits = result.find_first_not_of("0123456789");
  if (digits > 0 && digits != result.npos && (result[digits] == '.' || result[digits] == ')'))
    result.insert(digits, "\\");  // "1." numbers a list
  return result;
}

/// The order of each cell with the next coarser ones; NaN for all others.
std::vector<Real> orders_by_cell(const StudyRun& run, std::size_t order) {
  std::vector<Real> orders(run.cells.size(), kNotGiven);
  for (const OrderRow& row : run.results.orders[order].rows)
    for (const CellsOrder& of_cells : row.orders) orders[of_cells.cells.back()] = of_cells.order;
  return orders;
}

}  // namespace

std::vector<std::string> results_columns(const Study& study) {
  std::vector<std::string> columns = cell_columns(study);
  for (const Metric& m : study.metrics) {
    if (!m.timing) columns.push_back(m.name);
    if (!m.timing && m.exact) columns.push_back(m.name + "_exact");
  }
  for (const Order& order : study.orders) columns.push_back(order.name);
  columns.insert(columns.end(), {"accepted", "reason"});
  return columns;
}

std::vector<std::string> timings_columns(const Study& study) {
  std::vector<std::string> columns = cell_columns(study);
  columns.insert(columns.end(), {"cell_wall_s", "cell_memory_MiB", "cell_cpu_s", "cell_load"});
  if (study.repeat > 0) columns.insert(columns.end(), {"repeat_load", "repeat_cpu_share"});
  for (const Metric& m : study.metrics)
    if (m.timing)
      for (const char* what : {"", "_least", "_greatest", "_spread", "_runs"})
        columns.push_back(m.name + what);
  return columns;
}

std::string results_csv(const StudyRun& run) {
  const auto& metrics = run.study.metrics;
  std::vector<std::vector<Real>> orders;
  for (std::size_t o = 0; o < run.study.orders.size(); ++o)
    orders.push_back(orders_by_cell(run, o));
  std::string text = csv_row(results_columns(run.study));
  for (std::size_t i = 0; i < run.cells.size(); ++i) {
    const CellOutcome& outcome = run.results.outcomes[i];
    std::vector<std::string> cells = cell_cells(run, i);
    for (std::size_t m = 0; m < metrics.size(); ++m) {
      if (metrics[m].timing) continue;
      cells.push_back(csv_number(outcome.values[m]));
      if (metrics[m].exact) cells.push_back(csv_number(outcome.exact[m]));
    }
    for (const std::vector<Real>& of_cell : orders) cells.push_back(csv_number(of_cell[i]));
    cells.emplace_back(!outcome.accepted ? "" : *outcome.accepted ? "yes" : "no");
    cells.push_back(outcome.reason);
    text += csv_row(cells);
  }
  return text;
}

std::string timings_csv(const StudyRun& run) {
  const auto& metrics = run.study.metrics;
  std::string text = csv_row(timings_columns(run.study));
  for (std::size_t i = 0; i < run.cells.size(); ++i) {
    const CellOutcome& outcome = run.results.outcomes[i];
    std::vector<std::string> cells = cell_cells(run, i);
    const auto put = [&](Real value) {
      cells.push_back(value > 0 ? fmt::format("{:.4g}", value) : "");
    };
    put(outcome.wall), put(outcome.memory), put(outcome.cpu), put(outcome.load);
    if (run.study.repeat > 0) put(outcome.repeat_load), put(outcome.repeat_cpu_share);
    for (std::size_t m = 0; m < metrics.size(); ++m) {
      if (!metrics[m].timing) continue;
      const Timing& t = outcome.timings[m];
      for (const Real value : {t.median, t.least, t.greatest, t.spread()})
        cells.push_back(csv_number(value));
      cells.push_back(std::to_string(t.alone ? t.runs : 0));
    }
    text += csv_row(cells);
  }
  return text;
}

std::string results_markdown(const StudyRun& run) {
  const ShownTable table = shown_table(run, ShownFor::page);
  std::string text = fmt::format("# {}\n\n", markdown(run.study.name));
  if (!run.study.description.empty()) text += markdown(run.study.description) + "\n\n";
  text += count_in_words(run) + ".\n\n";
  for (const AnswerLine& line : answer_of(run)) text += "- " + markdown(line.says) + "\n";
  text += "\n|";
  for (const std::string& title : table.header) text += " " + markdown(title) + " |";
  text += "\n|";
  for (std::size_t i = 0; i < table.header.size(); ++i)
    text += i <= run.study.axes.size() ? "---|" : "--:|";
  text += "\n";
  for (const ShownTable::Row& row : table.rows) {
    text += "|";
    for (const std::string& label : row.labels) text += " " + markdown(label) + " |";
    text += " " + markdown(row.status) + " |";
    for (const ShownValue& v : row.values)
      text += fmt::format(" {}{}{}{}{} |", v.best ? "**" : "", v.value, v.best ? "**" : "",
                          v.refused ? " !" : "", v.beside.empty() ? "" : " (" + v.beside + ")");
    text += "\n";
  }
  text += "\n";
  for (const std::string& note : table.notes) text += "- " + markdown(note) + "\n";
  for (const ShownTable::Reason& reason : table.reasons)
    text += "- " + markdown(reason.words) + "\n";
  return text;
}

std::string terminal_table(const StudyRun& run, bool colour) {
  const ShownTable table = shown_table(run, ShownFor::terminal);
  std::vector<std::vector<std::string>> lines{table.header};
  std::vector<std::vector<bool>> best{std::vector<bool>(table.header.size())};
  for (const ShownTable::Row& row : table.rows) {
    std::vector<std::string> cells = row.labels;
    cells.push_back(row.status == "ok" ? "" : row.status);
    for (const ShownValue& v : row.values)
      cells.push_back(v.value +
                      (v.best      ? "*"
                       : v.refused ? "!"
                                   : " ") +
                      (v.beside.empty() ? "" : " " + v.beside));
    best.emplace_back(table.header.size());
    for (std::size_t m = 0; m < row.values.size(); ++m)
      best.back()[row.labels.size() + 1 + m] = row.values[m].best;
    lines.push_back(std::move(cells));
  }
  std::string text = run.study.name + ": " + count_in_words(run) + "\n\n";
  for (std::size_t l = 0; l < lines.size(); ++l) {
    for (std::size_t c = 0; c < lines[l].size(); ++c) {
      std::size_t width = 0;
      for (const auto& other : lines) width = std::max(width, other[c].size());
      if (c > 0 && width == 0) continue;
      const std::string cell = fmt::format("{:<{}}", lines[l][c], width);
      text += (c > 0 ? "  " : "") + (colour && best[l][c] ? "\033[1m" + cell + "\033[0m" : cell);
    }
    while (text.back() == ' ') text.pop_back();
    text += "\n";
  }
  const auto marked = [](const std::vector<bool>& line) {
    return std::ranges::find(line, true) != line.end();
  };
  text += std::ranges::any_of(best, marked) ? "\n  * best of its column" : "";
  for (const std::string& note : table.notes) text += "\n  " + note;
  for (const ShownTable::Reason& reason : table.reasons) text += "\n  " + reason.words;
  for (const AnswerLine& line : answer_of(run)) text += "\n  " + line.says;
  return text + "\n";
}

}  // namespace tactus::core
