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

/// Of a load, or a constraint with something outside of the model: where an option is a list, such as a vector, each
/// of its numbers has a say, or with a zero in its place the answers would be the same.
/// @param make_with  makes the component with the option set to another text
Finding numbers_matter(Kind kind, const OptionValue& value,
                       FunctionRef<Sample(const std::string&)> make_with);

}  // namespace tactus::core
