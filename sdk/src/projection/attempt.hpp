// One attempt at a step: passes of detection and solution, starting from the predictor, until
// nothing is violated or no progress is possible.
#pragma once

#include <vector>

#include "partition.hpp"
#include "tactus/projection/solver.hpp"
#include "zones.hpp"

namespace tactus::projection {

/// Inputs and outputs of a step; valid for one call of the solver.
struct StepInput {
  const StepProblem& problem;
  View<Real> predictor, diagonal;
  ContactModel& contact;
  StepSolution& solution;
};

/// Counts over a run for its history; the largest component and the largest correction over the
/// motion that it corrects are those of the current step.
struct PassCounts {
  Index detection_passes = 0, iterations = 0, unsolved = 0, inadmissible = 0, restarts = 0,
        largest = 0;
  Real correction_over_motion = 0;
};

class Attempt {
 public:
  void setup(Index dofs, Partition::Make make);

  /// Resets to the predictor: no rows, no correction. Zones are kept.
  void clear(const StepInput& in);

  /// @param remedy  [vertices] as passed to the contact model: violations without a row form zones
  /// @param settled  out: nothing is violated, and every component has a solution
  Outcome run(const StepInput& in, const PassOptions& options, View<Remedy> remedy,
              PassCounts& counts, bool& settled, Context& context);

  const Partition& partition() const { return partition_; }
  Zones& zones() { return zones_; }
  const Zones& zones() const { return zones_; }
  /// Whether a component is part of a zone and therefore has no forces of its own.
  bool is_absorbed(const ProjectionComponent& component, const ContactRows& rows) const;
  /// m, largest correction of a degree of freedom.
  Real largest_correction() const;
  /// Sets groups and zones of the solution.
  void name_parts(const StepInput& in) const;

 private:
  Projection projection(const StepInput& in);
  bool grow_zones(const StepInput& in, View<Remedy> remedy);
  Outcome solve_components(const StepInput& in, PassCounts& counts, bool& sound, Context& context);
  bool all_usable(const ContactRows& rows) const;

  Partition partition_;
  Zones zones_;
  std::vector<Real> correction_;  ///< [dofs] d = u - predictor
  std::vector<Index> number_;     ///< [dofs] see Projection
  std::vector<Index> changed_, stencil_, zone_dofs_;
};

}  // namespace tactus::projection
