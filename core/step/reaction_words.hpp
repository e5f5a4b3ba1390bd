/// \file reaction_words.hpp  Sentences about reactions that could not be computed.
#pragma once

#include <string>
#include <string_view>

#include "core/step/step_facts.hpp"

namespace tactus::core {

/// For a solver that needs the blocks of W where these would take too much memory; begins with a
/// space.
std::string too_many_blocks(Index contacts, Index dim);

/// Whether the solver stalled, used up its iterations, or called reactions converged that the kernel
/// does not accept, and how far it came. @param incoming  m/s,
/// norm of the velocities without reactions
std::string not_converged_in_words(Index contacts, std::string_view solver,
                                   const SolverFacts& facts, Real incoming);

/// The residual of the best reactions beside the limit of the configuration; begins with "; ".
std::string above_limit_in_words(Real resv, Real limit);

/// Why the step is not divided; begins with "; ".
std::string_view at_rest_in_words();

}  // namespace tactus::core
