/// \file results_tables.hpp  Converts the results of a study to cells of a table for people: which
/// value is the best of a column, and how far each is from the exact value or from the baseline.
#pragma once

#include "apps/study/study_run.hpp"

namespace tactus::core {

/// How one metric of one cell is displayed.
struct ShownValue {
  std::string value;  ///< "0.67958"; empty where there is none
  std::string
      beside;  ///< "-0.02 %" from the exact value or the baseline, "x1.8", "tie"; may be empty
  bool best = false;     ///< best of its column; several if they are equal or tie
  bool refused = false;  ///< beyond its "accept"
};

struct ShownTable {
  std::vector<std::string> header;
  std::vector<std::size_t> metrics;  ///< of the columns behind the status
  struct Row {
    std::vector<std::string> labels;  ///< of the axes
    std::string status;
    std::vector<ShownValue> values;  ///< of the metrics
  };
  std::vector<Row> rows;           ///< of the cells
  std::vector<std::string> notes;  ///< what "beside" means, orders, means
  struct Reason {
    CellStatus status;
    std::string words;
  };
  std::vector<Reason> reasons;  ///< cells that are not ok, and why
};

/// A terminal has metrics of wall times, too; a page and a paper have the same bytes everywhere. A
/// paper has one figure beside a value.
enum class ShownFor : std::uint8_t { terminal, page, paper };
ShownTable shown_table(const StudyRun& run, ShownFor reader);

/// "1 cell", "48 cells".
std::string cells_in_words(std::size_t count);

/// "48 cells: 40 ok, 8 refused".
std::string count_in_words(const StudyRun& run);

/// The table with its notes, for a terminal. @param colour  whether the best values are in bold
std::string terminal_table(const StudyRun& run, bool colour);

}  // namespace tactus::core
