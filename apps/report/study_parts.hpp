/// \file study_parts.hpp  Reads parts of a results.json, which may have been edited. Anything that
/// the page could not handle is left out.
#pragma once

#include <string_view>

#include "core/json/json.hpp"

namespace tactus::core {

/// The members of an object that are texts; an empty object if `key` is not an object.
Json texts_of(const Json& object, std::string_view key);
/// Its members that are numbers or null.
Json numbers_of(const Json& object, std::string_view key);

/// Axes with a name, with labels that are texts, and with a number or null for each label.
Json axes_of(const Json& results);
/// Metrics that have a name.
Json metrics_of(const Json& results);
/// Orders of a metric along an axis; of their rows only those with orders of cells.
Json orders_of(const Json& results);
/// What the study says of each metric in words.
Json answer_of(const Json& results);
/// Means of a metric along an axis; of their rows only those with numbers.
Json means_of(const Json& results);

}  // namespace tactus::core
