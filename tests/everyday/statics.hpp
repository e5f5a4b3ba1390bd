/// \file statics.hpp  Whether rigid bodies can be at rest under their weight, with Coulomb's friction and
/// without tension, by a linear programme.
///
/// Unknown are the reactions at the points of touch, along both edges of their cone of friction; known are
/// the weights. In the plane a cone has two edges, so that the programme is exact. Where no reactions
/// balance the weights, something moves, whatever the law of contact does (for masonry: Heyman's safe
/// theorem and its converse).
#pragma once

#include <vector>

#include "shapes.hpp"

namespace tactus::everyday {

/// A touch between two bodies; `one`, `other` are numbers of bodies.
struct Joint {
  int one = 0, other = 0;
  Touch touch;
  bool smooth = false;  ///< holds without friction
};

struct Statics {
  std::vector<Shape> shapes;
  std::vector<Real> weights;  ///< N; 0: the body is held
  std::vector<Joint> joints;

  /// Of all bodies that touch, to within so many metres.
  static Statics of(std::vector<Shape> shapes, std::vector<Real> weights, Real within);

  /// @param down  direction of the weights, of length 1
  bool rests(Real friction, Point down = {0, -1}) const;
  /// Joints between the same two bodies, drawn together (below 1) or apart (above 1) about their middle.
  Statics with_widths(Real factor) const;
  /// Without friction on upright sides. What rests side by side needs none there. With it there may be an
  /// equilibrium that nothing brings about (stones that are clamped between each other by forces that no
  /// weight presses), beside a motion that solves Coulomb's law as well: the safe theorem is about plastic
  /// flow that is associated, which friction is not.
  Statics with_smooth_sides() const;
};

/// What statics says of a scene, if 1 % more or less of friction and of widths of joints say the same, and
/// if nothing rests by friction on upright sides alone.
enum class Claim { rests, moves, none };
Claim claim_of(const Statics& statics, Real friction, Point down = {0, -1});

}  // namespace tactus::everyday
