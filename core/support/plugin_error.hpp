/// \file plugin_error.hpp  The error for plugins that cannot be used; it says what to do about it.
#pragma once

#include <filesystem>
#include <string>

#include "tactus/error.hpp"

namespace tactus::core {

/// what() is "PATH: CAUSE. REMEDY."; the parts are available separately for other layouts. Cause
/// and remedy are sentences without a final full stop.
class PluginError : public Error {
 public:
  PluginError(std::filesystem::path where_from, std::string why, std::string what_to_do)
      : Error(where_from.string() + ": " + why + ". " + what_to_do + "."),
        path(std::move(where_from)), cause(std::move(why)), remedy(std::move(what_to_do)) {}

  std::filesystem::path path;
  std::string cause, remedy;
};

}  // namespace tactus::core
