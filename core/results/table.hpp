/// \file table.hpp  A finished table of a run folder: history.csv, contacts.csv, supports.csv or probes.csv, read
/// back column by column.
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

/// A column of numbers, or of texts: of names (of bodies, supports, groups), and where a cell is neither a
/// number nor empty.
struct Column {
  std::string name;
  std::vector<Real> numbers;       ///< a NaN for each cell that is empty or no number
  std::vector<std::string> texts;  ///< empty for a column of numbers
};

class Table {
 public:
  Table() = default;

  /// Reads the file in blocks, so that a long history takes the memory of its wanted columns alone.
  /// A last line without its end is what a killed run was writing; it is left out.
  /// @param wanted  names of the columns to keep; empty: all. Names that the table does not have are
  ///                left out without an error: ask find().
  /// @throws FileError where the file cannot be read, or a row has another number of cells than the
  ///         first line.
  static Table read(const std::filesystem::path& file, std::span<const std::string> wanted = {});

  /// What was kept, in the order of the file.
  const std::vector<Column>& columns() const { return columns_; }
  /// Names of all columns of the file, kept or not.
  const std::vector<std::string>& names() const { return names_; }
  std::size_t rows() const { return rows_; }
  /// The first number that is a NaN or infinite, as the run wrote it, kept or not: its column and its row;
  /// nothing where all are finite. An empty cell is no number.
  struct NotFinite {
    std::string column;
    std::size_t row = 0;
  };
  const std::optional<NotFinite>& not_finite() const { return not_finite_; }
  /// Null where there is no such column, or it was not wanted.
  const Column* find(std::string_view name) const;
  /// The numbers of a column; empty where there is no such column.
  std::span<const Real> numbers(std::string_view name) const;

 private:
  struct Reader;
  std::vector<Column> columns_;
  std::vector<std::string> names_;
  std::size_t rows_ = 0;
  std::optional<NotFinite> not_finite_;
};

/// The unit at the end of a column's or a key's name, for people: "kg m/s" of
/// "linear_momentum_x_kg_m_per_s", "J" of "total_energy_J"; empty where there is none.
std::string unit_of(std::string_view name);
/// The name without its unit, in words: "linear momentum x".
std::string title_of(std::string_view name);

}  // namespace tactus::core
