/// \file json_parts.hpp  Helper functions for the JSON of a page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "apps/results/run_results.hpp"
#include "core/json/json.hpp"

namespace tactus::core {

inline Json json_count(std::size_t count) { return Json::of(static_cast<Real>(count)); }

inline Json json_list(std::vector<Json> values) { return {std::move(values), 0, 0}; }

inline Json json_list(const std::vector<std::string>& texts) {
  std::vector<Json> values;
  values.reserve(texts.size());
  for (const std::string& text : texts) values.push_back(Json::of(text));
  return json_list(std::move(values));
}

/// The text at a pointer; empty if there is none.
inline std::string text_at(const Json& root, std::string_view pointer) {
  const Json* value = value_at(root, pointer);
  return value && value->if_text() ? *value->if_text() : std::string();
}

/// The number at a pointer, or null.
inline Json number_at(const Json& root, std::string_view pointer) {
  const Json* value = value_at(root, pointer);
  return value && value->if_number() ? *value : Json();
}

}  // namespace tactus::core
