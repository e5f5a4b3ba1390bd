/// \file run.hpp  Carries out a checked configuration and leaves a run folder. This is what `tactus
/// run` calls.
#pragma once

#include <string_view>

#include "core/record/run_settings.hpp"
#include "core/scene/configuration.hpp"

namespace tactus::core {

/// Builds the model, runs it and writes the run folder. Errors of the model (an unknown group of a
/// mesh, an overlap at the start) are reported all at once, before anything is written.
/// @returns an exit code: 0 completed, 3 not converged, 4 failure of a plugin, 5 not accepted, 130
/// interrupted with a checkpoint written.
/// @throws ConfigError, FileError (also written to the summary if possible), PluginRunError,
/// EvaluationError.
int run(Configuration& configuration, const RunSettings& given);

/// Builds the model without running it and describes the run: bodies, nodes, elements, the step,
/// the number of steps, memory and time. Some steps are made to measure the time. What is known
/// before them is said before them, because they may fail for a reason that a hint names. Same
/// errors as run().
void describe_run(Configuration& configuration, int threads,
                  FunctionRef<void(std::string_view)> say);

/// Approximate cost of a run, extrapolated from a few steps at the start.
struct RunEstimate {
  Real steps = 0, seconds = 0, memory_MiB = 0, disk_MiB = 0;
};
/// Builds the model and makes some steps. Same errors as run().
RunEstimate estimate_run(Configuration& configuration, int threads);

}  // namespace tactus::core
