/// \file schema.cpp  Writes the JSON Schema, draft 2020-12, of all declarations.

#include <algorithm>
#include <array>
#include <cmath>

#include "apps/reference/reference.hpp"

namespace tactus::core {
namespace {

constexpr Index kAny = std::numeric_limits<Index>::max();

Json text(std::string_view value) { return Json::of(std::string(value)); }
Json number(Index value) { return Json::of(static_cast<Real>(value)); }

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

Json list_of(Json items, Index least, Index most) {
  Json schema = typed("array");
  schema.set("items", std::move(items));
  if (least > 0) schema.set("minItems", number(least));
  if (most < std::numeric_limits<Index>::max()) schema.set("maxItems", number(most));
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
  using Type = DeclaredOption::Type;
  switch (o.type) {
    case Type::real:
      if (o.word.empty()) return ranged("number", o);
      return one_of("anyOf",
                    {ranged("number", o), o.word == kFalse ? typed("boolean") : constant(o.word)});
    case Type::integer:
      return ranged("integer", o);
    case Type::flag:
      return typed("boolean");
    case Type::text: {
      Json schema = string_schema(o);
      if (o.least > 0)
        schema.set("minLength", Json::of(1.0));  // counted in bytes here, in characters there
      return schema;
    }
    case Type::file:
      return typed("string");
    case Type::reals:
      return list_of(ranged("number", o), o.least, o.most);
    case Type::words:
      return list_of(string_schema(o), o.least, o.most);
    case Type::rows:
      return rows_schema(o);
    case Type::axes:
      return list_of(ranged("number", o), 2, 3);
    case Type::turn:
      return turn_schema(o);
    case Type::object:
      return object_schema(o);
    case Type::choice:
      return string_schema(o);
    case Type::parts:
      return list_of(reference(std::string(kind_name(o.kind))), o.least, o.most);
  }
  return {};
}

}  // namespace

Json option_schema(const DeclaredOption& o) {
  Json schema = value_schema(o);
  const std::string unit = o.unit == "1" || o.unit.empty() ? "" : " [" + o.unit + "]";
  schema.set("description", text(o.help + unit));
  if (!o.required && !o.optional && !o.value.is_null()) schema.set("default", o.value);
  return schema;
}

namespace {

Json member_schema(const SectionMember& m) {
  using Form = SectionMember::Form;
  const std::string group(m.group), kind(kind_name(m.kind));
  switch (m.form) {
    case Form::section:
      return reference(group);
    case Form::sections:
      return list_of(reference(group), m.required ? 1 : 0, kAny);
    case Form::component:
      return reference(kind);
    case Form::components:
      return list_of(reference(group), 0, kAny);
    case Form::one_or_more_components:
      return one_of("anyOf", {reference(group), list_of(reference(group), 1, kAny)});
    case Form::named: {
      Json schema = typed("object");
      schema.set("additionalProperties", reference(group));
      return schema;
    }
    case Form::velocity:
      return one_of("anyOf", {list_of(typed("number"), 2, 3), reference(group),
                              list_of(reference(group), 1, kAny)});
    case Form::word_or_section: {
      Json::Array forms;
      for (const std::string_view word : m.words) forms.push_back(constant(word));
      forms.push_back(reference(group));
      return one_of("anyOf", std::move(forms));
    }
  }
  return {};
}

/// The schema of an object of one type, which allows nothing but what is declared.
class ObjectSchema {
 public:
  explicit ObjectSchema(const Explanation& e) {
    schema_.set("description", text(e.summary));
    if (e.name.empty()) return;
    properties_.set("type", constant(e.name));
    const Section* section = find_section(e.kind, e.name);
    if (!section || !section->default_type) required_.if_array()->push_back(text("type"));
  }
  void add(const Explanation& e) {
    for (const DeclaredOption& o : e.options) {
      add(o.name, option_schema(o), o.required);
      if (o.type != DeclaredOption::Type::file) continue;
      Json sha256 = typed("string");
      sha256.set("description", text("SHA-256 that the file must have, as resolved.json names it"));
      add(o.name + "_sha256", std::move(sha256), false);
    }
    for (const SectionMember& m : e.members) add(m.name, member_schema(m), m.required);
  }
  void add(std::string_view name, Json schema, bool required) {
    properties_.set(name, std::move(schema));
    if (required) required_.if_array()->push_back(text(name));
  }
  Json take() {
    schema_.set("properties", std::move(properties_));
    if (!required_.if_array()->empty()) schema_.set("required", std::move(required_));
    schema_.set("additionalProperties", Json::of(false));
    return std::move(schema_);
  }

 private:
  Json schema_ = typed("object"), properties_ = Json::object(), required_ = Json::array();
};

/// Options of the kernel in the same object as those of a component, in lists of components.
struct Beside {
  std::string_view section;
  Kind kind;
};
constexpr std::array<Beside, 2> kBeside{{{"law", Kind::contact_law}, {"pair", Kind::constraint}}};

}  // namespace

std::string schema(const std::vector<Explanation>& all) {
  Json definitions = Json::object();
  const auto choice_of = [&](const std::string& name, const std::string& of) {
    Json* choice = definitions.find(name);
    if (!choice) choice = &definitions.set(name, one_of("oneOf", {}));
    choice->find("oneOf")->if_array()->push_back(reference(of));
  };
  for (const Explanation& e : all) {
    if (std::ranges::count(kBeside, e.kind, &Beside::section) > 0) continue;  // handled below
    ObjectSchema object(e);
    object.add(e);
    if (e.kind == "configuration") {
      object.add("$schema", typed("string"), false);
      object.add("resolved", typed("object"), false);
    }
    const std::string name = e.name.empty() ? e.kind : e.kind + "." + e.name;
    definitions.set(name, object.take());
    if (!e.name.empty()) choice_of(e.kind, name);
    for (const auto& [section, kind] : kBeside) {
      if (e.kind != kind_name(kind)) continue;
      ObjectSchema both(e);
      both.add(*std::ranges::find(all, section, &Explanation::kind));
      both.add(e);
      const std::string group(section);
      definitions.set(group + "." + e.name, both.take());
      choice_of(group, group + "." + e.name);
    }
  }
  for (const Kind kind : kAllKinds)
    if (!definitions.find(kind_name(kind))) definitions.set(kind_name(kind), Json::of(false));
  for (const Beside& beside : kBeside)
    if (!definitions.find(beside.section)) definitions.set(beside.section, Json::of(false));

  Json root = Json::object();
  root.set("$schema", text("https://json-schema.org/draft/2020-12/schema"));
  root.set("title", text("Tactus configuration"));
  root.set("$ref", text("#/$defs/configuration"));
  root.set("$defs", std::move(definitions));
  return to_text(root) + "\n";
}

}  // namespace tactus::core
