/// \file search.hpp  Where plugins are looked for. Never in the current folder.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tactus::core {

struct PluginSearch {
  std::vector<std::filesystem::path> command_line{};   ///< --plugin-dir
  std::vector<std::filesystem::path> configuration{};  ///< "plugins" of the configuration
  // then TACTUS_PLUGIN_PATH, the user's data folder, the installation
};

/// One place to look in: a folder, or a library itself. A library that is named as such wins over
/// those of the same name that a folder happens to hold: that is how one overrides.
struct SearchPlace {
  std::filesystem::path path;  ///< as given
  std::string origin;          ///< "--plugin-dir", "the user's plugins", ...: for a person
  bool required = true;        ///< given by name: it is worth a word if it is not there
};

/// All places in the order of precedence.
std::vector<SearchPlace> search_places(const PluginSearch& search);

/// The folder that `bin/tactus` stands in the `bin` of: an installation or a build tree.
std::filesystem::path installation_prefix();

/// $XDG_DATA_HOME/tactus or ~/.local/share/tactus, and the same of the cache; empty if the
/// environment names neither.
std::filesystem::path user_data_folder();
std::filesystem::path user_cache_folder();

}  // namespace tactus::core
