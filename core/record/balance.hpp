/// \file balance.hpp  Energy and momentum of a state, and their drift from the values that
/// supports, loads and damping account for.
#pragma once

#include "core/model/fem_system.hpp"
#include "core/model/model.hpp"
#include "core/record/account.hpp"
#include "core/record/summary.hpp"
#include "core/step/state.hpp"
#include "core/step/stepper.hpp"

namespace tactus::core {

/// Totals of one state. Angular momentum refers to the centre of mass at the start.
struct Totals {
  Real kinetic = 0, strain = 0;  ///< J
  Real held = 0;                 ///< J, kinetic energy of prescribed degrees of freedom
  Real load = 0;                 ///< J, potential of gravity, 0 at the start
  Real dissipated = 0;           ///< J, by materials since the start
  Real linear[3] = {};           ///< kg m/s
  Real angular[3] = {};          ///< kg m^2/s; in the plane only the third component
};

/// Follows the totals through a run: what was supplied from outside, and how far they have drifted.
class Balance {
 public:
  /// @param mass     the mass matrix that the integrator uses
  /// @param inertia  whether steps have any; without it no motion has energy
  Balance(const Model& model, const FemSystem& system, Mass mass, bool inertia = true);

  /// @param facts  those of the start
  void start(const State& state, const StepFacts& facts, Context& context);
  /// Updates the totals after an accepted step.
  void update(const State& state, const StepFacts& facts, Context& context);

  const Totals& now() const { return now_; }
  Real external() const { return now_.load - outside_.support_work - outside_.load_work; }  ///< J
  Real total() const { return now_.kinetic + now_.strain + external() + stored_ + now_.dissipated; }
  Real initial() const { return energy_.initial; }
  Real largest_total() const { return energy_.largest; }
  /// J, the scale for changes of energy. It is that of the account if there is one, and otherwise
  /// the largest value so far of kinetic + strain + |external work|.
  Real energy_scale() const { return account_.kept() ? account_.scale() : energy_.scale; }
  const Account& account() const { return account_; }
  Real linear_drift() const { return linear_.drift; }  ///< kg m/s, largest so far
  Real angular_drift() const { return angular_.drift; }
  /// kg m/s, sum m|v| at the start. If it or angular_scale() is 0 at the start, the largest value
  /// so far is used for both. The magnitudes of impulses from outside are added.
  Real linear_scale() const { return linear_.scale + outside_.impulses; }
  Real angular_scale() const { return angular_.scale; }  ///< kg m^2/s, sum m|v||x - c|, likewise
  Real mass() const { return mass_; }                    ///< kg, of all bodies
  /// Whether nothing from outside has changed the angular momentum.
  bool free() const { return free_ && rate_ == 0; }
  /// Whether damping alone has, with one rate for all; angular_drift() is then what it does not explain.
  bool damped() const { return free_ && rate_ > 0; }
  void fill(Summary& summary) const;  ///< energies, their account, momenta

  void save(Archive& archive) const;
  void load(Archive& archive);

 private:
  /// Sums over the run of what supports and loads have done.
  struct Outside {
    Real impulse[3] = {};  ///< N s
    Real impulses = 0;     ///< N s, sum of |impulse from outside| of each step
    Real support_work = 0, load_work = 0;
  };
  struct Extent {
    Real initial = 0, largest = 0, scale = 0;
  };
  struct Momentum {
    Real scale = 0, drift = 0;
  };

  Totals totals(const State& state, Context& context) const;
  Totals lumped_totals(const State& state, Context& context) const;
  Totals consistent_totals(const State& state, Context& context) const;
  Energies energies() const;
  void publish(Context& context) const;
  template <class Self, class Use>
  static void for_fields(Self& self, const Use& use);
  void raise_scales(const State& state, Context& context);

  const Model& model_;
  const FemSystem& system_;
  Mass mass_kind_;
  bool inertia_;
  Totals now_, start_;
  Real centre_[3] = {};  ///< m, centre of mass at the start
  Real mass_ = 0;        ///< kg
  Outside outside_;
  Real stored_ = 0;  ///< J, in penalty springs
  Extent energy_;
  Momentum linear_, angular_;
  bool free_ = true, from_rest_ = false;
  Real rate_ = 0, left_ = 1;       ///< 1/s, of damping; the part of the momentum that it has left
  bool obstacles_alone_ = true;    ///< of what acts from outside
  std::vector<Index> prescribed_;  ///< prescribed degrees of freedom with mass
  Account account_;
};

}  // namespace tactus::core
