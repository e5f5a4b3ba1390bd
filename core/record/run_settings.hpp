/// \file run_settings.hpp  What whoever starts a run decides beside its configuration.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>

#include "core/scene/options/component_source.hpp"

namespace tactus::core {

struct RunSettings {
  std::filesystem::path out;  ///< the run folder
  bool force = false;         ///< a folder with another configuration may be replaced
  bool resume = false;        ///< continue from the checkpoint in the folder
  bool quiet = false;         ///< no progress line
  int threads = 1;
  std::string resolved_json;                ///< content of resolved.json
  const std::atomic<bool>* stop = nullptr;  ///< set by an interrupt
  /// All components that are installed, for advice where a solver fails; null: unknown
  ComponentSource* components = nullptr;
  std::string fingerprint{};  ///< of the configuration, for the checkpoint; set by run()
};

}  // namespace tactus::core
