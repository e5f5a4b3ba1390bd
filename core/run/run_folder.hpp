/// \file run_folder.hpp  Whose folder it is: no run writes over another one's results.
#pragma once

#include "core/run/run.hpp"

namespace tactus::core {

/// Looks, and changes nothing. @throws ConfigError where the folder holds results of another
/// configuration, or things that are no run at all, and `force` is not set; where it cannot be
/// resumed.
void check_run_folder(const RunSettings& settings);

/// Makes the folder and writes resolved.json; a new run's old results are removed.
void prepare_run_folder(const RunSettings& settings);

}  // namespace tactus::core
