/// \file projection/solver.hpp  The explicit contact step, except for the solution of one component,
/// a set of rows that free degrees of freedom couple: each solver has its own way to solve that.
///
/// Projection of the predictor on the admissible set, Kane (3.24), (3.28)-(3.29), in passes: detect,
/// append the rows that are missing, solve the components that changed, until detection finds
/// nothing. Then each component is judged by the energy that it brings in. A component that brings in
/// too much is solved again without the row that added most of it. If that does not help, only rows
/// are allowed that the start of the step satisfies. In the end its nodes move as rigid bodies from
/// where the step started, which is admissible and takes no energy (docs/theory/impact_zones.md).
/// A contact solver for explicit steps derives from ProjectionSolver and says how one component is
/// solved.
#pragma once

#include <memory>

#include "../contact_solver.hpp"
#include "component.hpp"

namespace tactus {

/// Options of the passes; a solver's own Options derive from these.
struct PassOptions {
  Index detection_passes = 30, restarts = 5;
  Real energy_share = 1e-3;
  bool impact_zones = true;
  bool limit_corrections = true;
  void describe(OptionVisitor& o) {
    o.integer("detection_passes", detection_passes)
        .at_least(1)
        .help("limit of passes of detection and projection in an attempt at a step");
    o.integer("restarts", restarts)
        .at_least(0)
        .help(
            "attempts at a step without the contact rows that added most energy, before the choice "
            "of rows is narrowed; as many again after that");
    o.real("energy_share", energy_share)
        .above(0)
        .help(
            "energy that a contact problem may bring into a step before it is solved in another "
            "way, times the largest energy so far");
    o.flag("impact_zones", impact_zones)
        .help("what no rows settle moves as a rigid body in this step; false only for study");
    o.flag("limit_corrections", limit_corrections)
        .help(
            "refuse rows that move a vertex far beyond the relative motion in the step; false only "
            "for study");
  }
};

/// The passes as a contact solver.
class ProjectionSolver : public ContactSolver {
 public:
  ~ProjectionSolver() override;
  void measure(MetricVisitor& m) const override;

 protected:
  explicit ProjectionSolver(const PassOptions& options);

  /// What the passes need and provide; a solver adds the needs of its components.
  static void claim(Capabilities& c);

  /// Makes memory; a solver that has a do_setup() of its own calls this one in it.
  void do_setup(const Setup& setup, Context& context) override;
  Outcome do_solve_increment(StepProblem& problem, ContactModel& contact, StepSolution& solution,
                             Context& context) override;

  /// m, largest correction of a degree of freedom in the step solved last.
  Real largest_correction() const;
  /// Adds to the columns of the history what a step took that the solver solved in another way.
  void count(Index detection_passes, Index iterations);
  /// Of the largest energy so far: what contact may bring into a step.
  Real energy_share() const;

 private:
  /// An empty component. Components live as long as the solver.
  virtual std::unique_ptr<ProjectionComponent> do_make_component() const = 0;

  class Cascade;
  std::unique_ptr<Cascade> cascade_;
};

}  // namespace tactus
