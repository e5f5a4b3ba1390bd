// How deep bodies are in each other, against depths that are known in closed form.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/audit_scene.hpp"

using namespace tactus;
using namespace tactus::test;

namespace {

core::AuditResult of(const std::vector<Loop>& a, const std::vector<Loop>& b) {
  AuditScene scene;
  scene.add(a);
  scene.add(b);
  return scene.audit();
}

}  // namespace

TEST_CASE("the depth of two bodies is the largest distance that one has inside the other",
          "[audit]") {
  struct Case {
    const char* name;
    Loop a, b;
    Real depth, in_facets;
  };
  const Real s = std::sqrt(Real{0.5});
  for (const Case& c : std::vector<Case>{
           {"a face in a face", box(0, 0, 1, 1), box(0.75, 0, 1.75, 1), 0.25, 0.25},
           {"a corner in a corner", box(0, 0, 1, 1), box(0.9, 0.8, 1.9, 1.8), 0.1, 0.1},
           {"a corner in a long face",
            box(0, 0, 10, 1),
            {{5, 0.7}, {6, 1.7}, {5, 2.7}, {4, 1.7}},
            0.3,
            0.03},
           {"one in the middle of the other", box(0, 0, 1, 1), box(0.4, 0.4, 0.6, 0.6), 0.4, 0.4},
           {"bars across each other, no corner of which is inside the other", box(-2, -0.5, 2, 0.5),
            box(-0.5, -2, 0.5, 2), 0.5, 0.125},
           {"a thin diagonal bar through a square",
            box(0, 0, 1, 1),
            {{-1, -1.02}, {2, 1.98}, {2, 2.02}, {-1, -0.98}},
            0.49,
            0.49},
           {"the same square twice", box(0, 0, 1, 1), box(0, 0, 1, 1), 0, 0},
           {"touching faces", box(0, 0, 1, 1), box(1, 0, 2, 1), 0, 0},
           {"touching corners", box(0, 0, 1, 1), {{1, 1}, {1 + s, 1 + s}, {1, 1 + 2 * s}}, 0, 0},
           {"apart", box(0, 0, 1, 1), box(3, 0, 4, 1), 0, 0}}) {
    INFO(c.name);
    for (const auto& result : {of({c.a}, {c.b}), of({c.b}, {c.a})}) {
      CHECK(result.depth == Approx(c.depth).margin(2e-3));
      CHECK(result.depth_in_facets >= c.in_facets - 2e-3);
      if (result.clean()) CHECK(result.depth == 0);
    }
  }
}

TEST_CASE("a body that is smaller than the facet on which it lies is the measure of its depth",
          "[audit]") {
  const std::vector<Loop> ground{box(-5, -1, 5, 0)};
  for (const Real size : {0.01, 0.2, 1.0, 4.0}) {
    INFO(size);
    const Real depth = 0.3 * std::min(size, Real{1});
    const auto result = of({box(0, -depth, size, size - depth)}, ground);
    CHECK(result.depth == Approx(depth));
    CHECK(result.depth_in_facets == Approx(depth / std::min(size, Real{1})));
  }
}

TEST_CASE("a hole is no depth, and a body that overlaps itself has none that could be borne",
          "[audit]") {
  const Loop hole{{0.25, 0.25}, {0.25, 0.75}, {0.75, 0.75}, {0.75, 0.25}};
  CHECK(of({box(0, 0, 1, 1), hole}, {box(0.3, 0.3, 0.7, 0.7)}).clean());
  CHECK(of({box(0, 0, 1, 1), hole}, {box(0.3, 0.3, 0.85, 0.7)}).depth == Approx(0.1).margin(1e-3));
  AuditScene folded;
  folded.add({box(0, 0, 1, 1), box(0.5, 0.5, 1.5, 1.5)}, true);
  CHECK(std::isinf(folded.audit().depth));
}

TEST_CASE("a particle is as deep as it is far from the boundary that it is inside of", "[audit]") {
  AuditScene scene;
  scene.add({box(0, 0, 4, 4)});
  scene.add_particle({1, 2});
  const core::AuditResult result = scene.audit();
  CHECK(result.depth == 1);
  CHECK(result.depth_in_facets == 0.25);
}

TEST_CASE(
    "a round body that is smaller than the facet on which it lies is the measure of its depth",
    "[audit]") {
  AuditScene scene;
  scene.add({box(-5, -1, 5, 0)});
  scene.add_particle({0.3, 0.012});
  core::AuditInput input = scene.input();
  const std::vector<Real> radius{0.1};
  input.lone_radius = radius;
  const core::AuditResult result = core::audit(input);
  CHECK(result.depth == Approx(0.088));
  CHECK(result.depth_in_facets == Approx(0.88));
}
