/// \file sector.hpp  What a plane region looks like at one of its boundary points: an open sector.
#pragma once

#include "core/audit/sign.hpp"

namespace tactus::core {

/// Directions from `apex`, counter-clockwise from the one towards `out` (along the boundary) to the
/// one towards `in` (back along it): the region lies on the left of its boundary. Where the two
/// agree the sector is the full turn (a closed slit), as elements of positive area leave no other.
struct Sector {
  PlanePoint apex, out, in;
};

/// Both points lie in the same direction from `apex`, neither being it.
inline bool same_direction(PlanePoint apex, PlanePoint a, PlanePoint b) {
  const auto side = [](Real x, Real from) { return (x > from) - (x < from); };
  return side(a.x, apex.x) == side(b.x, apex.x) && side(a.y, apex.y) == side(b.y, apex.y) &&
         orientation(apex, a, b) == 0;
}

/// The direction towards `p` lies in the half-open turn [from, to), counter-clockwise about `apex`;
/// `from` and `to` being one direction, it is the full turn.
inline bool in_turn(PlanePoint apex, PlanePoint from, PlanePoint to, PlanePoint p) {
  if (same_direction(apex, from, p) || same_direction(apex, from, to)) return true;
  if (same_direction(apex, to, p)) return false;
  const int turn = orientation(apex, from, to);
  if (turn > 0) return orientation(apex, from, p) > 0 && orientation(apex, p, to) > 0;
  if (turn == 0) return orientation(apex, from, p) > 0;  // half a turn
  return !(orientation(apex, to, p) >= 0 && orientation(apex, p, from) >= 0);
}

/// The sectors have a direction in common. @pre One apex.
inline bool overlap(const Sector& a, const Sector& b) {
  return in_turn(a.apex, a.out, a.in, b.out) || in_turn(a.apex, b.out, b.in, a.out);
}

}  // namespace tactus::core
