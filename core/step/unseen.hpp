/// \file unseen.hpp  Finds bodies that may touch but whose contact the constraint cannot detect, or has no area for
/// their law.
#pragma once

#include "core/model/model.hpp"

namespace tactus::core {

/// Refuses such a model, because a run would show no sign that two bodies passed through each
/// other. Each pair of surfaces is judged by the constraint that is responsible for it. Pairs
/// without a constraint are not considered. Laws that need the area of contacts are refused where these have none.
/// @throws ModelError with two bodies for each constraint and kind of meeting that is not detected, and for each law.
void refuse_unseen(const Model& model, const Configuration& configuration);

}  // namespace tactus::core
