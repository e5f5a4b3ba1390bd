/// \file history_pack.hpp  A history as curves of a page: rows as they are where they are few, else the
/// lowest and the highest values of ranges of rows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/config/json/json.hpp"
#include "core/results/table.hpp"

namespace tactus::core {

struct Curve {
  std::string name;
  std::optional<Real> constant;  ///< of all rows; then there are no values
  std::vector<Real> values;      ///< [points]; a NaN parts the line
  Real lowest = 0, highest = 0;  ///< of all rows that are finite
  std::size_t lost = 0;          ///< rows whose value is not finite
};

struct Curves {
  std::size_t rows = 0, points = 0;
  bool envelope = false;  ///< points are extremes of ranges
  std::vector<Curve> curves;
};

/// At most `most` points per curve. Points 2k and 2k+1 of an envelope are the two extremes of range k in
/// the order of the rows; of `step` and `time_s` they are the ends of the range. Columns of text and empty ones
/// are left out. @param more  further columns, a value for each row. @pre most >= 2
Curves pack(const Table& history, std::size_t most, std::span<const Column> more = {});

/// Adds the curves of another table with the same rows, as probes.csv has; without `step` and `time_s`, which
/// are there already. Where a run that was killed left another number of rows, none.
void append_curves(Curves more, Curves& curves);

/// The same with fewer points: extremes of extremes are extremes, so that nothing is lost by it.
Curves thinned(const Curves& curves, std::size_t most);

/// As web/src/data.ts declares a History; `names` is the page's list of columns, which grows.
Json to_json(const Curves& curves, std::vector<std::string>& names);

}  // namespace tactus::core
