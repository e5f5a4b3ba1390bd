// What the audit calls touching: overlaps that are rounding, and nothing else.
#include <catch2/catch.hpp>

#include "tests/support/audit_scene.hpp"

using namespace tactus;
using namespace tactus::test;

namespace {

constexpr Real kTolerance = 1e-12;

core::AuditResult audited(const AuditScene& scene, Real tolerance = kTolerance) {
  core::AuditInput input = scene.input();
  input.touching = tolerance;
  return core::audit(input);
}
core::AuditResult of(const Loop& a, const Loop& b, Real tolerance = kTolerance) {
  AuditScene scene;
  scene.add({a}), scene.add({b});
  return audited(scene, tolerance);
}

/// A body with a slit from its lower side, as far apart as told: the faces of a crack, with a node
/// in the middle of the left one.
Loop cracked(Real opening) {
  return {{0, 0}, {1, 0}, {1 + opening, 0.5}, {1, 1}, {1, 0}, {2, 0}, {2, 2}, {0, 2}};
}

}  // namespace

TEST_CASE("Overlaps up to the tolerance touch, and are counted all the same", "[audit]") {
  const Loop ground = box(0, 0, 3, 1);
  for (const Real depth : {1e-16, 1e-15, 3e-13, 9.9e-13}) {
    CAPTURE(depth);
    const core::AuditResult result = of(ground, box(1, 1 - depth, 2, 2));
    CHECK_FALSE(result.clean());
    CHECK(result.only_touches());
    CHECK(result.intersections + result.contained > 0);
    CHECK(result.depth <= kTolerance);
    CHECK(result.touching == kTolerance);
    CHECK_FALSE(of(ground, box(1, 1 - depth, 2, 2), 0).only_touches());
  }
  CHECK_FALSE(of(ground, box(1, 1 - 1.1e-12, 2, 2)).only_touches());
  CHECK(of(ground, box(1, 1, 2, 2)).only_touches());
}

TEST_CASE("A corner in a face, a corner in a corner and a face on two bodies touch", "[audit]") {
  const Loop ground = box(0, 0, 3, 1);
  const Real d = 3e-16;
  CHECK(of(ground, {{1.5, 1 - d}, {2, 2}, {1, 2}}).only_touches());
  CHECK(of(ground, box(3 - d, 1 - d, 4, 2)).only_touches());
  AuditScene three;
  three.add({box(0, 0, 1, 1)}), three.add({box(1 - d, 0, 2, 1 + d)}),
      three.add({box(0.5, 1 - d, 1.5, 2)});
  CHECK(audited(three).only_touches());
  CHECK(audited(three).overlaps.size() == 3);
}

TEST_CASE("Bodies in the same place overlap, though their boundaries are nowhere deep", "[audit]") {
  for (const Real shift : {0.0, 1e-16, 3e-13, -3e-13}) {
    CAPTURE(shift);
    CHECK_FALSE(of(box(0, 0, 1, 1), box(shift, shift, 1 + shift, 1)).only_touches());
    CHECK_FALSE(of(box(0, 0, 1, 1), box(shift, -shift, 0.5, 1 + shift)).only_touches());
    CHECK_FALSE(of(box(0, 0, 3, 1), box(1, -shift, 2, 1 + shift)).only_touches());
  }
}

TEST_CASE("Thin bars that cross overlap, though no corner is in the other", "[audit]") {
  // So thin that the search for the deepest point of a long facet would not see them.
  CHECK_FALSE(of(box(-1, 0, 1, 1e-5), box(0, -1, 1e-5, 1)).only_touches());
}

TEST_CASE("The faces of a closed crack touch, and an overlap of faces is one", "[audit]") {
  const auto one = [](const Loop& loop) {
    AuditScene scene;
    scene.add({loop}, true);
    return audited(scene);
  };
  CHECK(one(cracked(-0.1)).clean());
  for (const Real overlap : {1e-16 + 0x1p-52, 3e-13}) {
    CAPTURE(overlap);
    const core::AuditResult result = one(cracked(overlap));
    CHECK_FALSE(result.clean());
    CHECK(result.only_touches());
    CHECK(result.depth <= kTolerance);
  }
  CHECK_FALSE(one(cracked(1.5e-12)).only_touches());
  CHECK_FALSE(one(cracked(0.1)).only_touches());
  CHECK(one(cracked(0.1)).depth == kUnlimited);
}

TEST_CASE("Bodies that share a vertex by rounding touch", "[audit]") {
  const Real e = 0x1p-52;
  const Corner v{0.3 + e, 0.7 - e};
  AuditScene scene;  // four sectors about one point, each with its own rounding of it
  scene.add({{{0.3, 0.7}, {1, 0.7}, {1, 1}, {0.3, 1}}});
  scene.add({{v, {0.3 + e, 1}, {0, 1}, {0, 0.7 - e}}});
  scene.add({{{0.3 + 2 * e, 0.7 + e}, {0, 0.7 + e}, {0, 0}, {0.3 + 2 * e, 0}}});
  scene.add({{{0.3 - e, 0.7 + 2 * e}, {0.3 - e, 0}, {1, 0}, {1, 0.7 + 2 * e}}});
  const core::AuditResult result = audited(scene);
  CHECK_FALSE(result.clean());
  CHECK(result.only_touches());
}

TEST_CASE("Particles that are too near by rounding touch", "[audit]") {
  const auto particles = [](Real apart, Real over) {
    AuditScene scene;
    scene.add({box(0, 0, 9, 1)});
    scene.add_particle({2, 1.5 - over}), scene.add_particle({2 + apart, 1.5});
    const std::vector<Real> radius{0.5, 0.5};
    core::AuditInput input = scene.input();
    input.lone_radius = radius, input.touching = 2e-12;
    return core::audit(input);
  };
  const core::AuditResult touching = particles(1 - 1.5e-12, 1.5e-12);
  CHECK(touching.contained == 2);
  CHECK(touching.only_touches());
  CHECK_FALSE(particles(1 - 2.5e-12, 0).only_touches());
  CHECK_FALSE(particles(1, 2.5e-12).only_touches());
}
