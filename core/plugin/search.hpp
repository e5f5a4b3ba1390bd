/// \file search.hpp  The places where plugins are looked for. The current folder is never one of
/// them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tactus::core {

struct PluginSearch {
  std::vector<std::filesystem::path> command_line{};   ///< --plugin-dir
  std::vector<std::filesystem::path> configuration{};  ///< "plugins" of the configuration
  // These come before TACTUS_PLUGIN_PATH, the user's data folder and the installation.
};

/// One place to search: a folder, or a library itself. A library that is named takes precedence
/// over those of the same name in folders, so that it can replace them.
struct SearchPlace {
  std::filesystem::path path;  ///< as given
  std::string origin;          ///< "--plugin-dir", "the user's plugins", ...: for a person
  bool required = true;        ///< it was named by the user, so that a missing one is reported
};

/// All places in order of precedence.
std::vector<SearchPlace> search_places(const PluginSearch& search);

/// $XDG_DATA_HOME/tactus or ~/.local/share/tactus, and the corresponding cache folder; empty if the
/// environment defines neither.
std::filesystem::path user_data_folder();
std::filesystem::path user_cache_folder();

}  // namespace tactus::core
