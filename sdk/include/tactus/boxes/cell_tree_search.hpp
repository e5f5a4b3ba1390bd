/// \file cell_tree_search.hpp  The broad phase that asks a quadtree or octree once for each box.
#pragma once

#include "cell_tree.hpp"

namespace tactus::boxes {

/// For each box, an orthogonal range query finds the boxes that overlap it. A quadtree (in space:
/// an octree) answers these queries; it is built again in each call. The cost is about N log N for
/// N boxes, of one size or of many.
class CellTreeSearch : public BroadPhase {
 public:
  struct Options {
    Limits limits;
    void describe(OptionVisitor& o) {
      o.integer("leaf_size", limits.leaf)
          .at_least(1)
          .at_most(1024)
          .help("a part of the tree with at most so many boxes is not divided further");
      o.integer("depth", limits.depth)
          .at_least(1)
          .at_most(128)
          .help("most divisions one inside another; what is left then is compared box by box");
    }
  };
  explicit CellTreeSearch(const Options& o) : limits_(o.limits) {}
  void measure(MetricVisitor& m) const override {
    m.integer("box_tests", tests_, Reduce::sum, "pairs of boxes compared");
  }

 private:
  void do_candidates(const BoxQuery& query, std::vector<Pair>& pairs, Context&) override {
    with_dimension(query.first->dim, [&]<int D>(Dimension<D>) {
      CellTree<D>* tree = nullptr;
      if constexpr (D == 2) tree = &plane_;
      if constexpr (D == 3) tree = &space_;
      tree->build(query.second ? *query.second : *query.first, limits_);
      query.second ? search_two(query, *tree, pairs) : search_one(query, *tree, pairs);
    });
  }

  /// A part of the tree that only holds boxes of this body contains no partner for its boxes.
  static std::int32_t skipped(const BoxQuery& query, std::int32_t body) {
    return query.self[body] ? kNone : body;
  }

  template <int D>
  void search_one(const BoxQuery& query, const CellTree<D>& tree, std::vector<Pair>& pairs) {
    Index position = 0;
    // Earlier boxes have already found their pairs with it
    for (const TreeBox<D>& own : tree.boxes())
      tests_ +=
          tree.query(own.bounds, ++position, skipped(query, own.body), [&](const TreeBox<D>& i) {
            const Pair pair{std::min(own.index, i.index), std::max(own.index, i.index)};
            if (query.wanted(pair.first, pair.second)) pairs.push_back(pair);
          });
  }

  template <int D>
  void search_two(const BoxQuery& query, const CellTree<D>& tree, std::vector<Pair>& pairs) {
    const Boxes& first = *query.first;
    for (Index i = 0; i < first.count; ++i)
      tests_ += tree.query(Bounds<D>(first.lower(i), first.upper(i)), 0,
                           skipped(query, first.body[i]), [&](const TreeBox<D>& j) {
                             if (query.wanted(i, j.index)) pairs.push_back({i, j.index});
                           });
  }

  Limits limits_;
  CellTree<2> plane_;
  CellTree<3> space_;
  Index tests_ = 0;
};

}  // namespace tactus::boxes
