/// \file schema.cpp  Writes the JSON Schema, draft 2020-12, of all declarations.

#include <algorithm>
#include <array>
#include <limits>

#include "apps/reference/reference.hpp"
#include "core/scene/options/option_schema.hpp"

namespace tactus::core {
namespace {

constexpr Index kAny = std::numeric_limits<Index>::max();

using json_schema::constant, json_schema::list_of, json_schema::one_of, json_schema::reference,
    json_schema::text, json_schema::typed;

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
