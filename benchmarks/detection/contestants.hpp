// Who finds the pairs of overlapping boxes: each from an array of boxes to the list of all pairs.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tactus/broad_phase.hpp"

namespace tactus::bench {

/// One that is timed. `prepare` and `move` are not: they bring the boxes into the library's own types.
struct Contestant {
  std::string name;
  std::function<void(const Boxes&)> prepare{};
  std::function<void(std::vector<Pair>&)> find;  ///< appends each pair once, in any order
  /// The same boxes elsewhere; null: as `prepare`.
  std::function<void(const Boxes&)> move{};
  /// As `find`, where boxes have moved since the last call; null: nothing is kept, and `find` is called.
  std::function<void(std::vector<Pair>&)> follow{};
};

/// Boost.Geometry's R-tree, packed at once; a query for every box.
Contestant boost_rtree();
/// CGAL's box_self_intersection_d: streamed segment trees.
Contestant cgal_boxes();
#ifdef TACTUS_BENCH_FCL
/// FCL's DynamicAABBTreeCollisionManager.
Contestant fcl_tree();
#endif
#ifdef TACTUS_BENCH_BULLET
/// Bullet's btDbvt against itself; its boxes are in single precision, rounded outwards.
Contestant bullet_tree();
#endif
#ifdef TACTUS_BENCH_EMBREE
/// Embree's collision of user geometries, in single precision like Bullet's.
Contestant embree_tree();
#endif
/// Cells of one size in a sorted list, written by hand for boxes of about one size: what a broad
/// phase could do that need not care for anything else.
Contestant sorted_grid();

}  // namespace tactus::bench
