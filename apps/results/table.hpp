/// \file table.hpp  Reads a table of a run folder column by column: history.csv, contacts.csv,
/// supports.csv or probes.csv.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/types.hpp"

namespace tactus::core {

/// A column of numbers or of texts. Columns of names (of bodies, supports, groups) are texts, and
/// so are columns with a cell that is neither a number nor empty.
struct Column {
  std::string name;
  std::vector<Real> numbers;       ///< a NaN for each cell that is empty or not a number
  std::vector<std::string> texts;  ///< empty for a column of numbers
};

class Table {
 public:
  Table() = default;

  /// Reads the file in blocks, so that a long history only takes the memory of the wanted columns.
  /// An incomplete last line, which a killed run was writing, is left out.
  /// @param wanted  names of the columns to keep; empty: all. Names that the table does not have
  /// are ignored
  ///                without an error; use find() to test.
  /// @throws FileError if the file cannot be read, or a row has another number of cells than the
  /// first line.
  static Table read(const std::filesystem::path& file, std::span<const std::string> wanted = {});

  /// The kept columns, in the order of the file.
  const std::vector<Column>& columns() const { return columns_; }
  /// Names of all columns of the file, kept or not.
  const std::vector<std::string>& names() const { return names_; }
  std::size_t rows() const { return rows_; }
  /// Column and row of the first number that is NaN or infinite, in kept columns or others; empty
  /// if all are finite. An empty cell does not count.
  struct NotFinite {
    std::string column;
    std::size_t row = 0;
  };
  const std::optional<NotFinite>& not_finite() const { return not_finite_; }
  /// Null if there is no such column, or it was not wanted.
  const Column* find(std::string_view name) const;
  /// The numbers of a column; empty if there is no such column.
  std::span<const Real> numbers(std::string_view name) const;

 private:
  struct Reader;
  std::vector<Column> columns_;
  std::vector<std::string> names_;
  std::size_t rows_ = 0;
  std::optional<NotFinite> not_finite_;
};

/// The unit at the end of the name of a column or key, in readable form: "kg m/s" for
/// "linear_momentum_x_kg_m_per_s", "J" for "total_energy_J"; empty if there is none.
std::string unit_of(std::string_view name);
/// The name without its unit, in words: "linear momentum x".
std::string title_of(std::string_view name);

}  // namespace tactus::core
