#include "apps/results/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "core/support/regular_file.hpp"

namespace tactus::core {
namespace {

constexpr Real kEmpty = std::numeric_limits<Real>::quiet_NaN();

/// Columns that always contain names, even if these look like numbers: a body may be called "1" or
/// "nan".
constexpr std::array<std::string_view, 5> kNames{"body_a", "body_b", "support", "body", "group"};

bool has_names(const Column& column) {
  return std::ranges::find(kNames, column.name) != kNames.end();
}

std::optional<Real> number_of(std::string_view cell) {
  Real value = 0;
  const char* const end = cell.data() + cell.size();
  const auto [stop, error] = std::from_chars(cell.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

/// Removes the next cell from a line. Quotes are written as by CsvWriter: doubled within quotes.
/// @param more  out: whether a comma followed, and thus another cell
std::string_view take_cell(std::string_view& line, std::string& unquoted, bool& more) {
  std::size_t end = std::min(line.find(','), line.size());
  std::string_view cell = line.substr(0, end);
  if (line.starts_with('"')) {
    unquoted.clear();
    for (end = 1; end < line.size(); ++end) {
      if (line[end] == '"' && (++end == line.size() || line[end] != '"')) break;
      unquoted += line[end];
    }
    cell = unquoted;
  }
  more = end < line.size();
  line.remove_prefix(std::min(end + 1, line.size()));
  return cell;
}

/// The end of the line at the start of `text`; line breaks within quotes do not count. npos: it is
/// not complete yet.
std::size_t end_of_line(std::string_view text) {
  const std::size_t end = text.find('\n');
  if (end == text.npos || text.substr(0, end).find('"') == text.npos) return end;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') quoted = !quoted;
    if (text[i] == '\n' && !quoted) return i;
  }
  return text.npos;
}

}  // namespace

/// Processes the lines of a file; the first one contains the names of the columns.
struct Table::Reader {
  Table& table;
  std::span<const std::string> wanted;
  const std::filesystem::path& file;
  /// For each column of the file its position in the table, or npos
  std::vector<std::size_t> kept{};
  std::string unquoted{};

  static constexpr std::size_t kLeftOut = static_cast<std::size_t>(-1);

  void header(std::string_view line) {
    for (bool more = true; more;) table.names_.emplace_back(take_cell(line, unquoted, more));
    for (const std::string& name : table.names_) {
      const bool is_wanted =
          wanted.empty() || std::find(wanted.begin(), wanted.end(), name) != wanted.end();
      kept.push_back(is_wanted ? table.columns_.size() : kLeftOut);
      if (is_wanted) table.columns_.push_back({name, {}, {}});
    }
  }

  void row(std::string_view line) {
    std::size_t cells = 0;
    for (bool more = true; more; ++cells) {
      if (cells == kept.size()) fail();
      const std::string_view cell = take_cell(line, unquoted, more);
      note_not_finite(cells, cell);
      if (kept[cells] != kLeftOut) put(table.columns_[kept[cells]], cell);
    }
    if (cells != kept.size()) fail();
    ++table.rows_;
  }

  /// NaN and infinite numbers begin with a letter, or with a sign and a letter.
  void note_not_finite(std::size_t column, std::string_view cell) const {
    if (table.not_finite_ || cell.empty()) return;
    const char first = cell.front() == '-' && cell.size() > 1 ? cell[1] : cell.front();
    if (first != 'n' && first != 'i') return;
    if (const auto number = number_of(cell); number && !std::isfinite(*number))
      table.not_finite_ = NotFinite{table.names_[column], table.rows_};
  }

  /// A column becomes a column of texts at its first cell that is not a number.
  void put(Column& column, std::string_view cell) const {
    if (has_names(column)) {
      column.texts.emplace_back(cell);
      column.numbers.push_back(kEmpty);
      return;
    }
    const std::optional<Real> number = number_of(cell);
    if (!number && !cell.empty() && column.texts.empty()) {
      column.texts.reserve(column.numbers.size() + 1);
      for (const Real before : column.numbers)
        column.texts.push_back(before == before ? fmt::format("{}", before) : std::string());
    }
    if (!column.texts.empty() || (!number && !cell.empty())) column.texts.emplace_back(cell);
    column.numbers.push_back(number.value_or(kEmpty));
  }

  [[noreturn]] void fail() const {
    throw FileError(fmt::format(
        "cannot read '{}': line {} does not have {} cells, one for each column; the file "
        "was edited or is damaged",
        file.string(), table.rows_ + 2, kept.size()));
  }
};

Table Table::read(const std::filesystem::path& file, std::span<const std::string> wanted) {
  Table table;
  Reader reader{table, wanted, file};
  const Descriptor in = open_to_read(file);
  std::vector<char> block(std::size_t{1} << 20);
  std::string rest;
  while (const std::size_t count = read_some(in, block.data(), block.size(), file)) {
    rest.append(block.data(), count);
    std::string_view text = rest;
    for (std::size_t end = 0; (end = end_of_line(text)) != text.npos; text.remove_prefix(end + 1)) {
      const std::string_view line = text.substr(0, end);
      table.names_.empty() ? reader.header(line) : reader.row(line);
    }
    rest.erase(0, rest.size() - text.size());
  }
  return table;
}

const Column* Table::find(std::string_view name) const {
  const auto found = std::ranges::find(columns_, name, &Column::name);
  return found == columns_.end() ? nullptr : &*found;
}

std::span<const Real> Table::numbers(std::string_view name) const {
  const Column* column = find(name);
  return column ? std::span<const Real>(column->numbers) : std::span<const Real>();
}

namespace {

struct UnitName {
  std::string_view ending, unit;
};
/// Longer suffixes come first.
constexpr UnitName kUnits[] = {
    {"_kg_m2_per_s", "kg m^2/s"},
    {"_kg_m_per_s", "kg m/s"},
    {"_m_per_s", "m/s"},
    {"_N_s", "N s"},
    {"_J_per_m3", "J/m^3"},
    {"_per_s", "1/s"},
    {"_MiB", "MiB"},
    {"_rad", "rad"},
    {"_Pa", "Pa"},
    {"_kg", "kg"},
    {"_J", "J"},
    {"_N", "N"},
    {"_m", "m"},
    {"_s", "s"},
};

const UnitName* unit_at_end(std::string_view name) {
  for (const UnitName& u : kUnits)
    if (name.ends_with(u.ending) && name.size() > u.ending.size()) return &u;
  return nullptr;
}

}  // namespace

std::string unit_of(std::string_view name) {
  const UnitName* u = unit_at_end(name);
  return u ? std::string(u->unit) : std::string();
}

std::string title_of(std::string_view name) {
  if (const UnitName* u = unit_at_end(name)) name.remove_suffix(u->ending.size());
  std::string title(name);
  std::ranges::replace(title, '_', ' ');
  return title;
}

}  // namespace tactus::core
