// Writes results.tex: a table for a paper. Columns, their titles and digits are chosen per metric; cells
// whose parts do not fit together are a line below the table. A table that is too wide for the line
// is made smaller, and a long one is divided, so that it may go over several pages.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "apps/results/table.hpp"
#include "apps/study/latex_text.hpp"
#include "apps/study/results_files.hpp"
#include "apps/study/results_tables.hpp"

namespace tactus::core {
namespace {

constexpr std::size_t kMostRows = 35;        ///< of a table on one page
constexpr std::size_t kLongestReason = 160;  ///< characters of a note on a cell

class PaperTable {
 public:
  explicit PaperTable(const StudyRun& run) : run_(run), table_(shown_table(run, ShownFor::paper)) {
    for (std::size_t i = 0; i < run.cells.size(); ++i)
      (status(i) == CellStatus::refused ? refused_ : shown_).push_back(i);
    choose_columns();
    for (std::size_t m = 0; m < table_.metrics.size(); ++m) align_decimals(m);
  }

  std::string make() {
    text_ = fmt::format(
        "% {}: needs \\usepackage[T1]{{fontenc}} and \\usepackage{{booktabs,graphicx}}\n",
        one_line(run_.study.name));
    const std::size_t parts = (shown_.size() + kMostRows - 1) / kMostRows;
    for (std::size_t part = 0; part < parts; ++part)
      write_part(part * shown_.size() / parts, (part + 1) * shown_.size() / parts);
    write_notes();
    return text_;
  }

 private:
  CellStatus status(std::size_t i) const { return run_.results.outcomes[i].status; }
  const Metric& metric(std::size_t column) const {
    return run_.study.metrics[table_.metrics[column]];
  }

  static std::string one_line(std::string text) {
    std::ranges::replace_if(
        text, [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    return text;
  }

  /// Axes of which the table has more than one value; the status where it says something; metrics
  /// that are wanted.
  void choose_columns() {
    for (std::size_t a = 0; a < run_.study.axes.size(); ++a) {
      std::set<std::size_t> values;
      for (const std::size_t i : shown_) values.insert(run_.cells[i].values[a]);
      if (values.size() > 1) axes_.push_back(a);
    }
    if (axes_.empty()) axes_.push_back(0);
    has_status_ =
        std::ranges::any_of(shown_, [&](std::size_t i) { return status(i) != CellStatus::ok; });
    for (std::size_t m = 0; m < table_.metrics.size(); ++m)
      if (metric(m).in_paper) metrics_.push_back(m);
  }

  /// Zeros at the end of a number as far as others of its column have decimals, and as its digits
  /// allow: 20908.0 above 19634.2.
  void align_decimals(std::size_t column) {
    const auto decimals = [](const std::string& text) {
      const std::size_t point = text.find('.');
      return point == text.npos ? std::size_t{0} : text.size() - point - 1;
    };
    const auto is_plain = [](const std::string& text) {
      return !text.empty() && text.find_first_not_of("-.0123456789") == text.npos;
    };
    std::size_t most = 0;
    for (const ShownTable::Row& row : table_.rows)
      if (is_plain(row.values[column].value))
        most = std::max(most, decimals(row.values[column].value));
    for (ShownTable::Row& row : table_.rows) {
      std::string& text = row.values[column].value;
      const std::size_t first = text.find_first_of("123456789");
      if (!is_plain(text) || first == text.npos) continue;
      auto significant = std::ranges::count_if(text.begin() + static_cast<std::ptrdiff_t>(first),
                                               text.end(), [](char c) { return c != '.'; });
      for (; decimals(text) < most && significant < metric(column).digits; ++significant)
        text += text.find('.') == text.npos ? ".0" : "0";
    }
  }

  std::string alignment() const {
    return std::string(axes_.size() + (has_status_ ? 1 : 0), 'l') +
           std::string(metrics_.size(), 'r');
  }

  void line(const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) text_ += (i > 0 ? " & " : "") + cells[i];
    text_ += " \\\\\n";
  }

  /// A title with its unit below it, so that columns are narrow.
  std::string head(std::size_t column) const {
    const Metric& m = metric(column);
    const std::string title = m.title.empty() ? title_of(m.name) : m.title;
    if (m.unit.empty()) return latex_text(title);
    return fmt::format("\\begin{{tabular}}[b]{{@{{}}r@{{}}}}{}\\\\{}\\end{{tabular}}",
                       latex_text(title), latex_text("[" + m.unit + "]"));
  }

  void write_head() {
    std::vector<std::string> cells;
    for (const std::size_t a : axes_) cells.push_back(latex_text(run_.study.axes[a].name));
    if (has_status_) cells.emplace_back("status");
    for (const std::size_t m : metrics_) cells.push_back(head(m));
    text_ += "\\toprule\n";
    line(cells);
    text_ += "\\midrule\n";
  }

  void write_rows(std::size_t from, std::size_t to) {
    for (std::size_t k = from; k < to; ++k) {
      const std::size_t i = shown_[k];
      const ShownTable::Row& row = table_.rows[i];
      std::vector<std::string> cells;
      for (const std::size_t a : axes_) cells.push_back(latex_number(row.labels[a]));
      if (has_status_) cells.push_back(latex_text(row.status == "ok" ? "" : row.status));
      for (const std::size_t m : metrics_) cells.push_back(shown(row.values[m]));
      line(cells);
    }
  }

  static std::string shown(const ShownValue& v) {
    std::string text = latex_number(v.value);
    if (v.best) text = "\\textbf{\\boldmath " + text + "}";
    if (v.refused) text += "$^{!}$";
    return text + (v.beside.empty() ? "" : " (" + latex_text(v.beside) + ")");
  }

  /// A part of the rows as a table that is no wider than the line; TeX may begin a page after it.
  void write_part(std::size_t from, std::size_t to) {
    if (from > 0) text_ += "\\par\\medskip\\noindent\n";
    text_ += "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%\n";
    text_ += "\\begin{tabular}{" + alignment() + "}\n";
    write_head();
    write_rows(from, to);
    text_ += "\\bottomrule\n\\end{tabular}}\n";
  }

  /// What the table needs to be understood. Why cells do not fit is in results.md.
  void write_notes() {
    std::vector<std::string> notes = table_.notes;
    if (!refused_.empty()) notes.push_back(refused_in_words());
    for (const ShownTable::Reason& reason : table_.reasons)
      if (reason.status != CellStatus::refused) notes.push_back(shortened(reason.words));
    if (notes.empty()) return;
    text_ += "\\begin{flushleft}\\footnotesize\n";
    for (const std::string& note : notes) text_ += latex_text(note) + "\\\\\n";
    text_ += "\\end{flushleft}\n";
  }

  static std::string shortened(const std::string& reason) {
    if (reason.size() <= kLongestReason) return reason;
    return reason.substr(0, reason.rfind(' ', kLongestReason)) + " ...";
  }

  std::string refused_in_words() const {
    constexpr std::size_t kMost = 3;
    std::string words;
    for (std::size_t k = 0; k < std::min(refused_.size(), kMost); ++k)
      words += (k == 0 ? "" : "; ") + run_.cells[refused_[k]].in_words(run_.study);
    if (refused_.size() > kMost) words += fmt::format("; and {} more", refused_.size() - kMost);
    return fmt::format("{} of {} combinations do not fit together and are left out: {}",
                       refused_.size(), run_.cells.size(), words);
  }

  const StudyRun& run_;
  ShownTable table_;
  std::vector<std::size_t> shown_, refused_;  ///< cells
  std::vector<std::size_t> axes_, metrics_;   ///< columns
  bool has_status_ = false;
  std::string text_;
};

}  // namespace

std::string results_latex(const StudyRun& run) { return PaperTable(run).make(); }

}  // namespace tactus::core
