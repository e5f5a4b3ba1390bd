/// \file unseen.hpp  Bodies that may touch and a constraint that never looks there.
#pragma once

#include "core/model/model.hpp"

namespace tactus::core {

/// Nothing in a run would tell that two bodies passed through each other unseen: refused. Each two
/// surfaces are judged by the constraint that is between them; where none is, nothing is promised.
/// @throws ModelError with two bodies for each constraint and kind of meeting that stays unseen.
void refuse_unseen(const Model& model, const Configuration& configuration);

}  // namespace tactus::core
