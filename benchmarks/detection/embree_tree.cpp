#include "benchmarks/detection/contestants.hpp"

#ifdef TACTUS_BENCH_EMBREE
#include <embree3/rtcore.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cmath>

namespace tactus::bench {
namespace {

/// Embree's collision of user geometries. It starts threads by itself unless it is kept in an arena of one.
class Tree {
 public:
  Tree() : device_(rtcNewDevice("threads=1")) {}
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;
  ~Tree() {
    clear();
    rtcReleaseDevice(device_);
  }

  void prepare(const Boxes& boxes) {
    clear();
    move(boxes);
  }
  void move(const Boxes& boxes) {
    bounds_.resize(static_cast<std::size_t>(boxes.count));
    for (Index i = 0; i < boxes.count; ++i) {
      const Real *a = boxes.lower(i), *b = boxes.upper(i);
      const bool space = boxes.dim == 3;
      bounds_[static_cast<std::size_t>(i)] = {
          below(a[0]),   below(a[1]),   space ? below(a[2]) : 0,   0,
          -below(-b[0]), -below(-b[1]), space ? -below(-b[2]) : 0, 0};
    }
  }
  void build(std::vector<Pair>& pairs) {
    arena_.execute([&] {
      clear();
      scene_ = rtcNewScene(device_);
      geometry_ = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
      rtcSetGeometryUserPrimitiveCount(geometry_, static_cast<unsigned>(bounds_.size()));
      rtcSetGeometryUserData(geometry_, bounds_.data());
      rtcSetGeometryBoundsFunction(geometry_, bounds_of, nullptr);
      // The fastest builder
      rtcSetGeometryBuildQuality(geometry_, RTC_BUILD_QUALITY_LOW);
      rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_LOW);
      rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_DYNAMIC);
      rtcCommitGeometry(geometry_);
      rtcAttachGeometry(scene_, geometry_);
      commit(pairs);
    });
  }
  void refit(std::vector<Pair>& pairs) {
    arena_.execute([&] {
      rtcSetGeometryBuildQuality(geometry_, RTC_BUILD_QUALITY_REFIT);
      rtcUpdateGeometryBuffer(geometry_, RTC_BUFFER_TYPE_VERTEX, 0);
      rtcCommitGeometry(geometry_);
      commit(pairs);
    });
  }

 private:
  static float below(Real x) {
    const auto y = static_cast<float>(x);
    return static_cast<Real>(y) > x ? std::nextafter(y, -1e30F) : y;
  }
  static void bounds_of(const RTCBoundsFunctionArguments* at) {
    *at->bounds_o = static_cast<const RTCBounds*>(at->geometryUserPtr)[at->primID];
  }
  /// Each pair comes in both orders.
  static void note(void* list, RTCCollision* found, unsigned count) {
    auto& pairs = *static_cast<std::vector<Pair>*>(list);
    for (unsigned k = 0; k < count; ++k)
      if (found[k].primID0 < found[k].primID1)
        pairs.push_back(
            {static_cast<Index>(found[k].primID0), static_cast<Index>(found[k].primID1)});
  }
  void commit(std::vector<Pair>& pairs) {
    rtcCommitScene(scene_);
    rtcCollide(scene_, scene_, note, &pairs);
  }
  void clear() {
    if (scene_) rtcReleaseScene(scene_);
    if (geometry_) rtcReleaseGeometry(geometry_);
    scene_ = nullptr, geometry_ = nullptr;
  }

  tbb::task_arena arena_{1};
  RTCDevice device_;
  RTCScene scene_ = nullptr;
  RTCGeometry geometry_ = nullptr;
  std::vector<RTCBounds> bounds_;
};

}  // namespace

Contestant embree_tree() {
  const auto tree = std::make_shared<Tree>();
  return {.name = "embree_tree",
          .prepare = [tree](const Boxes& boxes) { tree->prepare(boxes); },
          .find = [tree](std::vector<Pair>& pairs) { tree->build(pairs); },
          .move = [tree](const Boxes& boxes) { tree->move(boxes); },
          .follow = [tree](std::vector<Pair>& pairs) { tree->refit(pairs); }};
}

}  // namespace tactus::bench
#endif
