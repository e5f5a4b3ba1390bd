// Bodies that are poured into a box: the scenes in which Tactus and Box2D are compared, and the depth
// of their states by a measure that belongs to neither.
#pragma once

#include <string>
#include <vector>

#include "tactus/types.hpp"

namespace tactus::bench {

/// A rigid body at the start: round, or a convex polygon whose centroid is its origin.
struct Shape {
  Vec<2> at = Vec<2>::Zero();   ///< m, centre of mass
  Real radius = 0;              ///< m, 0 for a polygon
  std::vector<Vec<2>> corners;  ///< m about `at`, counterclockwise; empty for a disk
};

/// A box with its inner lower left corner at the origin, and bodies above its floor.
struct Pile {
  std::string name;
  std::vector<Shape> bodies;
  Real width = 0, height = 0;  ///< m, inside
  Real end = 1;                ///< s
};

constexpr Real kStep = 1e-3;     // s
constexpr Real kGravity = 9.81;  // m/s2
constexpr Real kFriction = 0.3;  // of every pair
constexpr Real kDensity = 1000;  // kg/m2

/// `count` bodies of 8 to 10 cm that start at rest on a lattice and fall; with `mixed` every second one
/// is a polygon of 4 to 7 corners. The same bodies each time.
Pile poured(Index count, bool mixed, Real end);

/// Centre of mass and angle of a body.
struct Pose {
  Vec<2> at = Vec<2>::Zero();
  Real angle = 0;
};

/// m, the deepest penetration of two bodies, or of a body and the box: the shortest way by which one of
/// the two is moved out of the other, by separating axes. Every pair is looked at.
Real deepest(const Pile& pile, const std::vector<Pose>& poses);

}  // namespace tactus::bench
