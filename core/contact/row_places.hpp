/// \file row_places.hpp  Where the vertices of contact are during a step. Constraints know vertices, solvers know
/// degrees of freedom and increments; here a vertex is moved to where an increment puts it.
#pragma once

#include <vector>

#include "core/contact/near_list.hpp"
#include "core/model/surface_motion.hpp"
#include "tactus/contact_set.hpp"
#include "tactus/context.hpp"
#include "tactus/state.hpp"
#include "tactus/step_problem.hpp"

namespace tactus::core {

class RowPlaces {
 public:
  explicit RowPlaces(const ContactGeometry& geometry);

  /// Starts a step, or the same step again. `old` and `point` outlive the step.
  void begin(const StateView& old, const ContactPoint& point);

  const ContactGeometry& geometry() const { return geometry_; }
  int dim() const { return geometry_.surface->dim; }
  const StateView& old() const { return old_; }         ///< the state at t_n
  const ContactPoint& point() const { return point_; }  ///< at which contact is evaluated
  View<Real> base() const { return point_.base.empty() ? old_.q : point_.base; }

  /// The vertices moved by w or, if the point says so, by the frozen increment.
  Placement placement(View<Real> w) const;
  /// Moves the vertices of some stencils only. Other vertices keep their last places. Components of a problem may call
  /// this from several threads, since they share no vertex that can move.
  void move(const ContactSet& set, View<Index> rows, View<Real> w) const;
  /// The same for all vertices, by all threads.
  /// @param seen   [vertices * dim] where the vertices were seen last
  /// @param moved  [vertices] 1: is elsewhere now; empty: this is not asked
  View<Real> move_all(View<Real> w, View<Real> seen, Out<std::uint8_t> moved, Executor& executor);
  View<Real> move_all(View<Real> w);  ///< [vertices * dim] at q_n (+) w, valid until the next move
  View<Real> now() const { return y_; }         ///< [vertices * dim] m, as moved last
  View<Real> before() const { return y_old_; }  ///< [vertices * dim] m, at the base

  /// [dofs] mean of the increments that prescribed motion makes in the step and in one of the same length before it;
  /// empty: nothing moves along a path, or the point is frozen.
  View<Real> mean_held() const { return mean_held_; }

 private:
  void find_mean_held();

  ContactGeometry geometry_;
  StateView old_;
  ContactPoint point_;
  mutable std::vector<Real> y_;
  std::vector<Real> y_old_;
  std::vector<Real> mean_held_, path_before_;  ///< the latter is work space
};

}  // namespace tactus::core
