/// \file step_cut.hpp  Decides into how many substeps a step is divided, so that no contact is
/// passed through unnoticed between two states.
#pragma once

#include <vector>

#include "core/contact/near_list.hpp"

namespace tactus::core {

/// The largest motion of two things relative to each other in a step, compared with the thickness
/// behind their boundaries, and which two they are.
struct RelativeMotion {
  Real in_altitudes = 0;          ///< motion / altitude
  Real motion = 0, altitude = 0;  ///< m
  std::int32_t body_a = -1, body_b = -1;
};

/// Examines a step before it is made. If a vertex moves at most half the altitude of the element
/// behind a facet relative to that facet, it cannot enter the element and leave it through another
/// face, so that the test "is a vertex inside an element?" at the end detects it. A step with a
/// larger relative motion of things that may meet is divided into substeps.
class StepCut {
 public:
  static constexpr Index kMost = 64;  ///< most substeps; a step that needs more is refused

  /// @param altitude  m, smallest of the model; used for things without an element behind them
  StepCut(const ContactGeometry& geometry, BroadPhase& broad_phase, const Detection& wanted,
          Real altitude);

  /// Largest |(y_i - x_i) - (y_j - x_j)| over vertices i, j of things that the constraint looks at
  /// and whose swept boxes from x to y overlap. Half-spaces are at rest. Returns 0 without a closer
  /// look if all boundary displacements lie in a box whose diagonal is at most half the smallest
  /// altitude.
  RelativeMotion measure(View<Real> x, View<Real> y, Context& context);

 private:
  /// A facet, an edge, an element, a vertex or a particle.
  struct Thing {
    View<Index> vertices;
    Real altitude = 0;
  };
  void find_altitudes();
  Thing facet(Index f) const {
    return {geometry_.surface->facet_vertices(f), facet_altitude_[static_cast<std::size_t>(f)]};
  }
  Thing edge(Index e) const;
  Thing element(Index e) const;
  Thing vertex(const Index& v) const;
  bool all_move_alike(View<Real> x, View<Real> y) const;
  void compare(const Thing& a, const Thing& b, View<Real> x, View<Real> y,
               RelativeMotion& motion) const;
  void compare_with_plane(Index plane, Index v, View<Real> x, View<Real> y,
                          RelativeMotion& motion) const;

  ContactGeometry geometry_;
  Detection wanted_;
  Real altitude_;
  std::vector<Real> facet_altitude_;    ///< [facets] m, of the element behind, at the start
  std::vector<Real> element_altitude_;  ///< [elements] m, likewise
  PairFinder finder_;
  PairLists pairs_;
};

}  // namespace tactus::core
