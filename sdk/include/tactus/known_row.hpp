/// \file known_row.hpp  Rows that a constraint has not appended itself.
///
/// Rows of which a solver remembers something come back when a run goes on from a checkpoint. The kernel
/// bounds their vertices by the model; only the constraint knows which vertices and which branch its
/// formulas take. It is asked for the value of each such row before the first step.
#pragma once

#include "contact_set.hpp"
#include "error.hpp"

namespace tactus {

/// @param known  whether detect() could have appended the row
/// @throws Error  where it is not
inline void expect_known_row(bool known, Index row) {
  if (!known)
    throw Error("no row of this constraint has this branch and these vertices",
                {Item::contact, row});
}

}  // namespace tactus
