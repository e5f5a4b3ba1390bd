/// \file contact_model.hpp  Contact as a solver sees it: rows over degrees of freedom, and
/// detection on request.
///
/// The kernel implements it; broad phase, constraint and the map from degrees of freedom to
/// vertices are behind this one interface. The solver gets this object instead of a fixed list of
/// rows, so that it can detect again at any trial point.
#pragma once

#include "constraint.hpp"

namespace tactus {

/// All rows of this step so far. Views are valid until the next detect(); the positions of rows do
/// not change.
struct ContactRows {
  Index count = 0;
  int dim = 0;
  std::uint64_t pattern = 0;  ///< changes when detect() changed the pattern of an earlier row
  View<ContactKey> key{};
  View<Real> lower{}, scale{};
  View<Index> event{};
  /// Pattern over degrees of freedom: [count + 1] and its entries, ascending in a row,
  /// StepProblem::fixed() left out.
  View<Index> start{}, dof{};
  /// All vertices that a row may depend on, prescribed ones too: [count + 1] and its entries.
  View<Index> stencil_start{}, stencil{};
  /// [count] 1: the row involves a prescribed degree of freedom (left out of `dof`), or pushes
  /// against something outside the model (ContactSet::Row::outside). Its forces do not add up to
  /// zero over the free degrees of freedom.
  View<std::uint8_t> held{};
  View<Index> owner_dof{};  ///< [count] first dof of the owning node (capability::nodal) or kNone
  View<std::uint8_t> fresh{};  ///< [count] 1: this key was not there at t_n
  /// [count * width of ContactSolver::history()] the solver's history per contact, carried along by
  /// key; old is as declared where fresh.
  View<Real> history_old{};
  Out<Real> history_new{};
};

/// Arrays of the solver for a list of rows, in the order of this list and of the pattern of each
/// row.
struct RowBuffer {
  std::uint32_t size = sizeof(RowBuffer);
  Real* value = nullptr;     ///< [rows]
  Real* gradient = nullptr;  ///< [entries] d value / d w: the true derivative, with the factor of
                             ///< ContactPoint::fraction
  /// [rows] change of the value due to the prescribed part of w, to first order, since gradients do
  /// not include prescribed degrees of freedom. Multiplied by the multiplier it is the work [J] of
  /// contact on what is moved from outside. Only requested for rows with ContactRows::held.
  Real* held = nullptr;
  /// [rows] the same, with the mean of the increments that prescribed motion makes in a step of this
  /// length before t_n and in this one, in place of those of `w`
  Real* held_mean = nullptr;
};

/// A body that moves as a whole, such as a rigid one. Whoever moves one of its vertices moves all
/// of them.
struct WholeBody {
  Range dofs;              ///< displacement of its centre, then its rotation (state.hpp)
  View<Index> vertices{};  ///< of the Surface, ascending
  View<Real> centre{};     ///< [dim] m, at t_n
  View<Real> axes{};       ///< in space: [9] principal axes at t_n, row-major; in the plane empty
};

/// The relation between vertices of the Surface and degrees of freedom, for a solver that works
/// with nodes and bodies instead of rows.
struct ContactVertices {
  int dim = 0;
  /// [vertices] first degree of freedom that moves the vertex: the first of a node's `dim` ones, or
  /// the first one of a body that moves as a whole.
  View<Index> dof{};
  View<Real> position{};  ///< [vertices * dim] m, at t_n
  View<Index> whole{};    ///< [vertices] position in `bodies`, or kNone; empty: nodes only
  View<WholeBody> bodies{};

  bool is_node(Index vertex) const {
    return whole.empty() || whole[static_cast<std::size_t>(vertex)] == kNone;
  }
  const WholeBody& body(Index vertex) const {
    return bodies[static_cast<std::size_t>(whole[static_cast<std::size_t>(vertex)])];
  }
  /// The degrees of freedom that move a vertex.
  Range dofs(Index vertex) const {
    if (!is_node(vertex)) return body(vertex).dofs;
    const Index first = dof[static_cast<std::size_t>(vertex)];
    return {first, first + dim};
  }
};

class ContactModel {
 public:
  virtual const ContactRows& rows() const = 0;
  virtual const ContactVertices& vertices() const = 0;
  /// The violations seen by the latest detect().
  virtual const Violations& violations() const = 0;

  /// Detects missing rows at w and appends them. Call it from one thread only. After the first
  /// detection of an attempt, only what has moved since the previous one is examined.
  virtual Outcome detect(View<Real> w, DetectResult& result, Context& context) = 0;

  /// Starts the passes of this step again. The rows `bans` join those that detect() must not find
  /// until the step ends or lift_bans() is called; then all rows are dropped. This is the only way
  /// in which rows are removed within a step.
  virtual Outcome restart(View<Index> bans, Context& context) = 0;
  virtual void lift_bans() = 0;

  /// [vertices] what detect() may do about violations from now until the end of the step; see
  /// DetectQuery::remedy. Copied.
  virtual void allow(View<Remedy> remedy) = 0;

  /// Const. May be called from several threads at once for lists of rows that share no free degree
  /// of freedom (components).
  virtual Outcome evaluate(View<Index> rows, View<Real> w, const RowBuffer& out,
                           Context& context) const = 0;

  /// Adds sum_k weight[k] d2 value(rows[k]) / dw2 in the numbering of dofs (curvature of rotations
  /// included).
  virtual Outcome hessian(View<Index> rows, View<Real> weights, View<Real> w, BlockSink& sink,
                          Context& context) const = 0;

  /// Lower bound of the fraction in [0, 1] of the way from w0 to w1 that passes through nothing
  /// (capability::swept): the time of impact of the constraint, over its near list.
  virtual Outcome safe_fraction(View<Real> w0, View<Real> w1, Real& fraction, Context& context) = 0;

 protected:
  ~ContactModel() = default;
};

}  // namespace tactus
