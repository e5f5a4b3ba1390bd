#include "apps/study/matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

namespace tactus::core {
namespace {

std::string file_name_of(const std::string& label) {
  std::string name;
  for (const char c : label.substr(0, 40)) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                       c == '.' || c == '_' || c == '+';
    name += plain ? c : '_';
  }
  return name;
}

void complete(const Study& study, Cell& cell) {
  cell.folder = fmt::format("cells/{:04}", cell.index);
  cell.base = study.base;
  for (const Setting& s : study.settings) cell.sets.push_back(s.as_set());
  for (std::size_t axis = 0; axis < study.axes.size(); ++axis) {
    const AxisValue& value = cell.value(study, axis);
    if (!value.base.empty()) cell.base = value.base;
    for (const Setting& s : value.settings) cell.sets.push_back(s.as_set());
    if (cell.folder.size() < 150) cell.folder += "-" + file_name_of(value.label);
  }
}

}  // namespace

std::string Cell::in_words(const Study& study) const {
  std::string words;
  for (std::size_t axis = 0; axis < study.axes.size(); ++axis)
    words += fmt::format("{}{}={}", axis == 0 ? "" : ", ", study.axes[axis].name,
                         value(study, axis).label);
  return words;
}

std::vector<Cell> cells_of(const Study& study) {
  std::vector<Cell> cells;
  std::size_t count = 1;
  for (const Axis& axis : study.axes) count *= axis.values.size();
  for (std::size_t number = 0; number < count; ++number) {
    Cell cell;
    cell.values.resize(study.axes.size());
    std::size_t rest = number;
    for (std::size_t axis = study.axes.size(); axis-- > 0;) {
      cell.values[axis] = rest % study.axes[axis].values.size();
      rest /= study.axes[axis].values.size();
    }
    if (std::ranges::any_of(study.exclude, [&](const Selection& s) { return matches(s, cell); }))
      continue;
    cell.index = cells.size();
    complete(study, cell);
    cells.push_back(std::move(cell));
  }
  return cells;
}

bool matches(const Selection& selection, const Cell& cell) {
  return std::ranges::all_of(selection, [&](const auto& entry) {
    return std::ranges::find(entry.second, cell.values[entry.first]) != entry.second.end();
  });
}

const Cell* baseline_of(const Study& study, const std::vector<Cell>& cells, const Cell& cell) {
  if (!study.baseline) return nullptr;
  std::vector<std::size_t> wanted = cell.values;
  for (const auto& [axis, values] : *study.baseline) wanted[axis] = values.front();
  const auto found = std::ranges::find(cells, wanted, &Cell::values);
  return found == cells.end() ? nullptr : &*found;
}

std::vector<std::pair<std::string, Real>> numbers_of(const Study& study, const Cell& cell) {
  std::vector<std::pair<std::string, Real>> numbers = study.parameters;
  numbers.emplace_back("pi", std::numbers::pi);
  for (std::size_t axis = 0; axis < study.axes.size(); ++axis)
    if (study.axes[axis].has_numbers())
      numbers.emplace_back(study.axes[axis].name, cell.value(study, axis).number);
  return numbers;
}

}  // namespace tactus::core
