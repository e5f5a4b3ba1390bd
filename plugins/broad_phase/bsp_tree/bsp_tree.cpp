// The broad phase bsp_tree: the sorting of Petocz and Armero (1998), with centres of boxes as
// particles. README.md in this folder says where each part of their report stands.
#include <limits>
#include <tactus/boxes/sorted_bodies.hpp>
#include <tactus/plugin.hpp>

#include "tree.hpp"

namespace {
using namespace tactus;
using namespace bsp_tree;

enum class WorkingSpace { redefined, fixed };

class BspTree final : public BroadPhase {
 public:
  struct Options {
    WorkingSpace space = WorkingSpace::redefined;
    std::vector<Real> lower, upper;
    Index depth = 64;
    void describe(OptionVisitor& o) {
      static constexpr std::string_view spaces[] = {"redefined", "fixed"};
      o.choice("working_space", space)
          .choices(spaces)
          .help(
              "redefined: the bounding box of all particles; fixed: from `lower` to `upper`, and a "
              "particle that leaves it ends the run");
      o.axes("lower", lower).unit("m").optional().help("lower corner of a fixed working space");
      o.axes("upper", upper).unit("m").optional().help("upper corner of a fixed working space");
      o.integer("depth", depth)
          .at_least(1)
          .at_most(1000)
          .help("most divisions one inside another; particles that are together then share a leaf");
      const bool fixed = space == WorkingSpace::fixed;
      o.require(
          fixed ? !lower.empty() && lower.size() == upper.size() : lower.empty() && upper.empty(),
          "working_space", "a fixed one, and no other, has the corners `lower` and `upper`");
      bool ordered = true;
      for (std::size_t d = 0; d < std::min(lower.size(), upper.size()); ++d)
        ordered = ordered && lower[d] < upper[d];
      o.require(ordered, "upper", "it must be above `lower` along every axis");
    }
  };
  explicit BspTree(Options o) : options_(std::move(o)) {}
  void measure(MetricVisitor& m) const override {
    m.integer("box_tests", tests_, Reduce::sum, "pairs of boxes compared");
    m.integer("tree_depth", depth_, Reduce::last, "divisions above the deepest leaf");
    m.integer("tree_cells", cells_, Reduce::last, "nodes of the tree");
    m.integer("node_visits", work_.visits, Reduce::sum, "cells compared with buffer zones");
    m.integer("particle_tests", work_.comparisons, Reduce::sum,
              "particles compared with buffer zones");
    m.integer("bp_pairs", bp_pairs_, Reduce::sum, "pairs of a body and a particle, of both passes");
  }

 private:
  template <int D>
  struct Search {
    Tree<D> tree;
    boxes::SortedBodies<D> bodies;
    std::vector<Index> box;  ///< of each particle
  };

  void do_candidates(const BoxQuery& query, std::vector<Pair>& pairs, Context&) override {
    query.first->dim == 2 ? search(plane_, query, pairs) : search(space_, query, pairs);
  }

  template <int D>
  void search(Search<D>& s, const BoxQuery& query, std::vector<Pair>& pairs) {
    endless_.collect<D>(query);
    tests_ += endless_.search(query, pairs);
    build(s, query);
    s.bodies.collect(*query.first);
    for (const auto& body : s.bodies.bodies()) {
      find_particles(s, body, query, pairs);
      if (query.self[static_cast<std::size_t>(body.range.body)]) find_within(s, body, query, pairs);
    }
  }

  /// Inserts the centres of all boxes that end.
  template <int D>
  void build(Search<D>& s, const BoxQuery& query) {
    const Boxes& all = query.second ? *query.second : *query.first;
    s.box.clear();
    Bounds<D> space;
    for (Index i = 0; i < all.count; ++i) {
      const Bounds<D> b = boxes::bounds_of<D>(all, i);
      if (!b.finite()) continue;
      s.box.push_back(i);
      for (int d = 0; d < D; ++d) {
        const Real centre = b.centre(d);
        space.lower[d] = std::min(space.lower[d], centre);
        space.upper[d] = std::max(space.upper[d], centre);
      }
    }
    if (options_.space == WorkingSpace::fixed) {
      std::copy_n(options_.lower.begin(), D, space.lower.begin());
      std::copy_n(options_.upper.begin(), D, space.upper.begin());
    }
    s.tree.start(space, options_.depth);
    for (const Index i : s.box) {
      std::array<Real, D> point, half;
      const Bounds<D> b = boxes::bounds_of<D>(all, i);
      for (std::size_t d = 0; d < D; ++d) {
        constexpr Real rounding = 4 * std::numeric_limits<Real>::epsilon();
        point[d] = b.centre(static_cast<int>(d));
        half[d] = b.half(static_cast<int>(d)) + rounding * std::abs(point[d]);
      }
      if (options_.space == WorkingSpace::fixed) check_inside<D>(space, point, all.body[i]);
      s.tree.insert(point, half);
    }
    depth_ = s.tree.depth();
    cells_ = s.box.empty() ? 0 : static_cast<Index>(s.tree.nodes().size());
  }

  template <int D>
  static void check_inside(const Bounds<D>& space, const std::array<Real, D>& point,
                           std::int32_t body) {
    for (int d = 0; d < D; ++d)
      if (point[d] < space.lower[d] || point[d] > space.upper[d])
        throw Error("a particle of body " + std::to_string(body) +
                        " has left the fixed working space: it is at " + std::to_string(point[d]) +
                        " m along axis " + std::to_string(d) + ", outside of " +
                        std::to_string(space.lower[d]) + " to " + std::to_string(space.upper[d]) +
                        " m; widen it, or set \"working_space\": \"redefined\"",
                    {Item::body, body});
  }

  /// The particles of other bodies in the buffer zone of a body. A pair of boxes of one set is found
  /// in both passes, and taken from the one in which the particle is the later box.
  template <int D>
  void find_particles(Search<D>& s, const typename boxes::SortedBodies<D>::Body& body,
                      const BoxQuery& query, std::vector<Pair>& pairs) {
    const Boxes& all = query.second ? *query.second : *query.first;
    s.tree.traverse(body.bounds, work_, [&](std::int32_t particle) {
      const Index j = s.box[static_cast<std::size_t>(particle)];
      if (all.body[static_cast<std::size_t>(j)] == body.range.body) return;
      ++bp_pairs_;
      if (query.second || j >= body.range.end)
        tests_ += s.bodies.each_overlap(body, boxes::bounds_of<D>(all, j),
                                        [&](Index i) { add(i, j, query, pairs); });
    });
  }

  /// A body with self contact: each of its boxes has a buffer zone of its own.
  template <int D>
  void find_within(Search<D>& s, const typename boxes::SortedBodies<D>::Body& body,
                   const BoxQuery& query, std::vector<Pair>& pairs) {
    const Boxes& all = query.second ? *query.second : *query.first;
    for (Index i = body.range.begin; i < body.range.end; ++i) {
      const Bounds<D> own = boxes::bounds_of<D>(*query.first, i);
      s.tree.traverse(own, work_, [&](std::int32_t particle) {
        const Index j = s.box[static_cast<std::size_t>(particle)];
        if (all.body[static_cast<std::size_t>(j)] != body.range.body) return;
        if (!query.second && j <= i) return;
        ++tests_;
        if (own.overlap(boxes::bounds_of<D>(all, j))) add(i, j, query, pairs);
      });
    }
  }

  /// Boxes without end are searched separately.
  void add(Index i, Index j, const BoxQuery& query, std::vector<Pair>& pairs) const {
    if (!endless_.has(0, i) && query.wanted(i, j)) pairs.push_back({i, j});
  }

  Options options_;
  Search<2> plane_;
  Search<3> space_;
  boxes::EndlessBoxes endless_;
  Work work_;
  Index tests_ = 0, depth_ = 0, cells_ = 0, bp_pairs_ = 0;
};

}  // namespace

TACTUS_PLUGIN(BspTree, "bsp_tree", "Binary space partitioning of particles, Petocz & Armero (1998)")
