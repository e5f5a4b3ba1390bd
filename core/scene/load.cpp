#include "core/scene/load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "core/scene/served.hpp"
#include "core/support/component_watch.hpp"
#include "core/support/last_words.hpp"
#include "core/support/regular_file.hpp"

namespace tactus::core {
namespace fs = std::filesystem;
namespace {

/// Adds notes about plugins that have changed since the resolved configuration was written.
void compare_plugins(const Json& root, const Configuration& c, const Registry& registry,
                     std::vector<std::string>& notes) {
  const Json* resolved = root.find("resolved");
  const Json* plugins = resolved ? resolved->find("plugins") : nullptr;
  const Json::Array* list = plugins ? plugins->if_array() : nullptr;
  if (!list) return;
  for (const PluginFile* now : plugins_of(c, registry))
    for (const Json& before : *list) {
      const Json *name = before.find("name"), *sha256 = before.find("sha256");
      const std::string* name_text = name ? name->if_text() : nullptr;
      const std::string* sha256_text = sha256 ? sha256->if_text() : nullptr;
      if (name_text && sha256_text && *name_text == now->name && *sha256_text != now->sha256)
        notes.push_back("plugin " + now->name + " (" + now->path.string() +
                        ") is not the library that this resolved configuration was run with");
    }
}

}  // namespace

LoadedConfiguration load_configuration(const fs::path& file, const std::vector<std::string>& sets,
                                       const std::vector<fs::path>& folders, OwnPlugins own,
                                       const FurtherCheck& further) {
  for (const fs::path& folder : folders)
    if (!fs::exists(status_of(folder)))
      throw ConfigError("--plugin-dir " + folder.string() + ": there is no such folder or library");
  const Document document = Document::load(file, sets);
  if (document.root().find("axes") && document.root().find("metrics"))
    throw ConfigError(
        fmt::format("{} is a study, not a configuration; run it with: tactus study {}",
                    file.string(), file.string()));
  std::vector<fs::path> own_folders = plugin_folders(document);
  if (own == OwnPlugins::refused && !own_folders.empty())
    throw ConfigError(
        fmt::format("{}: /plugins names {}, whose code would run: refused by --no-plugins. Look at "
                    "what is there, "
                    "then leave --no-plugins out or name the folder with --plugin-dir",
                    file.string(), own_folders.front().string()));
  LoadedConfiguration loaded;
  loaded.registry = std::make_unique<Registry>(
      PluginSearch{.command_line = folders, .configuration = std::move(own_folders)});
  RegistrySource components(*loaded.registry);
  ReadConfiguration read = read_configuration(document, components, further);
  Problems problems(read.configuration.places);
  refuse_not_served(read.configuration, problems);
  if (further && !problems.empty()) further(read.configuration, problems);
  problems.throw_if_any();
  watch_exit_again();
  for (const PluginFile* plugin : plugins_of(read.configuration, *loaded.registry))
    for (const std::string& note : plugin->notes)
      read.configuration.notes.push_back("plugin " + plugin->name + ": " + note);
  compare_plugins(document.root(), read.configuration, *loaded.registry, read.configuration.notes);
  loaded.resolved_json = resolved_text(read, document, sets, folders, *loaded.registry);
  loaded.configuration = std::move(read.configuration);
  return loaded;
}

std::string pointer_in_file(const std::string& pointer, const Configuration& c) {
  const auto mapped = [&](std::string_view list, const auto& entries) -> std::string {
    if (!pointer.starts_with(list)) return {};
    std::size_t i = 0;
    const char* end = pointer.data() + pointer.size();
    const auto [rest, error] = std::from_chars(pointer.data() + list.size(), end, i);
    if (error != std::errc() || i >= entries.size()) return {};
    return entries[i].pointer + std::string(rest, end);
  };
  if (std::string p = mapped("/bodies/", c.bodies); !p.empty()) return p;
  if (std::string p = mapped("/supports/", c.supports); !p.empty()) return p;
  if (std::string p = mapped("/loads/", c.loads); !p.empty()) return p;
  return pointer;
}

ConfigurationErrors located(const ModelError& error, const Configuration& configuration) {
  Problems problems(configuration.places);
  std::set<std::pair<std::string, std::string>> seen;  // copies of an array have the same problems
  for (const ModelProblem& p : error.problems) {
    const std::string pointer = pointer_in_file(p.pointer, configuration);
    if (seen.emplace(pointer, p.message).second) problems.add(pointer, p.message, p.kind);
  }
  return problems.errors();
}

}  // namespace tactus::core
