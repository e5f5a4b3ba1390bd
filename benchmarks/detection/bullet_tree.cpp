#include "benchmarks/detection/contestants.hpp"

#ifdef TACTUS_BENCH_BULLET
#include <BulletCollision/BroadphaseCollision/btDbvt.h>

#include <algorithm>
#include <cmath>

namespace tactus::bench {
namespace {

struct Collector : btDbvt::ICollide {
  std::vector<Pair>* pairs = nullptr;
  void Process(const btDbvtNode* a, const btDbvtNode* b) override {
    if (a == b) return;
    const Index i = a->dataAsInt, j = b->dataAsInt;
    pairs->push_back({std::min(i, j), std::max(i, j)});
  }
};

btScalar rounded(Real x, float towards) {
  const auto y = static_cast<float>(x);
  const bool inside = towards < 0 ? static_cast<Real>(y) > x : static_cast<Real>(y) < x;
  return inside ? std::nextafter(y, towards) : y;
}

btVector3 corner(const Real* x, int dim, float towards) {
  return {rounded(x[0], towards), rounded(x[1], towards), dim == 3 ? rounded(x[2], towards) : 0};
}

}  // namespace

Contestant bullet_tree() {
  const auto volumes = std::make_shared<std::vector<btDbvtVolume>>();
  return {"bullet_tree",
          [volumes](const Boxes& boxes) {
            constexpr float far = 1e30F;
            volumes->clear();
            for (Index i = 0; i < boxes.count; ++i)
              volumes->push_back(btDbvtVolume::FromMM(corner(boxes.lower(i), boxes.dim, -far),
                                                      corner(boxes.upper(i), boxes.dim, far)));
          },
          [volumes](std::vector<Pair>& pairs) {
            btDbvt tree;
            for (std::size_t i = 0; i < volumes->size(); ++i) {
              btDbvtNode* leaf = tree.insert((*volumes)[i], nullptr);
              leaf->dataAsInt = static_cast<int>(i);
            }
            Collector collector;
            collector.pairs = &pairs;
            tree.collideTT(tree.m_root, tree.m_root, collector);
          }};
}

}  // namespace tactus::bench
#endif
