#include "core/scene/options/component_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/scene/options/declared_option.hpp"
#include "core/scene/options/object_reader.hpp"
#include "core/support/component_watch.hpp"

namespace tactus::core {
namespace {

/// Returns the --set texts that write a tolerance into a component, or into each of those it owns.
std::vector<std::string> tolerance_sets(const std::string& text, const std::string& where,
                                        Real tolerance) {
  if (!(tolerance > 0)) return {};
  std::vector<std::string> sets;
  const Document document = Document::parse(text, where);
  if (const Json::Object* object = document.root().if_object())
    for (const JsonMember& member : *object)
      if (const Json::Array* list = member.value.if_array())
        for (std::size_t i = 0; i < list->size(); ++i)
          if ((*list)[i].find("type"))
            sets.push_back(fmt::format("/{}/{}/tolerance={}", member.key, i, tolerance));
  if (sets.empty()) sets.push_back(fmt::format("/tolerance={}", tolerance));
  return sets;
}

/// Adds "/contact/solver/tolerance is 1e-08" for each option of this name, including those of
/// nested solvers.
void add_values(std::string_view name, const Json& options, const std::string& pointer,
                std::string& text) {
  if (const Json::Array* list = options.if_array())
    for (std::size_t i = 0; i < list->size(); ++i)
      add_values(name, (*list)[i], fmt::format("{}/{}", pointer, i), text);
  if (const Json::Object* members = options.if_object())
    for (const JsonMember& member : *members) {
      const std::string at = pointer + "/" + pointer_token(member.key);
      const Json::Number* number = member.value.if_number();
      if (number && member.key == name)
        text += fmt::format("{}{} is {:g}", text.empty() ? "" : ", ", at, number->value);
      add_values(name, member.value, at, text);
    }
}

}  // namespace

ComponentConfig component_of_text(const std::string& text, const std::string& where, Kind kind,
                                  Real tolerance, ComponentSource& components) {
  const Document document = Document::parse(text, where, tolerance_sets(text, where, tolerance));
  Places places = document.places();
  for (std::size_t k = 1; k < places.sources.size(); ++k)
    places.sources[k] = fmt::format("--tol {}", tolerance);
  Problems problems(places);
  for (const Problem& problem : document.problems()) problems.add(problem);
  problems.throw_if_any();
  Reading reading{document, problems, components};
  Json resolved;
  ComponentConfig component = read_component(
      reading, document.root(), "", kind, [](OptionVisitor&) {}, resolved);
  problems.throw_if_any();
  return component;
}

void describe_options(const Registration& component, OptionVisitor& options) {
  const InCall in({component.kind, component.name, "when its options were described"});
  component.describe(options);
}

Json one_of_each(ComponentSource& components, Kind kind) {
  Json list = Json::array();
  for (const std::string& name : components.names(kind)) try {
      OptionList options;
      describe_options(*components.find(kind, name), options);
      if (std::ranges::any_of(options.options(), [](const DeclaredOption& o) {
            return o.required || o.type == DeclaredOption::Type::parts;
          }))
        continue;
      Json part = Json::object();
      part.set("type", Json::of(name));
      list.if_array()->push_back(std::move(part));
    } catch (const Error&) {
      continue;
    }
  return list;
}

std::string ComponentConfig::value_of(std::string_view option) const {
  std::vector<JsonFault> faults;
  const Json values = parse_json(options, 0, faults);
  const Json* const value = values.find(option);
  return value ? to_text(*value) : "";
}

std::string values_of(std::string_view name, const ComponentConfig& component) {
  std::vector<JsonFault> faults;
  std::string text;
  add_values(name, parse_json(component.options, 0, faults), component.pointer, text);
  return text;
}

}  // namespace tactus::core
