// What is asked of all broad phases at once: traps of section H of the catalogue, boxes that move long,
// many of them. The tests of each are beside it.
#include <Eigen/Geometry>
#include <deque>
#include <filesystem>
#include <tactus/conformance/box_scenes.hpp>
#include <tactus/conformance/broad_phase.hpp>
#include <tactus/conformance/random.hpp>
#include <tactus/conformance/serial_context.hpp>

#include "every_broad_phase.hpp"
#include "tests/support/allocations.hpp"
#include "tests/support/named_metrics.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::allocations;
using tactus::testing::kAllBroadPhases;
using tactus::testing::made_broad_phase;
using tactus::testing::make_component;
using tactus::testing::NamedMetrics;
using tactus::testing::Searcher;

namespace {

using Polygon = std::vector<std::array<Real, 2>>;

Polygon square(Real x, Real y, Real side = 1) {
  return {{x, y}, {x + side, y}, {x + side, y + side}, {x, y + side}};
}
Polygon rectangle(Real x0, Real y0, Real x1, Real y1) {
  return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
}

struct Trap {
  std::string name;
  std::vector<Polygon> bodies;
  bool meets = true;  ///< some edge or vertex of one is in the other, or on its edge
};

std::vector<Trap> traps() {
  const Polygon a = square(0, 0), big = rectangle(-1e6, -1e6, 1, 1e6);
  std::vector<Trap> all{
      {"DET-0 overlap at a corner", {a, square(0.9, 0.9)}},
      {"DET-1 vertex on vertex", {a, square(1, 1)}},
      {"DET-2 vertex on edge", {a, {{1, .5}, {2, 0}, {2, 1}}}},
      {"DET-3 overlap of 1e-12", {a, {{1 - 1e-12, .5}, {2, 0}, {2, 1}}}},
      {"DET-4 edge on edge", {a, square(1, 0)}},
      {"DET-4 edge on edge, shifted", {a, square(1, 0.3)}},
      {"DET-5 one inside the other", {a, rectangle(.4, .4, .6, .6)}},
      {"DET-6 edges on each other", {a, square(0.5, 0)}},
      {"DET-7 the same body", {a, a}},
      {"DET-9 sizes 1e12 apart", {big, square(1 - 5e-7, 0.5, 1e-6)}},
      {"DET-10 corner in a face", {a, {{1, .5}, {1.5, 0}, {2, .5}, {1.5, 1}}}},
      {"DET-10 corner in a face by 1e-9",
       {a, {{1 - 1e-9, .5}, {1.5 - 1e-9, 0}, {2 - 1e-9, .5}, {1.5 - 1e-9, 1}}}},
      {"DET-11 three at one point", {a, square(1, 0), square(0.5, 1)}},
      {"DET-11 four at one point", {a, square(1, 0), square(0, 1), square(1, 1)}},
      {"DET-12 crossing bars", {rectangle(0, 1, 3, 2), rectangle(1, 0, 2, 3)}},
  };
  for (const Real g : {1e-12, 1e-15, 0., -1e-15, -1e-12})
    all.push_back({"DET-8 a gap of " + std::to_string(g * 1e15) + "e-15",
                   {a, rectangle(1 + g, 0, 2 + g, 1)},
                   1 + g <= 1});
  return all;
}

/// Boxes of edges, of whole bodies and of vertices.
void add_boxes(const Polygon& p, std::int32_t body, BoxSet& edges, BoxSet& whole,
               BoxSet& vertices) {
  Real low[2] = {kUnlimited, kUnlimited}, high[2] = {-kUnlimited, -kUnlimited};
  for (std::size_t k = 0; k < p.size(); ++k) {
    const auto &a = p[k], &b = p[(k + 1) % p.size()];
    edges.add({std::min(a[0], b[0]), std::min(a[1], b[1]), 0},
              {std::max(a[0], b[0]), std::max(a[1], b[1]), 0}, body);
    vertices.add({a[0], a[1], 0}, {a[0], a[1], 0}, body);
    for (std::size_t d = 0; d < 2; ++d)
      low[d] = std::min(low[d], a[d]), high[d] = std::max(high[d], a[d]);
  }
  whole.add({low[0], low[1], 0}, {high[0], high[1], 0}, body);
}

}  // namespace

TEST_CASE("a warm broad phase takes nothing from the heap", "[broad_phase]") {
  const std::string name =
      GENERATE("brute_force", "grid", "grid without sweep", "quadtree", "octree", "bsp_tree", "bvh",
               "sweep_and_prune", "heap_sort", "adaptive_grid", "body_cells", "space_time");
  const auto plugin = made_broad_phase(name);
  SerialContext context;
  std::vector<Pair> pairs;
  std::size_t cold = 0;
  for (const BoxScene& scene : box_scenes()) {
    INFO(scene.name);
    Random random(3);
    BoxSet one, two;
    scene.fill(one, random);
    scene.fill(two, random);
    const Boxes a = one.boxes(), b = two.boxes();
    const std::vector<std::uint8_t> yes(1001, 1);
    for (const Boxes* second : {static_cast<const Boxes*>(nullptr), &b}) {
      const BoxQuery query{&a, second, yes, yes, 1};
      const std::size_t start = allocations();
      plugin->candidates(query, pairs, context.context());
      cold += allocations() - start;
      pairs.clear();
      const std::size_t before = allocations();
      plugin->candidates(query, pairs, context.context());
      CHECK(allocations() == before);
      pairs.clear();
    }
  }
  CHECK(cold > 0);  // the count does see the plugin
}

TEST_CASE("boxes that are none are refused, with the body, before a plugin sees them",
          "[broad_phase]") {
  const auto plugin = make_component<BroadPhase>("brute_force");
  SerialContext context;
  BoxSet set;
  set.add({0, 0, 0}, {1, 1, 1}, 0);
  set.add({0, 0, 0}, {1, 1, 1}, 3);
  const std::vector<std::uint8_t> all(4, 1);
  const auto refusal = [&] {
    const Boxes boxes = set.boxes();
    std::vector<Pair> pairs;
    try {
      plugin->candidates({&boxes, nullptr, all, all, 1}, pairs, context.context());
    } catch (const PreconditionError& e) {
      CHECK(e.where.item == Item::body);
      CHECK(e.where.index == 3);
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  set.bounds[7] = std::nan("");
  CHECK_THAT(refusal(), Catch::Contains("box 1 of body 3 goes from nan"));
  set.bounds[7] = 2;
  CHECK_THAT(refusal(), Catch::Contains("box 1 of body 3 goes from 2.0"));
}

TEST_CASE("the list of broad phases that are tested together has all that are built",
          "[broad_phase]") {
  std::vector<std::string> built;
  for (const auto& entry :
       std::filesystem::directory_iterator(TACTUS_SOURCE_DIR "/plugins/broad_phase"))
    if (entry.path().filename() != "auto")  // consists of others
      built.push_back(entry.path().filename());
  std::sort(built.begin(), built.end());
  CHECK(built == kAllBroadPhases);
}

TEST_CASE("DET-0 to DET-12 every broad phase finds the pairs of bodies that touch or overlap",
          "[broad_phase]") {
  const std::string name = GENERATE(from_range(kAllBroadPhases));
  INFO(name);
  Searcher searcher(name);
  for (const Trap& trap : traps()) {
    INFO(trap.name);
    BoxSet edges, whole, vertices;
    edges.dim = whole.dim = vertices.dim = 2;
    for (std::size_t b = 0; b < trap.bodies.size(); ++b)
      add_boxes(trap.bodies[b], static_cast<std::int32_t>(b), edges, whole, vertices);
    const Boxes e = edges.boxes(), w = whole.boxes(), v = vertices.boxes();
    const auto crossing = searcher.pairs(e), inside = searcher.pairs(w, &v);
    CHECK(crossing == all_pairs(searcher.query_of(e, nullptr, false)));
    CHECK(inside == all_pairs(searcher.query_of(w, &v, false)));
    CHECK((!crossing.empty() || !inside.empty()) == trap.meets);
  }
}

TEST_CASE(
    "DET-14 DET-16 every broad phase finds the pairs of solids and particles that touch or overlap",
    "[broad_phase]") {
  using Points = std::vector<std::array<Real, 3>>;
  const auto cube = [](Real x, Real y, Real z) {
    Points corners;
    for (int k = 0; k < 8; ++k) corners.push_back({x + k % 2, y + k / 2 % 2, z + k / 4});
    return corners;
  };
  const auto ridge = [](Real z) {
    return Points{{.5, -.5, z}, {.5, .5, z}, {0, 0, z + 1}, {1, 0, z + 1}};
  };
  const Points a = cube(0, 0, 0), edge{{0, 0, 0}, {1, 0, 0}, {.5, -.5, -1}, {.5, .5, -1}};
  const std::vector<std::pair<std::string, std::vector<Points>>> all{
      {"face", {a, cube(1, 0, 0)}},
      {"edge", {a, cube(1, 1, 0)}},
      {"vertex", {a, cube(1, 1, 1)}},
      {"shifted face", {a, cube(1, .3, .2)}},
      {"face by 1e-12", {a, cube(1 - 1e-12, 0, 0)}},
      {"vertex by 1e-12", {a, cube(1 - 1e-12, 1 - 1e-12, 1 - 1e-12)}},
      {"inside", {a, {{.4, .4, .4}, {.6, .4, .4}, {.4, .6, .4}, {.4, .4, .6}}}},
      {"edge on edge", {edge, ridge(0)}},
      {"edge on edge by 1e-9", {edge, ridge(-1e-9)}},
      {"particles in one place", {{{.5, .5, .5}}, {{.5, .5, .5}}}}};
  const std::string name = GENERATE(from_range(kAllBroadPhases));
  for (const auto& [trap, bodies] : all) {
    Searcher of_bodies(name), of_sides(name);
    INFO(name << ", " << trap);
    BoxSet whole, sides;  // of bodies, and of each two of their corners
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      const auto body = static_cast<std::int32_t>(b);
      Eigen::AlignedBox3d round;
      for (const auto& p : bodies[b]) {
        round.extend(Eigen::Vector3d(p[0], p[1], p[2]));
        for (const auto& q : bodies[b])
          sides.add({std::min(p[0], q[0]), std::min(p[1], q[1]), std::min(p[2], q[2])},
                    {std::max(p[0], q[0]), std::max(p[1], q[1]), std::max(p[2], q[2])}, body);
      }
      const Eigen::Vector3d low = round.min(), high = round.max();
      whole.add({low[0], low[1], low[2]}, {high[0], high[1], high[2]}, body);
    }
    const Boxes w = whole.boxes(), s = sides.boxes();
    const auto near = of_bodies.pairs(w), inside = of_bodies.pairs(w, &s);
    CHECK(near == std::vector<Pair>{{0, 1}});
    CHECK(inside == all_pairs(of_bodies.query_of(w, &s, false)));
    CHECK(of_sides.pairs(s) == all_pairs(of_sides.query_of(s, nullptr, false)));
    CHECK_FALSE(inside.empty());
  }
}

TEST_CASE("every broad phase gives the pairs of all frames of boxes that move, meet and part",
          "[broad_phase]") {
  const int dim = GENERATE(2, 3);
  constexpr int frames = 1000, count = 60;
  std::deque<Searcher> searchers;
  for (const std::string& name : kAllBroadPhases) searchers.emplace_back(name);
  Random random(31);
  BoxSet set;
  set.dim = dim;
  // Most of one size, one large, one flat, one half-space; three boxes a body
  for (int i = 0; i < count; ++i)
    add_random(set, random, 1, i == 7 ? 0.6 : 0.15, static_cast<std::int32_t>(i / 3));
  const auto width = static_cast<std::size_t>(dim);
  set.bounds[width - 1] = -kUnlimited;
  std::vector<Real> speed;
  for (std::size_t k = 0; k < count * width; ++k) speed.push_back(0.02 * (random() - 0.5));
  std::vector<Pair> before;
  Index born = 0, gone = 0, different = 0;
  for (int frame = 0; frame < frames; ++frame) {
    for (std::size_t i = 1; i < count; ++i)
      for (std::size_t d = 0; d < width; ++d) {
        Real &low = set.bounds[2 * i * width + d], &high = set.bounds[(2 * i + 1) * width + d];
        if (low < 0 || high > 1.2) speed[i * width + d] = std::copysign(speed[i * width + d], -low);
        // Now and then one jumps, and all are at rest for a while
        const Real by = frame % 100 == 50 && i % 9 == 0 ? random() - low
                        : frame % 50 > 45               ? 0
                                                        : speed[i * width + d];
        low += by, high += by;
      }
    const Boxes boxes = set.boxes();
    const bool self = frame >= frames / 2;
    const std::vector<Pair> expected = all_pairs(searchers[0].query_of(boxes, nullptr, self));
    for (std::size_t k = 0; k < searchers.size(); ++k) {
      if (searchers[k].pairs(boxes, nullptr, self) == expected) continue;
      ++different;
      UNSCOPED_INFO(kAllBroadPhases[k] << ", frame " << frame);
    }
    std::vector<Pair> lost, won;
    std::set_difference(before.begin(), before.end(), expected.begin(), expected.end(),
                        std::back_inserter(lost));
    std::set_difference(expected.begin(), expected.end(), before.begin(), before.end(),
                        std::back_inserter(won));
    born += static_cast<Index>(won.size()), gone += static_cast<Index>(lost.size());
    before = expected;
  }
  CHECK(different == 0);
  CHECK(born > 300);
  CHECK(gone > 300);
}

TEST_CASE("a broad phase that keeps its order from call to call works less than one that does not",
          "[broad_phase]") {
  const auto [name, metric] = GENERATE(table<std::string, std::string>(
      {{"bvh", "trees_built"}, {"sweep_and_prune", "lists_sorted"}, {"body_cells", "lists_made"}}));
  INFO(name);
  Searcher searcher(name);
  const NamedMetrics metrics(searcher.plugin());
  Random random(3);
  BoxSet set;
  for (int i = 0; i < 500; ++i) add_random(set, random, 1, 0.1, i);
  for (int frame = 0; frame < 20; ++frame) {
    const Boxes boxes = set.boxes();
    CHECK(searcher.pairs(boxes) == all_pairs(searcher.query_of(boxes, nullptr, false)));
    for (std::size_t k = 0; k < set.bounds.size(); k += 6)
      for (std::size_t d = 0; d < 3; ++d) {
        const Real by = 2e-4 * (random() - 0.5);
        set.bounds[k + d] += by, set.bounds[k + 3 + d] += by;
      }
  }
  CHECK(metrics.integer(metric) == 1);
  for (Real& x : set.bounds) x = -x;  // everything elsewhere
  for (std::size_t k = 0; k < set.bounds.size(); k += 6)
    std::swap_ranges(set.bounds.begin() + static_cast<std::ptrdiff_t>(k),
                     set.bounds.begin() + static_cast<std::ptrdiff_t>(k) + 3,
                     set.bounds.begin() + static_cast<std::ptrdiff_t>(k) + 3);
  const Boxes boxes = set.boxes();
  CHECK(searcher.pairs(boxes) == all_pairs(searcher.query_of(boxes, nullptr, false)));
  if (name == "body_cells") CHECK(metrics.integer(metric) == 2);
}

TEST_CASE("DET-17 every broad phase finds the pairs of 100,000 boxes", "[broad_phase]") {
  Random random(4);
  BoxSet set;
  set.dim = 2;
  const Real size = std::sqrt(2.5e-5);
  for (int i = 0; i < 100000; ++i) add_random(set, random, 1, size, i);
  const Boxes boxes = set.boxes();
  const std::vector<Pair> expected = Searcher("grid").pairs(boxes);
  CHECK(expected.size() > 100000);
  for (const std::string& name : kAllBroadPhases) {
    if (name == "grid" || name == "brute_force") continue;
    INFO(name);
    CHECK((Searcher(name).pairs(boxes) == expected));
  }
}

TEST_CASE("every broad phase follows a single box that moves either way along an axis",
          "[broad_phase]") {
  const std::string name = GENERATE(from_range(kAllBroadPhases));
  const int axis = GENERATE(0, 1, 2), way = GENERATE(-1, 1);
  INFO(name << ", axis " << axis << ", way " << way);
  Searcher searcher(name);
  // Two at rest on both sides, twelve lengths away, and a row of others far from them
  BoxSet set;
  set.add({0, 0, 0}, {1, 1, 1}, 0);
  for (const Real side : {-12., 12.}) {
    std::array<Real, 3> low{}, high{1, 1, 1};
    low[static_cast<std::size_t>(axis)] += side, high[static_cast<std::size_t>(axis)] += side;
    set.add(low, high, side < 0 ? 1 : 2);
  }
  for (int i = 0; i < 20; ++i) set.add({100. + 2 * i, 50, 50}, {101. + 2 * i, 51, 51}, 3 + i);
  int meetings = 0;
  for (int step = 0; step < 60; ++step) {
    const Boxes boxes = set.boxes();
    const auto pairs = searcher.pairs(boxes);
    CHECK(pairs == all_pairs(searcher.query_of(boxes, nullptr, false)));
    meetings += pairs.size() == 1;
    for (const int end : {0, 3}) set.bounds[static_cast<std::size_t>(axis + end)] += 0.25 * way;
  }
  CHECK(meetings == 9);  // from 11 to 13 lengths, both ends included
}
