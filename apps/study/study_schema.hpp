/// \file study_schema.hpp  The JSON Schema of study files, for editors.
#pragma once

#include <string>

namespace tactus::core {

/// JSON Schema, draft 2020-12. It does not contain conditions across several keys: references to
/// names of axes and metrics, lists of equal length, formulas.
std::string study_schema();

}  // namespace tactus::core
