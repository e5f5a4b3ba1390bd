/// \file step_facts.hpp  What happened in an accepted step, collected for history, summary and
/// balance.
#pragma once

#include <vector>

#include "core/contact/contact_forces.hpp"
#include "core/model/model.hpp"
#include "core/step/convergence_facts.hpp"
#include "core/step/equilibrium.hpp"
#include "core/step/outside_work.hpp"
#include "core/step/reaction_facts.hpp"
#include "core/support/step_error.hpp"
#include "tactus/integrator.hpp"
#include "tactus/reaction.hpp"

namespace tactus::core {

/// What contact did in a step. The stages fill it in, each what its contacts did.
struct ContactFacts {
  ContactForces forces;
  ReactionFacts reactions{};  ///< of problems in reactions
  Real stored_energy = 0;     ///< J, in penalty springs
  Real work = 0;              ///< J, put in by contact, what was handed on to supports included
};

/// How well a solver met its own tolerance in the stages of a step; for problems in reactions.
struct SolverFacts {
  SolveStatus status = SolveStatus::converged;  ///< the worst of all stages
  /// m/s, largest natural residual at the end of a stage
  Real residual = 0;
  Index iterations = 0;
  Real tolerance = 0;      ///< SolveReport::tolerance
  bool rejected = false;   ///< the step is not made with these reactions
  bool step_helps = true;  ///< a smaller step may be a cure; only if they are rejected
  ConvergenceFacts convergence{};
};

/// One iteration of a solver of reactions, within an attempt at a step.
struct SolverIteration {
  Index attempt = 0;    ///< 0: the first attempt at this step
  Real time = 0;        ///< s, end of the attempted step
  Index iteration = 0;  ///< from 1, counted through all stages of the attempt
  Real residual = 0;    ///< m/s
};

/// The searches for pairs that may touch.
struct ListFacts {
  Index searches = 0;
  Index boxes = 0;  ///< in these searches
  Index pairs = 0;  ///< that the last search found
  Real wear = 0;    ///< NearList::wear() at the end
};

/// What happened in the last accepted step. Each part is filled in by one class: `outside` by
/// OutsideWork, `account` by the integrator (damping moves its shift), `contact` and `solver` by the
/// contact stages, and the rest, which counts attempts, by the Stepper.
struct StepFacts {
  Index step = 0;      ///< number of this step, from 1; 0: the start
  Real dt = 0;         ///< s
  Real first_dt = 0;   ///< s, at the start alone: how long the first step will be
  Index substeps = 0;  ///< number of substeps of the divided step; 0: not divided
  Index retries = 0;   ///< number of attempts with a smaller dt
  /// Body whose element would have been strained too far by a longer step; -1: none's.
  std::int32_t strained_body = -1;
  ListFacts lists;
  /// Number of attempts rejected because reactions did not converge, and their largest residual.
  Index unconverged = 0;
  Real unconverged_residual = 0;           ///< m/s
  std::vector<SolverIteration> residuals;  ///< of all attempts, if the configuration asks for them
  OutsideFacts outside;
  EnergyAccount account{};  ///< before the first step only its shift
  ContactFacts contact;
  SolverFacts solver{};  ///< at the last attempt
  EquilibriumFacts equilibrium{};
};

/// Saves what is written or said of an accepted step after it: by the last row and the last frame of
/// a run that ends here, and by the error of a run that ran away.
void save_facts(const StepFacts& facts, Archive& archive);
/// @throws Error if they do not fit the model.
void load_facts(StepFacts& facts, const Model& model, Archive& archive);

}  // namespace tactus::core
