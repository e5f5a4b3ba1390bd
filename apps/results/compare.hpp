/// \file compare.hpp  Compares two runs: finds the first row and the largest difference of each
/// column.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "apps/results/table.hpp"

namespace tactus::core {

/// Two numbers count as equal if |a - b| <= absolute + relative * max(|a|, |b|).
struct Tolerance {
  Real relative = 0, absolute = 0;
};

struct ColumnDifference {
  std::string table, column;
  std::size_t row = 0;        ///< the first row that differs
  Real time = kNotGivenTime;  ///< s, of that row
  std::string a, b;           ///< the values in this row
  Real largest = 0;           ///< |a - b|, largest of all rows
  Real relative = 0;          ///< the same, divided by the larger of the two
  std::size_t rows = 0;       ///< number of rows that differ
  static constexpr Real kNotGivenTime = -1;
};

struct RunComparison {
  std::vector<ColumnDifference> differences;  ///< in the order of the tables
  std::vector<std::string> notes;             ///< other lengths, columns that exist in one run only
  std::size_t columns = 0, rows = 0;          ///< number of columns and rows compared
  bool same() const { return differences.empty() && notes.empty(); }
};

/// Compares history.csv, contacts.csv, supports.csv and probes.csv row by row, without wall times.
/// @throws ConfigError if a folder is not the folder of a run; FileError
RunComparison compare_runs(const std::filesystem::path& a, const std::filesystem::path& b,
                           const Tolerance& tolerance);

/// Text for people; the column that differs first comes first.
std::string in_words(const RunComparison& comparison);

}  // namespace tactus::core
