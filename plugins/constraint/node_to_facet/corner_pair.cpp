#include "corner_pair.hpp"

#include <cmath>
#include <numbers>
#include <tuple>

namespace node_to_facet {
namespace {

/// Sine of the largest angle by which a normal may miss a cone: 25 degrees, as for facets that face
/// a node.
const Real kMost = std::sin(25 * std::numbers::pi / 180);

/// The sine of the angle by which the normal of a facet may miss the cone of a vertex whose
/// projection is b beyond the end of the facet. An angle delta changes the gap by b sin(delta),
/// which is to be no more than rounding.
Real slack_of(const FrozenGeometry& geometry, Index facet, Index vertex) {
  const Real beyond = geometry.line(facet).beyond(geometry.position(vertex));
  return std::min(kMost, geometry.touch / std::max(beyond, geometry.touch));
}

}  // namespace

CornerPair::CornerPair(const FrozenGeometry& geometry, Index v, Index w)
    : v_(v), w_(w), apart_(geometry.position(v) - geometry.position(w)) {
  const NormalCone &at_v = geometry.cones.of(v), &at_w = geometry.cones.of(w);
  // Facets count whose reversed outward normals lie in the cone of the other corner.
  const auto counts = [&](const NormalCone& own, int k, const NormalCone& opposite, Index other) {
    return opposite.contains(-own.n[k], slack_of(geometry, own.facet[k], other));
  };
  const auto add = [&](Index facet, const V2& normal) {
    side_[sides_] = {.facet = facet, .normal = normal, .separation = normal.dot(apart_)};
    ++sides_;
  };
  for (int k = 0; k < 2; ++k)
    if (counts(at_w, k, at_v, v)) add(at_w.facet[k], at_w.n[k]);
  for (int k = 0; k < 2; ++k)
    if (counts(at_v, k, at_w, w)) add(at_v.facet[k], -at_v.n[k]);
  choose_carrier(geometry);
}

void CornerPair::choose_carrier(const FrozenGeometry& geometry) {
  for (int k = 0; k < sides_; ++k) separation_ = std::max(separation_, side_[k].separation);
  const auto name = [&](Index facet) {
    return std::tuple(geometry.boundary.piece(facet), geometry.name(facet));
  };
  for (int k = 0; k < sides_; ++k) {
    if (side_[k].separation < separation_ - geometry.touch) continue;
    if (carrier_ == kNone || name(side_[k].facet) < name(carrier_)) carrier_ = side_[k].facet;
  }
}

bool CornerPair::admits(Index facet) const {
  for (int k = 0; k < sides_; ++k)
    if (side_[k].facet == facet) return true;
  return false;
}

Real CornerPair::spread() const {
  Real least = 1;
  for (int k = 0; k < sides_; ++k)
    for (int l = 0; l < k; ++l) least = std::min(least, side_[k].normal.dot(side_[l].normal));
  return least;
}

}  // namespace node_to_facet
