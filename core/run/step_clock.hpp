/// \file step_clock.hpp  How long the next step is: limits of the methods, the end of the run, parts of a
/// step that was divided, smaller steps after a failure.
#pragma once

#include "core/config/scene/configuration.hpp"
#include "tactus/error.hpp"

namespace tactus::core {

class StepClock {
 public:
  explicit StepClock(const TimeConfig& time) : given_(time.step), end_(time.end) {}

  /// The largest step that the components allow, s.
  struct Limits {
    Real integrator = kUnlimited;  ///< what it wants by itself: a share of the critical step
    Real critical = kUnlimited;    ///< s, 2/omega_max, where the integrator is bound to it
    Real contact = kUnlimited;     ///< of solvers and laws
  };
  /// Chooses the whole step; parts of a divided one are as long as they were.
  void choose(const Limits& limits);
  /// @throws ModelError where the step that the configuration gives is above the critical one, or there
  /// is none at all.
  void check(const Limits& limits) const;

  /// dt of the next step from `time`: a part of a divided one, or a whole one. The last two may be
  /// shorter, so that the end is met exactly.
  Real next(Real time) const;
  /// The time at the end of a step; the end of the run is met to the bit.
  Real after(Real time, Real dt) const;
  bool finished(Real time) const { return time >= end_; }

  /// How many parts rigid impact zones ask the next whole step to be divided into; 1: not at all.
  /// Nodes that were locked together by a zone in whole steps come apart in smaller ones.
  Index parts_for_zones() const;
  /// Makes parts of a whole step of dt. Returns the dt of one.
  Real divide(Real dt, Index parts);
  bool in_parts() const { return parts_left_ > 0; }

  /// The dt with which a rejected step is tried again. The remaining parts of a divided step are dropped,
  /// and the step after this one is chosen anew.
  Real shorten(Real dt, const Outcome& outcome);
  /// The step is accepted.
  /// @param zones  it had rigid impact zones
  void made(bool zones);
  /// The step was interrupted and is asked for again after a resume; `parts` as parts_left() was before
  /// it was begun.
  void restore(Index parts) { parts_left_ = parts; }
  Index parts_left() const { return parts_left_; }

  Real whole_step() const { return full_step_; }  ///< s

  /// Calls use(name, member) for what a checkpoint holds, see named_fields.hpp.
  template <class Self, class Use>
  static void for_fields(Self& self, const Use& use) {
    use("full_step", self.full_step_);
    use("part_dt", self.part_dt_);
    use("parts_left", self.parts_left_);
    use("zone_run", self.zone_run_);
  }

 private:
  Real given_, end_;  ///< s; kAutomatic: none is given
  Real full_step_ = 0;
  Real part_dt_ = 0;  ///< s, of the parts of a divided step
  Index parts_left_ = 0;
  Index zone_run_ = 0;  ///< whole steps in a row with rigid impact zones
};

}  // namespace tactus::core
