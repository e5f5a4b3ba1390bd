/// \file run.hpp  From a configuration to a run folder: what `tactus run` calls once all is checked.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>

#include "core/config/scene/configuration.hpp"

namespace tactus::core {

struct RunSettings {
  std::filesystem::path out;  ///< the run folder
  bool force = false;         ///< an existing folder of another configuration may be replaced
  bool resume = false;        ///< go on from the checkpoint in the folder
  bool quiet = false;         ///< no progress line
  int threads = 1;
  std::string resolved_json;                ///< content of resolved.json
  const std::atomic<bool>* stop = nullptr;  ///< set by an interrupt
  std::string fingerprint{};  ///< of the configuration, for the checkpoint; run() fills it
};

/// Builds the model, runs it and leaves the run folder behind. Errors of the model (a group that is
/// no group of the mesh, an overlap at the start) are reported all at once, before anything is
/// written.
/// @returns an exit code: 0 done, 3 not converged, 4 a plugin broke off, 5 not accepted, 130
/// interrupted with a checkpoint written.
/// @throws ConfigError, FileError (the summary says so, if it can be written), PluginRunError,
/// EvaluationError.
int run(Configuration& configuration, const RunSettings& given);

/// Builds the model without running it and says what a run would be: bodies, nodes, elements, the
/// step, the number of steps, memory and time, for which some steps are made. Same errors as run().
std::string describe_run(Configuration& configuration, int threads);

/// About what a run costs, from a few steps at the start.
struct RunEstimate {
  Real steps = 0, seconds = 0, memory_MiB = 0, disk_MiB = 0;
};
/// Builds the model and makes some steps. Same errors as run().
RunEstimate estimate_run(Configuration& configuration, int threads);

}  // namespace tactus::core
