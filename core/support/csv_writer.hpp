/// \file csv_writer.hpp  Writes a table row by row. After an interruption it continues so that the
/// file has the same bytes as without one.
///
/// Only complete lines are passed to the system, so that a killed run leaves no incomplete line.
/// Numbers are written with the fewest digits that read back to the same double.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/support/atomic_file.hpp"
#include "core/support/checksum.hpp"

namespace tactus::core {

/// The length of a table and the checksum of its content up to there, as stored in a checkpoint.
struct TableMark {
  Index bytes = 0;
  Index checksum = 0;
};

class CsvWriter {
 public:
  /// Creates a new table; `columns` is its header. An existing file of that name is replaced.
  CsvWriter(std::filesystem::path path, const std::vector<std::string>& columns);

  /// Opens a table to continue from `mark`, which mark() gave when the checkpoint was written. The
  /// file is only inspected until go_on() is called.
  /// @throws FileError if it is missing, shorter, edited before the mark, or has other columns.
  CsvWriter(std::filesystem::path path, const std::vector<std::string>& columns,
            const TableMark& mark);

  /// Truncates the table at the mark and opens it for writing.
  void go_on();
  /// Whether the table has no rows after the mark.
  bool is_current() const;

  ~CsvWriter();  ///< Writes what is left. Errors are lost here, so call flush() before.
  CsvWriter(CsvWriter&& other) noexcept = default;
  CsvWriter& operator=(CsvWriter&&) = delete;

  /// Cells of a row in the order of the columns; end_row() ends the row.
  void put(Real value);
  void put(Index value);
  void put(std::string_view text);  ///< quoted if it contains a comma, a quote or a line break
  void put_empty();                 ///< an unknown value
  /// @throws PreconditionError unless there was one cell per column; FileError.
  void end_row();

  /// Passes all complete rows to the system; end_row() calls this at least every half second. After
  /// an error the file is closed and contains what was written before.
  void flush();
  /// Calls flush() and flushes the file to disk: needed before a checkpoint with mark() is written.
  void sync();
  /// The end of the last complete row.
  TableMark mark() const { return {position_, checksum_.value()}; }

 private:
  void check(std::string_view header, const TableMark& mark);
  void separate();
  [[noreturn]] void fail(std::string_view action) const;

  std::filesystem::path path_;
  std::size_t columns_ = 0, cells_ = 0;
  Descriptor file_;
  Index position_ = 0;        ///< end of the last complete row
  Checksum checksum_;         ///< of everything up to position_
  Index unwritten_from_ = 0;  ///< position up to which the system has received bytes
  std::string pending_;       ///< what follows: complete rows, then the current one
  std::chrono::steady_clock::time_point last_flush_{};
};

}  // namespace tactus::core
