/// \file account.hpp  The energy account of a run, by which the run is judged: how much energy the
/// method gained or lost in each step, and for which reason.
///
/// T + U of an explicit run swings by a few percent though nothing is wrong. R = T + U + shift does
/// not: it is what the integrator conserves exactly on linear systems, and its change in a step is
/// known by cause (docs/theory/energy_account.md):
///   R_{n+1} - R_n = contact + integration + change of the step + work from outside + materials.
/// T is that of free degrees of freedom, U holds the strain energy and the potential of the loads.
#pragma once

#include <algorithm>

#include "core/step/stepper.hpp"

namespace tactus::core {

/// Energies of one state [J].
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
  /// What changed the energy, by cause [J]; of one step or summed over steps.
  struct Causes {
    Real contact = 0;      ///< of EnergyAccount, less what is passed on to supports
    Real integration = 0;  ///< U_{n+1} - U_n and the work of forces, which need not cancel
    Real step_change = 0;  ///< the shift of a state for the next dt less that for the last one
    Real outside = 0;      ///< work of supports, driven bodies, loads beside gravity and damping
    Real materials = 0;    ///< what materials dissipate, with its sign: <= 0
    Real sum() const { return contact + integration + step_change + outside + materials; }
    Causes& operator+=(const Causes& step);
  };
  /// Calls use(name, member) for each cause, see named_fields.hpp.
  template <class Self, class Use>
  static void for_causes(const std::string& prefix, Self& causes, const Use& use) {
    use(prefix + "contact", causes.contact);
    use(prefix + "integration", causes.integration);
    use(prefix + "step_change", causes.step_change);
    use(prefix + "outside", causes.outside);
    use(prefix + "materials", causes.materials);
  }

  /// What has been gained so far.
  struct Gains {
    /// Largest value of the running sum divided by the scale at that moment; never below 0. Gains by changes of the step
    /// count only as far as contact and integration have not removed them.
    Real contact_share = 0, integration_share = 0, step_change_share = 0;
    /// Of contact and integration together. Contact counts the mean of the velocities before and after a step. A rule that
    /// damps moves bodies with another velocity, so that time integration gains what contact loses.
    Real inside_share = 0;
    Real largest_contact = 0, largest_integration = 0;  ///< J, largest running sums
    Real positive_contact_work = 0;  ///< J, sum over those steps in which contact added energy
  };

  /// @param stiffness  J, sum over bodies of P-wave modulus times volume. The rounding error of a
  ///                   strain energy is a few 1e-16 of it.
  /// @param free_mass  kg, of all that supports do not prescribe
  /// @param inertia    whether steps have any
  explicit Account(Real stiffness, Real free_mass = 0, bool inertia = true)
      : rounding_(1e-12 * stiffness), free_mass_(free_mass), inertia_(inertia) {}

  /// @param by_loads      part of the shift that loads alone would cause
  /// @param first_energy  J, what loads bring in the first step, of a rule whose energy has no shift
  void start(const Energies& now, const StepFacts& facts, Real by_loads = 1, Real first_energy = 0);
  /// @param by_loads  as in start(), of loads that may have grown
  void update(const Energies& now, const StepFacts& facts, Real by_loads = 0);

  /// the integrator has kept an account in all steps so far
  bool kept() const { return kept_; }
  Real energy() const { return now_.total() + shift_; }  ///< J, R
  Real initial() const { return initial_; }              ///< J, R at the start
  const Causes& step() const { return step_; }
  const Causes& sum() const { return sum_; }
  /// J, the largest value so far of T + U + |work from outside|, less what contact, integration and
  /// changes of the step have gained.
  Real scale() const { return scale_; }
  /// J, scale(), and at least what loads bring in their first thirty steps: a run that starts at rest
  /// has next to no energy in its first step, and each number would be a large part of it.
  Real reference() const { return std::max(scale_, floor_); }
  /// J, what solvers compare gains of a step with: the same, and where there is any energy at least the
  /// rounding of strain energies, below which no gain can be told. 0: there is no energy yet.
  Real scale_of_steps() const {
    return reference() > 0 ? std::max(reference(), kStrainRounding * rounding_) : 0;
  }
  const Gains& gains() const { return gains_; }
  /// The largest Gains::contact_share of a sound run, as the integrator says (EnergyAccount::gain_limit).
  Real gain_limit() const { return gain_limit_; }
  /// J, ten times the largest rounding error of the strain energy that scenes at rest showed
  Real rounding() const { return 1e-4 * rounding_; }

  /// Which energy grew by more than a scale without a cause, or which work of supports in the last
  /// step is out of all proportion, in words; empty as long as there is nothing of the kind.
  std::string runaway() const;
  /// Stops a run that ran away, since its results are useless.
  /// @param bodies  those in contact, for the message
  /// @param where   which body has the energy (runaway.hpp), likewise
  /// @throws StepError that states where the energy came from and what to check.
  void stop_runaway(Index step, Real time, const std::string& bodies = {},
                    const std::string& where = {}) const;

  void save(Archive& archive) const;
  void load(Archive& archive);

 private:
  static constexpr Real kStrainRounding = 1e-4;  ///< of rounding_: 1e-16 of the stiffness

  /// Work of supports through contact in the last step, and what there was to compare it with [J]; 0
  /// unless the work is out of all proportion.
  struct Push {
    Real work = 0, there = 0;
  };

  Real judge_push(const StepFacts& facts, Real stored);
  void raise_scale();
  Real scale_of_shares() const;
  template <class Self, class Use>
  static void for_fields(Self& self, const Use& use);

  bool kept_ = true;
  Real rounding_;
  Causes step_, sum_;
  Energies now_;
  Real free_mass_;
  bool inertia_;
  Real initial_ = 0, shift_ = 0, scale_ = 0;
  Real floor_ = 0;    ///< J, what loads bring in their first thirty steps
  Real counted_ = 0;  ///< J, work from outside as the scale counts it
  Push push_;
  /// J, reference for a runaway: the scale before, plus the energy supplied from outside
  Real base_ = 0;
  Real gain_limit_ = EnergyAccount().gain_limit;
  Gains gains_;
};

}  // namespace tactus::core
