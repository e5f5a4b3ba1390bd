/// \file contact_curves.hpp  Converts contacts.csv, which has a row for each pair of bodies in
/// contact, to curves, which have a value for each row of the history.
#pragma once

#include <optional>
#include <vector>

#include "apps/results/channel_filter.hpp"
#include "apps/results/table.hpp"

namespace tactus::core {

/// Curves of those pairs of bodies with the largest impulses, at most `pairs` of them in descending
/// order, with a value for each row of the history:
///   force_on_A_by_B_N            magnitude of the impulse since the previous row / time since, or of these forces
///                                filtered, "force_on_A_by_B_CFC_600_N"
///   impulse_x_on_A_by_B_N_s, y   impulse on A since the start
/// @throws Error if rows are too far apart for the filter
std::vector<Column> contact_columns(const Table& history, const Table& contacts, std::size_t pairs,
                                    const std::optional<ChannelFilter>& filter = {});

}  // namespace tactus::core
