/// \file space_inside.hpp  Whether a point is inside a body in space.
#pragma once

#include <cstdint>
#include <vector>

#include "core/audit/box_tree.hpp"
#include "core/audit/space_boundary.hpp"

namespace tactus::core {

struct SpaceWinding {
  /// How often the boundary goes round the point: 1 inside of a body, 0 outside and in a cavity, 2
  /// where two parts of a body overlap. It says nothing of a point on the boundary.
  int number = 0;
  bool on_boundary = false;
  Index facet = kNone;  ///< one of the facets that the ray passes
};

/// Counts the facets that a ray from a point passes, each by its sense. Exact.
/// @param tree           of the facets of a body, fitted to `points`
/// @param without_shell  facets of this shell do not count; -1: all count
SpaceWinding winding(const Real* p, const SpaceBoundary& boundary, const BoxTree<3>& tree,
                     View<Real> points, std::int32_t without_shell = -1);

}  // namespace tactus::core
