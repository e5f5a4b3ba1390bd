/// \file model_auditor.hpp  The audit of a model's surface.
#pragma once

#include "core/audit/audit.hpp"
#include "core/model/model.hpp"

namespace tactus::core {

/// Over all boundary facets and particles; bodies with self contact against themselves too. Its
/// points are those of Surface, [vertices * dim].
Auditor make_auditor(const Model& model);

}  // namespace tactus::core
