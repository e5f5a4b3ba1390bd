/// \file step_facts.hpp  What happened in an accepted step, for whoever records it.
#pragma once

#include <vector>

#include "core/contact/contact_model.hpp"
#include "core/run/reaction_facts.hpp"
#include "tactus/integrator.hpp"
#include "tactus/reaction.hpp"

namespace tactus::core {

/// How well a solver met its own tolerance in the stages of a step.
struct SolverFacts {
  SolveStatus status = SolveStatus::converged;  ///< the worst
  Real residual = 0;                            ///< m/s, the largest natural residual it ended with
  Index iterations = 0;
};

/// One iteration of a solver of reactions, in an attempt at a step.
struct SolverIteration {
  Index attempt = 0;    ///< 0: the first one at this step
  Real time = 0;        ///< s, that the attempt was to end at
  Index iteration = 0;  ///< from 1, through all stages of the attempt
  Real residual = 0;    ///< m/s
};

/// What happened in the last accepted step.
struct StepFacts {
  Index step = 0;                ///< that these are of, from 1; 0: the start
  Real dt = 0;                   ///< s
  Index cuts = 0;                ///< parts the step was cut into; 0: not cut
  Index retries = 0;             ///< times it was tried again with a smaller dt
  Index sorts = 0;               ///< near lists made
  Real contact_work = 0;         ///< J
  Real stored_energy = 0;        ///< J, in penalty springs
  Real support_impulse[3] = {};  ///< N s, of prescribed degrees of freedom on the rest
  Real support_work = 0;         ///< J, done by them
  Real load_work = 0;            ///< J, done by loads that have no potential (core/model/loads.hpp)
  Real damping_work = 0;         ///< J, done by damping: what it takes, with its sign
  Real load_impulse[3] = {};     ///< N s, of both
  /// [(holders + 2) * 3] N s, the parts of support_impulse as in ContactForces::held_by; empty before
  /// the first step.
  std::vector<Real> reactions;
  EnergyAccount account{};   ///< of the integrator; before the first step: its shift alone
  Real handed_on = 0;        ///< J, work of contact on prescribed degrees of freedom
  Real force_work_held = 0;  ///< J, EnergyAccount::force_work of these
  /// J, what supports bring in because halves of steps are not alike on their paths; see PathRecord.
  Real path_work = 0;
  Real path_shift = 0;  ///< J, part of EnergyAccount::shift_new that supports have
  ContactForces forces;
  SolverFacts solver{};     ///< of problems in reactions, at the last attempt
  ReactionFacts contact{};  ///< of these
  /// Attempts that were rejected because reactions did not converge, and the largest residual of these.
  Index unconverged = 0;
  Real unconverged_residual = 0;           ///< m/s
  std::vector<SolverIteration> residuals;  ///< of all attempts, where the configuration wants them
};

/// Why a run cannot go on, with step and time.
class __attribute__((visibility("default"))) StepError : public Error {
  using Error::Error;
};

}  // namespace tactus::core
