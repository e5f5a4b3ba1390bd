// CHOLMOD by itself: what a factorisation of a matrix takes that is there in its own form, with an analysis
// that has been made.
#pragma once

#include "tactus/linear.hpp"

namespace tactus::bench {

/// s of this thread, the least of a few factorisations: supernodal, with AMD in the plane and METIS in space.
Real own_factor_time(const SparseView& a, bool in_space);

}  // namespace tactus::bench
