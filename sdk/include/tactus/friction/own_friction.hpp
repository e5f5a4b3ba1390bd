/// \file friction/own_friction.hpp  The claim of contact laws whose friction is not Coulomb's.
#pragma once

#include <string_view>

namespace tactus::capability {

/// The law does not read ReactionProblem::friction: how it rubs follows from its own options. The kernel refuses
/// a coefficient that is given for its pairs.
inline constexpr std::string_view own_friction = "law.own_friction";

}  // namespace tactus::capability
