/// \file families.hpp  Generators of everyday scenes: functions of a seed alone.
#pragma once

#include "everyday_scene.hpp"
#include "statics.hpp"

namespace tactus::everyday {

/// How large the scenes may be.
struct Sizes {
  int bodies = 30;  ///< that move, at most
  Real end = 0.3;   ///< s
};

/// Blocks, disks and trapezia that are placed to touch, by decimals.
EverydayScene laid_down(unsigned seed, const Sizes& sizes);
/// Bodies of all shapes that fall into a box.
EverydayScene poured(unsigned seed, const Sizes& sizes);
/// @param kind  disks (0), rounded boxes (1), polygons (2) or all of them (3)
EverydayScene poured(unsigned seed, int count, int kind, Real end);
/// Two bodies without weight that fly at each other.
EverydayScene duel(unsigned seed, const Sizes& sizes);

/// Arches, walls and vaults of stones near the limit at which they fall.
struct Masonry {
  EverydayScene scene;
  Real of_limit =
      1;  ///< thickness (of a flat arch: friction) over the least with which it may stand (above 1:
          ///< with which it has to)
};
Masonry masonry(unsigned seed, const Sizes& sizes);

/// The statics of a scene as it is drawn, before it is turned and moved, and where down is there.
Statics statics_of(const EverydayScene& scene);
Point down_of(const EverydayScene& scene);

}  // namespace tactus::everyday
