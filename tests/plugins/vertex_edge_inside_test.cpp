// Whether a vertex counts as inside of a body does not depend on how the body is cut into triangles: the
// sides between them belong to the inside, also where both of their ends are on the boundary.
#include <catch2/catch.hpp>
#include <tactus/conformance/serial_context.hpp>
#include <tactus/constraint.hpp>

#include "tests/scene.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using tactus::testing::make_component;

namespace {

/// The square [0, 1]^2 of two triangles, cut from its lower left to its upper right corner, and a
/// particle at (x, y): how many violations are there, and how many rows?
DetectResult detect(Real x, Real y) {
  test::Scene scene;
  const std::size_t steel = scene.material();
  scene.body("square", test::rectangle(1, 1, 1, 1), steel);
  core::BodyConfig& grain = scene.body("grain", {}, steel);
  grain.type = core::BodyConfigType::particles;
  grain.points = {2, 0};  // out of the way at the start
  const auto model = scene.model();
  const Surface& surface = model->surface();
  conformance::SerialContext context;
  const auto constraint = make_component<Constraint>("vertex_edge");
  context.context().scales = model->scales();
  constraint->setup({.surface = &surface}, context.context());
  const std::vector<Real> start(surface.reference.begin(), surface.reference.end());
  std::vector<Real> now = start;
  now[8] = x, now[9] = y;
  const std::vector<Pair> facets{{0, 4}, {1, 4}, {2, 4}, {3, 4}};
  const std::vector<std::uint8_t> movable(5, 1);
  Candidates candidates;
  candidates.facet_vertex = facets;
  DetectQuery query{.surface = &surface, .candidates = candidates, .list = 1};
  query.y = query.y_list = now, query.y_old = start, query.movable = movable;
  ContactSet set;
  set.dim = 2;
  return constraint->detect(query, set, context.context());
}

}  // namespace

TEST_CASE("a vertex exactly on the side between two triangles is inside of their body",
          "[constraint][vertex_edge]") {
  for (const Real at : {0.5, 0.25, 1e-3, 1 - 0x1p-53}) {
    CAPTURE(at);
    CHECK(detect(at, at).needs == 1);
    CHECK(detect(at, at).added == 1);
  }
  CHECK(detect(0.5, 0.25).needs == 1);
  CHECK(detect(0.25, 0.5).needs == 1);
}

TEST_CASE("a vertex on the boundary of a body, or on one of its nodes, only touches it",
          "[constraint][vertex_edge]") {
  for (const Real at : {0., 0.5, 1.}) {
    CAPTURE(at);
    CHECK(detect(at, 0).needs == 0);
    CHECK(detect(at, 1).needs == 0);
    CHECK(detect(0, at).needs == 0);
    CHECK(detect(1, at).needs == 0);
  }
  CHECK(detect(-0.25, -0.25).needs == 0);
  CHECK(detect(1.25, 1.25).needs == 0);
}
