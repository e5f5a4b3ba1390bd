/// \file run_table.hpp  One of the tables that a run writes: NAME.csv in its folder, which is begun, continued,
/// checked and saved like all others.
#pragma once

#include <array>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/record/checkpoint.hpp"
#include "core/support/csv_writer.hpp"

namespace tactus::core {

/// All tables of runs; the last two are those of runs that ask for them.
inline constexpr std::array<std::string_view, 5> kTables = {"history", "contacts", "supports",
                                                            "probes", "residuals"};

class RunTable {
 public:
  /// @param name     one of kTables
  /// @param columns  the header
  /// @param wanted   false: the run has no such table, and nothing is written
  RunTable(const std::filesystem::path& folder, std::string_view name,
           std::vector<std::string> columns, bool wanted = true);

  void begin();  ///< a new, empty file
  /// Checks whether the file is that of the checkpoint, and changes nothing. A resumed run may want a
  /// table that the original run did not have, and vice versa.
  /// @throws FileError if it is missing, cut off, edited or has other columns
  void resume(const CheckpointGroup& from);
  /// After resume(): whether the file has no rows behind the checkpoint.
  bool is_current() const { return !csv_ || csv_->is_current(); }
  void go_on();  ///< after resume(): truncates the file to the checkpoint and opens it
  bool is_open() const { return csv_.has_value(); }

  /// Writes a row: numbers, texts, and vectors of numbers with a cell each. What is not a number becomes an
  /// empty cell. @throws PreconditionError unless there is one cell a column; FileError.
  template <class... Cells>
  void write(const Cells&... cells) {
    (put(cells), ...);
    end_row();
  }
  void put(Real value) { std::isnan(value) ? csv_->put_empty() : csv_->put(value); }
  void put(Index value) { csv_->put(value); }
  void put(std::string_view text) { csv_->put(text); }
  void put(View<Real> values) {
    for (const Real value : values) put(value);
  }
  void end_row() { csv_->end_row(); }

  void flush();
  void sync();  ///< before save()
  void save(CheckpointGroup& to) const;

 private:
  std::filesystem::path path_;
  std::string name_;
  std::vector<std::string> columns_;
  bool wanted_;
  std::optional<CsvWriter> csv_;  ///< absent: not wanted, or not open yet
};

}  // namespace tactus::core
