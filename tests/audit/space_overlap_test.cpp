// What the audit tells of overlaps in space: how deep, where, whether by rounding; particles; and
// inputs that it refuses.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "tests/support/space_scene.hpp"

namespace {
using namespace tactus;
using namespace tactus::test;

using What = core::AuditFinding::What;

const Solid kUnitCube = block({1, 1, 1}, 60);

core::AuditResult pair_at(const Solid& a, const Solid& b, Lattice offset, Real touching = 0) {
  SpaceScene scene;
  scene.add(a), scene.add(b.moved(offset));
  scene.touching = touching;
  return scene.audit();
}

}  // namespace

TEST_CASE("An overlap in space has a depth and a place of three numbers") {
  SECTION("a point under a face") {
    const Solid spike = tetrahedron({20, 25, 57}, {0, 0, 90}, {60, 0, 90}, {30, 60, 90});
    const core::AuditResult result = pair_at(kUnitCube, spike, {0, 0, 0});
    REQUIRE(result.overlaps.size() == 1);
    const core::AuditOverlap& o = result.overlaps[0];
    CHECK(o.inner == 1);
    CHECK(o.outer == 0);
    CHECK(o.depth == Approx(3));
    CHECK(o.place == std::array<Real, 3>{20, 25, 57});
    CHECK(o.point == 8);
    REQUIRE(o.facet != kNone);
    CHECK(result.depth_in_facets ==
          Approx(3. / 33));  // the spike is lower than its facets are long
    CHECK(result.intersections > 0);
  }
  SECTION("an edge through an edge, all of whose ends are outside") {
    const Solid roof = tetrahedron({0, -30, -1}, {0, 30, -1}, {-30, 0, 60}, {30, 0, 60});
    const Solid ridge = tetrahedron({-30, 0, 0}, {30, 0, 0}, {0, -30, -60}, {0, 30, -60});
    const core::AuditResult result = pair_at(ridge, roof, {0, 0, 0});
    REQUIRE(result.overlaps.size() == 1);
    // The distance of (0, 0, -1) from the planes z = 2 y and z = -2 y
    CHECK(result.overlaps[0].depth == Approx(1 / std::sqrt(5.0)).epsilon(0.02));
  }
  SECTION("a small body inside") {
    const core::AuditResult result = pair_at(kUnitCube, block({1, 1, 1}, 20), {10, 20, 20});
    REQUIRE(result.overlaps.size() == 1);
    CHECK(result.contained == 1);
    CHECK(result.overlaps[0].inner == 1);
    CHECK(result.overlaps[0].depth >= 20);  // its corners
    CHECK(result.overlaps[0].depth <= 30);  // the middle of its face
    REQUIRE(result.findings.size() == 1);
    CHECK(result.findings[0].what == What::inside);
    CHECK(result.findings[0].body_first == 1);
  }
}

TEST_CASE("In space the tolerance of touching divides rounding from overlaps") {
  const Solid other = block({3, 3, 3}, 20);
  CHECK_FALSE(pair_at(kUnitCube, other, {59, 7, 3}, 0.9).only_touches());
  CHECK(pair_at(kUnitCube, other, {59, 7, 3}, 1.1).only_touches());
  CHECK(pair_at(kUnitCube, other, {59, 7, 3}, 1.1).intersections > 0);
  CHECK_FALSE(pair_at(kUnitCube, other, {0, 0, 0}, 1.1).only_touches());
  CHECK_FALSE(pair_at(kUnitCube, kUnitCube, {0, 0, 0}, 1.1).only_touches());
  CHECK(pair_at(kUnitCube, kUnitCube, {59, 0, 0}, 1.1).only_touches());
  CHECK(pair_at(kUnitCube, kUnitCube, {59, 59, 59}, 1.1).only_touches());
}

TEST_CASE("A body in space that overlaps itself has no depth") {
  SpaceScene scene;
  SECTION("parts that cross") { scene.add(kUnitCube.joined(kUnitCube.moved({30, 20, 10}))); }
  SECTION("a part inside a part") {
    scene.add(kUnitCube.joined(block({1, 1, 1}, 20).moved({20, 20, 20})));
  }
  SECTION("elements that share an edge, one inside the other") {
    scene.add(solid({{0, 0, 0}, {0, 0, 10}, {10, -9, 4}, {10, 9, 6}, {4, -1, 5}, {5, 2, 3}},
                    {{0, 1, 2, 3}, {0, 1, 4, 5}}));
  }
  const core::AuditResult result = scene.audit();
  REQUIRE(result.overlaps.size() == 1);
  CHECK(result.overlaps[0].inner == result.overlaps[0].outer);
  CHECK(std::isinf(result.overlaps[0].depth));
  CHECK_FALSE(result.only_touches());
  scene.self[0] = 0;
  CHECK(scene.audit().clean());
}

TEST_CASE("Sound bodies with cavities, and parts that touch, do not overlap themselves") {
  SpaceScene scene;
  SECTION("a cavity") { scene.add(block({3, 3, 3}, 20, {{1, 1, 1}})); }
  SECTION("a part in a cavity that touches its wall") {
    scene.add(block({3, 3, 3}, 20, {{1, 1, 1}}).joined(kUnitCube).joined(kUnitCube));
    // both cubes become small, one in the cavity and one outside
    for (std::size_t i = 64 * 3; i < 72 * 3; ++i) scene.points[i] = 20 + scene.points[i] / 6;
    for (std::size_t i = 72 * 3; i < 80 * 3; ++i) scene.points[i] += 60;
  }
  SECTION("cells that hang together by an edge and by a point") {
    scene.add(cells({{0, 0, 0}, {1, 1, 0}, {2, 2, 1}}, 10));
  }
  CHECK(scene.audit().clean());
}

TEST_CASE("Particles in space are inside of bodies, or nearer than their radii allow") {
  SpaceScene scene;
  scene.add(kUnitCube);
  SECTION("a point inside, and one on a face") {
    scene.add_ball({30, 30, 50}, 0);
    scene.add_ball({60, 20, 30}, 0);
    const core::AuditResult result = scene.audit();
    REQUIRE(result.contained == 1);
    CHECK(result.overlaps[0].depth == Approx(10));
    CHECK(result.overlaps[0].point == 8);
  }
  SECTION("a ball that touches a face, and one that reaches into it") {
    scene.add_ball({30, 30, 70}, 10);
    CHECK(scene.audit().clean());
    scene.add_ball({-4, 30, 30}, 5);
    const core::AuditResult result = scene.audit();
    REQUIRE(result.contained == 1);
    CHECK(result.overlaps[0].depth == Approx(1));
    CHECK(result.overlaps[0].place == std::array<Real, 3>{-4, 30, 30});
  }
  SECTION("two balls") {
    scene.add_ball({100, 0, 0}, 3);
    scene.add_ball({100, 3, 4}, 2);
    CHECK(scene.audit().clean());
    scene.add_ball({100, 3, 7}, 2);
    const core::AuditResult result = scene.audit();
    REQUIRE(result.contained == 1);
    CHECK(result.overlaps[0].depth == Approx(1));
    CHECK(result.overlaps[0].other == 10);
  }
}

TEST_CASE("One auditor answers for many states in space as new ones do") {
  SpaceScene scene;
  scene.add(block({3, 3, 3}, 20));
  scene.add(block({2, 2, 2}, 30));
  core::Auditor auditor(scene.input());
  const std::vector<Real> start = scene.points;
  for (const Real x : {70., 59., 60., 30., 0., -59., -60., 61.}) {
    for (std::size_t i = 64 * 3; i < start.size(); i += 3) scene.points[i] = start[i] + x;
    const core::AuditResult once = scene.audit(), again = auditor.check(scene.points);
    CHECK(once.findings == again.findings);
    CHECK(once.intersections == again.intersections);
    CHECK(once.contained == again.contained);
    CHECK(once.depth == again.depth);
    CHECK(once.clean() == (std::abs(x) >= 60));
  }
}

TEST_CASE(
    "The audit in space refuses arrays that do not fit, open boundaries and unknown numbers") {
  SpaceScene scene;
  scene.add(kUnitCube);
  SECTION("a facet is missing") {
    scene.facets.resize(scene.facets.size() - 3), scene.facet_body.pop_back();
    CHECK_THROWS_AS(scene.audit(), PreconditionError);
  }
  SECTION("an element is missing") {
    scene.elements.resize(scene.elements.size() - 4);
    CHECK_THROWS_AS(scene.audit(), PreconditionError);
  }
  SECTION("a body that is not there") {
    scene.facet_body[0] = 1;
    CHECK_THROWS_AS(scene.audit(), PreconditionError);
  }
  SECTION("a coordinate without a value") {
    scene.points[13] = std::numeric_limits<Real>::quiet_NaN();
    CHECK_THROWS_AS(scene.audit(), EvaluationError);
  }
}
