/// \file step_facts.hpp  What happened in an accepted step, collected for history, summary and
/// balance.
#pragma once

#include <vector>

#include "core/contact/contact_model.hpp"
#include "core/model/model.hpp"
#include "core/step/convergence_facts.hpp"
#include "core/step/reaction_facts.hpp"
#include "tactus/integrator.hpp"
#include "tactus/reaction.hpp"

namespace tactus::core {

/// How well a solver met its own tolerance in the stages of a step.
struct SolverFacts {
  SolveStatus status = SolveStatus::converged;  ///< the worst of all stages
  /// m/s, largest natural residual at the end of a stage
  Real residual = 0;
  Index iterations = 0;
  bool rejected = false;   ///< the step is not made with these reactions
  bool step_helps = true;  ///< a smaller step may be a cure; only if they are rejected
};

/// One iteration of a solver of reactions, within an attempt at a step.
struct SolverIteration {
  Index attempt = 0;    ///< 0: the first attempt at this step
  Real time = 0;        ///< s, end of the attempted step
  Index iteration = 0;  ///< from 1, counted through all stages of the attempt
  Real residual = 0;    ///< m/s
};

/// What happened in the last accepted step.
struct StepFacts {
  Index step = 0;                     ///< number of this step, from 1; 0: the start
  Real dt = 0;                        ///< s
  Index substeps = 0;                 ///< number of substeps of the divided step; 0: not divided
  Index retries = 0;                  ///< number of attempts with a smaller dt
  Index neighbour_list_rebuilds = 0;  ///< near lists built
  Real contact_work = 0;              ///< J
  Real stored_energy = 0;             ///< J, in penalty springs
  Real support_impulse[3] = {};       ///< N s, exerted by prescribed degrees of freedom on the rest
  Real support_work = 0;              ///< J, done by supports
  Real load_work = 0;         ///< J, done by loads that have no potential (core/model/loads.hpp)
  Real damping_work = 0;      ///< J, work of damping, negative if it removes energy
  Real load_impulse[3] = {};  ///< N s, of loads and damping
  /// [(holders + 2) * 3] N s, the same impulse by support, as in ContactForces::held_by; empty
  /// before the first step.
  std::vector<Real> reactions;
  EnergyAccount account{};  ///< of the integrator; before the first step only its shift
  Real handed_on = 0;       ///< J, work of contact on prescribed degrees of freedom
  /// m/s, largest of a prescribed degree of freedom at the start and at the end of the step
  Real support_speed = 0;
  Real force_work_held = 0;  ///< J, EnergyAccount::force_work of prescribed dofs
  /// J, brought in by supports because the two halves of a step differ on their paths, see PathRecord.
  Real path_work = 0;
  Real path_shift = 0;  ///< J, the part of EnergyAccount::shift_new that supports have
  ContactForces forces;
  SolverFacts solver{};            ///< for problems in reactions, at the last attempt
  ReactionFacts contact{};         ///< likewise
  ConvergenceFacts convergence{};  ///< likewise
  /// Number of attempts rejected because reactions did not converge, and their largest residual.
  Index unconverged = 0;
  Real unconverged_residual = 0;           ///< m/s
  std::vector<SolverIteration> residuals;  ///< of all attempts, if the configuration asks for them
};

/// Saves what is written or said of an accepted step after it: by the last row and the last frame of
/// a run that ends here, and by the error of a run that ran away.
void save_facts(const StepFacts& facts, Archive& archive);
/// @throws Error if they do not fit the model.
void load_facts(StepFacts& facts, const Model& model, Archive& archive);

/// Thrown if a run cannot go on; the message contains step and time.
class __attribute__((visibility("default"))) StepError : public Error {
  using Error::Error;
};

}  // namespace tactus::core
