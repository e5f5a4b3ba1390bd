/// \file step_cut.hpp  Nothing passes unseen: into how many parts a step has to be cut.
#pragma once

#include <string>
#include <vector>

#include "core/contact/near_list.hpp"

namespace tactus::core {

/// The largest motion of two things relative to each other in a step, and who they are.
struct RelativeMotion {
  Real largest = 0;  ///< m
  std::int32_t body_a = -1, body_b = -1;
};

/// Looks at a step before it is made. A vertex that moves at most half the smallest altitude
/// relative to a facet cannot leave the element behind it, so the test "is a vertex inside?" sees
/// it; a step in which something near moves further is cut.
class StepCut {
 public:
  static constexpr Index kMost = 64;  ///< parts; beyond that the step is refused

  StepCut(const ContactGeometry& geometry, BroadPhase& broad_phase, const Detection& wanted);

  /// Largest |(y_i - x_i) - (y_j - x_j)| over vertices i, j of things that the constraint looks at and
  /// whose swept boxes from x to y meet; planes rest. Returns 0 without looking closer where all boundary displacements lie
  /// in a box of diagonal <= `harmless` [m].
  RelativeMotion measure(View<Real> x, View<Real> y, Real margin, Real harmless, Context& context);

 private:
  bool all_move_alike(View<Real> x, View<Real> y, Real harmless) const;
  void compare(View<Index> a, View<Index> b, View<Real> x, View<Real> y,
               RelativeMotion& motion) const;
  void compare_with_plane(Index plane, Index v, View<Real> x, View<Real> y,
                          RelativeMotion& motion) const;

  ContactGeometry geometry_;
  Detection wanted_;
  PairFinder finder_;
  PairLists pairs_;
};

}  // namespace tactus::core
