/// \file account.hpp  The energy by which a run is judged: where it came from, step by step.
///
/// T + U of an explicit run swings by a few percent though nothing is wrong. R = T + U + shift does
/// not: it is what the integrator conserves exactly on linear systems, and its change in a step is
/// known by cause (docs/theory/energy_account.md):
///   R_{n+1} - R_n = contact + integration + change of the step + work from outside + materials.
/// T is that of free degrees of freedom, U holds the strain energy and the potential of the loads.
#pragma once

#include "core/run/stepper.hpp"

namespace tactus::core {

/// Energies of a state, J.
struct Energies {
  Real kinetic = 0;  ///< of degrees of freedom that are not prescribed
  Real strain = 0;
  Real load = 0;        ///< potential of the loads, 0 at the start
  Real stored = 0;      ///< in the springs of a penalty method
  Real dissipated = 0;  ///< by materials since the start; no part of the total
  Real total() const { return kinetic + strain + load + stored; }
};

class Account {
 public:
  /// What changed the energy, J; sums of steps or one step.
  struct Causes {
    Real contact = 0;      ///< of EnergyAccount, net of what it hands on to supports
    Real integration = 0;  ///< U_{n+1} - U_n and the work of forces, which need not cancel
    Real step_change = 0;  ///< the shift of a state for the next dt less that for the last one
    Real outside = 0;      ///< work of supports, driven bodies, loads beside gravity and damping
    Real materials = 0;    ///< what materials dissipate, with its sign: <= 0
    Real sum() const { return contact + integration + step_change + outside + materials; }
    Causes& operator+=(const Causes& step);
  };
  /// Calls use(name, member) for each, see named_fields.hpp.
  template <class Self, class Use>
  static void for_causes(const std::string& prefix, Self& causes, const Use& use) {
    use(prefix + "contact", causes.contact);
    use(prefix + "integration", causes.integration);
    use(prefix + "step_change", causes.step_change);
    use(prefix + "outside", causes.outside);
    use(prefix + "materials", causes.materials);
  }

  /// @param stiffness  J, sum over bodies of P-wave modulus times volume: rounding of a strain energy
  ///                   is a few 1e-16 of it
  explicit Account(Real stiffness) : rounding_(1e-12 * stiffness) {}

  void start(const Energies& now, const StepFacts& facts);
  void update(const Energies& now, const StepFacts& facts);

  bool kept() const { return kept_; }                    ///< by the integrator, in all steps so far
  Real energy() const { return now_.total() + shift_; }  ///< J, R
  Real initial() const { return initial_; }              ///< J, R at the start
  const Causes& step() const { return step_; }
  const Causes& sum() const { return sum_; }
  /// J, largest so far of T + U + |work from outside| less what contact, integration and
  /// changes of the step have gained.
  Real scale() const { return scale_; }
  /// Largest so far of the running sum over the scale of that moment; not below 0. Changes of the step
  /// count as far as contact and integration have left them.
  Real contact_share() const { return contact_share_; }
  Real integration_share() const { return integration_share_; }
  Real step_change_share() const { return step_change_share_; }
  Real largest_contact() const { return largest_contact_; }  ///< J, largest running sum
  Real largest_integration() const { return largest_integration_; }
  /// J, sum of what contact put in in those steps in which it put in something.
  Real put_in() const { return put_in_; }

  /// Energy out of nothing, more than a scale: there is no use in going on.
  /// @throws StepError that says where it came from and what to look at.
  void stop_runaway(Index step, Real time) const;

  void save(Archive& archive) const;
  void load(Archive& archive);

 private:
  void raise_scale();
  template <class Self, class Use>
  static void for_fields(Self& self, const Use& use);

  bool kept_ = true;
  Real rounding_;
  Causes step_, sum_;
  Energies now_;
  Real initial_ = 0, shift_ = 0, scale_ = 0;
  Real base_ = 0;  ///< J, what a runaway is measured by: the scale before, and what came in
  Real contact_share_ = 0, integration_share_ = 0, step_change_share_ = 0;
  Real largest_contact_ = 0, largest_integration_ = 0;
  Real put_in_ = 0;
};

}  // namespace tactus::core
