/// \file surface_boxes.hpp  Bounding boxes of those things of a Surface that may touch, as broad
/// phases need them.
#pragma once

#include <array>
#include <vector>

#include "tactus/detection.hpp"

namespace tactus::core {

/// Positions and inflation of the boxes.
struct BoxPlace {
  View<Real> y{};      ///< [vertices * dim] m
  View<Real> y_end{};  ///< boxes cover the path from y to here; empty: y alone
  Real reach = 0;      ///< m, inflation of every box
};

/// The kinds of things that pairs are made of. Each has its own list of boxes.
enum class Thing : std::uint8_t {
  facet,
  particle,  ///< vertex without facets
  vertex,    ///< any vertex of the boundary, including particles
  edge,      ///< Surface::edge; none in the plane
  element,   ///< of Surface::element
};
inline constexpr std::size_t kThings = 5;

/// Boxes of the kinds of things that a constraint's Detection names, in the order in which the
/// broad phase is asked about them. Other kinds have no boxes.
class SurfaceBoxes {
 public:
  SurfaceBoxes(const Surface& surface, const Detection& wanted);
  SurfaceBoxes(const SurfaceBoxes&) = delete;
  SurfaceBoxes& operator=(const SurfaceBoxes&) = delete;

  /// Places boxes around the positions. Those of particles are inflated by their radius in addition.
  void update(const BoxPlace& place, Executor& executor);

  const Boxes& of(Thing thing) const { return set(thing).boxes; }
  /// The vertex that belongs to a box of a particle or vertex.
  Index vertex(Thing thing, Index box) const {
    return set(thing).boxes.corner[static_cast<std::size_t>(box)];
  }

 private:
  struct Set {
    Boxes boxes;
    std::vector<Real> bounds;
    std::vector<Index> corner;       ///< empty: the arrays of the Surface are used
    std::vector<std::int32_t> body;  ///< empty: likewise
  };
  const Set& set(Thing thing) const { return sets_[static_cast<std::size_t>(thing)]; }
  void add(Thing thing, View<Index> corner, View<std::int32_t> body, int corners);
  void add_vertices(Thing thing, bool particles_only);
  void add_edges();
  template <int D>
  void set_boxes(Set& set, Range range, const BoxPlace& place) const;

  const Surface& surface_;
  std::array<Set, kThings> sets_;
};

}  // namespace tactus::core
