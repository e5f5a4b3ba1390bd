/// \file solid.hpp  Solids of tetrahedra as the generators of scenes in space need them: how deep two
/// of them are in each other, and how to bring them near without an overlap. It shares nothing with
/// the program's audit.
#pragma once

#include <Eigen/Dense>
#include <array>
#include <string>
#include <vector>

#include "tactus/types.hpp"

namespace tactus::space_scenes {

using Point = Eigen::Vector3d;
using Tetrahedron = std::array<Index, 4>;

struct Solid {
  std::vector<Point> points;
  std::vector<Tetrahedron> elements;  ///< of positive volume

  Solid& turn(const Eigen::Matrix3d& rotation);
  Solid& move(const Point& by);
  Solid& scale(Real factor);
  Point middle() const;   ///< mean of the points
  Real radius() const;    ///< largest distance of a point from the middle
  Real altitude() const;  ///< smallest altitude of an element
  /// As a Gmsh file (MSH 2.2), every number exactly.
  std::string gmsh() const;
};

/// How far two tetrahedra are in each other: the least overlap of their shadows on the 44 axes that can
/// separate them. Negative: they are at least so far apart along one of these.
Real depth(const std::array<Point, 4>& a, const std::array<Point, 4>& b);

/// The largest depth of elements of the one in elements of the other; no positive one counts as -1.
Real depth(const Solid& a, const Solid& b);

/// Moves `mover` along -way, from outside of all others, to where it is `gap` away (along `way`) from
/// the first place where it would be in one of them. Returns false if it misses all of them.
bool bring_near(Solid& mover, const Point& way, Real gap, const std::vector<Solid>& others);

}  // namespace tactus::space_scenes
