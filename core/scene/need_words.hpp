/// \file need_words.hpp  What is said of a need that is not met: its names in words, and the option that would meet it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/scene/capabilities.hpp"

namespace tactus::core {

using Need = std::vector<std::string>;  ///< one of these names

/// The kind of component that a claim refers to; null: all components.
const Kind* asked_for(std::string_view name);
std::vector<Kind> kinds_asked(const Need& need);
/// Whether a component of a kind provides one of the names for its kind.
bool provides_one(const Claims& claims, const Need& one_of, Kind kind);

/// A need of any one of these names.
std::string said(const std::vector<std::string>& need);

/// Names of components, or that there are none.
std::string listed(const std::vector<std::string>& names);

/// To follow "does not provide it": the first word of an option of the component that mends it, the others at their
/// defaults, as in " as it is given, but with \"tangent\": \"symmetrised\"". Empty if there is none.
std::string but_with_option(ComponentSource& components, const ComponentConfig& component,
                            const std::function<bool(std::unique_ptr<Component>)>& mends);

}  // namespace tactus::core
