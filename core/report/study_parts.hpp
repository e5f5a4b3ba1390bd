/// \file study_parts.hpp  What is taken over from a results.json, which may have been edited: what the page
/// would stumble over is left out.
#pragma once

#include <string_view>

#include "core/config/json/json.hpp"

namespace tactus::core {

/// An object's members that are texts; an empty object where `key` is none.
Json texts_of(const Json& object, std::string_view key);
/// Its members that are numbers or null.
Json numbers_of(const Json& object, std::string_view key);

/// Axes with a name, labels that are texts, and a number or null for each label.
Json axes_of(const Json& results);
/// Metrics with a name.
Json metrics_of(const Json& results);
/// Orders of a metric along an axis, and of their rows those that have axes and slopes.
Json orders_of(const Json& results);

}  // namespace tactus::core
