/// \file contact_model.hpp  ContactModel of the kernel: near list + constraint + map from degrees of
/// freedom to vertices.
#pragma once

#include <limits>
#include <memory>
#include <tuple>
#include <utility>

#include "core/contact/key_history.hpp"
#include "core/contact/near_list.hpp"
#include "core/contact/pair_laws.hpp"
#include "core/contact/reaction_rows.hpp"
#include "core/contact/row_map.hpp"
#include "core/contact/whole_bodies.hpp"
#include "core/support/stopwatch.hpp"
#include "tactus/contact_model.hpp"
#include "tactus/state.hpp"
#include "tactus/step_problem.hpp"

namespace tactus::core {

/// In place of a second body: three or more that met in one rigid impact zone.
inline constexpr std::int32_t kManyBodies = -1;

/// What one pair of bodies exchanged in a step; impulse on the first of them.
struct PairImpulse {
  std::int32_t body_a = 0, body_b = 0;  ///< body_b may be kManyBodies
  Index contacts = 0;                   ///< rows with a positive multiplier
  Real impulse[3] = {};                 ///< N s
};

/// By the bodies of whatever is about a pair of them.
struct BodyOrder {
  template <class A, class B>
  bool operator()(const A& a, const B& b) const {
    return std::tie(a.body_a, a.body_b) < std::tie(b.body_a, b.body_b);
  }
};

/// Forces of contact as they were felt in a step, at vertices and between bodies.
struct ContactForces {
  Index contacts = 0;  ///< rows with a positive multiplier, and nodes of rigid impact zones
  Index zone_nodes = 0;
  std::vector<Real> vertex_force;  ///< [vertices * dim] N, as felt; empty without contacts
  std::vector<PairImpulse> pairs;  ///< sorted by bodies
  std::vector<std::uint8_t> zone;  ///< [vertices] 1: was in a rigid impact zone; empty: none was
  /// N, sum over prescribed degrees of freedom and what is outside of the model (grounded rows)
  Real held[3] = {};
  /// [(holders + 2) * 3] N, the parts of it: of each holder, of zones with several holders, of which
  /// nobody knows who took what, and of the outside.
  std::vector<Real> held_by;
  Real held_work = 0;     ///< J, of these forces over the prescribed motion of the step
  bool grounded = false;  ///< some rows push against what is no body of the model

  void clear(Index holders);          ///< as after a step without contact
  void add(const PairImpulse& pair);  ///< to what the two bodies have exchanged already
  void hold(Index holder, int d, Real force) {
    held[d] += force;
    held_by[static_cast<std::size_t>(3 * holder + d)] += force;
  }
};

/// A solved step as ContactForces are collected from it.
struct ContactOutcome {
  View<Real> w{}, multiplier{};
  View<Real> force{};  ///< [dofs] N, of the solver
  View<Index> zone{};  ///< [dofs] StepSolution::zone; empty: none
  Real fraction = 1;   ///< of the rows' forces that was felt; zones feel the whole
  Real dt = 0;         ///< s
};

/// A solved problem in reactions as ContactForces are collected from it.
struct ReactionOutcome {
  View<Real> reactions{};  ///< [contacts * dim] N s
  View<Real> velocity{};   ///< [dofs] mean over the step
  Real fraction = 1;       ///< of the reactions that was felt
  Real dt = 0;             ///< s
};

class KernelContact final : public ContactModel {
 public:
  /// @param solver_history  numbers per contact of the solver, see ContactSolver::history_size
  KernelContact(const ContactGeometry& geometry, BroadPhase& broad_phase, Constraint& constraint,
                Index solver_history, Context& context);

  /// Laws that rows get by their surfaces; at first there are none. They outlive this.
  void set_laws(const PairLaws* laws) {
    laws_ = laws;
    near_.look_ahead(laws->largest_reach());
  }

  /// A new step, or the same again: no rows, no bans. `old`, `point` and `fixed` outlive the step.
  /// @param fixed  [dofs] StepProblem::fixed(); empty: Layout::prescribed
  void begin(const StateView& old, const ContactPoint& point, View<std::uint8_t> fixed = {});

  const ContactRows& rows() const override { return rows_; }
  Outcome detect(View<Real> w, DetectResult& result, Context& context) override;
  const ContactVertices& vertices() const override { return vertices_; }
  const Violations& violations() const override { return memory_.set.violations; }
  Outcome restart(View<Index> bans, Context& context) override;
  void lift_bans() override { banned_.clear(); }
  void allow(View<Remedy> remedy) override { remedy_.assign(remedy.begin(), remedy.end()); }
  Outcome evaluate(View<Index> rows, View<Real> w, const RowBuffer& out,
                   Context& context) const override;
  Outcome hessian(View<Index> rows, View<Real> weights, View<Real> w, BlockSink& sink,
                  Context& context) const override;
  Outcome hessian_product(View<Index> rows, View<Real> weights, View<Real> w, View<Real> direction,
                          Out<Real> out, Context& context) const override;
  Outcome safe_fraction(View<Real> w0, View<Real> w1, Real& fraction, Context& context) override;

  /// Keeps the rows that exert a force at the solution w of this step, and their gradients there.
  /// Those whose gradients do not add up to zero over their vertices push against something outside:
  /// they become grounded, said so or not.
  Outcome look_at_pressed_rows(View<Real> w, View<Real> multiplier, Context& context);
  /// Adds forces lambda grad value of the rows that exert one, and those that moved the zones, whose
  /// rows carry none. Precondition: look_at_pressed_rows() with the same solution.
  void collect(const ContactOutcome& step, ContactForces& out) const;

  /// Fills `out` but for the gaps for the rows listed in it, at the frozen geometry of this step.
  Outcome evaluate_reactions(ReactionRows& out, Context& context) const;
  /// U = frame * sum c_a v_a of contacts, [contacts * dim] m/s; velocities [dofs] of prescribed degrees
  /// of freedom count.
  void relative_velocity(const ReactionRows& rows, View<Real> velocity, Out<Real> U) const;
  /// Adds the moment about the origin that reactions have because they act at two places: on points with
  /// degrees of freedom of their own where these are, on everything else at the point of contact.
  void add_moment_defect(const ReactionRows& rows, View<Real> reactions, Real* moment) const;
  /// Adds the forces of reactions.
  void collect_reactions(const ReactionRows& rows, const ReactionOutcome& step,
                         ContactForces& out) const;
  /// Sets group to kNone where a row of it is held: it has a prescribed degree of freedom or is
  /// grounded; see StepResult::group.
  void release_held_groups(Out<Index> group);

  /// The bodies of a row of this step, the lower one first; -1 where there is no such row.
  std::pair<std::int32_t, std::int32_t> bodies_of(Index row) const;

  /// The bodies that take part in the violations of the last detection, ascending.
  std::vector<std::int32_t> violating_bodies() const;

  /// Other bodies with anything within reach of `body`, ascending.
  std::vector<std::int32_t> neighbours_of(std::int32_t body) const;

  /// Counts the time of detect() as Phase::detection.
  void time_detection(PhaseTimes& times) { times_ = &times; }

  void accept();  ///< the step is accepted: histories move on
  Index list_builds() const { return near_.builds(); }
  const Detection& detection() const { return detection_; }
  View<Real> positions(View<Real> w);  ///< [vertices * dim] at q_n (+) w, valid until the next call
  View<Real> old_positions() const { return y_old_; }

  void save(Archive& archive) const;
  void load(Archive& archive, Context& context);

 private:
  /// Memory behind ContactRows.
  struct RowMemory {
    ContactSet set;
    std::vector<Index> owner_dof;
    std::vector<std::uint8_t> held, fresh;
    std::vector<std::int32_t> law;
    std::vector<Real> friction, restitution, solver_old, solver_new;
    void clear();
  };

  /// Moved by w, or, where the point says so, by the frozen increment.
  Placement placement(View<Real> w) const;
  RowMap::Row row(Index r) const { return {r, memory_.set.stencil(r)}; }
  /// positions() for the vertices of some rows only; others keep what they had.
  void set_positions(View<Index> rows, View<Real> w) const;
  std::pair<std::int32_t, std::int32_t> surfaces_of(Index row) const;
  void map_rows();
  void check_stencil(Index r) const;
  void add_row_data(Index r);
  void publish();
  Index entries_of(View<Index> rows) const;
  /// What a constraint says of some rows, in the order of their stencils.
  struct VertexValues {
    View<Real> gradient, frame, weight;
  };
  void scatter(View<Index> rows, const Placement& at, const VertexValues& in,
               const RowBuffer& out) const;
  void find_grounded_rows();
  void add_row(Index row, Real multiplier, const Real* gradient, const ContactOutcome& step,
               ContactForces& out) const;
  void add_zones(const ContactOutcome& step, ContactForces& out) const;

  void scatter_reactions(ReactionRows& out) const;

  ContactGeometry geometry_;
  const PairLaws* laws_ = nullptr;
  Constraint& constraint_;
  Detection detection_;
  NearList near_;
  KeyHistory constraint_history_, solver_history_;

  PhaseTimes* times_ = nullptr;
  StateView old_;
  ContactPoint point_;
  Index pass_ = 0;
  mutable std::vector<Real> y_;  ///< vertices of a stencil are set before it is evaluated
  std::vector<Real> y_old_, y_seen_;
  std::vector<std::uint8_t> moved_;
  std::vector<Index> held_groups_;
  std::vector<Index> pressed_;  ///< rows that exert a force at the solution
  std::vector<Real> pressed_gradient_;
  std::vector<ContactKey> banned_;
  std::vector<Remedy> remedy_;
  std::vector<Index> vertex_dof_;
  WholeBodies whole_bodies_;
  ContactVertices vertices_;
  RowMap map_;
  std::uint64_t mapped_pattern_ = 0;
  RowMemory memory_;
  ContactRows rows_;
};

}  // namespace tactus::core
