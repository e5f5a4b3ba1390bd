/// \file bodies_alike.hpp  Bodies that are alike to all contact laws: thousands of them are of a few kinds.
#pragma once

#include <vector>

#include "core/scene/configuration.hpp"

namespace tactus::core {

/// The first two bodies of each kind, ascending. If some two bodies have no law for each other, or one for
/// itself, the first such pair is among these.
std::vector<std::size_t> two_of_each_kind(const Configuration& configuration);

}  // namespace tactus::core
