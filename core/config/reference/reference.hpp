/// \file reference.hpp  What may stand in a configuration, told in three ways: text for a terminal,
/// a page, a JSON Schema. All from the declarations.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/config/options/declared_option.hpp"
#include "core/config/scene/capabilities.hpp"
#include "core/config/scene/sections.hpp"
#include "core/plugin/registry.hpp"

namespace tactus::core {

/// One component or one kind of section.
struct Explanation {
  std::string kind, name;  ///< "material" and a plugin; name empty: a section without types
  std::string summary;
  std::string file, version;  ///< of the plugin
  std::vector<DeclaredOption> options;
  std::vector<SectionMember> members;
  std::optional<Claims> claims;  ///< with default options
  std::string no_claims;         ///< why there are none
};

Explanation explain(const Section& section);
/// @throws PluginError where it cannot be loaded, ConfigError where it is not known.
Explanation explain(Registry& registry, Kind kind, std::string_view name);

/// Everything, the file first, then the sections, then the components; those that cannot be had are
/// left out.
std::vector<Explanation> explain_all(Registry& registry);

/// For a terminal.
std::string as_text(const Explanation& explanation);
/// The reference page: what a configuration is, and each of `all`.
std::string reference_page(const std::vector<Explanation>& all);
/// JSON Schema, draft 2020-12. Conditions on several options are not in it.
std::string schema(const std::vector<Explanation>& all);

/// JSON Schema of one option, with its meaning and its default.
Json option_schema(const DeclaredOption& option);

/// The default as JSON, or "required", or "not given".
std::string default_text(const DeclaredOption& option);
/// What stands in a member: `an object, "mesh"`, with other marks round the name where wanted.
std::string member_text(const SectionMember& member, std::string_view open, std::string_view close);
/// What a known capability means; empty for another name.
std::string_view capability_meaning(std::string_view name);

}  // namespace tactus::core
