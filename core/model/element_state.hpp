/// \file element_state.hpp  What the elements of a model remember and store, from one accepted state to
/// the next, and what users want to know of them: energies, stresses, histories, rotations.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "core/model/element_loop.hpp"
#include "tactus/component.hpp"

namespace tactus::core {

class ElementState {
 public:
  explicit ElementState(const Model& model);  ///< `model` outlives this

  const ElementLoop& loop() const { return *loop_; }
  /// The elements where a force or a tangent is asked for.
  ElementQuery at(const ForceQuery& query, const Context& context) const;
  /// The elements at q, at the time of the last accepted state.
  ElementQuery now(View<Real> q) const { return {.q = q, .time = time_, .history = history_}; }
  /// s, from t_n to the time of the query, for materials with a memory.
  Real time_passed(const ForceQuery& query, const Context& context) const;

  /// ElementLoop::force(), which keeps the energies, and the histories for commit().
  /// @throws ElementError
  void force(const ForceQuery& query, View<Real> gravity, Out<Real> force, Context& context);
  /// A step that ends at `time` is about to be accepted, and force() was last called for its end.
  Outcome commit(Real time, Context& context);
  /// The step is accepted; the histories of materials are those of the committed state.
  void accept();

  /// [bodies] J, strain energy of each body at the last committed state.
  View<Real> strain_energy() const { return strain_energy_; }
  /// [bodies] J, what the material of each body has dissipated up to the state last committed;
  /// empty where none claims to tell it.
  View<Real> dissipated() const { return dissipated_; }
  /// Names of the columns of stress(): in the plane xx, yy, xy, zz, von_mises.
  View<std::string_view> stress_names() const;
  /// [elements * columns] Pa, Cauchy and von Mises stress at q, one row per element of the model.
  Outcome stress(View<Real> q, Out<Real> table, Context& context) const {
    return outcome_of([&] { loop_->stress(now(q), table, context); });
  }
  /// [elements * column.count] a column of materials' histories as the step accepted last has left it;
  /// NaN where a material has no such column.
  void remembered(const HistoryColumn& column, Out<Real> table, Context& context) const;

  void save(Archive& archive) const;
  void load(Archive& archive);  ///< @throws Error if it is of another model

 private:
  template <class Self, class Use>
  static void for_fields(Self& self, const Use& use);

  std::unique_ptr<ElementLoop> loop_;
  int dim_;
  std::vector<Real> strain_energy_, dissipated_;
  std::vector<Real> history_, history_next_;  ///< at t_n, and where force() was last called
  Real time_ = 0, time_next_ = 0;  ///< s, of the state accepted last, and of the one committed last
};

}  // namespace tactus::core
