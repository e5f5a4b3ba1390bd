/// \file fc3d.hpp  Friction contact problems as text, in the format `.fc3d`.
///
/// Tokens are separated by white space; `#` starts a comment that extends to the end of its line:
///     fc3d 1
///     dimension 3 (or 2)
///     contacts NC
///     blocks NB
///     mu   NC numbers
///     q    NC times `dimension` numbers, free velocities, normal first
///     M    NB times: row, column, the block row-major; sorted by row, then column; both triangles
///     end
#pragma once

#include "apps/solve/friction_problem.hpp"

namespace tactus::core {

/// @throws ConfigError "PATH, line N: what is wrong and what is allowed".
FrictionProblem read_fc3d(const std::string& path, const std::string& text);

/// Text with the reactions of a problem, one contact per line. Numbers read back to the same
/// doubles.
std::string reactions_text(const FrictionProblem& problem, View<Real> reactions);

}  // namespace tactus::core
