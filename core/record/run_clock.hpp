/// \file run_clock.hpp  How long a run has taken, with the parts of it before it was resumed, and when
/// the next frame and the next checkpoint are due.
#pragma once

#include <chrono>
#include <ctime>

#include "tactus/types.hpp"

namespace tactus::core {

/// Time on the clock and time of the processor [s].
class RunClock {
 public:
  /// Adds what earlier parts of the run have taken.
  void resume(Real wall, Real processor) { wall_before_ = wall, processor_before_ = processor; }
  Real wall() const {
    return wall_before_ +
           std::chrono::duration<Real>(std::chrono::steady_clock::now() - started_).count();
  }
  Real processor() const {
    return processor_before_ +
           static_cast<Real>(std::clock() - processor_started_) / CLOCKS_PER_SEC;
  }

 private:
  Real wall_before_ = 0, processor_before_ = 0;
  std::clock_t processor_started_ = std::clock();
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

/// Counts the multiples of an interval of simulated time at which something is written. Steps are
/// never shortened for output, because that would change the motion.
class OutputPace {
 public:
  /// Whether a step that ends at `time` is the first one at or after the next multiple of `every`.
  bool due(Real every, Real time);
  /// Recomputes the next multiple if the interval is no longer `before`.
  void renew(Real before, Real every, Real time);

  Index next = 1;  ///< multiple of the interval
};

}  // namespace tactus::core
