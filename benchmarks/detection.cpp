// Detection: seconds from an array of boxes to the list of all pairs that overlap.
//
//     bench_detection [--json FILE] [--quick]
//
// grid, quadtree, bvh, ...      the plugins, through their interface, with their memory warm
// auto                          the plugin that measures others and takes the fastest
// sorted_grid                   a sparse grid written by hand, for boxes of one size
// boost_rtree, cgal_boxes, fcl_tree, bullet_tree, embree_tree   libraries, building included
//
// uniform: boxes of one size, about six partners each; clustered: in a thousand clouds; spread: sizes
// over 1e3, the large ones few (the number of boxes above a size falls with its square). Every box is a
// body of its own. Plugins that claim capability::sorted give sorted pairs, the others leave that to the
// kernel. Those that find another number of pairs than grid are named (bullet_tree and embree_tree have
// boxes in single precision, a little larger).
//
// moving: seconds per frame of boxes that move on straight lines by 1 % of their size in each of 100
// frames, from the second one on. Libraries that can follow do so (FCL's and Bullet's trees are updated,
// Embree's is refitted), the others search anew. threads: seconds on the wall with one thread and two.
#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "benchmarks/detection/contestants.hpp"
#include "benchmarks/support/report.hpp"
#include "core/support/executor.hpp"
#include "tactus/conformance/random.hpp"
#include "tests/support/composed_of.hpp"

using namespace tactus;
using namespace tactus::bench;
using conformance::Random;

namespace {

struct Scene {
  std::string name;
  std::vector<Real> bounds;
  std::vector<std::int32_t> body;
  std::vector<std::uint8_t> self, movable;
  std::vector<Real> velocity;  ///< [boxes * dim] per frame
  Boxes boxes;

  void move() {
    const auto dim = static_cast<std::size_t>(boxes.dim);
    for (std::size_t i = 0; i < body.size(); ++i)
      for (std::size_t d = 0; d < 2 * dim; ++d)
        bounds[2 * dim * i + d] += velocity[dim * i + d % dim];
  }
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
    Real way[3], square = 0;
    for (int d = 0; d < dim; ++d) way[d] = normal(random), square += way[d] * way[d];
    const Real speed = 0.01 * (upper[0] - lower[0]) / std::sqrt(square);
    for (int d = 0; d < dim; ++d) scene->velocity.push_back(speed * way[d]);
  }
  scene->self.assign(static_cast<std::size_t>(n), 0);
  scene->movable.assign(static_cast<std::size_t>(n), 1);
  scene->boxes = {dim, n, scene->bounds, scene->body, {}, 0};
  return scene;
}

/// A plugin of this build.
class Plugin {
 public:
  explicit Plugin(const std::string& name, int threads = 1)
      : object_(made(name)), runtime_(threads) {}
  /// @param number  of the query; one that was not used before has nothing kept for it
  void find(const Scene& scene, std::uint64_t number, std::vector<Pair>& pairs) {
    object_->candidates({&scene.boxes, nullptr, scene.self, scene.movable, number}, pairs,
                        runtime_.context());
  }

 private:
  static std::unique_ptr<BroadPhase> made(const std::string& name) {
    using testing::composed_of, testing::make_component;
    testing::Parts<BroadPhase> parts;
    if (name == "space_time") {
      parts.push_back(make_component<BroadPhase>("grid"));
    } else if (name == "auto") {
      for (const char* one : {"grid", "quadtree", "body_cells", "space_time"})
        parts.push_back(made(one));
    } else if (name == "auto of these") {  // none keeps anything from one search to the next
      for (const char* one : {"grid", "quadtree", "adaptive_grid"}) parts.push_back(made(one));
    }
    if (parts.empty()) return make_component<BroadPhase>(name.c_str());
    return composed_of(Kind::broad_phase, name == "space_time" ? "space_time" : "auto",
                       std::move(parts));
  }
  std::unique_ptr<BroadPhase> object_;
  core::Runtime runtime_;
};

constexpr const char* kOurs[] = {
    "grid",          "quadtree",   "brute_force",     "bsp_tree",   "bvh", "heap_sort",
    "adaptive_grid", "body_cells", "sweep_and_prune", "space_time", "auto"};

bool is_ours(const std::string& name) { return std::ranges::find(kOurs, name) != std::end(kOurs); }

/// Whether a contestant would take too long.
bool is_left_out(const std::string& name, const Scene& scene) {
  const Index n = scene.boxes.count;
  const bool spread = scene.name == "spread";
  if (name == "brute_force") return n > 10000;
  // One axis is swept.
  if (name == "heap_sort" || name == "sweep_and_prune") return n > (spread ? 10000 : 100000);
  return name == "sorted_grid" && spread && n > 10000;
}

class Race {
 public:
  explicit Race(bool quick) : quick_(quick) {
    for (const char* name : kOurs)
      field_.push_back({.name = name,
                        .prepare =
                            [this, name](const Boxes& boxes) {
                              const bool still = std::string(name) == "auto" && !moving_;
                              plugin_ =
                                  boxes.count
                                      ? std::make_unique<Plugin>(still ? "auto of these" : name)
                                      : nullptr;
                            },
                        .find =
                            [this, name](std::vector<Pair>& pairs) {
                              // What was kept of the same boxes is of no use to a search of its own.
                              if (!moving_ && std::string(name) != "auto") ++number_;
                              plugin_->find(*scene_, number_, pairs);
                            },
                        .move = [](const Boxes&) {}});
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
#ifdef TACTUS_BENCH_EMBREE
    field_.push_back(embree_tree());
#else
    fmt::print("Embree is left out: libembree-dev is not installed\n");
#endif
  }

  /// @param moving  seconds per frame while boxes move; otherwise of a search where they are
  void run(Scene& scene, bool moving, Table& table) {
    scene_ = &scene;
    moving_ = moving;
    const std::vector<Real> bounds = scene.bounds;
    const int dim = scene.boxes.dim;
    Table::Row row{{"scene", fmt::format("{} {}D", scene.name, dim)}, {"boxes", scene.boxes.count}};
    std::vector<std::size_t> found;
    std::vector<Real> times;
    for (Contestant& c : field_) {
      const bool out = is_left_out(c.name, scene);
      found.push_back(0);
      times.push_back(out ? kNotGiven : moving ? follow(c, found.back()) : search(c, found.back()));
      std::ranges::copy(bounds, scene.bounds.begin());
    }
    row.emplace_back("pairs", static_cast<Index>(found[0]));
    for (std::size_t k = 0; k < field_.size(); ++k) row.emplace_back(field_[k].name, times[k]);
    add_ratios(times, row);
    table.add(std::move(row));
    for (std::size_t k = 0; k < field_.size(); ++k)
      if (found[k] > 0 && found[k] != found[0])
        fmt::print("  {} finds {} pairs\n", field_[k].name, found[k]);
  }

 private:
  Real search(Contestant& c, std::size_t& found) {
    c.prepare(scene_->boxes);
    std::vector<Pair> pairs;
    const Real first = least_time(0, 1, [&] { c.find(pairs); });
    found = pairs.size();
    const auto again = [&] {
      pairs.clear();
      c.find(pairs);
    };
    for (int k = 0; k < 9 && c.name == "auto"; ++k) again();  // it chooses
    const Real best = first > 1 && c.name != "auto"
                          ? first
                          : least_time(quick_ ? 0.01 : 0.3, quick_ ? 1 : 3, again);
    c.prepare(Boxes{.dim = scene_->boxes.dim, .count = 0});  // give memory back
    return best;
  }

  /// Mean over the frames, as those in which something is made anew count, too. Slow ones make fewer.
  Real follow(Contestant& c, std::size_t& found) {
    c.prepare(scene_->boxes);
    std::vector<Pair> pairs;
    c.find(pairs);
    Real spent = 0;
    int frames = 0;
    const int most = quick_ ? 10 : 100, unmeasured = c.name == "auto" ? 13 : 1;
    while (frames < most + unmeasured && (spent < 4 || frames < 2)) {
      scene_->move();
      c.move ? c.move(scene_->boxes) : c.prepare(scene_->boxes);
      pairs.clear();
      const Real start = thread_seconds();
      c.follow ? c.follow(pairs) : c.find(pairs);
      if (++frames > unmeasured) spent += thread_seconds() - start;
    }
    // `auto` has gone further, and who makes fewer frames not as far: their numbers are not comparable.
    found = frames == most + 1 ? pairs.size() : 0;
    c.prepare(Boxes{.dim = scene_->boxes.dim, .count = 0});
    return spent / std::max(1, frames - unmeasured);
  }

  /// Theirs over ours, and auto over our best.
  void add_ratios(const std::vector<Real>& times, Table::Row& row) const {
    Real ours = kUnlimited, theirs = kUnlimited, choice = 0;
    for (std::size_t k = 0; k < field_.size(); ++k) {
      const std::string& name = field_[k].name;
      if (name == "auto") choice = times[k];
      if (name == "auto" || name == "sorted_grid" || !(times[k] > 0)) continue;
      Real& best = is_ours(name) ? ours : theirs;
      best = std::min(best, times[k]);
    }
    row.emplace_back("ahead", theirs / ours);
    row.emplace_back("auto/best", choice / ours);
  }

  bool quick_, moving_ = false;
  std::uint64_t number_ = 1;
  Scene* scene_ = nullptr;
  std::unique_ptr<Plugin> plugin_;
  std::vector<Contestant> field_;
};

/// Seconds on the wall, with one thread and with two in turn.
void compare_threads(const Scene& scene, const char* name, bool quick, Table& table) {
  Plugin one(name, 1), two(name, 2);
  std::vector<Pair> pairs;
  Real best[2] = {kUnlimited, kUnlimited};
  for (int k = 0; k < (quick ? 2 : 40); ++k)
    for (const int t : {0, 1}) {
      pairs.clear();
      const Real start = wall_seconds();
      (t ? two : one).find(scene, 1, pairs);
      best[t] = std::min(best[t], wall_seconds() - start);
    }
  table.add({{"scene", fmt::format("{} {}D", scene.name, scene.boxes.dim)},
             {"boxes", scene.boxes.count},
             {"search", std::string(name)},
             {"one", best[0]},
             {"two", best[1]},
             {"gain", best[0] / best[1]}});
}

/// p of seconds ~ N^p for each scene and contestant, from its three largest numbers of boxes.
void fit_growth(const Table& table, Table& out) {
  std::vector<std::string> scenes;
  for (const Table::Row& row : table.rows())
    if (const auto& name = std::get<std::string>(row[0].second);
        std::ranges::find(scenes, name) == scenes.end())
      scenes.push_back(name);
  for (const std::string& scene : scenes) {
    Table::Row fit{{"scene", scene}};
    for (std::size_t k = 3; k + 2 < table.rows().front().size(); ++k) {
      std::vector<Real> x, y;
      for (const Table::Row& row : table.rows())
        if (std::get<std::string>(row[0].second) == scene)
          if (const Real time = std::get<Real>(row[k].second); time > 0)
            x.push_back(static_cast<Real>(std::get<Index>(row[1].second))), y.push_back(time);
      while (x.size() > 3) x.erase(x.begin()), y.erase(y.begin());
      fit.emplace_back(table.rows().front()[k].first, x.size() > 1 ? exponent(x, y) : kNotGiven);
    }
    out.add(std::move(fit));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = parse(argc, argv, "bench_detection");
  Table still("detection"), moving("moving"), growth("growth"), threads("threads");
  const std::vector<Index> sizes =
      arguments.quick ? std::vector<Index>{1000} : std::vector<Index>{1000, 10000, 100000, 1000000};
  const auto each_scene = [&](auto&& f) {
    for (const int dim : {2, 3})
      for (const char* name : {"uniform", "clustered", "spread"})
        for (const Index n : sizes) f(*make_scene(name, dim, n));
  };
  // Before the race: Embree's device limits the threads of the whole program to one.
  each_scene([&](const Scene& scene) {
    if (scene.boxes.count < 100000 && !arguments.quick) return;
    for (const char* name : {"grid", "space_time"})
      compare_threads(scene, name, arguments.quick, threads);
  });
  Race race(arguments.quick);
  each_scene([&](Scene& scene) { race.run(scene, false, still); });
  if (!arguments.quick) fit_growth(still, growth);
  each_scene([&](Scene& scene) { race.run(scene, true, moving); });
  write_json(arguments, "detection", {&still, &growth, &moving, &threads});
  return 0;
}
