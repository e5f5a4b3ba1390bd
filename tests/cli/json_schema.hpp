/// \file json_schema.hpp  As much of JSON Schema, draft 2020-12, as our schema uses: an independent
/// reading of what it says.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>
#include <stdexcept>
#include <string>

namespace tactus::cli_tests {

using nlohmann::json;

/// What is wrong with a value, the first thing found; "" if nothing is. Throws on a keyword that it
/// does not know: then the schema uses more than is tested.
inline std::string schema_fault(const json& root, const json& schema, const json& value,
                                const std::string& at = "");

namespace detail {

inline bool has_type(const std::string& type, const json& v) {
  if (type == "object") return v.is_object();
  if (type == "array") return v.is_array();
  if (type == "string") return v.is_string();
  if (type == "boolean") return v.is_boolean();
  if (type == "number") return v.is_number();
  if (type == "integer") return v.is_number() && std::floor(v.get<double>()) == v.get<double>();
  throw std::runtime_error("unknown type " + type);
}

inline bool number_holds(const std::string& keyword, double limit, const json& v) {
  if (!v.is_number()) return true;
  const double x = v.get<double>();
  if (keyword == "minimum") return x >= limit;
  if (keyword == "maximum") return x <= limit;
  if (keyword == "exclusiveMinimum") return x > limit;
  return x < limit;
}

inline std::string object_fault(const json& root, const json& schema, const json& v,
                                const std::string& at) {
  const json none = json::object();
  const json& properties = schema.contains("properties") ? schema.at("properties") : none;
  const json others = schema.value("additionalProperties", json(true));
  for (const auto& [key, member] : v.items()) {
    const bool known = properties.contains(key);
    const std::string name = at + "/" + key;
    if (!known && others == false) return name + ": not declared";
    if (std::string f = schema_fault(root, known ? properties.at(key) : others, member, name);
        !f.empty())
      return f;
    if (schema.contains("propertyNames") &&
        !schema_fault(root, schema.at("propertyNames"), key).empty())
      return name + ": no such name";
  }
  return "";
}

inline int matches(const json& root, const json& schemas, const json& v) {
  int n = 0;
  for (const json& s : schemas) n += schema_fault(root, s, v).empty() ? 1 : 0;
  return n;
}

/// One keyword of a schema; "" where the value satisfies it.
inline std::string keyword_fault(const json& root, const json& schema, const std::string& keyword,
                                 const json& v, const std::string& at) {
  const json& limit = schema.at(keyword);
  const auto fault = [&](bool holds) { return holds ? "" : at + ": " + keyword; };
  if (keyword == "$ref")
    return schema_fault(root, root.at(json::json_pointer(limit.get<std::string>().substr(1))), v,
                        at);
  if (keyword == "type") return fault(has_type(limit.get<std::string>(), v));
  if (keyword == "const") return fault(v == limit);
  if (keyword == "enum") return fault(std::find(limit.begin(), limit.end(), v) != limit.end());
  if (keyword == "oneOf") return fault(matches(root, limit, v) == 1);
  if (keyword == "anyOf") return fault(matches(root, limit, v) >= 1);
  if (keyword.ends_with("inimum") || keyword.ends_with("aximum"))
    return fault(number_holds(keyword, limit.get<double>(), v));
  if (keyword == "minLength") return fault(!v.is_string() || v.get<std::string>().size() >= limit);
  if (keyword == "minItems") return fault(!v.is_array() || v.size() >= limit);
  if (keyword == "maxItems") return fault(!v.is_array() || v.size() <= limit);
  if (keyword == "pattern")
    return fault(!v.is_string() ||
                 std::regex_search(v.get<std::string>(), std::regex(limit.get<std::string>())));
  if (keyword == "properties" || keyword == "additionalProperties")
    return v.is_object() ? object_fault(root, schema, v, at) : "";
  if (keyword == "required") {
    for (const json& key : limit)
      if (v.is_object() && !v.contains(key.get<std::string>()))
        return at + ": required " + key.get<std::string>();
    return "";
  }
  if (keyword == "items") {
    for (std::size_t i = 0; v.is_array() && i < v.size(); ++i)
      if (std::string f = schema_fault(root, limit, v[i], at + "/" + std::to_string(i)); !f.empty())
        return f;
    return "";
  }
  const bool says_nothing = keyword == "description" || keyword == "default" ||
                            keyword == "title" || keyword == "$schema" || keyword == "$defs" ||
                            keyword == "propertyNames";
  if (!says_nothing) throw std::runtime_error("unknown keyword " + keyword);
  return "";
}

}  // namespace detail

inline std::string schema_fault(const json& root, const json& schema, const json& value,
                                const std::string& at) {
  if (schema.is_boolean()) return schema.get<bool>() ? "" : at + ": nothing is allowed";
  for (const auto& [keyword, limit] : schema.items())
    if (std::string f = detail::keyword_fault(root, schema, keyword, value, at); !f.empty())
      return f;
  return "";
}

}  // namespace tactus::cli_tests
