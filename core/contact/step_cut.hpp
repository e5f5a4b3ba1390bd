/// \file step_cut.hpp  Nothing passes unseen: into how many parts a step has to be divided.
#pragma once

#include <vector>

#include "core/contact/near_list.hpp"

namespace tactus::core {

/// The largest motion of two things relative to each other in a step, measured by what there is behind
/// their boundaries, and who they are.
struct RelativeMotion {
  Real in_altitudes = 0;          ///< motion / altitude
  Real motion = 0, altitude = 0;  ///< m
  std::int32_t body_a = -1, body_b = -1;
};

/// Looks at a step before it is made. A vertex that moves at most half the altitude of the element
/// behind a facet relative to it cannot leave that element through another face, so the test "is a
/// vertex inside?" sees it; a step in which something near moves further is divided.
class StepCut {
 public:
  static constexpr Index kMost = 64;  ///< parts; beyond that the step is refused

  /// @param altitude  m, smallest of the model: of what has no element behind it
  StepCut(const ContactGeometry& geometry, BroadPhase& broad_phase, const Detection& wanted,
          Real altitude);

  /// Largest |(y_i - x_i) - (y_j - x_j)| over vertices i, j of things that the constraint looks at
  /// and whose swept boxes from x to y meet; planes rest. Returns 0 without looking closer where all boundary displacements lie
  /// in a box of diagonal of half the smallest altitude.
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
