/// \file contact_curves.hpp  Converts contacts.csv, which has a row for each pair of bodies in
/// contact, to curves, which have a value for each row of the history.
#pragma once

#include <vector>

#include "apps/results/table.hpp"

namespace tactus::core {

/// Curves of those pairs of bodies with the largest impulses, at most `pairs` of them in descending
/// order, with a value for each row of the history:
///   force_on_A_by_B_N            magnitude of the impulse since the previous row / time since
///   impulse_x_on_A_by_B_N_s, y   impulse on A since the start
std::vector<Column> contact_columns(const Table& history, const Table& contacts, std::size_t pairs);

}  // namespace tactus::core
