/// \file fit_matrix.hpp  Which integrator, constraint, contact solver and contact law go together, found out
/// by the check that every run begins with; as a page.
#pragma once

#include <string>
#include <string_view>

#include "core/plugin/registry.hpp"

namespace tactus::core {

/// Tries every combination of what the registry can load, at its defaults and in the variants given.
/// @param scenes  JSON: "scenes", configurations without integrator and contact, each tried in turn;
///                "broad_phase"; "variants", by kind and name {"label": {options}} in place of defaults
/// @returns Markdown
std::string fit_matrix(Registry& registry, std::string_view scenes);

}  // namespace tactus::core
