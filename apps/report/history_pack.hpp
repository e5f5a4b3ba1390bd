/// \file history_pack.hpp  Reduces a history to curves for a page: all rows if there are few,
/// otherwise the lowest and highest values of ranges of rows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/results/table.hpp"
#include "core/json/json.hpp"

namespace tactus::core {

struct Curve {
  std::string name;
  std::optional<Real> constant;  ///< value of all rows, if constant; then `values` is empty
  std::vector<Real> values;      ///< [points]; a NaN interrupts the line
  Real lowest = 0, highest = 0;  ///< over all finite rows
  std::size_t lost = 0;          ///< number of rows whose value is not finite
};

struct Curves {
  std::size_t rows = 0, points = 0;
  bool envelope = false;  ///< points are extremes of ranges of rows
  std::vector<Curve> curves;
};

/// Reduces a table to at most `most` points per curve. Points 2k and 2k+1 of an envelope are the
/// two extremes of range k in the order of the rows; for `step` and `time_s` they are the ends of
/// the range. Columns of text and empty columns are left out. @param more  further columns with a
/// value for each row. @pre most >= 2
Curves pack(const Table& history, std::size_t most, std::span<const Column> more = {});

/// Adds the curves of another table with the same rows, such as probes.csv, without `step` and
/// `time_s`, which already exist. Adds none if the numbers of rows differ, as after a run was
/// killed.
void append_curves(Curves more, Curves& curves);

/// The same curves with fewer points. Nothing is lost by this, since the extremes of extremes are
/// extremes.
Curves thinned(const Curves& curves, std::size_t most);

/// The JSON that web/src/data.ts declares as a History; `names` is the page's list of columns,
/// which grows.
Json to_json(const Curves& curves, std::vector<std::string>& names);

}  // namespace tactus::core
