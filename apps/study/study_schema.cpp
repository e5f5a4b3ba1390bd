#include "apps/study/study_schema.hpp"

#include <limits>

#include "apps/study/study_reader.hpp"
#include "core/scene/options/option_schema.hpp"

namespace tactus::core {
namespace {

Json word(std::string_view value) { return Json::of(std::string(value)); }

Json list_from(std::initializer_list<Json> values) {
  Json json = Json::array();
  for (const Json& value : values) json.if_array()->push_back(value);
  return json;
}

Json words(std::initializer_list<std::string_view> values) {
  Json json = Json::array();
  for (const std::string_view value : values) json.if_array()->push_back(word(value));
  return json;
}

/// {KEY: value}
Json with(std::string_view key, Json value) {
  Json json = Json::object();
  json.set(key, std::move(value));
  return json;
}

Json typed(std::string_view type) { return with("type", word(type)); }
Json reference(const std::string& name) { return with("$ref", word("#/$defs/" + name)); }
Json any_of(std::initializer_list<Json> schemas) { return with("anyOf", list_from(schemas)); }

Json list_of(Json items, std::size_t least, std::size_t most) {
  Json json = typed("array");
  json.set("items", std::move(items));
  json.set("minItems", Json::of(static_cast<Real>(least)));
  json.set("maxItems", Json::of(static_cast<Real>(most)));
  return json;
}

/// An object whose keys the user chooses. @param names  schema of the keys; null: anything
Json map_of(Json values, Json names = {}) {
  Json json = typed("object");
  if (!names.is_null()) json.set("propertyNames", std::move(names));
  json.set("additionalProperties", std::move(values));
  return json;
}

/// An object with fixed keys and no others.
class Keys {
 public:
  Keys& add(std::string_view name, Json schema, std::string_view meaning) {
    schema.set("description", word(meaning));
    properties_.set(name, std::move(schema));
    return *this;
  }
  Keys& need(std::string_view name) { return required_.if_array()->push_back(word(name)), *this; }
  /// Adds declared options.
  template <class T>
  Keys& add() {
    OptionList options;
    T().describe(options);
    for (const DeclaredOption& o : options.options()) {
      properties_.set(o.name, option_schema(o));
      if (o.required) need(o.name);
    }
    return *this;
  }
  Json take() {
    Json schema = typed("object");
    schema.set("properties", std::move(properties_));
    if (!required_.if_array()->empty()) schema.set("required", std::move(required_));
    schema.set("additionalProperties", Json::of(false));
    return schema;
  }

 private:
  Json properties_ = Json::object(), required_ = Json::array();
};

Json pointer_schema() {
  Json json = typed("string");
  json.set("pattern", word("^/[^=]*$"));
  return json;
}

/// A name that formulas can use.
Json name_schema() {
  Json json = typed("string");
  json.set("pattern", word("^[A-Za-z_][A-Za-z_0-9]*$"));
  return json;
}

Json variant_schema() {
  Json json = typed("object");
  json.set("properties", with("base", typed("string")));
  json.set("propertyNames", with("pattern", word("^(base|/[^=]*)$")));
  json.set("additionalProperties", Json::of(true));
  return json;
}

Json axis_schema() {
  const Json any = list_of(Json::of(true), 1, kMostAxisValues);
  Keys keys;
  keys.add("name", name_schema(), "what the axis is called in tables and formulas").need("name");
  keys.add("pointer", pointer_schema(),
           "which value of the configuration is varied: \"/time/step\"");
  keys.add("values", any, "the values of \"pointer\"");
  keys.add("range", reference("range"), "evenly spaced values of \"pointer\"");
  keys.add("geometric", reference("range"), "values of \"pointer\" with a constant ratio");
  keys.add("zip", map_of(any, pointer_schema()), "several JSON pointers whose values go together");
  keys.add("variants", map_of(reference("variant")), "named sets of values");
  keys.add("labels", list_of(typed("string"), 1, kMostAxisValues), "what the values are called");
  keys.add("numbers", list_of(typed("number"), 1, kMostAxisValues), "what they are in formulas");
  Json json = keys.take(), forms = Json::array();
  for (const char* form : {"values", "range", "geometric"})
    forms.if_array()->push_back(with("required", words({form, "pointer"})));
  for (const char* form : {"zip", "variants"})
    forms.if_array()->push_back(with("required", words({form})));
  json.set("oneOf", std::move(forms));
  return json;
}

Keys judged_keys() {
  Keys keys;
  keys.add("exact", reference("formula"), "a number or a formula over parameters and axes");
  keys.add("accept", Keys().add<Acceptance>().take(), "limits: a value beyond is not accepted");
  return keys;
}

Json metric_schema() {
  Keys keys = judged_keys();
  keys.add<Metric>();
  keys.add("of", reference("formula"),
           "a column (\"history/time_s\"), a value (\"summary/steps\"), or a formula")
      .need("of");
  keys.add("when", reference("formula"), "the value in the first row in which this holds");
  Json cutoff = typed("number");
  cutoff.set("exclusiveMinimum", Json::of(0.0));
  keys.add("filter", any_of({typed("string"), cutoff}),
           "CFC60, CFC180, CFC600, CFC1000 (SAE J211) or a cut-off in Hz; impulses are taken as "
           "forces");
  keys.add("where", map_of(typed("string")), "only rows with these texts");
  return keys.take();
}

Json order_schema() {
  Keys keys = judged_keys();
  keys.add<Order>();
  return keys.add("step", reference("formula"), "what goes to zero: a JSON pointer, or a formula")
      .need("step")
      .take();
}

Json mean_schema() {
  Keys keys = judged_keys();
  keys.add<Mean>();
  return keys.take();
}

Json definitions() {
  const Json label = any_of({typed("string"), typed("number")});
  Json formula = typed("string");
  formula.set("minLength", Json::of(1.0));
  Json json = Json::object();
  json.set("formula", any_of({formula, typed("number")}));
  json.set("label", label);
  json.set("range", Keys().add<AxisRange>().take());
  json.set("variant", variant_schema());
  json.set("axis", axis_schema());
  json.set("metric", metric_schema());
  json.set("order", order_schema());
  json.set("mean", mean_schema());
  return json;
}

}  // namespace

std::string study_schema() {
  constexpr std::size_t kAny = 1'000'000;
  const Json label = reference("label"), labels = list_of(label, 0, kMostAxisValues);
  Keys keys;
  keys.add("$schema", typed("string"), "this schema, for editors");
  keys.add("base", typed("string"), "the configuration, relative to the study's folder");
  keys.add<Study>();
  keys.add("set", map_of(Json::of(true), pointer_schema()),
           "values of the configuration, for all cells");
  keys.add("parameters", map_of(typed("number"), name_schema()), "numbers for formulas");
  keys.add("axes", list_of(reference("axis"), 1, kMostAxes), "what is varied").need("axes");
  keys.add("exclude", list_of(map_of(any_of({label, labels})), 0, kAny),
           "combinations that are left out: [{\"law\": \"spring\"}]");
  keys.add("metrics",
           map_of(any_of({reference("metric"), reference("order"), reference("mean")}),
                  name_schema()),
           "what is read off each run")
      .need("metrics");
  keys.add("baseline", map_of(label), "the cell that each one is compared with");
  keys.add("limits", Keys().add<Limits>().take(), "a cell beyond them is ended");
  Json schema = Json::object();
  schema.set("$schema", word("https://json-schema.org/draft/2020-12/schema"));
  schema.set("title", word("Tactus study"));
  const Json body = keys.take();
  for (const JsonMember& member : *body.if_object()) schema.set(member.key, member.value);
  schema.set("$defs", definitions());
  return to_text(schema) + "\n";
}

}  // namespace tactus::core
