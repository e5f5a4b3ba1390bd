/// \file friction/own_friction.hpp  Claims of contact laws whose friction is not Coulomb's.
#pragma once

#include <string_view>

namespace tactus::capability {

/// The law does not read ReactionProblem::friction: how it rubs follows from its own options. The kernel refuses
/// a coefficient that is given for its pairs.
inline constexpr std::string_view own_friction = "law.own_friction";

/// The law needs ReactionProblem::area, as its option "area" is 0. The kernel refuses pairs whose contacts have none:
/// those of round bodies and particles, and in space of two meshes, but for constraints that claim row_area.
inline constexpr std::string_view needs_area = "law.needs_area";

/// The constraint fills RowOutput::area.
inline constexpr std::string_view row_area = "contact.row_area";

}  // namespace tactus::capability
