// The promises of a broad phase, kept by bsp_tree, and the catalogue's tests of Petocz and Armero (1998):
// a tree node by node, growth of the cost, particles in one place, the fixed working space.
#include <tactus/conformance/box_scenes.hpp>
#include <tactus/conformance/broad_phase.hpp>
#include <tactus/conformance/serial_context.hpp>

#include "tests/support/make_component.hpp"
#include "tests/support/named_metrics.hpp"
#include "tests/support/spread_squares.hpp"
#include "tree.hpp"

using namespace tactus;
using namespace tactus::conformance;
using Catch::Contains;
using tactus::testing::make_component;
using tactus::testing::NamedMetrics;
using tactus::testing::OptionValues;

namespace {

using Plane = bsp_tree::Tree<2>;

Plane tree_of(const std::vector<std::array<Real, 2>>& points, Index depth = 64) {
  Plane tree;
  boxes::Bounds<2> space;
  space.lower = {0, 0}, space.upper = {4, 4};
  tree.start(space, depth);
  for (const auto& p : points) tree.insert(p);
  return tree;
}

/// Regular polygons as surfaces of bodies, one box for each edge.
BoxSet disks(Index n, Random& random) {
  constexpr int nodes = 32;
  BoxSet set;
  set.dim = 2;
  const auto columns = static_cast<Index>(std::ceil(std::sqrt(static_cast<Real>(n))));
  for (Index k = 0; k < n; ++k) {
    // Disks of radius 0.5 that cannot overlap, each somewhere in its own square of side 1.2
    const Real x = 1.2 * static_cast<Real>(k % columns) + 0.2 * random();
    const Real y = 1.2 * static_cast<Real>(k / columns) + 0.2 * random();
    for (int i = 0; i < nodes; ++i) {
      Real low[2], high[2];
      for (int d = 0; d < 2; ++d) {
        const auto at = [&](int node) {
          const Real angle = 2 * std::acos(-1.) * node / nodes;
          return (d == 0 ? x + 0.5 * std::cos(angle) : y + 0.5 * std::sin(angle));
        };
        // Inflated as a near list is: 0.12 lets neighbours overlap
        low[d] = std::min(at(i), at(i + 1)) - 0.12;
        high[d] = std::max(at(i), at(i + 1)) + 0.12;
      }
      set.add({low[0], low[1], 0}, {high[0], high[1], 0}, static_cast<std::int32_t>(k));
    }
  }
  return set;
}

/// Operations of a search, and its pairs as the kernel gets them.
std::pair<Real, std::vector<Pair>> search(const std::string& name, const BoxSet& set,
                                          bool self = false) {
  const auto plugin = make_component<BroadPhase>(name);
  const NamedMetrics metrics(*plugin);
  const Boxes boxes = set.boxes();
  const std::size_t bodies = set.body.size() + 1;
  const std::vector<std::uint8_t> within(bodies, self), all(bodies, 1);
  SerialContext context;
  std::vector<Pair> pairs;
  const BoxQuery query{&boxes, nullptr, within, all, 1};
  plugin->candidates(query, pairs, context.context());
  Real work = 0;
  for (const char* metric : {"box_tests", "node_visits", "particle_tests"})
    work += static_cast<Real>(metrics.integer(metric).value_or(0));
  return {work, tidied(query, pairs)};
}

}  // namespace

TEST_CASE("DET-17 bsp_tree keeps every promise of a broad phase", "[broad_phase][bsp_tree]") {
  const bool usual = GENERATE(true, false);
  check_broad_phase([usual] {
    return make_component<BroadPhase>("bsp_tree",
                                      usual ? OptionValues{} : OptionValues{{"depth", 3.}});
  });
}

TEST_CASE("bsp_tree divides cells for five particles as one does by hand",
          "[broad_phase][bsp_tree]") {
  // The figure of README.md. Of the numbers of particles, the order of insertion: a to e are 0 to 4.
  const Plane tree = tree_of({{3, 0.5}, {1, 3}, {0.5, 0.5}, {2.5, 3}, {3.5, 3.5}});
  struct Expected {
    int parent, half, particle;
    std::array<Real, 2> lower, upper;
  };
  const std::vector<Expected> expected{
      {-1, 0, -1, {0, 0}, {4, 4}},  // the root, divided at x = 2 when b came
      {0, 1, -1, {2, 0}, {4, 4}},   // its right half, first a's, divided at y = 2 by d
      {0, 0, -1, {0, 0}, {2, 4}},   // its left half, first b's, divided at y = 2 by c
      {2, 1, 1, {0, 2}, {2, 4}},    // b
      {2, 0, 2, {0, 0}, {2, 2}},    // c
      {1, 0, 0, {2, 0}, {4, 2}},    // a
      {1, 1, -1, {2, 2}, {4, 4}},   // first d's, divided at x = 3 by e
      {6, 0, 3, {2, 2}, {3, 4}},    // d
      {6, 1, 4, {3, 2}, {4, 4}},    // e
  };
  REQUIRE(tree.nodes().size() == expected.size());
  for (std::size_t n = 0; n < expected.size(); ++n) {
    INFO(n);
    const auto& node = tree.nodes()[n];
    const Expected& e = expected[n];
    CHECK(node.cell.lower == e.lower);
    CHECK(node.cell.upper == e.upper);
    CHECK(node.particle == e.particle);
    if (e.parent < 0) continue;
    const auto& parent = tree.nodes()[static_cast<std::size_t>(e.parent)];
    CHECK(parent.child[static_cast<std::size_t>(e.half)] == static_cast<std::int32_t>(n));
    CHECK(node.depth == parent.depth + 1);
  }
  CHECK(tree.depth() == 3);
}

TEST_CASE("bsp_tree visits cells in preorder and leaves out those that the zone does not meet",
          "[broad_phase][bsp_tree]") {
  Plane tree = tree_of({{3, 0.5}, {1, 3}, {0.5, 0.5}, {2.5, 3}, {3.5, 3.5}});
  boxes::Bounds<2> zone;
  zone.lower = {2.25, 2.25}, zone.upper = {2.75, 3.75};
  bsp_tree::Work work;
  std::vector<std::int32_t> found;
  tree.traverse(zone, work, [&](std::int32_t p) { found.push_back(p); });
  CHECK(found == std::vector<std::int32_t>{3});
  // Root, left (not met), right, lower right (not met), upper right, d's cell, e's cell (not met)
  CHECK(work.visits == 7);
  CHECK(work.comparisons == 1);
  found.clear();
  zone.lower = {0, 0}, zone.upper = {4, 4};
  tree.traverse(zone, work, [&](std::int32_t p) { found.push_back(p); });
  CHECK(found == std::vector<std::int32_t>{2, 1, 0, 3, 4});
}

TEST_CASE("PA-5 bsp_tree ends with particles in one place and on one line, and keeps them all",
          "[broad_phase][bsp_tree]") {
  const std::vector<std::array<Real, 2>> one(1000, {1.3, 3});
  CHECK(tree_of(one).nodes().size() == 1);
  std::vector<std::array<Real, 2>> two = one;
  two.push_back({1.3 + 0x1p-20, 3});  // together down to the largest depth of 20
  CHECK(tree_of(two, 20).depth() == 20);
  CHECK(tree_of(two, 20).nodes().size() == 21);
  CHECK(tree_of(two).depth() > 40);  // 22 times along x
  CHECK(tree_of(two).depth() < 48);
  BoxSet place, line;
  place.dim = line.dim = 2;
  for (int i = 0; i < 1000; ++i) {
    place.add({1, 2, 0}, {1, 2, 0}, i / 10);
    line.add({1, 0.5 * i, 0}, {1, 0.5 * i, 0}, i / 10);
    if (i % 2) line.bounds.back() += 0.5;  // reaches the next one
  }
  CHECK(search("bsp_tree", place, true).second.size() == 1000 * 999 / 2);
  CHECK(search("bsp_tree", place).second.size() == 1000 * 999 / 2 - 100 * 45);
  CHECK(search("bsp_tree", line, true).second.size() == 499);
}

TEST_CASE("PA-2 the cost of bsp_tree grows as N log N, that of all pairs as the square of N",
          "[broad_phase][bsp_tree]") {
  Random random(98);
  std::vector<Real> size, tree, all;
  for (const Index n : {25, 100, 400}) {
    const BoxSet set = disks(n, random);
    const auto [work, pairs] = search("bsp_tree", set);
    const auto [every, expected] = search("brute_force", set);
    CHECK(pairs == expected);
    CHECK(pairs.size() > static_cast<std::size_t>(n));
    size.push_back(static_cast<Real>(n)), tree.push_back(work), all.push_back(every);
  }
  const auto slope = [&](const std::vector<Real>& y) {
    return std::log(y.back() / y.front()) / std::log(size.back() / size.front());
  };
  CHECK(slope(tree) > 0.9);
  CHECK(slope(tree) < 1.35);
  CHECK(slope(all) > 1.8);
  CHECK(slope(all) < 2.2);
}

TEST_CASE("the cost of bsp_tree grows hardly faster where sizes of boxes differ by a thousand",
          "[broad_phase][bsp_tree]") {
  Random random(5);
  std::vector<Real> size, cost;
  for (const Index n : {1000, 4000, 16000}) {
    const BoxSet set = tactus::testing::spread_squares(n, random);
    const auto [work, pairs] = search("bsp_tree", set);
    CHECK(pairs == search("grid", set).second);
    size.push_back(static_cast<Real>(n)), cost.push_back(work);
  }
  CHECK(std::log(cost.back() / cost.front()) / std::log(16.) < 1.35);
}

TEST_CASE("PA-4 a buffer of n steps' motion misses nothing, one of half as much misses an approach",
          "[broad_phase][bsp_tree]") {
  // Two boxes approach each other at the largest speed, and touch just before the next sort.
  const Real speed = 2, dt = 1e-3, gap = 2 * 0.999 * 10 * speed * dt;
  const auto sorted = [&](Real buffer) {
    BoxSet set;
    set.dim = 2;
    set.add({-buffer, -buffer, 0}, {1 + buffer, 1 + buffer, 0}, 0);
    set.add({1 + gap - buffer, 0.3 - buffer, 0}, {2 + gap + buffer, 1.3 + buffer, 0}, 1);
    return search("bsp_tree", set).second;
  };
  CHECK(sorted(10 * speed * dt) == std::vector<Pair>{{0, 1}});
  CHECK(sorted(0.5 * 10 * speed * dt).empty());
}

TEST_CASE("bsp_tree with a fixed working space names the body whose particle has left it",
          "[broad_phase][bsp_tree]") {
  const auto plugin =
      make_component<BroadPhase>("bsp_tree", {{"working_space", std::string("fixed")},
                                              {"lower", std::vector<double>{0, 0}},
                                              {"upper", std::vector<double>{4, 4}}});
  BoxSet set;
  set.dim = 2;
  set.add({1, 1, 0}, {2, 2, 0}, 0);
  set.add({2, 2, 0}, {5, 3, 0}, 1);
  const std::vector<std::uint8_t> none(2), all(2, 1);
  SerialContext context;
  std::vector<Pair> pairs;
  const auto ask = [&] {
    const Boxes boxes = set.boxes();
    plugin->candidates({&boxes, nullptr, none, all, 1}, pairs, context.context());
  };
  ask();
  CHECK(pairs == std::vector<Pair>{{0, 1}});
  set.bounds[4] = 5, set.bounds[6] = 6;  // its centre is at x = 5.5
  try {
    ask();
    FAIL("a particle outside is accepted");
  } catch (const Error& e) {
    CHECK(e.where.item == Item::body);
    CHECK(e.where.index == 1);
    CHECK_THAT(e.what(), Contains("has left the fixed working space"));
  }
}
