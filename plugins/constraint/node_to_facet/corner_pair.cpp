#include "corner_pair.hpp"

#include <cmath>
#include <numbers>
#include <tuple>

namespace node_to_facet {
namespace {

/// Sine of the largest angle by which a normal may miss a cone: 25 degrees, as for facets that face
/// a node.
const Real kMost = std::sin(25 * std::numbers::pi / 180);

}  // namespace

CornerPair::CornerPair(const FrozenGeometry& geometry, Index v, Index w)
    : v_(v), w_(w), apart_(geometry.position(v) - geometry.position(w)) {
  const NormalCone &at_v = geometry.cones.of(v), &at_w = geometry.cones.of(w);
  // A facet counts if its reversed outward normal lies in the cone of the other corner. It may miss
  // the cone by an angle delta if the projection of that corner is only b beyond the end of the
  // facet: the gap changes by b sin(delta), which is to be no more than rounding.
  const auto add = [&](const NormalCone& own, int k, const NormalCone& opposite, Index other,
                       Real sign) {
    const Real b = geometry.line(own.facet[k]).beyond(geometry.position(other));
    const Real slack = std::min(kMost, geometry.touch / std::max(b, geometry.touch));
    if (!opposite.contains(-own.n[k], slack)) return;
    const V2 normal = sign * own.n[k];
    side_[sides_] = {.facet = own.facet[k],
                     .normal = normal,
                     .separation = normal.dot(apart_),
                     .is_of_v = sign<0, .beyond = b> geometry.touch};
    ++sides_;
  };
  for (int k = 0; k < 2; ++k) add(at_w, k, at_v, v, 1);
  for (int k = 0; k < 2; ++k) add(at_v, k, at_w, w, -1);
  choose_carrier(geometry);
}

void CornerPair::choose_carrier(const FrozenGeometry& geometry) {
  const auto rank = [&](const Side& side) {
    return std::tuple(side.beyond, geometry.boundary.piece(side.facet), geometry.name(side.facet));
  };
  const Side* best = nullptr;
  for (int k = 0; k < sides_; ++k) separation_ = std::max(separation_, side_[k].separation);
  for (int k = 0; k < sides_; ++k) {
    if (side_[k].separation < separation_ - geometry.touch) continue;
    if (!best || rank(side_[k]) < rank(*best)) best = &side_[k];
  }
  if (best) carrier_ = best->facet;
}

bool CornerPair::admits(Index facet) const {
  for (int k = 0; k < sides_; ++k)
    if (side_[k].facet == facet) return true;
  return false;
}

Index CornerPair::runner_up() const {
  const Side* best = nullptr;
  for (int k = 0; k < sides_; ++k)
    if (side_[k].facet != carrier_ && (!best || side_[k].separation > best->separation))
      best = &side_[k];
  return best ? best->facet : kNone;
}

Index CornerPair::node_on(Index facet) const {
  for (int k = 0; k < sides_; ++k)
    if (side_[k].facet == facet) return side_[k].is_of_v ? w_ : v_;
  return kNone;
}

Real CornerPair::spread() const {
  Real least = 1;
  for (int k = 0; k < sides_; ++k)
    for (int l = 0; l < k; ++l) least = std::min(least, side_[k].normal.dot(side_[l].normal));
  return least;
}

}  // namespace node_to_facet
