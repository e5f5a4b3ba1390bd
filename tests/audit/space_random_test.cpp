// The audit in space beside one that compares all elements in rational arithmetic, on lattices so
// small that points lie on facets, edges meet and faces coincide in most of the positions.
#include <catch2/catch.hpp>

#include "tactus/conformance/random.hpp"
#include "tests/support/space_scene.hpp"

namespace {
using namespace tactus;
using namespace tactus::test;
using conformance::Random;

Lattice point(Random& random, std::int64_t size) {
  const auto one = [&] {
    return static_cast<std::int64_t>(random() * static_cast<Real>(size + 1));
  };
  const std::int64_t x = one(), y = one();
  return {x, y, one()};
}

Solid random_tetrahedron(Random& random, std::int64_t size) {
  for (;;) {
    const Lattice a = point(random, size), b = point(random, size), c = point(random, size),
                  d = point(random, size);
    if (determinant(b - a, c - a, d - a) != 0) return tetrahedron(a, b, c, d);
  }
}

/// Some of the cells of a small box; parts may hang together by an edge or a point, or not at all.
Solid random_cells(Random& random, std::int64_t size) {
  std::vector<Lattice> places;
  while (places.empty())
    for (std::int64_t i = 0; i < 8; ++i)
      if (random() < 0.4) places.push_back({i & 1, i >> 1 & 1, i >> 2});
  return cells(places, size);
}

/// Elements of a body that are removed leave reflex edges, slits and pinched points.
Solid with_elements_removed(Random& random, Solid body) {
  std::vector<Tet> kept;
  while (kept.empty())
    for (const Tet& t : body.elements)
      if (random() < 0.7) kept.push_back(t);
  body.elements = kept;
  return body;
}

Solid random_solid(Random& random) {
  const Real kind = random();
  if (kind < 0.4) return random_tetrahedron(random, 4);
  if (kind < 0.6) return random_cells(random, 1 + static_cast<std::int64_t>(2 * random()));
  if (kind < 0.8) return with_elements_removed(random, random_cells(random, 2));
  return with_elements_removed(random, block({1, 1, 1}, 3));
}

struct Count {
  int pairs = 0, overlaps = 0, hidden = 0, missed = 0, false_alarms = 0;
};

void compare(const SpaceScene& scene, bool overlap, Count& count) {
  const core::AuditResult result = scene.audit();
  ++count.pairs;
  count.overlaps += overlap;
  count.hidden += overlap && result.intersections == 0;
  count.missed += overlap && result.clean();
  count.false_alarms += !overlap && !result.clean();
}

}  // namespace

TEST_CASE(
    "The audit agrees with all elements of 10,000 random pairs of bodies on a small lattice") {
  Random random(7);
  Count count;
  while (count.pairs < 10000) {
    const Solid a = random_solid(random);
    const Solid b = random_solid(random).moved(point(random, 3) - Lattice{1, 1, 1});
    SpaceScene scene;
    scene.add(a), scene.add(b);
    compare(scene, solids_overlap(a, b), count);
  }
  CHECK(count.missed == 0);
  CHECK(count.false_alarms == 0);
  CHECK(count.overlaps > 2000);
  CHECK(count.overlaps < 8000);
  CHECK(count.hidden > 300);
}

TEST_CASE("The audit agrees with all elements of random bodies that may overlap themselves") {
  Random random(11);
  Count count;
  while (count.pairs < 3000) {
    Solid body;
    if (random() < 0.5) {  // two parts without common points
      const Solid a = random_solid(random);
      body = a.joined(random_solid(random).moved(point(random, 3) - Lattice{1, 1, 1}));
    } else {  // two elements that share one point, or an edge
      const Solid a = random_tetrahedron(random, 4);
      std::vector<Lattice> points = a.points;
      for (int k = 0; k < 3; ++k) points.push_back(point(random, 4));
      const Index second = random() < 0.5 ? 1 : 6;
      const auto at = [&](Index p) { return points[static_cast<std::size_t>(p)]; };
      if (determinant(at(second) - at(0), at(4) - at(0), at(5) - at(0)) == 0) continue;
      body = solid(points, {{0, 1, 2, 3}, {0, second, 4, 5}});
    }
    SpaceScene scene;
    scene.add(body);
    compare(scene, overlaps_itself(body), count);
  }
  CHECK(count.missed == 0);
  CHECK(count.false_alarms == 0);
  CHECK(count.overlaps > 500);
  CHECK(count.overlaps < 2500);
}
