/// \file model_auditor.hpp  The audit of a model's surface.
#pragma once

#include "core/audit/audit.hpp"
#include "core/model/model.hpp"

namespace tactus::core {

/// Over all boundary facets and particles; each body against itself too, whether contact looks there
/// or not: nothing may pass through itself unseen. Its points are those of Surface, [vertices * dim].
Auditor make_auditor(const Model& model);

/// Bodies that overlap at the start cannot be set right by contact: refused.
/// @throws ModelError naming the bodies.
void refuse_overlap(const Model& model, Auditor& auditor);

/// The same of the state of another run that this one begins with.
void refuse_overlap_of_start(const Model& model, Auditor& auditor);

}  // namespace tactus::core
