/// \file sample_options.hpp  Creates a component for testing without a configuration, and checks
/// the declarations of its options.
#pragma once

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

/// A component with its default options or, where these do not suffice, with values from within the
/// declared ranges: for required options, and for the smallest number of optional ones that
/// satisfies all conditions.
struct Sample {
  std::unique_ptr<Component> component;  ///< null: no suitable values were found
  std::string options;                   ///< what was set: "young = 1, poisson = 0.125"; may be ""
  std::string fault;                     ///< why none was created
};
/// @throws what the component's constructor throws.
Sample make_sample(const Registration& registration);

}  // namespace tactus::core
