#include "core/scene/options/option_schema.hpp"

#include <cmath>
#include <limits>

namespace tactus::core {
namespace json_schema {

Json text(std::string_view value) { return Json::of(std::string(value)); }

Json typed(std::string_view type) {
  Json schema = Json::object();
  schema.set("type", text(type));
  return schema;
}

Json reference(const std::string& definition) {
  Json schema = Json::object();
  schema.set("$ref", text("#/$defs/" + definition));
  return schema;
}

Json one_of(std::string_view key, Json::Array schemas) {
  Json schema = Json::object();
  schema.set(key, Json(std::move(schemas), 0, 0));
  return schema;
}

Json constant(std::string_view value) {
  Json schema = Json::object();
  schema.set("const", text(value));
  return schema;
}

Json list_of(Json items, Index least, Index most) {
  Json schema = typed("array");
  schema.set("items", std::move(items));
  if (least > 0) schema.set("minItems", Json::of(static_cast<Real>(least)));
  if (most < std::numeric_limits<Index>::max())
    schema.set("maxItems", Json::of(static_cast<Real>(most)));
  return schema;
}

namespace {

Json texts(const std::vector<std::string>& values) {
  Json list = Json::array();
  for (const std::string& v : values) list.if_array()->push_back(text(v));
  return list;
}

Json ranged(std::string_view type, const DeclaredOption& o) {
  Json schema = typed(type);
  if (std::isfinite(o.lower))
    schema.set(o.lower_open ? "exclusiveMinimum" : "minimum", Json::of(o.lower));
  if (std::isfinite(o.upper))
    schema.set(o.upper_open ? "exclusiveMaximum" : "maximum", Json::of(o.upper));
  return schema;
}

Json string_schema(const DeclaredOption& o) {
  Json schema = typed("string");
  if (!o.choices.empty()) schema.set("enum", texts(o.choices));
  return schema;
}

Json object_schema(const DeclaredOption& o) {
  Json schema = typed("object"), properties = Json::object();
  for (const DeclaredOption& inner : o.options) properties.set(inner.name, option_schema(inner));
  schema.set("properties", std::move(properties));
  schema.set("additionalProperties", Json::of(false));
  return schema;
}

/// A number in the plane, a vector in space, where it may be a list of them.
Json turn_schema(const DeclaredOption& o) {
  Json::Array forms{ranged("number", o), list_of(ranged("number", o), 3, 3)};
  if (o.least > 0) forms.push_back(list_of(list_of(ranged("number", o), 3, 3), o.least, o.most));
  return one_of("anyOf", std::move(forms));
}

Json rows_schema(const DeclaredOption& o) {
  const auto least = [](Index n) { return n == kPerAxis ? 2 : n; };
  const auto most = [](Index n) { return n == kPerAxis ? 3 : n; };
  return list_of(list_of(ranged("number", o), least(o.columns), most(o.columns)), least(o.least),
                 most(o.most));
}

Json value_schema(const DeclaredOption& o) {
  using Form = DeclaredOption::Type;
  switch (o.type) {
    case Form::real:
      if (o.word.empty()) return ranged("number", o);
      return one_of("anyOf",
                    {ranged("number", o), o.word == kFalse ? typed("boolean") : constant(o.word)});
    case Form::integer:
      return ranged("integer", o);
    case Form::flag:
      return typed("boolean");
    case Form::text: {
      Json schema = string_schema(o);
      if (o.least > 0)
        schema.set("minLength", Json::of(1.0));  // counted in bytes here, in characters there
      return schema;
    }
    case Form::file:
      return typed("string");
    case Form::reals:
      return list_of(ranged("number", o), o.least, o.most);
    case Form::words:
      return list_of(string_schema(o), o.least, o.most);
    case Form::rows:
      return rows_schema(o);
    case Form::axes:
      return list_of(ranged("number", o), 2, 3);
    case Form::turn:
      return turn_schema(o);
    case Form::object:
      return object_schema(o);
    case Form::choice:
      return string_schema(o);
    case Form::parts:
      return list_of(reference(std::string(kind_name(o.kind))), o.least, o.most);
  }
  return {};
}

}  // namespace
}  // namespace json_schema

Json option_schema(const DeclaredOption& o) {
  Json schema = json_schema::value_schema(o);
  const std::string unit = o.unit == "1" || o.unit.empty() ? "" : " [" + o.unit + "]";
  schema.set("description", json_schema::text(o.help + unit));
  if (!o.required && !o.optional && !o.value.is_null()) schema.set("default", o.value);
  return schema;
}

}  // namespace tactus::core
