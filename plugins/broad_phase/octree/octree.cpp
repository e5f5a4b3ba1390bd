// The broad phase octree: it builds a tree over the boxes and asks it once for each box. The
// plugin quadtree is the same search; this is the name by which it is looked for in space.
#include <tactus/boxes/cell_tree_search.hpp>
#include <tactus/plugin.hpp>

namespace {
class Octree final : public tactus::boxes::CellTreeSearch {
  using CellTreeSearch::CellTreeSearch;
};
}  // namespace

TACTUS_PLUGIN(Octree, "octree", "Range queries on a tree of boxes, divided in 8 (in the plane 4)")
