/// \file value_trial.hpp  A component with one option set to an end of its range, or within: what it must
/// do there as well.
#pragma once

#include "core/plugin/sample_options.hpp"
#include "core/plugin/verdicts.hpp"

namespace tactus::core {

/// Every promise of the kind but two sorts: how threads share an object does not depend on options,
/// and a contact solver may be told to stop early or be coarse, so nothing that needs accuracy is
/// asked of it. Kept, with the reason, where the component refuses the value.
Finding trial_of_value(Kind kind, FunctionRef<Sample()> make);

}  // namespace tactus::core
