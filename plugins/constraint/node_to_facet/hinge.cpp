#include "hinge.hpp"

#include <cmath>
#include <numbers>

namespace node_to_facet {
namespace {

const Real kWide = std::cos(std::numbers::pi / 6);

}  // namespace

bool is_hinge(const FrozenGeometry& geometry, const Line& facet, Index v, Index w) {
  if ((geometry.position(v) - geometry.position(w)).norm() > geometry.touch) return false;
  const NormalCone& at_v = geometry.cones.of(v);
  return at_v.convex && geometry.cones.of(w).convex && !at_v.ends_at(-facet.n);
}

bool is_free_corner(const FrozenGeometry& geometry, const CornerPair& pair) {
  return pair.distance() <= geometry.touch && pair.spread() < kWide;
}

}  // namespace node_to_facet
