/// \file step_report.hpp  What the kernel tells an integrator about the solution of a step, and what the
/// integrator tells the kernel about the finished step: weights of forces, work, and energy by cause.
#pragma once

#include "system.hpp"

namespace tactus {

/// The solution of a step as it is returned to the integrator. Views are valid during the call.
struct StepResult {
  View<Real> w{};  ///< [dofs] increment or velocity
  /// [dofs] N s: dt G' lambda, or H' R. newmark with "impact": "stop" takes half of it; w -
  /// predictor is never formed, this carries the correction.
  View<Real> contact_impulse{};
  /// [dofs] number of the independent contact problem of a dof. kNone: there is none, or something
  /// outside acts on it (prescribed degrees of freedom, rows with ContactRows::held). Used to
  /// restore angular momentum.
  View<Index> group{};
  Index groups = 0;
  /// [dofs] rigid impact zone of a dof, or kNone; empty: no zones. Nodes of a zone reflect: v
  /// changes by 2/dt times the full correction, and their angular momentum is already exact.
  View<Index> zone{};
  /// [dofs] number of the independent contact problem of a dof, also where something outside acts on
  /// it; or kNone. Only for models with rigid bodies, empty otherwise, as are the next two.
  View<Index> component{};
  /// [components] J, sum over rows of multiplier times the change that prescribed motion makes to
  /// the row in the step (RowBuffer::held)
  View<Real> handed_on{};
  /// [components] out: fraction of the component's contact_impulse that was put in. Initially
  /// negative, which means StepReport::impulse_fraction.
  Out<Real> component_fraction{};
};

/// Energy of a step by cause, from the balance that the integrator satisfies exactly. With R = T +
/// U + shift (T without prescribed degrees of freedom; `shift` makes it the energy that the method
/// conserves for linear systems, for central differences -dt^2/8 a'Ma),
///   R_{n+1} - R_n = contact + (U_{n+1} - U_n + force_work) + (shift_old - shift before)
///                   + work of supports + path_work
/// up to rounding. The kernel adds what the integrator does not know: U, and the work of supports.
struct EnergyAccount {
  bool kept = false;  ///< false: the integrator has no such balance; it is judged by T + U
  Real contact = 0;   ///< J, put in by contact
  Real force_work =
      0;  ///< J, work of the forces without contact as the method sums it up, on free dofs
  Real shift_old = 0;  ///< J, shift at t_n with this step's dt
  Real shift_new = 0;  ///< J, at t_{n+1}
  /// J, work of supports beyond force times increment: their paths differ in the parts of a step.
  /// `force_work` is without it.
  Real path_work = 0;
  Real path_shift = 0;  ///< J, the part of shift_new that belongs to prescribed degrees of freedom
  /// Of the scale of energies: what the running sum of `contact` may reach through the method itself.
  /// A run in which contact has put in more is not sound.
  Real gain_limit = 1e-3;
};

/// What the integrator reports about a finished step, for the history. Memory of the kernel; stages
/// add to it.
struct StepReport {
  /// Of this stage's StepResult::contact_impulse that entered the velocity ("stop": 1/2; a projection of
  /// positions: 0). It is 1 when a stage is finished.
  Real impulse_fraction = 1;
  Real contact_work = 0;  ///< J, energy that contact put in; < 0: taken out
  /// The force by which the step changes momentum, dt F, is F = sum over labels of weight[l] F_l +
  /// more_force. The weights add up to 1, or the integrator is at fault. Impulses, work and reactions
  /// of supports and loads follow from it.
  Real weight[kForceLabels] = {};
  /// [dofs] N, 0 at first: what no evaluation contains, such as theta^2 dt K v of a linearised step.
  /// No part of it belongs to loads.
  Out<Real> more_force{};
  EnergyAccount account;
  /// true: contact forces belong to t_n, and their work on prescribed degrees of freedom is that along
  /// the mean of the increments before and after it (RowBuffer::held_mean); false: along those of
  /// this step. Zones always take those of this step.
  bool contact_at_start = false;

  /// Sets the weight of the force with this label.
  void weigh(ForceLabel label, Real value) { weight[static_cast<std::size_t>(label)] = value; }
};

}  // namespace tactus
