#include "core/step/step_clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/scene/model_error.hpp"

namespace tactus::core {
namespace {

constexpr Index kZoneRun = 2;    ///< consecutive whole steps with rigid impact zones, after which
constexpr Index kZoneParts = 4;  ///< the next one is divided into this many substeps
/// Whole steps before the end of the run, among which the rest is divided.
constexpr Real kLastGiven = 2, kLastAutomatic = 16;

}  // namespace

void StepClock::choose(const Limits& limits) {
  Real dt = given_ == kAutomatic ? std::min(limits.integrator, limits.turning) : given_;
  dt = std::min({dt, limits.critical, limits.contact});
  full_step_ = std::min(dt, end_);
}

void StepClock::check(const Limits& limits) const {
  if (given_ != kAutomatic && given_ > limits.critical)
    throw ModelError({misfit(
        "/time/step", fmt::format("{:.6g} s is given, but with these options the integrator is "
                                  "stable in short steps alone, here up to 2/omega_max = {:.6g} s; "
                                  "take \"auto\" or a smaller one",
                                  given_, limits.critical))});
  const Real most = std::min({limits.integrator, limits.turning, limits.critical, limits.contact});
  if (given_ == kAutomatic && limits.needed && !(most > 0 && most < kUnlimited))
    throw ModelError({misfit(
        "/time/step",
        std::string(
            "\"auto\" is given, but neither waves in elastic bodies nor the integrator, the "
            "solver or a contact law limit the step here, and the whole run would be one; give "
            "a step in seconds"))});
  if (end_ + full_step_ == end_)
    throw ModelError(
        {{"/time/step",
          fmt::format("steps of {:.3g} s would never reach the end of the run, {:.6g} s: before it "
                      "time plus a step is the same number of a double; take a larger step",
                      full_step_, end_)}});
}

Real StepClock::next(Real time) const { return parts_left_ > 0 ? part_dt_ : whole_from(time); }

Real StepClock::expected(Real time, Real dt) const {
  if (parts_left_ > 1) return part_dt_;
  const Real end = after(time, dt);
  return finished(end) ? dt : whole_from(end);
}

Real StepClock::whole_from(Real time) const {
  // Times accumulate rounding errors. The last step may be stretched by up to 1e-6 of a step, and
  // the rest before the end is divided so that no much shorter step comes last. Contact moves
  // things by its margin within a step, which would be a high velocity over a very short time. A
  // change of the step also changes the energy that explicit integrators keep, by up to a percent where it
  // becomes half as long; in runs of 16 automatic steps or more these become shorter by a sixteenth at most, and in
  // shorter runs all steps are alike.
  const Real left = end_ - time;
  if (left <= full_step_ * (1 + 1e-6)) return left;
  const Real last = given_ == kAutomatic ? kLastAutomatic : kLastGiven;
  return left < last * full_step_ ? left / std::ceil(left / full_step_ - 1e-6) : full_step_;
}

Real StepClock::after(Real time, Real dt) const {
  // t + (end - t) may round to a neighbour of the end.
  return std::abs(time + dt - end_) <= 1e-12 * end_ ? end_ : time + dt;
}

Index StepClock::parts_for_zones() const { return zone_run_ >= kZoneRun ? kZoneParts : 1; }

Real StepClock::divide(Real dt, Index parts) {
  parts_left_ = parts;
  return part_dt_ = dt / static_cast<Real>(parts);
}

Real StepClock::shorten(Real dt, const Outcome& outcome) {
  parts_left_ = 0;
  most_ = dt * (outcome.dt_factor > 0 && outcome.dt_factor < 1 ? outcome.dt_factor : 0.5);
  return most_;
}

void StepClock::made(bool zones, bool grows) {
  zone_run_ = !zones || parts_left_ > 0 ? 0 : zone_run_ + 1;
  if (parts_left_ > 0) --parts_left_;
  if (parts_left_ == 0 && grows) most_ *= 2;
}

}  // namespace tactus::core
