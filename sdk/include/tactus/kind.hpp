/// \file kind.hpp  The eight kinds of plugin components.
#pragma once

#include <string_view>

#include "types.hpp"

namespace tactus {

enum class Kind : std::uint8_t {
  material,
  integrator,
  broad_phase,
  constraint,
  contact_solver,
  contact_law,
  load,
  probe
};

/// The word for a kind in configurations, on the command line and in manifests.
constexpr std::string_view kind_name(Kind kind) {
  constexpr std::string_view names[] = {"material",   "integrator",     "broad_phase",
                                        "constraint", "contact_solver", "contact_law",
                                        "load",       "probe"};
  return names[static_cast<std::size_t>(kind)];
}

}  // namespace tactus
