/// \file plugin_error.hpp  A plugin that cannot be used, and what to do about it.
#pragma once

#include <filesystem>
#include <string>

#include "tactus/error.hpp"

namespace tactus::core {

/// what() is "PATH: CAUSE. REMEDY."; the parts are there for those who lay them out otherwise.
/// Cause and remedy are sentences without a full stop at the end.
class PluginError : public Error {
 public:
  PluginError(std::filesystem::path where_from, std::string why, std::string what_to_do)
      : Error(where_from.string() + ": " + why + ". " + what_to_do + "."),
        path(std::move(where_from)), cause(std::move(why)), remedy(std::move(what_to_do)) {}

  std::filesystem::path path;
  std::string cause, remedy;
};

}  // namespace tactus::core
