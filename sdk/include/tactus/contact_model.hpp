/// \file contact_model.hpp  Contact as a solver sees it: rows over degrees of freedom, and
/// detection on call.
///
/// Implemented by the kernel: broad phase + constraint + map from degrees of freedom to vertices
/// behind one interface. The solver is handed this, not a frozen list: it may detect again at any
/// trial point.
#pragma once

#include "constraint.hpp"

namespace tactus {

/// All rows of this step so far. Views are valid until the next detect(); positions of rows stay
/// the same.
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
  /// [count] 1: the row has a prescribed degree of freedom (left out of `dof`), or is held from
  /// outside (ContactSet::Row::grounded): its forces do not add up to zero over the free ones.
  View<std::uint8_t> held{};
  View<Index> owner_dof{};  ///< [count] first dof of the owning node (capability::nodal) or kNone
  /// [count] position in the table of contact laws, or kNone: no law is given
  View<std::int32_t> law{};
  View<Real> friction{}, restitution{};  ///< [count] of the law; 0 without one
  View<std::uint8_t> fresh{};            ///< [count] 1: this key was not there at t_n
  /// [count * ContactSolver::history_size()] the solver's numbers per contact, carried by key; old
  /// is 0 where fresh.
  View<Real> history_old{};
  Out<Real> history_new{};
};

/// Buffers of the solver for a list of rows, in the order of the list and of the pattern of each
/// row.
struct RowBuffer {
  Real* value = nullptr;     ///< [rows]
  Real* gradient = nullptr;  ///< [entries] d value / d w: the true derivative, with the factor of
                             ///< ContactPoint::fraction
  /// [entries * dim] column of H for each entry, normal component first, with respect to velocity;
  /// needs frames.
  Real* jacobian = nullptr;
  /// [rows] change of the value that the prescribed part of w brings, to first order: gradients do
  /// not hold prescribed degrees of freedom. Times the multiplier: J, work of contact on what is
  /// moved from outside. Asked for rows with ContactRows::held only.
  Real* held = nullptr;
};

/// A body that moves as a whole, such as a rigid one: what takes one of its vertices takes all of it.
struct WholeBody {
  Range dofs;              ///< displacement of its centre, then its rotation (state.hpp)
  View<Index> vertices{};  ///< of the Surface, ascending
  View<Real> centre{};     ///< [dim] m, at t_n
  View<Real> axes{};       ///< in space: [9] principal axes at t_n, row-major; in the plane empty
};

/// What moves the vertices of the Surface, for a solver that treats nodes and bodies and not rows.
struct ContactVertices {
  int dim = 0;
  /// [vertices] first degree of freedom of what moves the vertex: of a node its `dim` ones, of a body
  /// that moves as a whole that body's.
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
  /// Of the latest detect().
  virtual const Violations& violations() const = 0;

  /// Looks for rows that are missing at w and appends them. From one thread only. After the first
  /// detection of an attempt only what moved since the last one is looked at.
  virtual Outcome detect(View<Real> w, DetectResult& result, Context& context) = 0;

  /// Starts the passes of this step again: the rows `bans` join those that detect() may not find
  /// until the step ends or lift_bans() is called, then all rows are dropped. The only way rows leave
  /// within a step.
  virtual Outcome restart(View<Index> bans, Context& context) = 0;
  virtual void lift_bans() = 0;

  /// [vertices] what detect() may do about violations from now until the step ends; see
  /// DetectQuery::remedy. Copied.
  virtual void allow(View<Remedy> remedy) = 0;

  /// Const; callable from several threads at once for lists of rows that share no free degree of
  /// freedom (components).
  virtual Outcome evaluate(View<Index> rows, View<Real> w, const RowBuffer& out,
                           Context& context) const = 0;

  /// Adds sum_k weight[k] d2 value(rows[k]) / dw2 in the numbering of dofs (curvature of rotations
  /// included).
  virtual Outcome hessian(View<Index> rows, View<Real> weights, View<Real> w, BlockSink& sink,
                          Context& context) const = 0;
  /// out += the same times `direction`.
  virtual Outcome hessian_product(View<Index> rows, View<Real> weights, View<Real> w,
                                  View<Real> direction, Out<Real> out, Context& context) const = 0;

  /// Largest fraction in [0, 1] of the way from w0 to w1 that passes through nothing
  /// (capability::swept): the time of impact of the constraint, over its near list.
  virtual Outcome safe_fraction(View<Real> w0, View<Real> w1, Real& fraction, Context& context) = 0;

 protected:
  ~ContactModel() = default;
};

}  // namespace tactus
