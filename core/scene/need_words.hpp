/// \file need_words.hpp  What is said of a need that is not met: its names in words, and the option that would meet it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/scene/capabilities.hpp"

namespace tactus::core {

/// A need of any one of these names.
std::string said(const std::vector<std::string>& need);

/// Names of components, or that there are none.
std::string listed(const std::vector<std::string>& names);

/// To follow "does not provide it": the first word that an option of the component may have with which it does, as in
/// " as it is given, but with \"tangent\": \"symmetrised\"", while its other options have their defaults. Empty if there is none.
std::string but_with_option(ComponentSource& components, const ComponentConfig& component,
                            const std::function<bool(const Component&)>& provides);

}  // namespace tactus::core
