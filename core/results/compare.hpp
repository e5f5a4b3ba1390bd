/// \file compare.hpp  Where two runs part: the first row and the largest difference of each column.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/results/table.hpp"

namespace tactus::core {

/// How two numbers are held against each other: |a - b| <= absolute + relative * max(|a|, |b|).
struct Tolerance {
  Real relative = 0, absolute = 0;
};

struct ColumnDifference {
  std::string table, column;
  std::size_t row = 0;        ///< the first that differs
  Real time = kNotGivenTime;  ///< s, of that row
  std::string a, b;           ///< what stands there
  Real largest = 0;           ///< |a - b|, of all rows
  Real relative = 0;          ///< the same, divided by the larger of the two
  std::size_t rows = 0;       ///< that differ
  static constexpr Real kNotGivenTime = -1;
};

struct RunComparison {
  std::vector<ColumnDifference> differences;  ///< in the order of the tables
  std::vector<std::string> notes;     ///< other lengths, columns that only one of the two has
  std::size_t columns = 0, rows = 0;  ///< that were compared
  bool same() const { return differences.empty() && notes.empty(); }
};

/// Compares history.csv, contacts.csv, supports.csv and probes.csv row by row; times by the clock are left out.
/// @throws ConfigError where a folder is none of a run; FileError
RunComparison compare_runs(const std::filesystem::path& a, const std::filesystem::path& b,
                           const Tolerance& tolerance);

/// For a person, the column that parts first first.
std::string in_words(const RunComparison& comparison);

}  // namespace tactus::core
