/// \file fem_system.hpp  The System that integrators see, for a finite element model. What its elements
/// remember, the forces by label and the stable step have classes of their own, which it brings together.
#pragma once

#include <memory>
#include <vector>

#include "core/model/critical_step.hpp"
#include "core/model/element_state.hpp"
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
  FemSystem(const FemSystem&) = delete;
  FemSystem& operator=(const FemSystem&) = delete;

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
  Real critical_step() const override { return critical_.ask(); }

  /// Fixes the state at the end of a step before the step is accepted. Energies, the force with the label `end` and
  /// histories of materials are those of this state afterwards, whatever trial evaluations were made before. Costs
  /// nothing if force() was last called for this configuration.
  Outcome commit(const StateView& state, Context& context);

  /// The step is accepted; the histories of materials are those of the committed state.
  void accept();

  /// What the labelled evaluations of this step have given, and the states at its ends. The supports
  /// exert minus the forces that are held back.
  StepForces& forces() { return forces_; }
  const ElementState& elements() const { return elements_; }
  CriticalStep& critical() { return critical_; }

  /// Saves the critical step and the histories of materials.
  void save(Archive& archive) const;
  void load(Archive& archive);  ///< @throws Error if sizes differ

 private:
  /// Where force() was last asked, if that was the configuration q itself with the usual rule.
  struct Evaluation {
    std::vector<Real> q;
    Real dt = 0, time = 0;
    ForceLabel label = ForceLabel::trial;
    bool known = false;
    bool is_at(View<Real> place, Real passed) const;
  };

  const Model& model_;
  ElementState elements_;
  CriticalStep critical_;
  StepForces forces_;
  View<Real> gravity_{};        ///< [dim] m/s^2; empty where there is none
  bool has_potential_ = false;  ///< forces are the gradient of an energy
  std::vector<Real> load_force_, commit_force_;
  Evaluation evaluated_;
  std::unique_ptr<BlockMatrix> stiffness_;  ///< of force_change()
};

}  // namespace tactus::core
