/// \file step_clock.hpp  Determines the length of the next step from the limits of the methods, the
/// end of the run, substeps of a divided step, and repeated attempts with smaller steps.
#pragma once

#include <algorithm>

#include "core/scene/configuration.hpp"
#include "tactus/error.hpp"

namespace tactus::core {

class StepClock {
 public:
  explicit StepClock(const TimeConfig& time) : given_(time.step), end_(time.end) {}

  /// The largest steps that the components allow [s].
  struct Limits {
    Real integrator = kUnlimited;  ///< preferred by the integrator: a fraction of the critical step
    Real turning = kUnlimited;     ///< preferred, too: rigid bodies in space turn by little in it
    Real critical = kUnlimited;    ///< s, 2/omega_max, if the integrator is conditionally stable
    Real contact = kUnlimited;     ///< of solvers and laws
    bool needed = true;            ///< by "auto", where things may meet
  };
  /// Chooses the length of whole steps. Substeps of a step that is already divided keep theirs.
  void choose(const Limits& limits);
  /// Makes the whole steps that were chosen shorter.
  void limit(Real most) { full_step_ = std::min(full_step_, most); }
  /// After choose(), for implicit steps: after one that was tried again with a smaller dt, the next ones
  /// are at most twice as long as the one before, until they have the length that was chosen. (Explicit
  /// steps are all as long as they may be: a change of them costs the energy that they keep.)
  void grow_back() {
    wanted_ = full_step_;
    if (most_ >= wanted_) most_ = kUnlimited;
    limit(most_);
  }
  /// @throws ModelError if the configured step exceeds the critical one, or if no step is given and
  /// no component limits it.
  void check(const Limits& limits) const;

  /// dt of the next step from `time`: a substep or a whole step. The last two, with "auto" 16,
  /// may be shorter, so that the end is met exactly.
  Real next(Real time) const;
  /// s, how long the step after the coming one will be, if that is made with this dt: a substep, or a
  /// whole step after a step that was tried again. Unless it is divided or tried again itself.
  Real expected(Real time, Real dt) const;
  /// The time after a step; the end of the run is met to the bit.
  Real after(Real time, Real dt) const;
  bool finished(Real time) const { return time >= end_; }

  /// Number of substeps into which the next whole step is divided because of rigid impact zones; 1
  /// if it is not. Nodes that a zone locked together in several whole steps separate in smaller
  /// ones.
  Index parts_for_zones() const;
  /// Divides a whole step of dt into substeps. Returns the dt of one substep.
  Real divide(Real dt, Index parts);
  bool in_parts() const { return parts_left_ > 0; }

  /// The dt with which a rejected step is tried again. Remaining substeps are dropped, and the
  /// length of the step after this one is chosen anew.
  Real shorten(Real dt, const Outcome& outcome);
  /// Whether a step is so short beside those that were chosen that the run would hardly go on. Only where
  /// steps grow back: others are bounded by how often one is tried again.
  bool hardly_moves(Real dt) const { return dt < kLeastShare * wanted_; }
  /// Whether a load step that fails is so short that nothing but a limit, known to a thousandth, is near `time`.
  bool is_at_limit(Real time, Real dt) const {
    return dt <= kNearLimit * time && dt <= wanted_ / kLeastDivision;
  }
  /// The step is accepted.
  /// @param zones  it had rigid impact zones
  /// @param grows  the next one may be longer than it was
  void made(bool zones, bool grows = true);
  Index parts_left() const { return parts_left_; }

  Real whole_step() const { return full_step_; }  ///< s

  /// Calls use(name, member) for what a checkpoint stores, see named_fields.hpp.
  template <class Self, class Use>
  static void for_fields(Self& self, const Use& use) {
    use("full_step", self.full_step_);
    use("part_dt", self.part_dt_);
    use("parts_left", self.parts_left_);
    use("zone_run", self.zone_run_);
    use("most_after_retry", self.most_);
    use("wanted_step", self.wanted_);
  }

 private:
  static constexpr Real kLeastShare = 0x1p-20;
  static constexpr Real kNearLimit = 1e-3;
  static constexpr Real kLeastDivision = 16;

  Real whole_from(Real time) const;

  Real given_, end_;  ///< s; kAutomatic: not given
  Real full_step_ = 0;
  Real part_dt_ = 0;  ///< s, length of a substep
  Index parts_left_ = 0;
  Index zone_run_ = 0;      ///< consecutive whole steps with rigid impact zones
  Real most_ = kUnlimited;  ///< s, of the next whole step, after one that was tried again
  Real wanted_ = 0;         ///< s, of whole steps that have grown back; 0: steps do not grow back
};

}  // namespace tactus::core
