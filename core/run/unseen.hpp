/// \file unseen.hpp  Bodies that may touch and a constraint that never looks there.
#pragma once

#include "core/model/model.hpp"
#include "tactus/constraint.hpp"

namespace tactus::core {

/// Nothing in a run would tell that two bodies passed through each other unseen: refused.
/// @param looks  the candidates that the constraint works on
/// @throws ModelError with two bodies for each kind of meeting that stays unseen.
void refuse_unseen(const Model& model, const Detection& looks, const Configuration& configuration);

}  // namespace tactus::core
