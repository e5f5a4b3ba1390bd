/// \file contact_model.hpp  The kernel's ContactModel, with which a solver talks about contact. It
/// combines the near list (which pairs may touch), the constraint (rows over vertices) and the map
/// from vertices to degrees of freedom.
#pragma once

#include <limits>
#include <memory>
#include <tuple>
#include <utility>

#include "core/contact/contact_state.hpp"
#include "core/contact/key_history.hpp"
#include "core/contact/near_list.hpp"
#include "core/contact/pair_laws.hpp"
#include "core/contact/reaction_map.hpp"
#include "core/contact/reaction_rows.hpp"
#include "core/contact/remembered_rows.hpp"
#include "core/contact/row_map.hpp"
#include "core/contact/whole_bodies.hpp"
#include "core/support/stopwatch.hpp"
#include "tactus/contact_model.hpp"
#include "tactus/state.hpp"
#include "tactus/step_problem.hpp"

namespace tactus::core {

/// Used in place of the second body if three or more bodies met in one rigid impact zone.
inline constexpr std::int32_t kManyBodies = -1;

/// What a pair of bodies exchanged in a step. The impulse is the one on the first body.
struct PairImpulse {
  /// body_b may be outside of the model (numbered behind the bodies), or kManyBodies
  std::int32_t body_a = 0, body_b = 0;
  Index contacts = 0;    ///< rows with a positive multiplier
  Real impulse[3] = {};  ///< N s
};

/// Sorts anything that concerns a pair of bodies by the numbers of these bodies.
struct BodyOrder {
  template <class A, class B>
  bool operator()(const A& a, const B& b) const {
    return std::tie(a.body_a, a.body_b) < std::tie(b.body_a, b.body_b);
  }
};

/// Contact forces of a step as they acted on the state, on vertices and between bodies.
struct ContactForces {
  Index contacts = 0;  ///< rows with a positive multiplier, and nodes of rigid impact zones
  Index impact_zone_nodes = 0;
  std::vector<Real> vertex_force;          ///< [vertices * dim] N; empty without contacts
  std::vector<ContactState> vertex_state;  ///< [vertices] empty without contacts
  std::vector<PairImpulse> pairs;          ///< sorted by bodies
  std::vector<std::uint8_t> zone;          ///< [vertices] 1: in a rigid impact zone; empty: none is
  /// N, sum of contact forces on prescribed degrees of freedom and on the world outside the model
  /// (grounded rows)
  Real held[3] = {};
  /// [(holders + 2) * 3] N, the same force by support (holder). The last two entries belong to
  /// impact zones with several supports, whose shares are unknown, and to the world outside the
  /// model.
  std::vector<Real> held_by;
  Real held_work = 0;      ///< J, of these forces along the prescribed motion of the step
  Real outside_speed = 0;  ///< m/s, largest of what is outside of the model and was pushed
  bool grounded = false;   ///< some rows push against something that is no body of the model

  void clear(Index holders);  ///< as after a step without contact
  /// Sorts the pairs, and adds up what two bodies have exchanged.
  void join_pairs();
  void mark(Index vertex, ContactState state) {
    ContactState& known = vertex_state[static_cast<std::size_t>(vertex)];
    known = std::max(known, state);
  }
  void hold(Index holder, int d, Real force) {
    held[d] += force;
    held_by[static_cast<std::size_t>(3 * holder + d)] += force;
  }
};

/// The result of a solved step from which ContactForces are collected.
struct ContactOutcome {
  View<Real> w{}, multiplier{};
  View<Real> force{};         ///< [dofs] N, forces from the solver
  View<Index> zone{};         ///< [dofs] StepSolution::zone; empty: none
  Real fraction = 1;          ///< fraction of the rows' forces that acted; zones always act fully
  Real dt = 0;                ///< s
  bool at_start = false;      ///< StepReport::contact_at_start
  View<Index> component{};    ///< StepResult::component; empty: one fraction for all
  View<Real> of_component{};  ///< StepResult::component_fraction
};

/// The result of a solved reaction problem from which ContactForces are collected.
struct ReactionOutcome {
  View<Real> reactions{};  ///< [contacts * dim] N s
  View<Real> friction{};   ///< [contacts] coefficient, from which sticking is told
  View<Real> velocity{};   ///< [dofs] mean over the step
  Real fraction = 1;       ///< fraction of the reactions that acted
  Real dt = 0;             ///< s
};

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
  Outcome safe_fraction(View<Real> w0, View<Real> w1, Real& fraction, Context& context) override;

  /// Finds the rows that exert a force at the solution w of this step and keeps their gradients
  /// there. If the gradients of a row do not add up to zero over its vertices, the row pushes
  /// against something outside the model and is treated as grounded, even if its constraint has not
  /// declared it as such.
  Outcome look_at_pressed_rows(View<Real> w, View<Real> multiplier, Context& context);
  /// Adds the forces lambda * grad value of rows with a force, and those that moved rigid impact
  /// zones, which no row carries. Precondition: look_at_pressed_rows() with the same solution.
  void collect(const ContactOutcome& step, ContactForces& out) const;

  /// Fills `out`, except for the gaps, for the rows listed in it, at this step's frozen contact
  /// geometry.
  /// @param frames  turns the frames of contacts that were there at t_n; null: in the plane
  Outcome evaluate_reactions(ReactionRows& out, const ReactionMap* frames, Context& context) const;
  /// U = frame * (sum c_a v_a - velocity of what is outside) for each contact, [contacts * dim] m/s. `velocity` [dofs] includes
  /// prescribed degrees of freedom.
  void relative_velocity(const ReactionRows& rows, View<Real> velocity, Out<Real> U) const;
  /// By how much the normal relative velocity of each contact changes while its bodies move on with
  /// `velocity` for the time `ahead`, because they turn: they carry normals with them, and their
  /// points move along curves. Exactly 0 for contacts of nodes and of bodies that do not turn.
  /// @param velocity  [dofs], includes prescribed degrees of freedom; @param out  [contacts] m/s
  Outcome turning(const ReactionRows& rows, View<Real> velocity, Real ahead, Out<Real> out,
                  Context& context);
  /// Adds the moment about the origin that reactions have because the two sides of a contact are
  /// loaded at different places. Points with their own degrees of freedom are loaded where they
  /// are, all other bodies at the point of contact.
  void add_angular_momentum_error(const ReactionRows& rows, View<Real> reactions,
                                  Real* moment) const;
  /// Adds the forces of the reactions of a solved problem.
  void collect_reactions(const ReactionRows& rows, const ReactionOutcome& step,
                         ContactForces& out) const;
  /// Adds multiplier times RowBuffer::held of each row with a force to the component it belongs to.
  /// @param component  [dofs]; @param out [components] J
  Outcome add_held_work(View<Real> w, View<Real> multiplier, View<Index> component, Out<Real> out,
                        Context& context) const;
  /// Sets the group of a row to kNone if some row of that group touches a prescribed degree of
  /// freedom or is grounded, because momentum is not conserved there; see StepResult::group.
  void release_held_groups(Out<Index> group);

  /// Position of a row's law in the table of set_laws(); -1: it has none.
  std::int32_t law_of(Index row) const { return memory_.law[static_cast<std::size_t>(row)]; }
  /// The named surfaces that meet in a row, own one first; needs laws.
  std::pair<std::int32_t, std::int32_t> patches_of(Index row) const {
    return memory_.patch[static_cast<std::size_t>(row)];
  }

  /// The two bodies of a row of this step, the lower number first; -1 if there is no such row.
  std::pair<std::int32_t, std::int32_t> bodies_of(Index row) const;

  /// The same, or for a row against something outside of the model the body and the number of what is
  /// outside, which are counted behind the bodies.
  std::pair<std::int32_t, std::int32_t> sides_of(Index row) const;

  /// The key that a row had at t_n if it is not its own, or {}: ContactSet::former, unless another row
  /// has that key.
  ContactKey former_of(Index row) const;
  /// Sorted keys of contacts that pushed at t_n or have a history, for a solver of reactions, which
  /// remembers them elsewhere; see DetectQuery::known.
  void know(const std::vector<ContactKey>& keys) { known_ = keys; }

  /// The bodies with violations in the last detection, in ascending order.
  std::vector<std::int32_t> violating_bodies() const;

  /// All other bodies with some part within reach of `body`, in ascending order.
  std::vector<std::int32_t> neighbours_of(std::int32_t body) const;

  /// Adds the wall time of detect() to Phase::detection.
  void time_detection(PhaseTimes& times) { times_ = &times; }

  void accept();  ///< the step is accepted and histories advance
  const NearList& near_list() const { return near_; }
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
    std::vector<std::uint8_t> grounded;  ///< 1: pushes against something outside the model
    std::vector<std::int32_t> law;
    std::vector<std::pair<std::int32_t, std::int32_t>> patch;  ///< see patches_of()
    std::vector<Real> solver_old, solver_new;
    void clear();
  };

  /// The vertices moved by w or, if `point` says so, by the frozen increment.
  Placement placement(View<Real> w) const;
  RowMap::Row row(Index r) const { return {r, memory_.set.stencil(r)}; }
  /// Some rows where their vertices are now.
  RowQuery query(View<Index> rows) const { return {&memory_.set, rows, y_, point_.time}; }
  /// Computes positions() for the vertices of some rows only. Other vertices keep their last
  /// values.
  void set_positions(View<Index> rows, View<Real> w) const;
  std::pair<std::int32_t, std::int32_t> surfaces_of(Index row) const;
  void move(View<Real> w, bool compare, Executor& executor);
  void map_rows();
  void check_stencil(Index r) const;
  void add_row_data(Index r);
  void publish();
  Index entries_of(View<Index> rows) const;
  /// Converts gradients that a constraint gave for some rows, in the order of their stencils.
  void scatter(View<Index> rows, const Placement& at, View<Real> gradient, Real* out) const;
  void find_mean_held();
  Real fraction_of(Index row, const ContactOutcome& step) const;
  void find_grounded_rows();
  void add_row(Index row, Real multiplier, const Real* gradient, const Real* outside_velocity,
               const ContactOutcome& step, ContactForces& out) const;
  Real outside_change(Index row, const Real* gradient, const Real* outside_velocity) const;
  void note_known();
  void note_remembered();
  RememberedRows::Bounds bounds_of_rows() const;
  void load_remembered(Archive& archive, Context& context);
  void add_zones(const ContactOutcome& step, ContactForces& out) const;

  void scatter_reactions(ReactionRows& out) const;
  bool turns(Index row, View<Real> velocity, Real time) const;
  Outcome look_there(const Placement& there, Real time, Context& context);
  Real normal_velocity(Index row, const Placement& at, View<Real> velocity, const Real* frame,
                       const Real* weight, const Real* outside_velocity) const;

  ContactGeometry geometry_;
  const PairLaws* laws_ = nullptr;
  Real reach_ = 0;  ///< m, DetectQuery::reach
  Constraint& constraint_;
  ConstraintList* list_ = nullptr;  ///< the same if it is a list
  Detection detection_;
  NearList near_;
  KeyHistory solver_history_;
  RememberedRows remembered_;

  PhaseTimes* times_ = nullptr;
  StateView old_;
  ContactPoint point_;
  Index pass_ = 0;
  mutable std::vector<Real> y_;  ///< the vertices of a row are set before it is evaluated
  std::vector<Real> y_old_, y_seen_;
  bool clear_ = false;  ///< the last detection, at y_seen_, found no violation
  /// What turning() computes of rows whose bodies turn.
  struct Ahead {
    std::vector<Index> rows;
    std::vector<Real> u, y, frame, weight, outside_velocity;
  } ahead_;
  std::vector<std::uint8_t> moved_;
  std::vector<Index> held_groups_;
  std::vector<Real> mean_held_, before_;  ///< [dofs] RowBuffer::held_mean; work space
  std::vector<Index> pressed_;            ///< rows that exert a force at the solution
  std::vector<Real> pressed_gradient_, pressed_outside_velocity_;
  std::vector<ContactKey> known_;        ///< DetectQuery::known
  std::vector<ContactKey> sorted_keys_;  ///< of all rows, if some row has a former key
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
