/// \file matrix.hpp  The cells of a study: every combination of its axes' values that is not excluded.
#pragma once

#include <string>
#include <vector>

#include "core/study/study.hpp"

namespace tactus::core {

/// One run.
struct Cell {
  std::size_t index = 0;            ///< among the cells that are left, in the order of the axes
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

/// All cells, the last axis running fastest.
std::vector<Cell> cells_of(const Study& study);

bool matches(const Selection& selection, const Cell& cell);

/// The cell that has the baseline's values, and for axes that it does not name those of `cell`; null
/// where there is none.
const Cell* baseline_of(const Study& study, const std::vector<Cell>& cells, const Cell& cell);

/// What the study's formulas know of a cell beside its metrics: parameters and numbers of axes.
std::vector<std::pair<std::string, Real>> numbers_of(const Study& study, const Cell& cell);

}  // namespace tactus::core
