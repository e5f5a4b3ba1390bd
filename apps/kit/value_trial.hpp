/// \file value_trial.hpp  A component with one option set to an end of its range, or within: what it must
/// do there as well.
#pragma once

#include "core/plugin/sample_options.hpp"
#include "core/plugin/verdicts.hpp"

namespace tactus::core {

/// Every promise of the kind but some. How threads share an object and what it counts do not depend on options. A
/// contact solver may be told to stop early or be coarse, and a contact law to make few iterations (an option that
/// counts): nothing that needs accuracy is asked of these. Broad phases, whose tests are long, are asked for the pairs
/// of one set. A load may be told to do nothing. Kept, with the reason, where the component refuses the value.
Finding trial_of_value(Kind kind, const OptionValue& value, FunctionRef<Sample()> make);

}  // namespace tactus::core
