/// \file reactions_row.hpp  The columns of history.csv that runs in reactions have of their own.
#pragma once

#include "core/record/history.hpp"
#include "core/record/row_sums.hpp"

namespace tactus::core {

/// @param sums  since the previous row; they outlive the result
/// @param last  the last step, whose contacts are counted
HistoryRow::Reactions reactions_row(const RowSums& sums, const StepFacts& last, int dim);

}  // namespace tactus::core
