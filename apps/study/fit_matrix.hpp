/// \file fit_matrix.hpp  Determines which integrators, constraints, contact solvers and contact
/// laws fit together, by the check that precedes every run, and writes the result as a page.
#pragma once

#include <string>
#include <string_view>

#include "core/scene/options/component_source.hpp"

namespace tactus::core {

/// Tries each combination of components that can be loaded, with their default options and
/// with the given variants. All of this is done in a child process; a plugin that ends it costs the
/// rows that it stands in.
/// @param scenes  JSON: "scenes", configurations without integrator and contact, which are all
/// tried;
///                "scenes_of", others for the named constraints, with its options in "constraint";
///                "broad_phase"; "variants", by kind and name {"label": {options}} for defaults
/// @returns Markdown
std::string fit_matrix(ComponentSource& components, std::string_view scenes);

}  // namespace tactus::core
