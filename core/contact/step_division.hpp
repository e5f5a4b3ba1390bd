/// \file step_division.hpp  Measures how far bodies move relative to each other in the coming step.
/// From this the step loop decides into how many substeps it divides the step. Contact is detected
/// at the end of a step only: in a step that is too long, a vertex could enter a body through one
/// side and leave it through the other without being noticed.
#pragma once

#include <vector>

#include "core/contact/near_list.hpp"

namespace tactus::core {

/// The largest relative displacement of two things in a step, measured by the thickness of the
/// material behind their boundaries, and the bodies to which these two belong.
struct RelativeMotion {
  Real in_altitudes = 0;          ///< motion / altitude; above most() the step must be divided
  Real motion = 0, altitude = 0;  ///< m
  std::int32_t body_a = -1, body_b = -1;
};

/// Examines a step before it is made. If a vertex moves at most half the altitude of the element
/// behind a facet relative to that facet, it cannot enter the element and leave it through another
/// face, so that the test "is a vertex inside an element?" at the end detects it. A step with a
/// larger relative motion of things that may meet is divided into substeps.
class StepDivision {
 public:
  static constexpr Index kMostSubsteps = 64;  ///< a given step that needs more substeps is refused

  /// @param altitude  m, the smallest one of all elements; used for things without an element
  /// behind them
  /// @param most  altitudes that things may move in a substep; above 1/2 some contacts may be missed
  StepDivision(const ContactGeometry& geometry, BroadPhase& broad_phase, const Detection& wanted,
               Real altitude, Real most = 0.5);
  Real most() const { return most_; }

  /// The relative motion |(y_i - x_i) - (y_j - x_j)|, largest in altitudes, over vertices i, j of
  /// two things whose pair the constraint asks for and whose boxes, swept from x to y, overlap.
  /// Half-spaces are at rest. If all displacements of boundary vertices lie in a box with a
  /// diagonal of at most `most` of the smallest altitude, or if there are facets alone and no point of that box is
  /// farther from a displacement of one than that part of its altitude, no pair is examined and the result is 0.
  RelativeMotion measure(View<Real> x, View<Real> y, Context& context);

 private:
  /// One partner of a pair: a facet, an edge, an element, a vertex or a particle, with the
  /// thickness that the other partner would have to cross to pass through it unnoticed.
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
  Real altitude_, most_;
  bool only_facets_ = false;            ///< all things are facets, or edges of them
  std::vector<Real> facet_altitude_;    ///< [facets] m, of the element behind, at the start
  std::vector<Real> element_altitude_;  ///< [elements] m, likewise
  PairFinder finder_;
  PairLists pairs_;
};

}  // namespace tactus::core
