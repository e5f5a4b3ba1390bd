#include <CGAL/Box_intersection_d/Box_with_info_d.h>
#include <CGAL/box_intersection_d.h>

#include <algorithm>

#include "benchmarks/detection/contestants.hpp"

namespace tactus::bench {
namespace {

template <int D>
class Streamed {
 public:
  void prepare(const Boxes& boxes) {
    boxes_.clear();
    for (Index i = 0; i < boxes.count; ++i)
      boxes_.emplace_back(const_cast<Real*>(boxes.lower(i)), const_cast<Real*>(boxes.upper(i)), i);
  }
  void find(std::vector<Pair>& pairs) {
    std::vector<const Box*> order;
    for (const Box& b : boxes_) order.push_back(&b);
    CGAL::box_self_intersection_d(
        order.begin(), order.end(),
        [&](const Box* a, const Box* b) {
          pairs.push_back({std::min(a->info(), b->info()), std::max(a->info(), b->info())});
        },
        std::ptrdiff_t{100}, CGAL::Box_intersection_d::CLOSED);
  }

 private:
  using Box = CGAL::Box_intersection_d::Box_with_info_d<Real, D, Index>;
  std::vector<Box> boxes_;
};

}  // namespace

Contestant cgal_boxes() {
  struct Both {
    int dim = 2;
    Streamed<2> plane;
    Streamed<3> space;
  };
  const auto boxes = std::make_shared<Both>();
  return {"cgal_boxes",
          [boxes](const Boxes& given) {
            boxes->dim = given.dim;
            given.dim == 2 ? boxes->plane.prepare(given) : boxes->space.prepare(given);
          },
          [boxes](std::vector<Pair>& pairs) {
            boxes->dim == 2 ? boxes->plane.find(pairs) : boxes->space.find(pairs);
          }};
}

}  // namespace tactus::bench
