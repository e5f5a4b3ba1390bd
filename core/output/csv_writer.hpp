/// \file csv_writer.hpp  A table that grows by rows, and goes on after an interruption to the same
/// bytes.
///
/// Only whole lines are ever handed to the system, so a run that is killed leaves no half line. Numbers
/// are written with as few digits as give the same double back.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/output/atomic_file.hpp"
#include "core/support/checksum.hpp"

namespace tactus::core {

/// How far a table has come, and the checksum of what it holds up to there: what a checkpoint keeps of it.
struct TableMark {
  Index bytes = 0;
  Index checksum = 0;
};

class CsvWriter {
 public:
  /// A new table: `columns` is the header; a file of that name is replaced.
  CsvWriter(std::filesystem::path path, const std::vector<std::string>& columns);

  /// A table to go on with from `mark`, as given by mark() when the checkpoint was written. It is only
  /// looked at until go_on() is called.
  /// @throws FileError where it is missing, shorter, was edited up to there, or has other columns.
  CsvWriter(std::filesystem::path path, const std::vector<std::string>& columns,
            const TableMark& mark);

  /// Cuts off what follows the mark, and opens the table for writing.
  void go_on();
  /// Whether the table has no rows beyond the mark.
  bool is_current() const;

  ~CsvWriter();  ///< Writes what is left; errors are lost here, so call flush() before.
  CsvWriter(CsvWriter&& other) noexcept = default;
  CsvWriter& operator=(CsvWriter&&) = delete;

  /// The cells of a row in the order of the columns, then end_row().
  void put(Real value);
  void put(Index value);
  void put(std::string_view text);  ///< quoted where it holds a comma, a quote or a line break
  void put_empty();                 ///< not known
  /// @throws PreconditionError unless there was one cell a column; FileError.
  void end_row();

  /// Hands all complete rows to the system; end_row() does so by itself, at least every half second.
  /// After an error the file is closed and holds what came before.
  void flush();
  /// flush(), and onto the disk: before a checkpoint that holds mark().
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
  Index unwritten_from_ = 0;  ///< position that the system has got so far
  std::string pending_;       ///< what follows that: complete rows, then the one in the making
  std::chrono::steady_clock::time_point last_flush_{};
};

}  // namespace tactus::core
