/// \file reference.hpp  Documents what a configuration may contain, as text for a terminal, as a
/// page, and as a JSON Schema. All three are made from the declarations.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/plugin/registry.hpp"
#include "core/scene/capabilities.hpp"
#include "core/scene/options/declared_option.hpp"
#include "core/scene/sections.hpp"

namespace tactus::core {

/// The documentation of one component or one kind of section.
struct Explanation {
  std::string kind, name;  ///< "material" and a plugin; name empty: a section without types
  std::string summary;
  std::string file, version;  ///< of the plugin
  std::vector<DeclaredOption> options;
  std::vector<SectionMember> members;
  std::optional<Claims> claims;  ///< with default options
  std::string no_claims;         ///< the reason if there are no claims
};

Explanation explain(const Section& section);
/// @throws PluginError if it cannot be loaded, ConfigError if it is unknown.
Explanation explain(Registry& registry, Kind kind, std::string_view name);

/// Options in the order in which they are told: those of a nested object follow it, named
/// "newton/iterations".
std::vector<DeclaredOption> flat(const std::vector<DeclaredOption>& options);

/// Everything: first the file, then the sections, then the components, without those that cannot be
/// loaded.
std::vector<Explanation> explain_all(Registry& registry);

/// Text for a terminal.
std::string as_text(const Explanation& explanation);
/// The reference page: what a configuration is, and each entry of `all`.
std::string reference_page(const std::vector<Explanation>& all);
/// JSON Schema, draft 2020-12. It does not contain conditions on several options.
std::string schema(const std::vector<Explanation>& all);

/// The default as JSON, or "required", or "not given".
std::string default_text(const DeclaredOption& option);
/// Content of a member: `an object, "mesh"`. `open` and `close` are put around names.
std::string member_text(const SectionMember& member, std::string_view open, std::string_view close);
/// Meaning of a known capability; empty for any other name.
std::string_view capability_meaning(std::string_view name);

}  // namespace tactus::core
