// Divides an elimination among threads. Part of the implementation of reactions/elimination.hpp.
#pragma once

#include "tactus/reactions/elimination.hpp"

namespace tactus {

/// Fills in `turn`, `task` and `round`. What they are depends on the pattern alone.
/// @pre the pattern is known
void find_rounds(Elimination& e);

}  // namespace tactus
