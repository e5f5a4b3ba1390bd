/// \file former_names.hpp  Options, columns and keys of summary.json that had another name in an
/// earlier version. An old name is refused like any unknown one, and the message names the new one.
/// docs/changed_terms.md explains each change.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tactus::core {

struct FormerName {
  std::string_view before, now;
};

std::span<const FormerName> former_names();

/// The present name of what was called `given`, if `known` contains it; otherwise empty. Both may
/// begin with a path: `history/sorts` becomes `history/neighbour_list_rebuilds`.
std::string present_name(std::string_view given, std::span<const std::string> known);

}  // namespace tactus::core
