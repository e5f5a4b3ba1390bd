/// \file fem_system.hpp  The System that integrators see, for a finite element model: forces,
/// energies, tangents and the stable step.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <string_view>
#include <vector>

#include "core/model/element_loop.hpp"
#include "core/model/model.hpp"
#include "core/model/step_forces.hpp"
#include "tactus/component.hpp"
#include "tactus/system.hpp"

namespace tactus::core {

/// If a material has no value, functions return Outcome::retry, which names body, plugin and
/// element; the caller adds step and time. Results that are not finite are handled in the same way.
class FemSystem final : public System {
 public:
  explicit FemSystem(const Model& model);  ///< `model` outlives the system

  const Layout& layout() const override { return model_.layout(); }
  void move(View<Real> q, View<Real> u, Out<Real> out) const override;
  void drift(View<Real> q, View<Real> w, Real dt, Out<Real> u) const override;
  View<Real> carry(View<Real> q_from, View<Real> q_to, View<Real> x,
                   Out<Real> memory) const override;
  View<Real> to_velocity(View<Real> u, View<Real> force, Out<Real> memory) const override;
  View<Real> mass() const override { return model_.mass(); }
  View<Real> inverse_mass() const override { return model_.inverse_mass(); }
  void apply_mass(Mass kind, View<Real> x, Out<Real> y, Context& context) const override;
  Outcome force(const ForceQuery& query, Out<Real> force, Context& context) override;
  Outcome potential(const ForceQuery& query, Real& energy, Context& context) override;
  std::unique_ptr<LinearOperator> new_tangent() override;
  Outcome tangent(const ForceQuery& query, Mass kind, Real mass_weight, Real force_weight,
                  LinearOperator& into, Context& context) override;
  Outcome force_change(const ForceQuery& at, View<Real> x, Out<Real> change,
                       Context& context) override;
  Outcome solve_mass(Mass kind, View<Real> b, Out<Real> x, Context& context) override;
  View<Real> load_force() const override { return load_force_; }
  void prescribe(View<Real> q, Real time, Out<Real> u) const override {
    model_.supports().prescribe(q, time, u);
  }
  void prescribe_velocity(Real time, Out<Real> v) const override {
    model_.supports().prescribe_velocity(time, v);
  }
  Real critical_step() const override {
    asked_ = true;
    return critical_step_;
  }

  /// Fixes the state at the end of a step before the step is accepted. Energies, the force with the
  /// label `end` and histories of materials are those of this state afterwards,
  /// whatever trial evaluations were made before. Costs nothing if force() was last called for this
  /// configuration.
  Outcome commit(const StateView& state, Context& context);

  /// What the labelled evaluations of this step have given, and the states at its ends. The supports
  /// exert minus the forces that are held back.
  StepForces& forces() { return forces_; }
  const StepForces& forces() const { return forces_; }
  /// [bodies] J, strain energy of each body at the last committed state.
  View<Real> strain_energy() const { return strain_energy_; }
  /// [bodies] J, what the material of each body has dissipated up to the state last committed;
  /// empty where none claims to tell it.
  View<Real> dissipated() const { return dissipated_; }
  /// [bodies] J, energy stored in each body at q, as the last accepted state has left its material.
  Outcome strain_energy(View<Real> q, Out<Real> energy, Context& context) const;
  /// J, potential of gravity at q: - sum m g . q. For nodes it is zero at the origin of positions
  /// (Layout::origin), for other bodies at the start.
  Real load_potential(View<Real> q, Context& context) const;

  /// Names of the columns of stress(): in the plane xx, yy, xy, zz, von_mises.
  View<std::string_view> stress_names() const;
  /// [elements * columns] Pa, Cauchy and von Mises stress at q, one row per element of the model.
  Outcome stress(View<Real> q, Out<Real> table, Context& context) const;

  /// [elements * column.count] a column of materials' histories as the step accepted last has left it;
  /// NaN where a material has no such column.
  void remembered(const HistoryColumn& column, Out<Real> table, Context& context) const {
    std::fill(table.begin(), table.end(), std::numeric_limits<Real>::quiet_NaN());
    loop_->remembered(history_, column.name, table, context);
  }

  /// [bodies] rad, largest rotation of an element in those bodies for which `of` is 1.
  void rotation(View<Real> q, View<std::uint8_t> of, Out<Real> largest, Context& context) const {
    loop_->rotation(elements_now(q), of, largest, context);
  }

  /// Computes critical_step() = 2/omega_max at q with 60 Lanczos iterations on differences of the
  /// internal force, each as expensive as one force(). The result approaches the exact value from
  /// above and is the same in every run. It is only computed if some component asks for the
  /// critical step.
  bool critical_step_wanted() const { return asked_; }
  Outcome renew_critical_step(View<Real> q, Context& context);
  /// Whether some element has lost more than 30 % of its smallest altitude since the critical step
  /// was computed. A compressed body is stiffer, and its stable step is shorter. The test costs a
  /// fraction of a force().
  bool is_critical_step_outdated(View<Real> q, Context& context) const;

  /// The step is accepted; the histories of materials are those of the committed state.
  void accept() {
    history_.swap(history_next_);
    forces_.accept();
    time_ = time_next_;
    evaluated_ = false;
  }
  /// Saves the critical step and the histories of materials.
  void save(Archive& archive) const;
  void load(Archive& archive);  ///< @throws Error if sizes differ

 private:
  Outcome commit_force(const StateView& state, Context& context);
  ElementQuery elements_at(const ForceQuery& query, const Context& context) const;
  Real time_passed(const ForceQuery& query, const Context& context) const;
  /// The elements at q, at the time of the last accepted state.
  ElementQuery elements_now(View<Real> q) const {
    return {.q = q, .time = time_, .history = history_};
  }
  void add_loads(const ForceQuery& query, Out<Real> force, Context& context);
  std::size_t nodal() const { return static_cast<std::size_t>(model_.nodes() * model_.dim()); }
  void internal_force(const ElementQuery& at, Out<Real> force, Context& context) const;

  const Model& model_;
  std::unique_ptr<ElementLoop> loop_;
  StepForces forces_;
  bool has_gravity_ = false;
  bool has_potential_ = false;  ///< forces are the gradient of an energy
  std::vector<Real> load_force_, strain_energy_, dissipated_, history_, history_next_;
  /// Where force() was last asked, if that was the configuration q itself with the usual rule.
  std::vector<Real> evaluated_q_, commit_force_;
  Real evaluated_dt_ = 0, evaluated_time_ = 0;
  bool evaluated_ = false;
  ForceLabel evaluated_as_ = ForceLabel::trial;
  mutable bool asked_ = false;              ///< some component has asked for the critical step
  std::unique_ptr<BlockMatrix> stiffness_;  ///< of force_change()
  Real critical_step_ = kUnlimited;
  Real time_ = 0, time_next_ = 0;  ///< s, of the state accepted last, and of the one committed last
  /// [elements] 1/m^2, when the critical step was computed; may be empty
  std::vector<Real> thinness_;
};

}  // namespace tactus::core
