// The broad phase quadtree: it builds a tree over the boxes and asks it once for each box. The
// plugin octree is the same search under the name by which it is looked for in space.
#include <tactus/boxes/cell_tree_search.hpp>
#include <tactus/plugin.hpp>

namespace {
class Quadtree final : public tactus::boxes::CellTreeSearch {
  using CellTreeSearch::CellTreeSearch;
};
}  // namespace

TACTUS_PLUGIN(Quadtree, "quadtree", "Range queries on a tree of boxes, divided in 4 (in space 8)")
