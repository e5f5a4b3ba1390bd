/// \file projection/component.hpp  One independent part of a projection on the admissible set.
///
/// An explicit step with contact looks for the increment nearest to the predictor that satisfies
/// all contact rows; nearness is measured with the diagonal tangent D. As D couples no degrees of
/// freedom, rows that are not connected by shared ones form independent problems, which are called
/// components. A plugin derives from ProjectionComponent and implements how one component is
/// solved. ProjectionSolver detects violations, divides rows into components, and judges the
/// result.
#pragma once

#include <vector>

#include "../contact_model.hpp"

namespace tactus {

/// The problem min 1/2 (u - predictor)' D (u - predictor) subject to value(u) >= lower, and the
/// arrays that receive its solution. They are shared by all components, each of which reads and
/// writes only the entries of its own degrees of freedom and rows.
struct Projection {
  const ContactModel& contact;
  View<Real> diagonal{};   ///< [dofs] D, N/m
  View<Real> predictor{};  ///< [dofs] m
  Out<Real> u{};           ///< [dofs] m; in: where to start; out: predictor + d
  Out<Real> d{};           ///< [dofs] m; correction, never a difference of positions
  Out<Real> multiplier{};  ///< [rows] N; in: of the previous solution, 0 if new; out: >= 0
  Out<Real> force{};       ///< [dofs] N; out: D d
  Out<Index> number{};     ///< [dofs] >= 0, work space of number_unknowns()
};

/// How the solution of a component ended.
struct ComponentResult {
  Outcome outcome{};
  Index iterations = 0;
  Index inconsistent = 0;  ///< rows whose value is negative at the end
  bool converged = true;
  bool usable = true;  ///< false: there is no solution, and the attempt at the step is not accepted
};

/// The rows and unknowns of a component, the method that solves it, and what that method remembers
/// for a warm start.
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

  /// Starts from Projection::d and writes u, d, multiplier, force and `result`. Different
  /// components may be solved at the same time by different threads, unless serial() is true.
  void solve(const Projection& in, Context& context);
  /// Removes all rows. Allocated memory is kept for the next use of this object.
  void clear();
  /// Appends the rows of another component of the same type, after a new row has connected both.
  void merge(const ProjectionComponent& other);

  /// Whether components have to be solved one after another, in the calling thread, because the
  /// method uses a library that is not thread-safe.
  virtual bool serial() const { return false; }

 protected:
  ProjectionComponent() = default;

  std::vector<Index> dof_;    ///< unknowns, ascending
  std::vector<Index> local_;  ///< [entries of rows] position in dof_

 private:
  virtual void do_solve(const Projection& in, Context& context) = 0;
  /// Forgets what the method has stored for a warm start.
  virtual void do_clear() {}
  /// Called before the rows of `other` are appended.
  virtual void do_merge(const ProjectionComponent& /*other*/) {}

  void number_unknowns(const Projection& in);
};

}  // namespace tactus
