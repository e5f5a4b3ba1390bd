/// \file sector.hpp  The open sector that a plane region occupies around one of its boundary
/// points.
#pragma once

#include "core/audit/sign.hpp"

namespace tactus::core {

/// The directions from `apex` that point into the region. They run counter-clockwise from the
/// direction towards `out` (the next point along the boundary) to the one towards `in` (the
/// previous point), because a region lies to the left of its boundary. If the two directions agree,
/// the sector is a full turn, as around the tip of a closed slit: elements have positive area, so
/// that an empty sector cannot occur.
struct Sector {
  PlanePoint apex, out, in;
};

/// Whether a and b lie in the same direction from `apex`. Neither may be the apex itself.
inline bool same_direction(PlanePoint apex, PlanePoint a, PlanePoint b) {
  const auto side = [](Real x, Real from) { return (x > from) - (x < from); };
  return side(a.x, apex.x) == side(b.x, apex.x) && side(a.y, apex.y) == side(b.y, apex.y) &&
         orientation(apex, a, b) == 0;
}

/// Whether the direction towards `p` lies in the half-open turn [from, to), counter-clockwise about
/// `apex`. If `from` and `to` are one direction, the turn is a full one.
inline bool in_turn(PlanePoint apex, PlanePoint from, PlanePoint to, PlanePoint p) {
  if (same_direction(apex, from, p) || same_direction(apex, from, to)) return true;
  if (same_direction(apex, to, p)) return false;
  const int turn = orientation(apex, from, to);
  if (turn > 0) return orientation(apex, from, p) > 0 && orientation(apex, p, to) > 0;
  if (turn == 0) return orientation(apex, from, p) > 0;  // half a turn
  return !(orientation(apex, to, p) >= 0 && orientation(apex, p, from) >= 0);
}

/// Whether the sectors have a direction in common. @pre Both have the same apex.
inline bool overlap(const Sector& a, const Sector& b) {
  return in_turn(a.apex, a.out, a.in, b.out) || in_turn(a.apex, b.out, b.in, a.out);
}

}  // namespace tactus::core
