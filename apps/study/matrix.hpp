/// \file matrix.hpp  The cells of a study: all combinations of values of its axes that are not
/// excluded.
#pragma once

#include <string>
#include <vector>

#include "apps/study/study.hpp"

namespace tactus::core {

/// A cell: one run of the study.
struct Cell {
  /// Among the cells that are not excluded, in the order of the axes
  std::size_t index = 0;
  std::vector<std::size_t> values;  ///< for each axis the position of its value
  std::filesystem::path base;       ///< the configuration
  std::vector<std::string> sets;    ///< "/pointer=value" each: those of the study, then of the axes
  std::string folder;               ///< "cells/0007-spring-direct-1"

  const AxisValue& value(const Study& study, std::size_t axis) const {
    return study.axes[axis].values[values[axis]];
  }
  /// "law=spring, mesh=1".
  std::string in_words(const Study& study) const;
};

/// All cells; the last axis varies fastest.
std::vector<Cell> cells_of(const Study& study);

bool matches(const Selection& selection, const Cell& cell);

/// The cell with the baseline's values; axes that the baseline does not name have the same value as
/// in `cell`. Null if there is none.
const Cell* baseline_of(const Study& study, const std::vector<Cell>& cells, const Cell& cell);

/// The numbers of a cell that formulas can use in addition to metrics: parameters and numbers of
/// axes.
std::vector<std::pair<std::string, Real>> numbers_of(const Study& study, const Cell& cell);

}  // namespace tactus::core
