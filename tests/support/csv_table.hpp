/// \file csv_table.hpp  A table of a run folder as a test reads it: cells by the name of their column.
#pragma once

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace tactus::testing {

/// No cell holds a comma.
class CsvTable {
 public:
  explicit CsvTable(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    header_ = split(line);
    while (std::getline(lines, line)) rows_.push_back(split(line));
  }

  std::size_t size() const { return rows_.size(); }
  const std::string& text(std::size_t row, const std::string& column) const {
    const auto at = std::find(header_.begin(), header_.end(), column);
    if (at == header_.end()) throw std::out_of_range("no column " + column);
    return rows_.at(row).at(static_cast<std::size_t>(at - header_.begin()));
  }
  double number(std::size_t row, const std::string& column) const {
    return std::stod(text(row, column));
  }
  double sum(const std::string& column) const {
    double sum = 0;
    for (std::size_t row = 0; row < size(); ++row) sum += number(row, column);
    return sum;
  }

 private:
  static std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> cells(1);
    for (const char c : line) {
      if (c == ',')
        cells.emplace_back();
      else
        cells.back() += c;
    }
    return cells;
  }
  std::vector<std::string> header_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace tactus::testing
