/// \file contact_bodies.hpp  The bodies that rows, violations and nearby facets belong to. Messages name them, and what
/// two bodies exchange is added up by them.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/contact/near_list.hpp"
#include "core/contact/step_rows.hpp"

namespace tactus::core {

/// The two bodies of a row of this step, the lower number first; -1 if there is no such row.
std::pair<std::int32_t, std::int32_t> bodies_of(const StepRows& rows, Index row);

/// The same, or for a row against something outside of the model the body and the number of what is
/// outside, which are counted behind the bodies.
std::pair<std::int32_t, std::int32_t> sides_of(const StepRows& rows, Index row);

/// The bodies with violations, in ascending order.
std::vector<std::int32_t> violating_bodies(const Violations& violations, const Surface& surface);

/// All other bodies with some part within reach of `body`, in ascending order.
std::vector<std::int32_t> neighbours_of(std::int32_t body, const NearList& list,
                                        const Surface& surface);

}  // namespace tactus::core
