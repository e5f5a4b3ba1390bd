/// \file surface_boxes.hpp  Boxes round the things of a Surface that may touch, for broad phases.
#pragma once

#include <array>
#include <vector>

#include "tactus/detection.hpp"

namespace tactus::core {

/// What has boxes: the kinds of things that pairs are made of.
enum class Thing : std::uint8_t {
  facet,
  particle,  ///< vertex without facets
  vertex,    ///< any vertex of the boundary, particles too
  edge,      ///< Surface::edge; none in the plane
  element,   ///< of Surface::element
};
inline constexpr std::size_t kThings = 5;

/// Boxes of the things that a constraint's Detection is about, in the order in which the broad phase
/// is asked about them; of other things there are none.
class SurfaceBoxes {
 public:
  SurfaceBoxes(const Surface& surface, const Detection& wanted);
  SurfaceBoxes(const SurfaceBoxes&) = delete;
  SurfaceBoxes& operator=(const SurfaceBoxes&) = delete;

  /// Boxes round the positions y, and y_end too if it is not empty, each inflated by `reach`, those
  /// of particles by their radius too.
  void update(View<Real> y, View<Real> y_end, Real reach);

  const Boxes& of(Thing thing) const { return set(thing).boxes; }
  /// Vertex of a box of a particle or of any vertex.
  Index vertex(Thing thing, Index box) const {
    return set(thing).boxes.corner[static_cast<std::size_t>(box)];
  }

 private:
  struct Set {
    Boxes boxes;
    std::vector<Real> bounds;
    std::vector<Index> corner;       ///< empty: those of the Surface
    std::vector<std::int32_t> body;  ///< likewise
  };
  const Set& set(Thing thing) const { return sets_[static_cast<std::size_t>(thing)]; }
  void add(Thing thing, View<Index> corner, View<std::int32_t> body, int corners);
  void add_vertices(Thing thing, bool particles_only);
  void add_edges();
  void set_box(Real* box, View<Index> vertices, View<Real> y, View<Real> y_end, Real reach) const;

  const Surface& surface_;
  std::array<Set, kThings> sets_;
};

}  // namespace tactus::core
