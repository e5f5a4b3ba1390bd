/// \file sample_options.hpp  Creates a component for testing without a configuration, and checks
/// the declarations of its options.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tactus/plugin.hpp"

namespace tactus::core {

/// One declared option; `fault` is empty if the declaration is valid.
struct CheckedOption {
  std::string name;
  std::string fault;      ///< "has no help text", "default 2 is not below 1", ...
  bool optional = false;  ///< may be left out
  bool part = false;      ///< a slot for another component
};
std::vector<CheckedOption> checked_options(const Registration& registration);

/// Options by name, as text: "0.3", "true", "symmetric", "[1, 2]"; of a slot the names of components,
/// with commas between them.
using GivenOptions = std::map<std::string, std::string, std::less<>>;
/// Makes what goes into a slot. @throws ConfigError: there is no such component.
using MakePart = std::function<std::unique_ptr<Component>(Kind, const std::string& name)>;

/// Makes a component with its defaults where these do, else with values from within the declared
/// ranges: for required options, and for the fewest optional ones that satisfy all conditions.
struct Sample {
  std::unique_ptr<Component> component;  ///< null: no suitable values were found
  std::string options;                   ///< what was set: "young = 1, poisson = 0.125"; may be ""
  std::string fault;                     ///< why none was created
};
/// @param given  values that stand fixed; the others are found as above
/// @throws what the component's constructor throws; ConfigError for a given value that is not
/// allowed.
Sample make_sample(const Registration& registration, const GivenOptions& given = {},
                   const MakePart& make_part = {});

/// A value at which a component is put to the test.
struct OptionValue {
  std::string name, text;
  std::string_view place;  ///< "an end of its range", "near an end of its range", ...
  bool count = false;      ///< a whole number, such as a limit of iterations
};
/// Of each option that is not given: both ends of its range (for an open end a value near it), values
/// within, every choice. Options that are no number, choice or flag have none.
std::vector<OptionValue> values_to_try(const Registration& registration, const GivenOptions& given);

}  // namespace tactus::core
