/// \file sample_options.hpp  Options without a configuration: what is declared, and values with
/// which a component can be made to try it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tactus/plugin.hpp"

namespace tactus::core {

/// One declaration, as far as it is wrong: "" if it is sound.
struct CheckedOption {
  std::string name;
  std::string fault;      ///< "has no help text", "default 2 is not below 1", ...
  bool optional = false;  ///< may be left out
  bool part = false;      ///< a slot for another component
};
std::vector<CheckedOption> checked_options(const Registration& registration);

/// Makes a component with its defaults where these do, else with values from within the declared
/// ranges: for required options, and for the fewest optional ones that satisfy all conditions.
struct Sample {
  std::unique_ptr<Component> component;  ///< null: no values were found
  std::string options;                   ///< what was set: "young = 1, poisson = 0.125"; may be ""
  std::string fault;                     ///< why none was made
};
/// @throws what the component's constructor throws.
Sample make_sample(const Registration& registration);

}  // namespace tactus::core
