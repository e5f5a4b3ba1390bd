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

class Tree {
 public:
  void prepare(const Boxes& boxes) {
    tree_.clear();
    volumes_.clear();
    leaves_.clear();
    move(boxes);
  }
  void move(const Boxes& boxes) {
    constexpr float far = 1e30F;
    volumes_.clear();
    for (Index i = 0; i < boxes.count; ++i)
      volumes_.push_back(btDbvtVolume::FromMM(corner(boxes.lower(i), boxes.dim, -far),
                                              corner(boxes.upper(i), boxes.dim, far)));
  }
  void build(std::vector<Pair>& pairs) {
    tree_.clear();
    leaves_.clear();
    for (std::size_t i = 0; i < volumes_.size(); ++i) {
      leaves_.push_back(tree_.insert(volumes_[i], nullptr));
      leaves_.back()->dataAsInt = static_cast<int>(i);
    }
    collide(pairs);
  }
  void follow(std::vector<Pair>& pairs) {
    for (std::size_t i = 0; i < volumes_.size(); ++i) tree_.update(leaves_[i], volumes_[i]);
    collide(pairs);
  }

 private:
  void collide(std::vector<Pair>& pairs) {
    Collector collector;
    collector.pairs = &pairs;
    tree_.collideTT(tree_.m_root, tree_.m_root, collector);
  }
  btDbvt tree_;
  std::vector<btDbvtVolume> volumes_;
  std::vector<btDbvtNode*> leaves_;
};

}  // namespace

Contestant bullet_tree() {
  const auto tree = std::make_shared<Tree>();
  return {.name = "bullet_tree",
          .prepare = [tree](const Boxes& boxes) { tree->prepare(boxes); },
          .find = [tree](std::vector<Pair>& pairs) { tree->build(pairs); },
          .move = [tree](const Boxes& boxes) { tree->move(boxes); },
          .follow = [tree](std::vector<Pair>& pairs) { tree->follow(pairs); }};
}

}  // namespace tactus::bench
#endif
