// Functions that the readers of all sections share. A section is an object of the configuration
// that the kernel itself reads, such as a mesh or a support. The sections of one group (all
// meshes, say) are told apart by their member "type". Everything that is known about sections
// stands in one table (sections.hpp), from which messages, `explain` and the schema are made, so
// that they cannot differ.
#include "core/scene/section_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "core/plugin/registry.hpp"
#include "core/scene/capabilities.hpp"
#include "core/scene/options/declared_option.hpp"
#include "core/support/nearest_name.hpp"

namespace tactus::core {

namespace {

std::string suggested(std::string_view group, const std::string* name,
                      const std::vector<std::string>& types) {
  std::vector<DescribedName> described;
  for (const std::string& type : types) {
    const Section* section = find_section(group, type);
    described.push_back({type, section ? std::string(section->help) : ""});
  }
  return suggestion_by_description(name ? *name : "", described);
}

}  // namespace

const Section* choose_section(ObjectReader& object, std::string_view group) {
  return choose_section(object, group, section_types(group));
}

const Section* choose_section(ObjectReader& object, std::string_view group,
                              const std::vector<std::string>& types) {
  // A group of a single section has no types. A group may also have a default type, which is then
  // written into the resolved configuration, so that it runs again to the same result.
  for (const Section& s : sections()) {
    if (s.group != group) continue;
    if (s.type.empty()) return &s;
    if (s.default_type && object.readable() && !object.member("type")) {
      object.resolve("type", Json::of(std::string(s.type)));
      return &s;
    }
  }
  const Json* type =
      object.required_member("type", fmt::format("which {}: {}", group, fmt::join(types, ", ")));
  if (!type) return nullptr;
  const std::string* name = type->if_text();
  const Section* found = name ? find_section(group, *name) : nullptr;
  if (found) {
    object.resolve("type", *type);
  } else {
    object.problem("type", fmt::format("{} is no {}; {}", object.reading().document.shown(*type),
                                       group, suggested(group, name, types)));
  }
  return found;
}

const Section* choose_section_or_plugin(ObjectReader& object, std::string_view group, Kind kind) {
  std::vector<std::string> types = section_types(group);
  for (std::string& name : object.reading().components.names(kind))
    types.push_back(std::move(name));
  const Json* type =
      object.required_member("type", fmt::format("which {}: {}", group, fmt::join(types, ", ")));
  if (!type) return nullptr;
  const std::string* name = type->if_text();
  if (const Section* found = name ? find_section(group, *name) : nullptr) {
    object.resolve("type", *type);
    return found;
  }
  object.problem("type", fmt::format("{} is no {}; {}", object.reading().document.shown(*type),
                                     group, suggested(group, name, types)));
  return nullptr;
}

bool is_plugin_of(const ComponentSource& components, Kind kind, const std::string& type) {
  return std::ranges::count(components.names(kind), type) > 0 || !components.refusal(type).empty();
}

bool claims_by_default(ComponentSource& components, Kind kind, const std::string& type,
                       std::string_view claim) {
  try {
    return default_claims(components, kind, type).has(claim);
  } catch (const std::exception&) {
    return false;
  }
}

void expect_members(ObjectReader& object, const Section& section) {
  using Form = SectionMember::Form;
  for (const SectionMember& m : section.members) {
    if (!m.required) {  // asking for a member declares its name as known
      object.member(m.name);
      continue;
    }
    // What the message says about a missing member: the values that would be allowed.
    std::string needed(m.help);
    if (m.form == Form::component || m.form == Form::one_or_more_components) {
      const auto names = object.reading().components.names(m.kind);
      needed = fmt::format(
          "{}: {}", with_article(m.kind),
          names.empty() ? "none is installed" : fmt::format("{}", fmt::join(names, ", ")));
    } else if (const auto types = section_types(m.group);
               m.form == Form::section && !types.empty()) {
      needed = fmt::format("an object with a \"type\": {}", fmt::join(types, ", "));
    } else if (m.form == Form::section) {
      needed = fmt::format("an object {{...}}: {}", find_section(m.group, "")->help);
    } else if (m.form == Form::sections) {
      needed = fmt::format("a list of {} objects, {}", m.group, m.help);
    }
    object.required_member(m.name, needed);
  }
}

const Json::Array* entries(Reading& reading, const Json& value, const std::string& pointer,
                           std::string_view of_what) {
  const Json::Array* list = value.if_array();
  if (!list)
    reading.problem(
        value, pointer,
        fmt::format("{} given; allowed: a list of {}", reading.document.shown(value), of_what));
  return list;
}

BodyNames::BodyNames(const Reading& reading, const Configuration& configuration)
    : bodies_(configuration.bodies) {
  std::set<std::string_view> seen;
  for (const BodyConfig& b : bodies_)
    for (const std::string* name : {&b.array, &b.name})
      if (!name->empty() && seen.insert(*name).second) known_.push_back(*name);
  std::set<std::string_view> with_names;
  for (const BodyConfig& b : bodies_)
    if (!b.name.empty()) with_names.insert(b.pointer);
  const Json* given = reading.document.root().find("bodies");
  const Json::Array* list = given ? given->if_array() : nullptr;
  are_read_ = list && !list->empty();
  for (std::size_t i = 0; are_read_ && i < list->size(); ++i) {
    const Json::Object* body = (*list)[i].if_object();
    if (!body || with_names.contains(fmt::format("/bodies/{}", i))) continue;
    for (const JsonMember& member : *body)
      if (const std::string* text = member.value.if_text()) unread_.push_back(*text);
  }
}

bool BodyNames::lacks(std::string_view name) const {
  const auto may_be = [&](const std::string& unread) {
    return name == unread || name.starts_with(unread + "_");  // a copy of an array
  };
  return are_read_ && find(name).empty() && std::ranges::none_of(unread_, may_be);
}

std::vector<std::size_t> BodyNames::find(std::string_view name) const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    if (bodies_[i].name == name || (!name.empty() && bodies_[i].array == name)) found.push_back(i);
  return found;
}

}  // namespace tactus::core
