/// \file further_problems.hpp  What else is wrong with a configuration in which something is wrong
/// already, so that all mistakes are told in one run.
///
/// What is at fault is left out, together with what depends on it, and the model is built from the
/// rest; what is wrong there is told and left out in turn, until nothing is.
#pragma once

#include "core/scene/load.hpp"

namespace tactus::core {

/// Adds what can be found out about the meshes, groups and fits of the parts without a mistake.
/// A FurtherCheck: the configuration is of no use afterwards.
void find_further_problems(Configuration& configuration, Problems& problems);

/// The problems of a model, located in the file, and all further ones.
ConfigurationErrors all_errors(const ModelError& error, Configuration& configuration);

}  // namespace tactus::core
