/// \file compare.hpp  Compares two runs: the first row that differs, how far each column is apart over
/// time, and the numbers at the end in which the runs differ. Runs whose rows are at other times
/// (automatic steps, say) are compared as curves.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "apps/results/curve_distance.hpp"
#include "apps/results/table.hpp"

namespace tactus::core {

/// Two numbers count as equal if |a - b| <= absolute + relative * max(|a|, |b|).
struct Tolerance {
  Real relative = 0, absolute = 0;
};

struct ColumnDifference {
  std::string table, column;
  std::string of;  ///< the bodies or the support whose rows these are; empty: the table has no such
  std::size_t row = 0;        ///< the first row that differs
  Real time = kNotGivenTime;  ///< s, of that row
  std::string a, b;           ///< the values in this row
  std::size_t rows = 0;       ///< number of rows that differ; 0: compared over time alone
  CurveDistance curve;        ///< without numbers for a column of texts
  static constexpr Real kNotGivenTime = -1;
  /// The largest difference as a part of the largest value.
  Real relative() const { return curve.max > 0 && curve.size > 0 ? curve.max / curve.size : 0; }
};

/// A number of summary.json that differs.
struct NumberDifference {
  std::string name;  ///< "energy/final_J"
  Real a = 0, b = 0;
};

struct RunComparison {
  std::vector<ColumnDifference> differences;  ///< in the order of the tables
  std::vector<NumberDifference> numbers;      ///< of the ends of the two runs
  std::vector<std::string> notes;             ///< other lengths, columns that exist in one run only
  std::vector<std::string> over_time;  ///< for each table whose rows are of other times a sentence
  std::size_t columns = 0, rows = 0;   ///< number of columns and rows compared
  bool same() const { return differences.empty() && notes.empty(); }
};

/// Compares history.csv, contacts.csv, supports.csv and probes.csv row by row, without wall times. A
/// table whose rows are at other times is compared as curves, linear between rows; impulses, also those of mean
/// forces, and other sums since the row before are added up first, and counts are left out.
/// @throws ConfigError if a folder is not the folder of a run; FileError
RunComparison compare_runs(const std::filesystem::path& a, const std::filesystem::path& b,
                           const Tolerance& tolerance);

/// Text for people; the column that differs first comes first.
std::string in_words(const RunComparison& comparison);

}  // namespace tactus::core
