/// \file step_forces.hpp  The forces of a step by label, where they do more than accelerate: on prescribed degrees
/// of freedom, which supports hold back, and of loads, whose work comes from outside.
///
/// An integrator labels the evaluations that count and says what they weigh (ForceLabel,
/// StepReport::weight). Only what supports and loads need is kept of each: no array has a number for
/// every degree of freedom of the model, unless loads act on all of them.
#pragma once

#include <array>
#include <vector>

#include "tactus/system.hpp"

namespace tactus::core {

class Model;

class StepForces {
 public:
  static constexpr std::size_t kLabels = 6;

  explicit StepForces(const Model& model);

  /// Another attempt at a step begins: forces a, b and c are not known yet.
  void begin();
  /// Keeps the forces of an evaluation under a label; trial: as candidates for `end`.
  /// @param force  [dofs] N, f_ext - f_int
  /// @param load   [dofs] N, the part of it that Model::loads() exert; empty: there are none
  void keep(ForceLabel label, View<Real> force, View<Real> load);
  /// The forces kept last under `label` are those at the end of the step.
  void end_as(ForceLabel label);
  /// Takes loads away from the forces at the end of the step, or (+1) puts others there.
  void add_to_end(View<Real> load, Real sign);
  /// The step is accepted: its end is the start of the next one.
  void accept();

  bool known(ForceLabel label) const { return known_[slot(label)]; }
  /// [held_dofs] N, forces that supports hold back.
  View<Real> held(ForceLabel label) const { return held_[slot(label)]; }
  /// [load_dofs] N, forces of loads.
  View<Real> load(ForceLabel label) const { return load_[slot(label)]; }
  View<Index> held_dofs() const { return held_dofs_; }  ///< prescribed, ascending
  View<Index> load_dofs() const { return load_dofs_; }  ///< those that loads can reach, ascending

  /// Of a checkpoint: calls use(name, member) for each, see named_fields.hpp.
  template <class Self, class Use>
  static void for_fields(Self& self, const Use& use) {
    use("force_at_supports", self.held_[slot(ForceLabel::start)]);
    use("force_of_loads", self.load_[slot(ForceLabel::start)]);
  }

 private:
  static constexpr std::size_t slot(ForceLabel label) {
    return static_cast<std::size_t>(label == ForceLabel::trial ? ForceLabel::end : label);
  }

  View<Index> held_dofs_{}, load_dofs_{};
  std::array<std::vector<Real>, kLabels> held_, load_;
  std::array<bool, kLabels> known_{};
};

}  // namespace tactus::core
