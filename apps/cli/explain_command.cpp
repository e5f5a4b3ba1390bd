// The command `explain`: it prints the options of components and sections, or the whole reference
// page.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "apps/cli/commands.hpp"
#include "apps/reference/reference.hpp"
#include "core/support/nearest_name.hpp"

namespace tactus::cli {
namespace {

using core::Explanation;

/// Prints one line for each kind and section: "material: linear_elastic, neo_hookean".
void print_kinds(const std::vector<Explanation>& all) {
  std::vector<std::pair<std::string, std::vector<std::string>>> kinds;
  for (const Explanation& e : all) {
    if (kinds.empty() || kinds.back().first != e.kind) kinds.push_back({e.kind, {}});
    if (!e.name.empty()) kinds.back().second.push_back(e.name);
  }
  fmt::print("tactus explain KIND [NAME], with one of\n");
  for (const auto& [kind, names] : kinds) fmt::print("  {:<16}{}\n", kind, fmt::join(names, ", "));
}

/// "tactus explain KIND NAME" for each component or section of this name.
std::vector<std::string> commands_of(const std::string& name, const std::vector<Explanation>& all) {
  std::vector<std::string> commands;
  for (const Explanation& e : all)
    if (!name.empty() && e.name == name)
      commands.push_back("tactus explain " + e.kind + " " + e.name);
  return commands;
}

/// Refuses `tactus explain GROUP NAME`, where the group of sections has no such type.
[[noreturn]] void refuse_type(const ExplainArguments& given, const std::vector<Explanation>& all) {
  const std::string said = fmt::format("\"{}\" is no {}; ", given.name, given.kind);
  const auto commands = commands_of(given.name, all);
  if (!commands.empty())
    throw ConfigError(fmt::format("{}it is found by {}", said, fmt::join(commands, ", or ")));
  std::vector<std::string> types;
  for (const Explanation& e : all)
    if (e.kind == given.kind && !e.name.empty()) types.push_back(e.name);
  if (types.empty())
    throw ConfigError(fmt::format(
        "{}`tactus explain {}` shows its options, `tactus list` all components", said, given.kind));
  throw ConfigError(said + core::suggestion(given.name, types));
}

bool is_plugin(const core::Registry& registry, const ExplainArguments& given) {
  return std::ranges::any_of(core::kAllKinds, [&](Kind kind) {
    return core::kind_name(kind) == given.kind && registry.known(kind, given.name);
  });
}

}  // namespace

int explain_command(const ExplainArguments& arguments) {
  core::Registry registry(core::PluginSearch{.command_line = arguments.plugin_folders});
  // If a plugin that cannot be loaded is named, its error is reported here.
  if (!arguments.name.empty() && !core::find_section(arguments.kind, arguments.name)) {
    const bool section =
        std::ranges::count(core::sections(), arguments.kind, &core::Section::group) > 0;
    if (section && !is_plugin(registry, arguments))
      refuse_type(arguments, core::explain_all(registry));
    fmt::print(
        "{}", as_text(core::explain(registry, core::kind_of_name(arguments.kind), arguments.name)));
    return kOk;
  }
  const std::vector<Explanation> all = core::explain_all(registry);
  if (arguments.markdown) {
    fmt::print("{}", core::reference_page(all));
    return kOk;
  }
  if (arguments.kind.empty()) {
    print_kinds(all);
    return kOk;
  }
  bool found = false;
  for (const Explanation& e : all) {
    if (e.kind != arguments.kind || (!arguments.name.empty() && e.name != arguments.name)) continue;
    fmt::print("{}{}", found ? "\n" : "", as_text(e));
    found = true;
  }
  if (!found) {
    // "explain newmark": the kind was left out
    if (const auto commands = commands_of(arguments.kind, all); !commands.empty())
      throw ConfigError(fmt::format("\"{}\" is a name, and the kind stands before it: {}",
                                    arguments.kind, fmt::join(commands, ", or ")));
    std::vector<std::string> kinds;
    for (const Kind kind : core::kAllKinds) kinds.emplace_back(core::kind_name(kind));
    if (std::ranges::count(kinds, arguments.kind) > 0)
      throw ConfigError("there is no plugin of the kind " + arguments.kind + "; see: tactus list");
    for (const core::Section& s : core::sections())
      if (kinds.back() != s.group) kinds.emplace_back(s.group);
    throw ConfigError(fmt::format("there is no kind or section \"{}\"; {}", arguments.kind,
                                  core::suggestion(arguments.kind, kinds)));
  }
  return kOk;
}

}  // namespace tactus::cli
