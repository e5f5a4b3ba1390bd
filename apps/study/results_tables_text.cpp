// Writes the results of a study as text: for a terminal, results.csv, timings.csv, results.md,
// results.tex.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "apps/study/results_files.hpp"
#include "apps/study/results_tables.hpp"

namespace tactus::core {
namespace {

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == text.npos) return text;
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
std::vector<std::string> cell_columns(const StudyRun& run) {
  std::vector<std::string> columns{"index", "folder"};
  for (const Axis& axis : run.study.axes) columns.push_back(axis.name);
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

std::string replaced(const std::string& text, const std::string& special,
                     const std::string& before) {
  std::string result;
  for (const char c : text) {
    if (special.find(c) != special.npos) result += before;
    result += c;
  }
  return result;
}

std::string markdown(const std::string& text) { return replaced(text, "|*_`\\<>", "\\"); }

std::string latex(const std::string& text) {
  constexpr std::string_view kEscaped = "_%&#${}";
  std::string result;
  for (const char c : text) switch (c) {
      case '\\':
        result += "\\textbackslash{}";
        break;
      case '^':
        result += "\\^{}";
        break;
      case '~':
        result += "\\~{}";
        break;
      case '<':
        result += "\\textless{}";
        break;
      case '>':
        result += "\\textgreater{}";
        break;
      case '|':
        result += "\\textbar{}";
        break;
      default:
        if (kEscaped.find(c) != kEscaped.npos) result += '\\';
        result += c;
    }
  return result;
}

/// The slope of each cell from the next coarser one on; NaN for all others.
std::vector<Real> slopes_by_cell(const StudyRun& run, std::size_t order) {
  std::vector<Real> slopes(run.cells.size(), kNotGiven);
  for (const OrderRow& row : run.results.orders[order].rows)
    for (std::size_t k = 0; k < row.slopes.size(); ++k)
      slopes[row.between[k].second] = row.slopes[k];
  return slopes;
}

}  // namespace

std::string results_csv(const StudyRun& run) {
  const auto& metrics = run.study.metrics;
  std::vector<std::string> header = cell_columns(run);
  for (const Metric& m : metrics) {
    if (!m.timing) header.push_back(m.name);
    if (!m.timing && m.exact) header.push_back(m.name + "_exact");
  }
  std::vector<std::vector<Real>> slopes;
  for (std::size_t o = 0; o < run.study.orders.size(); ++o) {
    header.push_back(run.study.orders[o].name);
    slopes.push_back(slopes_by_cell(run, o));
  }
  header.insert(header.end(), {"accepted", "reason"});
  std::string text = csv_row(header);
  for (std::size_t i = 0; i < run.cells.size(); ++i) {
    const CellOutcome& outcome = run.results.outcomes[i];
    std::vector<std::string> cells = cell_cells(run, i);
    for (std::size_t m = 0; m < metrics.size(); ++m) {
      if (metrics[m].timing) continue;
      cells.push_back(csv_number(outcome.values[m]));
      if (metrics[m].exact) cells.push_back(csv_number(outcome.exact[m]));
    }
    for (const std::vector<Real>& of_cell : slopes) cells.push_back(csv_number(of_cell[i]));
    cells.emplace_back(!outcome.accepted ? "" : *outcome.accepted ? "yes" : "no");
    cells.push_back(outcome.reason);
    text += csv_row(cells);
  }
  return text;
}

std::string timings_csv(const StudyRun& run) {
  const auto& metrics = run.study.metrics;
  std::vector<std::string> header = cell_columns(run);
  header.insert(header.end(), {"wall_s", "memory_MiB"});
  for (const Metric& m : metrics)
    if (m.timing)
      for (const char* what : {"", "_least", "_greatest", "_spread", "_runs"})
        header.push_back(m.name + what);
  std::string text = csv_row(header);
  for (std::size_t i = 0; i < run.cells.size(); ++i) {
    const CellOutcome& outcome = run.results.outcomes[i];
    std::vector<std::string> cells = cell_cells(run, i);
    cells.push_back(outcome.wall > 0 ? fmt::format("{:.4g}", outcome.wall) : "");
    cells.push_back(outcome.memory > 0 ? fmt::format("{:.4g}", outcome.memory) : "");
    for (std::size_t m = 0; m < metrics.size(); ++m) {
      if (!metrics[m].timing) continue;
      const Timing& t = outcome.timings[m];
      for (const Real value : {t.median, t.least, t.greatest, t.spread()})
        cells.push_back(csv_number(value));
      cells.push_back(std::to_string(t.runs));
    }
    text += csv_row(cells);
  }
  return text;
}

std::string results_markdown(const StudyRun& run) {
  const ShownTable table = shown_table(run, false);
  std::string text = fmt::format("# {}\n\n", markdown(run.study.name));
  if (!run.study.description.empty()) text += markdown(run.study.description) + "\n\n";
  text += count_in_words(run) + ".\n\n|";
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
  return text;
}

std::string results_latex(const StudyRun& run) {
  const ShownTable table = shown_table(run, false);
  const std::size_t words = run.study.axes.size() + 1;
  std::string text = "% " + run.study.name + ": needs \\usepackage{booktabs}\n\\begin{tabular}{" +
                     std::string(words, 'l') + std::string(table.header.size() - words, 'r') +
                     "}\n\\toprule\n";
  const auto line = [&](const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) text += (i > 0 ? " & " : "") + cells[i];
    text += " \\\\\n";
  };
  std::vector<std::string> cells;
  for (const std::string& title : table.header) cells.push_back(latex(title));
  line(cells);
  text += "\\midrule\n";
  for (const ShownTable::Row& row : table.rows) {
    cells.clear();
    for (const std::string& label : row.labels) cells.push_back(latex(label));
    cells.push_back(latex(row.status));
    for (const ShownValue& v : row.values) {
      const std::string number = v.best ? "\\textbf{" + v.value + "}" : v.value;
      cells.push_back(number + (v.refused ? "$^{!}$" : "") +
                      (v.beside.empty() ? "" : " (" + latex(v.beside) + ")"));
    }
    line(cells);
  }
  text += "\\bottomrule\n\\end{tabular}\n";
  if (table.notes.empty()) return text;
  text += "\\begin{flushleft}\\footnotesize\n";
  for (const std::string& note : table.notes) text += latex(note) + "\\\\\n";
  return text + "\\end{flushleft}\n";
}

std::string terminal_table(const StudyRun& run, bool colour) {
  const ShownTable table = shown_table(run, true);
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
  return text + "\n";
}

}  // namespace tactus::core
