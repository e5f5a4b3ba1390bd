// What two of the machine's cores gain in pure arithmetic: the bound that benchmarks with two threads or
// two processes are held to. Cores share a clock that falls when both work, and other programs may use
// them, so the bound is measured beside each benchmark and not taken for 2.
#pragma once

#include "tactus/types.hpp"

namespace tactus::bench {

/// Wall time of two pieces one after the other / wall time of both at once.
struct TwoCores {
  Real at_best = 0;  ///< of the least times: what the machine can give when nothing disturbs it
  Real usual = 0;    ///< of all times together: what it gave just now
};

/// Measures for about `seconds` on the wall: short rounds of both ways in turn, so that what changes
/// from one second to the next meets both alike. Threads stand for processes, too: arithmetic in
/// registers shares nothing.
TwoCores arithmetic_gain(Real seconds);

}  // namespace tactus::bench
