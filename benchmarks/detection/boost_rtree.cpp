#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>

#include "benchmarks/detection/contestants.hpp"

namespace tactus::bench {
namespace {

namespace bg = boost::geometry;

template <int D>
class RTree {
 public:
  void prepare(const Boxes& boxes) {
    values_.clear();
    for (Index i = 0; i < boxes.count; ++i)
      values_.push_back(
          {Box(corner(boxes.lower(i)), corner(boxes.upper(i))), static_cast<std::uint32_t>(i)});
  }
  void find(std::vector<Pair>& pairs) const {
    const bg::index::rtree<Value, bg::index::quadratic<16>> tree(values_);
    for (const Value& a : values_)
      for (auto b = tree.qbegin(bg::index::intersects(a.first)); b != tree.qend(); ++b)
        if (b->second > a.second) pairs.push_back({a.second, b->second});
  }

 private:
  using Point = bg::model::point<Real, D, bg::cs::cartesian>;
  using Box = bg::model::box<Point>;
  using Value = std::pair<Box, std::uint32_t>;

  static Point corner(const Real* x) {
    Point p;
    bg::set<0>(p, x[0]);
    bg::set<1>(p, x[1]);
    if constexpr (D == 3) bg::set<2>(p, x[2]);
    return p;
  }
  std::vector<Value> values_;
};

}  // namespace

Contestant boost_rtree() {
  struct Both {
    int dim = 2;
    RTree<2> plane;
    RTree<3> space;
  };
  const auto tree = std::make_shared<Both>();
  return {"boost_rtree",
          [tree](const Boxes& boxes) {
            tree->dim = boxes.dim;
            boxes.dim == 2 ? tree->plane.prepare(boxes) : tree->space.prepare(boxes);
          },
          [tree](std::vector<Pair>& pairs) {
            tree->dim == 2 ? tree->plane.find(pairs) : tree->space.find(pairs);
          }};
}

}  // namespace tactus::bench
