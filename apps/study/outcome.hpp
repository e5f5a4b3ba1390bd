/// \file outcome.hpp  The outcome of each cell: its status with a reason, the metrics of its run,
/// and whether they are accepted. Also the outcome of cells together: observed orders of
/// convergence, and means.
#pragma once

#include <optional>

#include "apps/study/cell_check.hpp"
#include "apps/study/cell_record.hpp"
#include "apps/study/child_run.hpp"

namespace tactus::core {

/// Several measurements of the wall time of the same work.
struct Timing {
  Real least = kNotGiven, median = kNotGiven, greatest = kNotGiven;
  std::size_t runs = 0;
  bool alone = false;   ///< measured by repeats, one at a time, and not beside other cells
  Real spread() const;  ///< NaN of less than two runs
  bool has_spread() const { return alone && runs > 1; }
  /// Whether the difference is smaller than the scatter, so that it cannot be decided which one is
  /// faster. Without a scatter nothing ties.
  bool ties_with(const Timing& other) const;
};

struct CellOutcome {
  CellStatus status = CellStatus::interrupted;
  std::string reason;            ///< a sentence, unless the status is ok
  std::vector<Real> values;      ///< of the metrics; NaN if there is none
  std::vector<Real> exact;       ///< likewise
  std::optional<bool> accepted;  ///< empty if no metric has limits, or there are no results
  Real wall = 0, memory = 0;     ///< s, MiB
  Real cpu = 0, load = 0;        ///< as CellRecord's
  Real repeat_load = 0, repeat_cpu_share = 0;
  std::vector<Timing> timings;  ///< of the metrics that are times; without runs for all others
};

/// The observed order of neighbouring cells: of two where the exact value is known, otherwise of
/// three.
struct CellsOrder {
  std::vector<std::size_t> cells;  ///< from coarse to fine
  Real order = kNotGiven;          ///< NaN: there is none
  std::string none_because;        ///< a clause
};

/// A sequence of cells along an axis, from the coarsest to the finest.
struct OrderRow {
  std::vector<std::optional<std::size_t>>
      values;               ///< value on each axis, except for the axis of the order
  std::vector<Real> steps;  ///< of the cells with a value
  /// Errors |value - exact| of these cells or, where no exact value is known, the changes from each
  /// cell to the next, of which there is one less.
  std::vector<Real> errors, changes;
  std::vector<CellsOrder> orders;  ///< the last one, of the finest cells, is the order of the row
  std::string none_because;        ///< why `orders` is empty
  Real limit = kNotGiven;          ///< the value extrapolated from the finest three cells
  Real uncertainty = kNotGiven;    ///< of the value of the finest cell
  std::vector<std::size_t> left_out;  ///< cells without a value or a step, in their order
  Real expected = kNotGiven;          ///< the order, by `exact` of the study
  std::optional<bool> accepted;
  /// Order of the finest cells; NaN if there is none.
  Real order() const { return orders.empty() ? kNotGiven : orders.back().order; }
};

struct OrderResult {
  std::vector<OrderRow> rows;
};

/// A line of cells along an axis.
struct MeanRow {
  std::vector<std::optional<std::size_t>> values;  ///< as OrderRow::values
  Real mean = kNotGiven;
  Real standard_error = kNotGiven;  ///< of the mean: scatter of the cells / sqrt(cells)
  std::size_t cells = 0;            ///< that have a value; the others do not count
  Real exact = kNotGiven;
  std::optional<bool> accepted;
};

struct MeanResult {
  std::vector<MeanRow> rows;
};

struct StudyResults {
  std::vector<CellOutcome> outcomes;
  std::vector<OrderResult> orders;  ///< of Study::orders
  std::vector<MeanResult> means;    ///< of Study::means
};

/// How the process of a cell ended, as a record without a key.
CellRecord record_of(const ChildEnd& end, const Study& study, const std::filesystem::path& folder);
/// Whether a run ended because the disk, or what its user may have of it, is full. All later cells
/// would end the same way.
bool is_disk_full(const ChildEnd& end);
/// The limit by which a cell with the status timeout (s) or memory (MiB) was ended. The cell runs again when a study
/// sets another one.
Real limit_of(CellStatus status, const Limits& limits);
/// The reason for ending a cell with this status, in words that do not depend on the time it took.
std::string limit_in_words(CellStatus status, const Limits& limits);

/// Evaluates the folder of a cell, if it has results.
/// @param baseline, baseline_folder  the cell with which its curves are compared; null: none
CellOutcome outcome_of(const Study& study, const Cell& cell, const CellRecord& record,
                       const std::filesystem::path& folder, const Cell* baseline = nullptr,
                       const std::filesystem::path& baseline_folder = {});

/// Orders of convergence along an axis, with the extrapolated value where none is known exactly.
OrderResult order_of(const Study& study, const Order& order, const std::vector<Cell>& cells,
                     const std::vector<CellCheck>& checks,
                     const std::vector<CellOutcome>& outcomes);

MeanResult mean_of(const Study& study, const Mean& mean, const std::vector<Cell>& cells,
                   const std::vector<CellOutcome>& outcomes);

/// Cells that differ in one axis alone.
struct Line {
  std::vector<std::optional<std::size_t>>
      values;  ///< for each axis the value; nothing for that one
  std::vector<std::size_t> cells;
};
std::vector<Line> lines_along(const Study& study, std::string_view name,
                              const std::vector<Cell>& cells);

/// The first sentence, shortened to a number of words, for tables and terminals.
std::string first_line(const std::string& text);

}  // namespace tactus::core
