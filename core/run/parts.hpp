/// \file parts.hpp  Everything of a run but its folder.
#pragma once

#include <optional>

#include "core/model/fem_system.hpp"
#include "core/run/balance.hpp"
#include "core/run/metrics.hpp"
#include "core/run/model_auditor.hpp"
#include "core/run/stepper.hpp"
#include "core/support/executor.hpp"

namespace tactus::core {

struct Parts {
  Runtime runtime;
  std::optional<StartState> start;  ///< of another run
  Model model;
  FemSystem system;
  Auditor auditor;
  Stepper stepper;
  Balance balance;
  Metrics metrics;

  /// Makes them all and refuses what is no scene for contact: bodies that overlap, or that the
  /// constraint would never see touch.
  /// @param stage  told what is about to be done, which may take a while each
  /// @throws ModelError, PluginRunError
  Parts(Configuration& configuration, int threads, CallbackLog::Callback log,
        FunctionRef<void(std::string_view)> stage);
};

}  // namespace tactus::core
