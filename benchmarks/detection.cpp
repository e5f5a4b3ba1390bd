// Detection: seconds from an array of boxes to the list of all pairs that overlap.
//
//     bench_detection [--json FILE] [--quick]
//
// grid, quadtree, bvh, ...      the plugins, through their interface, with their memory warm
// sorted_grid                   a sparse grid written by hand, for boxes of one size
// boost_rtree, cgal_boxes, fcl_tree, bullet_tree   libraries, building included
//
// uniform: boxes of one size, about six partners each; clustered: in a thousand clouds; spread: sizes
// over 1e3, the large ones few (the number of boxes above a size falls with its square). Every box is a
// body of its own. grid and brute_force give sorted pairs, the others leave that to the kernel. Those
// that find another number of pairs than grid are named (bullet_tree has boxes in single precision, a
// little larger).
#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "benchmarks/detection/contestants.hpp"
#include "benchmarks/support/report.hpp"
#include "core/support/executor.hpp"
#include "tactus/conformance/random.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::bench;
using conformance::Random;

namespace {

struct Scene {
  std::string name;
  std::vector<Real> bounds;
  std::vector<std::int32_t> body;
  std::vector<std::uint8_t> self, movable;
  Boxes boxes;
};

Real normal(Random& random) {  // of twelve uniform numbers: near enough
  Real sum = -6;
  for (int i = 0; i < 12; ++i) sum += random();
  return sum;
}

/// Boxes with edges between size/2 and size; size = (partners / n)^(1/D) gives each a few partners.
std::unique_ptr<Scene> make_scene(const std::string& name, int dim, Index n) {
  auto scene = std::make_unique<Scene>();
  scene->name = name;
  Random random(17);
  const Real count = static_cast<Real>(n), one = std::pow(2.5 / count, 1. / dim);
  std::vector<Real> clouds;
  for (int i = 0; i < 1000 * dim; ++i) clouds.push_back(random());
  for (Index i = 0; i < n; ++i) {
    Real lower[3], upper[3], size = one;
    // P(size > s) = (least / s)^2 up to 1e3 least, with as much volume as the uniform ones have.
    if (name == "spread")
      size = one / (dim == 2 ? 3.7 : 12.6) / std::sqrt(std::max(random(), 1e-6));
    const auto cloud = static_cast<std::size_t>(1000 * random());
    for (int d = 0; d < dim; ++d) {
      const Real place =
          name == "clustered"
              ? clouds[cloud * static_cast<std::size_t>(dim) + static_cast<std::size_t>(d)] +
                    0.01 * normal(random)
              : random();
      lower[d] = place;
      upper[d] = place + size * (name == "clustered" ? 0.15 : 1) * (1 + random()) / 2;
    }
    scene->bounds.insert(scene->bounds.end(), lower, lower + dim);
    scene->bounds.insert(scene->bounds.end(), upper, upper + dim);
    scene->body.push_back(static_cast<std::int32_t>(i));
  }
  scene->self.assign(static_cast<std::size_t>(n), 0);
  scene->movable.assign(static_cast<std::size_t>(n), 1);
  scene->boxes = {dim, n, scene->bounds, scene->body, {}, 0};
  return scene;
}

/// A plugin of this build.
class Plugin {
 public:
  explicit Plugin(const char* name) : object_(testing::make_component<BroadPhase>(name)) {}
  void find(const Scene& scene, std::vector<Pair>& pairs) {
    object_->candidates({&scene.boxes, nullptr, scene.self, scene.movable, 1}, pairs,
                        runtime_.context());
  }

 private:
  std::unique_ptr<BroadPhase> object_;
  core::Runtime runtime_{1};
};

class Race {
 public:
  explicit Race(bool quick) : quick_(quick) {
    for (const char* name : {"grid", "quadtree", "brute_force", "bsp_tree", "bvh",
                             "sweep_and_prune", "heap_sort", "adaptive_grid", "body_cells"}) {
      const auto plugin = std::make_shared<Plugin>(name);
      field_.push_back(
          {name, {}, [plugin, this](std::vector<Pair>& pairs) { plugin->find(*scene_, pairs); }});
    }
    field_.push_back(sorted_grid());
    field_.push_back(boost_rtree());
    field_.push_back(cgal_boxes());
#ifdef TACTUS_BENCH_FCL
    field_.push_back(fcl_tree());
#else
    fmt::print("FCL is left out: libfcl-dev is not installed\n");
#endif
#ifdef TACTUS_BENCH_BULLET
    field_.push_back(bullet_tree());
#else
    fmt::print("Bullet is left out: libbullet-dev is not installed\n");
#endif
  }

  void run(const Scene& scene, Table& table) {
    scene_ = &scene;
    const int dim = scene.boxes.dim;
    Table::Row row{{"scene", fmt::format("{} {}D", scene.name, dim)}, {"boxes", scene.boxes.count}};
    std::vector<std::size_t> found;
    std::vector<Real> times;
    for (Contestant& c : field_) times.push_back(time_of(c, found));
    row.emplace_back("pairs", static_cast<Index>(found[0]));
    for (std::size_t k = 0; k < field_.size(); ++k) row.emplace_back(field_[k].name, times[k]);
    table.add(std::move(row));
    for (std::size_t k = 0; k < field_.size(); ++k)
      if (times[k] > 0 && found[k] != found[0])
        fmt::print("  {} finds {} pairs\n", field_[k].name, found[k]);
  }

 private:
  /// NaN: left out, because it would take too long.
  Real time_of(Contestant& c, std::vector<std::size_t>& found) {
    const Index n = scene_->boxes.count;
    found.push_back(0);
    // One axis is swept
    const bool superlinear = c.name == "heap_sort" || c.name == "sweep_and_prune";
    const bool slow = (c.name == "brute_force" && n > 10000) ||
                      (superlinear && n > (scene_->name == "spread" ? 10000 : 100000)) ||
                      (c.name == "sorted_grid" && scene_->name == "spread" && n > 100000);
    if (slow) return kNotGiven;
    if (c.prepare) c.prepare(scene_->boxes);
    std::vector<Pair> pairs;
    const Real first = least_time(0, 1, [&] { c.find(pairs); });
    found.back() = pairs.size();
    const auto again = [&] {
      pairs.clear();
      c.find(pairs);
    };
    const Real best = first > 1 ? first : least_time(quick_ ? 0.01 : 0.3, quick_ ? 1 : 3, again);
    if (c.prepare) c.prepare(Boxes{.dim = scene_->boxes.dim, .count = 0});  // give memory back
    return best;
  }

  bool quick_;
  const Scene* scene_ = nullptr;
  std::vector<Contestant> field_;
};

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = parse(argc, argv, "bench_detection");
  Race race(arguments.quick);
  Table table("detection");
  const std::vector<Index> sizes =
      arguments.quick ? std::vector<Index>{1000} : std::vector<Index>{1000, 10000, 100000, 1000000};
  for (const int dim : {2, 3})
    for (const char* name : {"uniform", "clustered", "spread"})
      for (const Index n : sizes) race.run(*make_scene(name, dim, n), table);
  write_json(arguments, "detection", {&table});
  return 0;
}
