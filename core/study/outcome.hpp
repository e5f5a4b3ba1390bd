/// \file outcome.hpp  What came of each cell: its status with a reason, the metrics of its run, whether they
/// are accepted; and what the cells say together, the observed orders.
#pragma once

#include <optional>

#include "core/study/cell_check.hpp"
#include "core/study/cell_record.hpp"
#include "core/study/child_run.hpp"

namespace tactus::core {

/// Several times of the same work by the clock.
struct Timing {
  Real least = kNotGiven, median = kNotGiven, greatest = kNotGiven;
  std::size_t runs = 0;
  Real spread() const { return greatest - least; }
  /// Whether the difference is below the spread: nobody can tell which is faster.
  bool ties_with(const Timing& other) const;
};

struct CellOutcome {
  CellStatus status = CellStatus::interrupted;
  std::string reason;            ///< a sentence, unless ok
  std::vector<Real> values;      ///< of the metrics; a NaN where there is none
  std::vector<Real> exact;       ///< likewise
  std::optional<bool> accepted;  ///< nothing where no metric has limits, or there are no results
  Real wall = 0, memory = 0;     ///< s, MiB
  std::vector<Timing> timings;   ///< of the metrics that are times; without runs for the others
};

/// A line of cells along an axis, from the coarsest to the finest.
struct OrderRow {
  std::vector<std::optional<std::size_t>>
      values;  ///< for each axis the value; nothing for that one
  std::vector<Real> steps,
      errors;                ///< from coarse to fine; an error belongs to the step of its place
  std::vector<Real> slopes;  ///< between neighbours; a NaN where one of the two has no error
  std::optional<bool> accepted;
};

struct OrderResult {
  std::vector<OrderRow> rows;
};

struct StudyResults {
  std::vector<CellOutcome> outcomes;
  std::vector<OrderResult> orders;  ///< of Study::orders
};

/// How the process of a cell ended, as a record without its key.
CellRecord record_of(const ChildEnd& end, const Study& study, const std::filesystem::path& folder);
/// Why a cell was ended for `status`; the same words whatever time it took.
std::string limit_in_words(CellStatus status, const Limits& limits);

/// Reads the run's folder where there are results.
CellOutcome outcome_of(const Study& study, const Cell& cell, const CellRecord& record,
                       const std::filesystem::path& folder);

/// Slopes log(e1/e2)/log(h1/h2) of the error e = |value - exact|, or where nothing is exact, of the
/// change from one value to the next.
OrderResult order_of(const Study& study, const Order& order, const std::vector<Cell>& cells,
                     const std::vector<CellCheck>& checks,
                     const std::vector<CellOutcome>& outcomes);

/// The first sentence, and how many words it is cut to: for tables and terminals.
std::string first_line(const std::string& text);

}  // namespace tactus::core
