/// \file study_schema.hpp  What may stand in a study file, for editors.
#pragma once

#include <string>

namespace tactus::core {

/// JSON Schema, draft 2020-12. What several keys say together is not in it: names of axes and metrics that
/// are used elsewhere, lists of one length, formulas.
std::string study_schema();

}  // namespace tactus::core
