#include "benchmarks/detection/contestants.hpp"

#ifdef TACTUS_BENCH_FCL
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/narrowphase/collision_object.h>

#include <algorithm>

namespace tactus::bench {
namespace {

struct Objects {
  std::unique_ptr<fcl::DynamicAABBTreeCollisionManagerd> manager;
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects;
  std::vector<fcl::CollisionObjectd*> pointers;
};

bool note(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* data) {
  const auto i = reinterpret_cast<Index>(a->getUserData());
  const auto j = reinterpret_cast<Index>(b->getUserData());
  static_cast<std::vector<Pair>*>(data)->push_back({std::min(i, j), std::max(i, j)});
  return false;  // go on
}

}  // namespace

Contestant fcl_tree() {
  const auto all = std::make_shared<Objects>();
  return {"fcl_tree",
          [all](const Boxes& boxes) {
            all->manager.reset();
            all->objects.clear();
            all->pointers.clear();
            for (Index i = 0; i < boxes.count; ++i) {
              Real size[3] = {}, middle[3] = {};
              for (int d = 0; d < boxes.dim; ++d) {
                size[d] = boxes.upper(i)[d] - boxes.lower(i)[d];
                middle[d] = (boxes.upper(i)[d] + boxes.lower(i)[d]) / 2;
              }
              auto object = std::make_unique<fcl::CollisionObjectd>(
                  std::make_shared<fcl::Boxd>(size[0], size[1], size[2]), fcl::Matrix3d::Identity(),
                  fcl::Vector3d(middle[0], middle[1], middle[2]));
              object->setUserData(reinterpret_cast<void*>(i));
              all->pointers.push_back(object.get());
              all->objects.push_back(std::move(object));
            }
          },
          [all](std::vector<Pair>& pairs) {
            all->manager = std::make_unique<fcl::DynamicAABBTreeCollisionManagerd>();
            all->manager->registerObjects(all->pointers);
            all->manager->setup();
            all->manager->collide(&pairs, note);
          },
          [all](const Boxes& boxes) {
            for (Index i = 0; i < boxes.count; ++i) {
              fcl::Vector3d middle = fcl::Vector3d::Zero();
              for (int d = 0; d < boxes.dim; ++d)
                middle[d] = (boxes.upper(i)[d] + boxes.lower(i)[d]) / 2;
              auto& object = *all->objects[static_cast<std::size_t>(i)];
              object.setTranslation(middle);
              object.computeAABB();
            }
          },
          [all](std::vector<Pair>& pairs) {
            all->manager->update();
            all->manager->collide(&pairs, note);
          }};
}

}  // namespace tactus::bench
#endif
