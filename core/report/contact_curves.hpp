/// \file contact_curves.hpp  contacts.csv as curves: it has a row for each pair of bodies that touched, and a
/// curve has a value for each row of the history.
#pragma once

#include <vector>

#include "core/results/table.hpp"

namespace tactus::core {

/// For those pairs of bodies whose impulses were the greatest, at most `pairs` of them, in the order of that
/// size and a value for each row of the history:
///   force_on_A_by_B_N            size of the impulse since the row before, divided by the time since then
///   impulse_x_on_A_by_B_N_s, y   impulse on A since the start
std::vector<Column> contact_columns(const Table& history, const Table& contacts, std::size_t pairs);

}  // namespace tactus::core
