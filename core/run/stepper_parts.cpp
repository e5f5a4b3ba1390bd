// Decides into how many substeps a step is divided, so that nothing passes through a body
// undetected.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/run/curved_motion.hpp"
#include "core/run/step_failure.hpp"
#include "core/run/stepper.hpp"

namespace tactus::core {

/// Poses the step and measures how far things near each other would move.
Index Stepper::parts_of(Real dt) {
  if (!stages_->division()) return 1;
  StepProblem* problem = nullptr;
  announce(dt);
  {
    PhaseTimes::Section section(times_, Phase::elements);
    if (!begin(0, problem)) return 1;
  }
  PhaseTimes::Section section(times_, Phase::detection);
  calling(Kind::integrator,
          [&] { contact()->begin(old_->view(), problem->contact(), problem->fixed()); });
  const View<Real> start = contact()->old_positions();
  View<Real> end = contact()->positions(problem->predictor());
  const Scratch::Frame frame(*context_.scratch);
  View<Real> increment = problem->predictor();
  // A frozen geometry is that of the middle of the step, and the second half is as long as the
  // first.
  if (const View<Real> half = problem->contact().frozen; !half.empty()) {
    const Out<Real> whole = context_.scratch->take<Real>(static_cast<Index>(end.size()));
    map(whole) = 2 * map(end) - map(start);
    end = whole;
    const Out<Real> twice = context_.scratch->take<Real>(static_cast<Index>(half.size()));
    map(twice) = 2 * map(half);
    increment = twice;
  } else if (problem->unknown() == Unknown::velocity) {
    const Out<Real> moved = context_.scratch->take<Real>(static_cast<Index>(increment.size()));
    map(moved) = dt * map(increment);
    increment = moved;
  }
  const RelativeMotion far = stages_->division()->measure(start, end, context_);
  const CurvedMotion curve =
      longest_curve(model_, configuration_, old_->time, dt, old_->q, increment, start, end);
  const Real altitude = context_.scales.altitude;
  const Real parts = std::ceil(2 * std::max(far.in_altitudes, curve.length / altitude));
  if (parts <= 1) posed_ = problem;  // this is the step that will be made
  if (parts <= static_cast<Real>(StepDivision::kMostSubsteps))
    return std::max<Index>(1, static_cast<Index>(parts));
  if (curve.length / altitude > far.in_altitudes)
    throw StepError(
        fmt::format("step {} at t = {:.6g} s: \"{}\" turns, or goes and comes back, on a path of "
                    "{:.3g} m in one "
                    "step of {:.3g} s, more than {} times half the smallest altitude {:.3g} m of "
                    "all elements; it "
                    "could pass through something unseen. Take a smaller /time/step",
                    steps_ + 1, state_.time, body_name(configuration_, curve.body), curve.length,
                    dt, StepDivision::kMostSubsteps, altitude));
  throw StepError(fmt::format(
      "step {} at t = {:.6g} s: \"{}\" and \"{}\" move {:.3g} m relative to each other in one step "
      "of {:.3g} s, more than {} times half the altitude {:.3g} m of the elements that meet; "
      "something "
      "could pass through unseen. Take a smaller /time/step or slower bodies",
      steps_ + 1, state_.time, body_name(configuration_, far.body_a),
      body_name(configuration_, far.body_b), far.motion, dt, StepDivision::kMostSubsteps,
      far.altitude));
}

}  // namespace tactus::core
