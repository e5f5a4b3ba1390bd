/// \file outside_work.hpp  What a step exchanged with the outside of the model: impulses, work and
/// reactions of supports, of loads and of damping.
///
/// Everything follows from the force F by which the step changed momentum, dt F, which is
///   F = sum over labels of weight[l] F_l + more_force
/// with weights of the integrator (StepReport) and forces of its labelled evaluations (StepForces). On a prescribed
/// degree of freedom momentum also changes by what contact and the support do, and the impulse of the support is what
/// is missing: m (v_{n+1} - v_n) - dt F - dt F_contact. Loads do the work of their part of F along the increments of
/// the step. With these forces and weights momenta and energies close to rounding for any method.
#pragma once

#include <array>
#include <vector>

#include "core/contact/contact_forces.hpp"
#include "core/model/model.hpp"
#include "core/model/step_forces.hpp"
#include "core/step/damping.hpp"
#include "core/step/state.hpp"
#include "tactus/integrator.hpp"

namespace tactus::core {

struct OutsideFacts {
  Real support_impulse[3] = {};  ///< N s, exerted by prescribed degrees of freedom on the rest
  Real support_work = 0;         ///< J, done by supports
  /// m/s, largest of a prescribed degree of freedom at the start and at the end of the step
  Real support_speed = 0;
  /// [(holders + 2) * 3] N s, the same impulse by support, as in ContactForces::held_by; empty
  /// before the first step.
  std::vector<Real> reactions;
  Real force_work_held = 0;  ///< J, EnergyAccount::force_work of prescribed dofs
  /// J, work of contact on prescribed degrees of freedom and on what moves outside of the model:
  /// ContactForces::held_work, or without inertia that of the mean of the forces at both ends of the step
  Real handed_on = 0;
  Real load_work = 0;  ///< J, done by loads other than constant gravity (core/model/loads.hpp)
  Real load_impulse[3] = {};  ///< N s, of these loads and of damping
  Real damping_work = 0;      ///< J, negative if it removes energy
};

class OutsideWork {
 public:
  /// @param model, system, forces  outlive this
  /// @param mass     the mass matrix that the integrator uses
  /// @param inertia  whether steps have any; without it a change of speed takes no impulse
  OutsideWork(const Model& model, const System& system, const StepForces& forces, Mass mass,
              bool inertia);

  /// A report for the first stage of an attempt: nothing has happened yet.
  StepReport new_report();
  /// A stage begins with this report. again() returns it as it was, for a stage that is finished anew.
  void begin_stage(const StepReport& report);
  StepReport again();

  struct Step {
    const State& from;  ///< the state at its start, after the first half of damping
    const State& to;    ///< the state at its end, committed, before the second half of damping
    const StepReport& report;
    const ContactForces& contact;
    const ContactForces& contact_before;  ///< of the step before
    Real dt = 0;
  };
  /// @throws PluginFault if the weights of the report do not add up to 1, or if one belongs to a force
  /// that the integrator has not asked for
  void measure(const Step& step, OutsideFacts& facts, Context& context);
  /// Books what damping has taken in both halves of the step, after measure().
  static void book_damping(const Damping::Taken& damping, OutsideFacts& facts);

 private:
  /// A degree of freedom on which loads act.
  struct Loaded {
    Index coordinate = 0;
    Index direction = kNone;  ///< kNone: a rotation
  };
  /// A prescribed degree of freedom of a vertex that contact may push.
  struct Pushed {
    std::size_t component = 0;  ///< in ContactForces::vertex_force
    Index dof = 0;
  };
  /// Forces of one label and what they weigh.
  struct Weighted {
    Real weight = 0;
    View<Real> held{}, load{};
  };
  void find_forces(const StepReport& report);
  bool ends_in_equilibrium() const;
  void find_momenta(const Step& step, Context& context);
  void measure_supports(const Step& step, OutsideFacts& facts, Context& context);
  Real growth_of_pushes(const Step& step) const;
  void measure_loads(const Step& step, OutsideFacts& facts, Context& context);

  const Model& model_;
  const System& system_;
  const StepForces& forces_;
  Mass mass_;
  bool inertia_;
  std::vector<Pushed> pushed_;  ///< without inertia alone
  std::vector<Loaded> loaded_;
  std::vector<Weighted> weighted_;            ///< labels with a weight, of this step
  std::vector<std::array<Real, 3>> impulse_;  ///< N, of loads, by chunk of load_dofs
  std::vector<Real> gained_;                  ///< [dofs] N s, change of momentum of prescribed dofs
  std::vector<Real> moved_;                   ///< [dofs] m, increments of prescribed dofs
  std::vector<Real> more_force_, more_before_;  ///< [dofs] N; before this stage
  StepReport before_;                           ///< of the stages before this one
};

}  // namespace tactus::core
