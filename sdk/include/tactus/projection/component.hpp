/// \file projection/component.hpp  One independent part of a projection on the admissible set.
///
/// With a diagonal tangent D, contact rows that share no degree of freedom do not know of each other.
/// A component is a list of rows that do, and what a solver keeps for it. A solver derives from
/// ProjectionComponent and says how one component is solved; ProjectionSolver does the rest.
#pragma once

#include <vector>

#include "../contact_model.hpp"

namespace tactus {

/// What is solved, min 1/2 (u - predictor)' D (u - predictor) with value(u) >= lower, and where the
/// result goes. Components write to their own degrees of freedom and rows only.
struct Projection {
  const ContactModel& contact;
  View<Real> diagonal{};   ///< [dofs] D, N/m
  View<Real> predictor{};  ///< [dofs] m
  Out<Real> u{};           ///< [dofs] m; in: where to start; out: predictor + d
  Out<Real> d{};           ///< [dofs] m; the correction itself, never formed by subtraction
  Out<Real> multiplier{};  ///< [rows] N; in: of the last solve, 0 for new rows; out: >= 0
  Out<Real> force{};       ///< [dofs] N; out: D d
  Out<Index> number{};     ///< [dofs] not below 0: memory of ProjectionComponent for its numbering
};

/// What one component's solution was like.
struct ComponentResult {
  Outcome outcome{};
  Index iterations = 0;
  Index inconsistent = 0;  ///< rows below zero at the end
  bool converged = true;
  bool usable = true;  ///< false: no solution; an attempt with such a component is never taken
};

/// Rows and unknowns of a component, and a way to solve it.
class ProjectionComponent {
 public:
  virtual ~ProjectionComponent() = default;
  ProjectionComponent(const ProjectionComponent&) = delete;
  ProjectionComponent& operator=(const ProjectionComponent&) = delete;

  std::vector<Index> rows;  ///< positions in ContactModel::rows(); empty: merged into another
  bool changed = true;      ///< has rows that were not there when it was solved last
  ComponentResult result;

  /// Degrees of freedom, ascending; valid after solve().
  View<Index> unknowns() const { return dof_; }

  /// Starts from Projection::d and writes u, d, multiplier, force and `result`. Several components may
  /// be solved at once, from different threads, unless serial().
  void solve(const Projection& in, Context& context);
  /// Makes it a problem without rows; memory is kept.
  void clear();
  /// Takes over the rows of a component of the same kind that grows into this one.
  void merge(const ProjectionComponent& other);

  /// Whether components have to be solved one after the other, in the thread of the call.
  virtual bool serial() const { return false; }

 protected:
  ProjectionComponent() = default;

  std::vector<Index> dof_;    ///< unknowns, ascending
  std::vector<Index> local_;  ///< [entries of rows] position in dof_

 private:
  virtual void do_solve(const Projection& in, Context& context) = 0;
  /// Forgets what would help a warm start.
  virtual void do_clear() {}
  /// Called before the rows of `other` are appended.
  virtual void do_merge(const ProjectionComponent& /*other*/) {}

  void number_unknowns(const Projection& in);
};

}  // namespace tactus
