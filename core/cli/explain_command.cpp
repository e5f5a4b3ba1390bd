// The command `explain`: it prints the options of components and sections, or the whole reference
// page.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/cli/commands.hpp"
#include "core/config/json/nearest_name.hpp"
#include "core/config/reference/reference.hpp"

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

}  // namespace

int explain_command(const ExplainArguments& arguments) {
  core::Registry registry(core::PluginSearch{.command_line = arguments.plugin_folders});
  // If a plugin that cannot be loaded is named, its error is reported here.
  if (!arguments.name.empty() && !core::find_section(arguments.kind, arguments.name)) {
    const bool section =
        std::ranges::count(core::sections(), arguments.kind, &core::Section::group) > 0;
    if (section)
      throw ConfigError(
          fmt::format("\"{}\" is no {}; {}", arguments.name, arguments.kind,
                      core::suggestion(arguments.name, core::section_types(arguments.kind))));
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
    std::vector<std::string> with_kind;  // "explain newmark": the kind was left out
    for (const Explanation& e : all)
      if (e.name == arguments.kind) with_kind.push_back("tactus explain " + e.kind + " " + e.name);
    if (!with_kind.empty())
      throw ConfigError(fmt::format("\"{}\" is a name, and the kind stands before it: {}",
                                    arguments.kind, fmt::join(with_kind, ", or ")));
    std::vector<std::string> kinds{"material",   "integrator",     "broad_phase",
                                   "constraint", "contact_solver", "contact_law"};
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
