/// \file configuration_errors.hpp  The error for configurations with errors.
#pragma once

#include <cstddef>
#include <string>

#include "tactus/error.hpp"

namespace tactus::core {

/// A configuration with errors, one per line. The exit code depends on whether a plugin is
/// responsible for them.
class ConfigurationErrors : public ConfigError {
 public:
  ConfigurationErrors(const std::string& text, std::size_t count, bool only_plugins)
      : ConfigError(text), count_(count), only_plugins_(only_plugins) {}
  std::size_t count() const { return count_; }
  bool only_plugins() const { return only_plugins_; }

 private:
  std::size_t count_;
  bool only_plugins_;
};

}  // namespace tactus::core
