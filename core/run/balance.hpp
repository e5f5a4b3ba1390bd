/// \file balance.hpp  Energy and momentum of a state, and what should have become of them.
#pragma once

#include "core/model/fem_system.hpp"
#include "core/model/model.hpp"
#include "core/output/summary.hpp"
#include "core/run/account.hpp"
#include "core/run/state.hpp"
#include "core/run/stepper.hpp"

namespace tactus::core {

/// Totals of one state. Angular momentum is about the centre of mass at the start.
struct Totals {
  Real kinetic = 0, strain = 0;  ///< J
  Real held = 0;                 ///< J, part of the kinetic energy that hangs on prescribed ones
  Real load = 0;                 ///< J, potential of gravity, 0 at the start
  Real dissipated = 0;           ///< J, by materials since the start
  Real linear[3] = {};           ///< kg m/s
  Real angular[3] = {};          ///< kg m^2/s; in the plane only the third
};

/// Follows the totals through a run: what came from outside, how far they drifted.
class Balance {
 public:
  /// @param mass  that the integrator moves bodies with
  Balance(const Model& model, const FemSystem& system, Mass mass);

  /// @param facts  of the start
  void start(const State& state, const StepFacts& facts, Context& context);
  /// After an accepted step.
  void update(const State& state, const StepFacts& facts, Context& context);

  const Totals& now() const { return now_; }
  Real external() const { return now_.load - support_work_ - load_work_; }  ///< J
  Real total() const { return now_.kinetic + now_.strain + external() + stored_ + now_.dissipated; }
  Real initial() const { return initial_energy_; }
  Real largest_total() const { return largest_total_; }
  /// J, what changes of energy are measured by: that of the account, where there is one; else the
  /// largest kinetic + strain + |external work| so far.
  Real energy_scale() const { return account_.kept() ? account_.scale() : energy_scale_; }
  const Account& account() const { return account_; }
  Real linear_drift() const { return linear_drift_; }  ///< kg m/s, largest so far
  Real angular_drift() const { return angular_drift_; }
  /// kg m/s, sum m|v| at the start; where it or angular_scale() is 0 then, both: largest so far.
  /// Impulses from outside, with their signs left out, come on top.
  Real linear_scale() const { return linear_scale_ + impulses_; }
  Real angular_scale() const { return angular_scale_; }  ///< kg m^2/s, sum m|v||x - c|, likewise
  Real mass() const { return mass_; }                    ///< kg, of all bodies
  /// Nothing from outside acts on angular momentum.
  bool free() const { return free_; }
  void fill(Summary& summary) const;  ///< energies, their account, momenta

  void save(Archive& archive) const;
  void load(Archive& archive);

 private:
  Totals totals(const State& state, Context& context) const;
  Totals lumped_totals(const State& state, Context& context) const;
  Totals consistent_totals(const State& state, Context& context) const;
  Energies energies() const;
  void publish(Context& context) const;
  bool has_load_work() const { return model_.loads().any() || !model_.loads().damping().empty(); }
  template <class Self, class Use>
  static void for_fields(Self& self, const Use& use);
  void raise_scales(const State& state, Context& context);

  const Model& model_;
  const FemSystem& system_;
  Mass mass_kind_;
  Totals now_, start_;
  Real centre_[3] = {};        ///< m, centre of mass at the start
  Real from_outside_[3] = {};  ///< N s, impulse of supports and loads so far
  Real mass_ = 0;              ///< kg
  Real impulses_ = 0;          ///< N s, sum of |impulse from outside| of each step
  Real support_work_ = 0, load_work_ = 0, stored_ = 0;
  Real initial_energy_ = 0, largest_total_ = 0, energy_scale_ = 0;
  Real linear_scale_ = 0, angular_scale_ = 0, linear_drift_ = 0, angular_drift_ = 0;
  bool free_ = true, from_rest_ = false;
  std::vector<Index> prescribed_;  ///< degrees of freedom that have mass
  Account account_;
};

}  // namespace tactus::core
