#include "core/plugin/search.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "core/support/installation.hpp"

namespace tactus::core {
namespace {

namespace fs = std::filesystem;

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

/// A folder of the XDG base directory specification, which says that relative values are ignored.
fs::path user_folder(const char* variable, std::string_view below_home) {
  if (const fs::path given = environment(variable); given.is_absolute()) return given / "tactus";
  if (const fs::path home = environment("HOME"); home.is_absolute())
    return home / below_home / "tactus";
  return {};
}

}  // namespace

fs::path user_data_folder() { return user_folder("XDG_DATA_HOME", ".local/share"); }
fs::path user_cache_folder() { return user_folder("XDG_CACHE_HOME", ".cache"); }

std::vector<SearchPlace> search_places(const PluginSearch& search) {
  std::vector<SearchPlace> places;
  for (const fs::path& path : search.command_line)
    places.push_back({fs::absolute(path).lexically_normal(), "--plugin-dir"});
  for (const fs::path& path : search.configuration)
    places.push_back({fs::absolute(path).lexically_normal(), "\"plugins\" of the configuration"});
  const std::string value = environment("TACTUS_PLUGIN_PATH");
  for (std::string_view rest = value; !rest.empty();) {
    const std::string_view entry = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(entry.size() + 1, rest.size()));
    if (!entry.empty()) places.push_back({entry, "TACTUS_PLUGIN_PATH"});
  }
  if (const fs::path data = user_data_folder(); !data.empty())
    places.push_back({data / "plugins", "the user's plugins", false});
  places.push_back({installation_prefix() / "lib/tactus/plugins", "the installation", false});
  return places;
}

}  // namespace tactus::core
