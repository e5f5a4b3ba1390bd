/// \file stopwatch.hpp  Measures the wall time of the phases of a step.
#pragma once

#include <array>
#include <chrono>
#include <string>
#include <vector>

#include "tactus/types.hpp"

namespace tactus::core {

enum class Phase : std::uint8_t { elements, detection, solver, output, count };

/// Names of the phases as in the columns of the history.
inline std::vector<std::string> phase_names() {
  return {"elements", "detection", "solver", "output"};
}

/// Seconds spent in each phase. Phases may nest; the time of an inner phase is not counted for the
/// outer one.
class PhaseTimes {
 public:
  /// Adds its own lifetime to a phase.
  class Section {
   public:
    Section(PhaseTimes& times, Phase phase) : times_(times), outer_(times.running_) {
      times_.switch_to(phase);
    }
    ~Section() { times_.switch_to(outer_); }
    Section(const Section&) = delete;
    Section& operator=(const Section&) = delete;

   private:
    PhaseTimes& times_;
    Phase outer_;
  };

  View<Real> seconds() const { return {seconds_.data(), seconds_.size()}; }
  void clear() { seconds_.fill(0); }

 private:
  using Clock = std::chrono::steady_clock;
  void switch_to(Phase phase) {
    const auto now = Clock::now();
    if (running_ != Phase::count)
      seconds_[static_cast<std::size_t>(running_)] +=
          std::chrono::duration<Real>(now - since_).count();
    running_ = phase;
    since_ = now;
  }
  std::array<Real, static_cast<std::size_t>(Phase::count)> seconds_{};
  Phase running_ = Phase::count;
  Clock::time_point since_{};
};

}  // namespace tactus::core
