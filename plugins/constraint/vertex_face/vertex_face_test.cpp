// What vertex_face finds between a few tetrahedra and boxes: violations, the branch that is taken for
// each, and which it never takes.
#include <catch2/catch.hpp>
#include <numbers>

#include "tests/support/few_bodies.hpp"

using namespace tactus;
using namespace tactus::testing;

TEST_CASE("a tip in a facet stays above it", "[vertex_face]") {
  Bodies bodies;
  put_tip(bodies, 0.02);
  CHECK(bodies.detect() > 0);
  REQUIRE(bodies.set.rows() == 1);
  CHECK(bodies.stencil(0)[3] == 4);
  CHECK((bodies.normal(0) - Vec<3>::UnitZ()).norm() < 1e-15);
  CHECK(bodies.gap(0, bodies.shape.y()) == Approx(-0.02));
  CHECK(bodies.gap(0, bodies.start) == Approx(0.01));
  CHECK(bodies.set.lower[0] == Approx(0.5e-9));
}

TEST_CASE("an edge across an edge stays beside it, however both are numbered", "[vertex_face]") {
  Bodies bodies;
  put_edges(bodies, 0.02);
  SECTION("as they are") {}
  SECTION("one of them the other way round") {
    for (std::vector<Real>* y : {&bodies.shape.y(), &bodies.start})
      std::swap((*y)[0], (*y)[3]), std::swap((*y)[7], (*y)[10]);
  }
  CHECK(bodies.detect() > 0);
  REQUIRE(bodies.set.rows() == 1);
  CHECK(bodies.stencil(0) == std::vector<Index>{0, 1, 4, 5});
  CHECK((bodies.normal(0) + Vec<3>::UnitZ()).norm() < 1e-15);  // the first edge goes down
  CHECK(bodies.gap(0, bodies.shape.y()) == Approx(-0.02));
  CHECK(bodies.gap(0, bodies.start) == Approx(0.01));
}

TEST_CASE("what only touches is no violation", "[vertex_face]") {
  Bodies bodies;
  SECTION("a tip on a facet") { put_tip(bodies, 0); }
  SECTION("an edge on an edge") { put_edges(bodies, 0); }
  SECTION("a vertex on a vertex") {
    add(bodies.shape, {0, 0, 0}, {-1, -1, -2}, {1, -1, -2}, {0, 1, -2});
    add(bodies.shape, {0, 0, 0}, {-1, -1, 2}, {1, -1, 2}, {0, 1, 2});
    bodies.setup();
  }
  SECTION("an apex on an edge") {
    add(bodies.shape, {-1, 0, 0}, {1, 0, 0}, {0, -0.5, -1}, {0, 0.5, -1});
    add(bodies.shape, {0.25, 0, 0}, {-1, -1, 2}, {1, -1, 2}, {0, 1, 2});
    bodies.setup();
  }
  SECTION("edges on one line") {
    add(bodies.shape, {-1, 0, 0}, {1, 0, 0}, {0, -0.5, -1}, {0, 0.5, -1});
    add(bodies.shape, {-0.5, 0, 0}, {2, 0, 0}, {0, -0.5, 1}, {0, 0.5, 1});
    bodies.setup();
  }
  SECTION("boxes face on face, aligned or not") {
    const Real shift = GENERATE(0., 0.25, 1.);
    bodies.shape.add_box({0, 0, 0}, {1, 1, 1});
    bodies.shape.add_box({shift, shift, 1}, {1 + shift, 1 + shift, 2});
    bodies.setup();
  }
  SECTION("facets in one plane, side by side") {
    bodies.shape.add_box({0, 0, 0}, {1, 1, 1});
    bodies.shape.add_box({1, 0, 0}, {2, 1, 1});
    bodies.setup();
  }
  CHECK_FALSE(bodies.shape.overlap());
  CHECK(bodies.detect() == 0);
  CHECK(bodies.set.rows() == 0);
}

TEST_CASE("what overlaps in a degenerate place is a violation, and gets a row", "[vertex_face]") {
  Bodies bodies;
  SECTION("an edge exactly through an edge") {
    // Both edges are in the plane z = 0 and cross, and both bodies are below it.
    add(bodies.shape, {-1, 0, 0}, {1, 0, 0}, {0, -0.5, -1}, {0, 0.5, -1});
    add(bodies.shape, {0, -1, 0}, {0, 1, 0}, {-0.5, 0, -1}, {0.5, 0, -1});
    bodies.setup();
    bodies.move(bodies.start, 1, {0, 0, 2});
  }
  SECTION("an apex that has come in through an edge") {
    add(bodies.shape, {-1, 0, 0}, {1, 0, 0}, {0, -0.5, -1}, {0, 0.5, -1});
    add(bodies.shape, {0.25, 0, -0.1}, {-1, -1, 2}, {1, -1, 2}, {0, 1, 2});
    bodies.setup();
    bodies.move(bodies.start, 1, {0, 0, 0.2});
  }
  SECTION("a vertex past a vertex") {
    add(bodies.shape, {0, 0, 0}, {-1, -1, -2}, {1, -1, -2}, {0, 1, -2});
    add(bodies.shape, {0, 0, -0.125}, {-1, -1, 2}, {1, -1, 2}, {0, 1, 2});
    bodies.setup();
    bodies.move(bodies.start, 1, {0, 0, 0.25});
  }
  SECTION("a box that has slid into another one along a common plane") {
    bodies.shape.add_box({0, 0, 0}, {1, 1, 1});
    bodies.shape.add_box({0.875, 0.25, 0}, {1.875, 0.75, 1});
    bodies.setup();
    bodies.move(bodies.start, 1, {0.25, 0, 0});
  }
  CHECK(bodies.shape.overlap());
  CHECK(bodies.detect() > 0);
  CHECK(bodies.set.rows() > 0);
}

TEST_CASE("every edge that pierces a facet is a violation, whatever the numbers of its ends",
          "[vertex_face]") {
  // Two rods, one through the other, with no vertex in the other: a sharp edge of the first, along x,
  // enters and leaves the second, and so does an edge of the second.
  const Vec<3> rod[] = {{-4, 0, 0.25}, {4, 0, 0.25}, {0.1, -0.5, -4}, {0.2, 0.5, -4}};
  const Vec<3> across[] = {{0.03, -4, 0}, {0.05, 4, 0}, {-0.5, 0.1, 4}, {0.5, 0.2, 4}};
  std::array<std::size_t, 4> p{0, 1, 2, 3};
  do {
    Bodies bodies;
    add(bodies.shape, rod[p[0]], rod[p[1]], rod[p[2]], rod[p[3]]);
    add(bodies.shape, across[p[2]], across[p[0]], across[p[3]], across[p[1]]);
    bodies.setup();
    bodies.move(bodies.start, 1, {0, 0, 0.5});
    CAPTURE(p);
    CHECK(bodies.detect() == 4);
    for (Index i = 0; i < bodies.set.violations.count(); ++i)
      CHECK(bodies.set.violations.vertices(i).size() == 5);
    REQUIRE(bodies.set.rows() == 1);
    CHECK(bodies.set.key[0].high >> 62 == 1);  // the two edges
  } while (std::next_permutation(p.begin(), p.end()));
}

TEST_CASE("a vertex on the rim of aligned boxes goes back where it came from, not sideways",
          "[vertex_face]") {
  // The upper box stands on the lower one, has sunk in by 1e-3 m and slid by `shift` over its rim, so
  // that the side faces are a thousand times nearer than the top.
  const Real shift = GENERATE(1e-6, -1e-6, 1e-12);
  Bodies bodies;
  bodies.shape.add_box({0, 0, 0}, {1, 1, 1});
  bodies.shape.add_box({0, 0, 1}, {1, 1, 2});
  bodies.setup();
  bodies.move(bodies.start, 1, {shift, shift, 1e-3});
  bodies.move(bodies.shape.y(), 1, {shift, shift, -1e-3});
  CHECK(bodies.detect() > 0);
  REQUIRE(bodies.set.rows() > 0);
  for (Index r = 0; r < bodies.set.rows(); ++r) {
    CAPTURE(r, bodies.stencil(r));
    CHECK(std::abs(bodies.normal(r)[2]) == Approx(1));
    CHECK(bodies.gap(r, bodies.shape.y()) == Approx(-1e-3));
  }
}

TEST_CASE("without a branch that the start of the step satisfies another one is taken, and counted",
          "[vertex_face]") {
  Bodies bodies;
  put_tip(bodies, 0.02);
  bodies.start = bodies.shape.y();
  CHECK(bodies.detect() > 0);
  REQUIRE(bodies.set.rows() > 0);
  CHECK(bodies.gap(0, bodies.start) < 0);
  CHECK(bodies.result.inadmissible == bodies.set.rows());
}

TEST_CASE("banned, the best branch gives way to the next", "[vertex_face]") {
  Bodies bodies;
  put_edges(bodies, 0.02);
  bodies.detect();
  REQUIRE(bodies.set.rows() == 1);
  const ContactKey best = bodies.set.key[0];
  bodies.detect({}, {&best, 1});
  REQUIRE(bodies.set.rows() > 0);
  for (const ContactKey& key : bodies.set.key) CHECK(key != best);
}

TEST_CASE("an attempt begins with the rows of the last step that are still closed",
          "[vertex_face]") {
  // Two tips: the first is in the floor, the second has moved up to it within the margin.
  Bodies bodies;
  add(bodies.shape, {-4, -4, 0}, {4, -4, 0}, {0, 4, 0}, {0, 0, -2});
  add(bodies.shape, {-1, -1, 0}, {-1.3, -1.3, 1}, {-0.7, -1.3, 1}, {-1, -0.7, 1});
  add(bodies.shape, {1, -1, 0}, {0.7, -1.3, 1}, {1.3, -1.3, 1}, {1, -0.7, 1});
  bodies.setup();
  for (const std::int32_t body : {1, 2}) {
    bodies.move(bodies.start, body, {0, 0, 1e-9});
    bodies.move(bodies.shape.y(), body, {0, 0, -0.01});
  }
  bodies.detect();
  REQUIRE(bodies.set.rows() == 2);
  std::vector<ContactKey> known = bodies.set.key;
  std::sort(known.begin(), known.end());

  bodies.move(bodies.shape.y(), 2, {0, 0, 0.01 + 1e-10});
  bodies.detect();
  CHECK(bodies.set.rows() == 1);
  bodies.detect(known);
  REQUIRE(bodies.set.rows() == 2);
  CHECK(std::set<ContactKey>(bodies.set.key.begin(), bodies.set.key.end()).size() == 2);

  SECTION("not of those that have opened") {
    bodies.move(bodies.shape.y(), 2, {0, 0, 1e-6});
    bodies.detect(known);
    CHECK(bodies.set.rows() == 1);
  }
  SECTION("not of those that are out of range") {
    bodies.move(bodies.shape.y(), 2, {5, 0, 0});
    bodies.detect(known);
    CHECK(bodies.set.rows() == 1);
  }
  SECTION("nor of those that are banned, or that there is nothing of") {
    bodies.detect(known, known);
    for (const ContactKey& key : bodies.set.key)
      CHECK_FALSE(std::binary_search(known.begin(), known.end(), key));
    const ContactKey nothing{3, 5};
    bodies.detect({&nothing, 1});
    CHECK(bodies.set.rows() == 1);
  }
  SECTION("none at all where nothing is violated") {
    bodies.move(bodies.shape.y(), 1, {0, 0, 0.01 + 1e-10});
    CHECK(bodies.detect(known) == 0);
    CHECK(bodies.set.rows() == 0);
  }
}

TEST_CASE("a row of edges is known by its vertices, too", "[vertex_face]") {
  Bodies bodies;
  put_edges(bodies, 0.02);
  bodies.detect();
  const std::vector<ContactKey> known = bodies.set.key;
  CHECK(known.at(0).high >> 62 == 1);
  bodies.detect(known);
  CHECK(bodies.set.key == known);
}

TEST_CASE(
    "bodies that were placed to touch, but for rounding, are admissible in the first step alone",
    "[vertex_face]") {
  Bodies bodies;
  put_tip(bodies, 0.02);
  bodies.move(bodies.start, 1, {0, 0, -0.01 - 1e-15});
  bodies.context().step.step = GENERATE(0, 1);
  bodies.detect();
  REQUIRE(bodies.set.rows() == 1);
  CHECK(bodies.result.inadmissible == (bodies.context().step.step == 0 ? 0 : 1));
}
