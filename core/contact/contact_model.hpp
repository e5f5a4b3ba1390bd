/// \file contact_model.hpp  The kernel's ContactModel, with which a solver talks about contact. It
/// combines the near list (which pairs may touch), the constraint (rows over vertices) and the map
/// from vertices to degrees of freedom.
#pragma once

#include <vector>

#include "core/contact/behind_outside.hpp"
#include "core/contact/near_list.hpp"
#include "core/contact/pair_laws.hpp"
#include "core/contact/remembered_rows.hpp"
#include "core/contact/step_rows.hpp"
#include "core/contact/whole_bodies.hpp"
#include "core/support/stopwatch.hpp"
#include "tactus/contact_model.hpp"
#include "tactus/state.hpp"
#include "tactus/step_problem.hpp"

namespace tactus::core {

class KernelContact final : public ContactModel {
 public:
  /// @param solver_history  of a new contact; see ContactSolver::history
  KernelContact(const ContactGeometry& geometry, BroadPhase& broad_phase, Constraint& constraint,
                std::vector<Real> solver_history, Context& context,
                const NeighbourListConfig& neighbour_list = {});

  /// Sets the laws that rows get by their surfaces; without this call rows have no law. The laws
  /// outlive this object.
  void set_laws(const PairLaws* laws) {
    laws_ = laws;
    rows_.set_laws(laws);
    look_ahead(0);
  }
  /// From now on detect() finds rows up to this gap [m], or up to the reach of the laws if that is
  /// larger.
  void look_ahead(Real gap) {
    reach_ = std::max(gap, laws_->largest_reach());
    near_.look_ahead(reach_);
  }

  /// Starts a step, or the same step again: rows and bans are cleared. `old`, `point` and `fixed`
  /// outlive the step.
  /// @param fixed  [dofs] StepProblem::fixed(); empty: Layout::prescribed
  /// @param recalls  contacts that pushed at t_n keep their rows in detect() though they are open. That helps where
  ///                 forces of the end of the step would first let go of what they hold; elsewhere it costs iterations.
  void begin(const StateView& old, const ContactPoint& point, View<std::uint8_t> fixed = {},
             bool recalls = true);

  const ContactRows& rows() const override { return rows_.rows(); }
  Outcome detect(View<Real> w, DetectResult& result, Context& context) override;
  const ContactVertices& vertices() const override { return vertices_; }
  const Violations& violations() const override { return rows_.memory().set.violations; }
  Outcome restart(View<Index> bans, Context& context) override;
  void lift_bans() override { banned_.clear(); }
  void allow(View<Remedy> remedy) override { remedy_.assign(remedy.begin(), remedy.end()); }
  Outcome evaluate(View<Index> rows, View<Real> w, const RowBuffer& out,
                   Context& context) const override;
  Outcome hessian(View<Index> rows, View<Real> weights, View<Real> w, BlockSink& sink,
                  Context& context) const override;
  Outcome safe_fraction(View<Real> w0, View<Real> w1, Real& fraction, Context& context) override;

  /// The rows with all that the kernel knows of them, and where their vertices are.
  StepRows& step_rows() { return rows_; }
  const StepRows& step_rows() const { return rows_; }

  /// Sorted keys of contacts that pushed at t_n or have a history, for a solver of reactions, which
  /// remembers them elsewhere; see DetectQuery::known.
  void know(const std::vector<ContactKey>& keys) { known_ = keys; }

  /// Adds the wall time of detect() to Phase::detection.
  void time_detection(PhaseTimes& times) { times_ = &times; }

  /// The step is accepted and histories advance.
  /// @param pressed  the rows that exert a force; used where rows have no law
  void accept(View<Index> pressed);
  const NearList& near_list() const { return near_; }
  const Detection& detection() const { return detection_; }

  void save(Archive& archive) const;
  void load(Archive& archive, Context& context);

  friend std::vector<BehindOutside> behind_outside(KernelContact& contact, View<Real> y,
                                                   Context& context);

 private:
  void note_known(View<Index> pressed);
  void note_remembered();
  void load_remembered(Archive& archive, Context& context);

  const PairLaws* laws_ = nullptr;
  Real reach_ = 0;  ///< m, DetectQuery::reach
  Constraint& constraint_;
  ConstraintList* list_ = nullptr;  ///< the same if it is a list
  Detection detection_;
  NearList near_;
  RememberedRows remembered_;
  StepRows rows_;

  PhaseTimes* times_ = nullptr;
  Index pass_ = 0;
  /// The last detection.
  struct Seen {
    std::vector<Real> y;              ///< [vertices * dim] where it saw the vertices
    std::vector<std::uint8_t> moved;  ///< [vertices] 1: elsewhere since then
    bool clear = false;               ///< it found no violation
  } seen_;
  std::vector<ContactKey> known_;  ///< DetectQuery::known
  bool recalls_ = true;            ///< see begin()
  std::vector<ContactKey> banned_;
  std::vector<Remedy> remedy_;
  std::vector<Index> vertex_dof_;
  WholeBodies whole_bodies_;
  ContactVertices vertices_;
};

}  // namespace tactus::core
