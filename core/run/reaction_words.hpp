/// \file reaction_words.hpp  Sentences about reactions that could not be computed.
#pragma once

#include <string>
#include <string_view>

#include "core/run/step_facts.hpp"

namespace tactus::core {

/// For a solver that needs the blocks of W where these would take too much memory; begins with a
/// space.
std::string too_many_blocks(Index contacts, Index dim);

/// Whether the solver stalled or used up its iterations, and how far it came. @param incoming  m/s,
/// norm of the velocities without reactions
std::string not_converged_in_words(Index contacts, std::string_view solver,
                                   const SolverFacts& facts, Real incoming);

}  // namespace tactus::core
