/// \file parts.hpp  The objects that make up a run: runtime, model, system, audit, time loop,
/// balance and metrics. The run folder and its files are handled elsewhere (recorder.hpp).
#pragma once

#include <optional>

#include "core/model/fem_system.hpp"
#include "core/record/balance.hpp"
#include "core/record/metrics.hpp"
#include "core/record/model_auditor.hpp"
#include "core/step/stepper.hpp"
#include "core/support/executor.hpp"

namespace tactus::core {

struct Parts {
  Runtime runtime;
  std::optional<StartState> start;  ///< state of another run to start from
  Model model;
  FemSystem system;
  Auditor auditor;
  Stepper stepper;
  Balance balance;
  Metrics metrics;

  /// Creates all parts. Refuses a scene that contact cannot handle: bodies that overlap at the
  /// start, or bodies whose contact the constraint would never detect.
  /// @param stage  is told what is done next; each stage may take a while
  /// @throws ModelError, PluginRunError
  Parts(Configuration& configuration, int threads, CallbackLog::Callback log,
        FunctionRef<void(std::string_view)> stage);
};

}  // namespace tactus::core
