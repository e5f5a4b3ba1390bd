// The search by the nearest node: where it finds the nearest point, and where it does not.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <tactus/conformance/constraint.hpp>
#include <tactus/conformance/contact_scene.hpp>
#include <tactus/conformance/random.hpp>
#include <tactus/conformance/serial_context.hpp>

#include "core/mesh/polygon.hpp"
#include "core/step/step_facts.hpp"
#include "tests/scene.hpp"
#include "tests/support/make_component.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::make_component;
using tactus::testing::Simulation;

namespace {

using V = Vec<2>;

std::vector<Real> regular_polygon(int corners) {
  std::vector<Real> points;
  for (int k = 0; k < corners; ++k) {
    const Real angle = 2 * std::numbers::pi * k / corners;
    points.insert(points.end(), {std::cos(angle), std::sin(angle)});
  }
  return points;
}

/// A polygon and nodes without size; every pair is a candidate.
class Nodes {
 public:
  Nodes(const std::vector<Real>& outline, const std::vector<Real>& nodes, const char* search)
      : constraint_(
            make_component<Constraint>("node_to_facet", {{"search", std::string(search)}})) {
    const std::size_t steel = scene_.material();
    scene_.body("polygon", core::polygon(outline, 10), steel);
    core::BodyConfig& points = scene_.body("nodes", {}, steel);
    points.type = core::BodyConfigType::particles;
    points.points = nodes;
    model_ = scene_.model();
    context_.context().scales = model_->scales();
    constraint_->setup({.surface = &surface()}, context_.context());
    set.dim = 2;
    const View<Real> y = surface().reference;
    const ScenePairs pairs(surface(), detection_of(*constraint_, context_.context().scales));
    const std::vector<std::uint8_t> movable(static_cast<std::size_t>(surface().vertices), 1);
    DetectQuery query{.surface = &surface(), .candidates = pairs.view(), .list = 1};
    query.y_list = query.y_old = query.y = y;
    query.reach = 10, query.movable = movable;
    result = constraint_->detect(query, set, context_.context());
  }
  const Surface& surface() const { return model_->surface(); }
  V at(Index v) const { return V(surface().reference.data() + 2 * v); }
  Real gap(Index row) const {
    Real value = 0;
    constraint_->evaluate({.set = &set, .rows = {&row, 1}, .y = surface().reference},
                          {.value = &value}, context_.context());
    return value;
  }
  /// m, of a node from the nearest point of the outline, negative inside; and whether that point is
  /// between two corners.
  std::pair<Real, bool> signed_distance(Index node) const {
    Real least = kUnlimited;
    bool inside = true, between = false;
    for (Index f = 0; f < surface().facets; ++f) {
      const View<Index> ends = surface().facet_vertices(f);
      const V a = at(ends[0]), b = at(ends[1]), x = at(node);
      const Real s = (x - a).dot(b - a) / (b - a).squaredNorm();
      const Real distance = (a + std::clamp<Real>(s, 0, 1) * (b - a) - x).norm();
      if (distance < least) least = distance, between = s > 0 && s < 1;
      const V e = b - a, d = x - a;
      inside = inside && e[0] * d[1] - e[1] * d[0] > 0;
    }
    return {inside ? -least : least, between};
  }

  ContactSet set;
  DetectResult result;

 private:
  test::Scene scene_{2};
  std::unique_ptr<core::Model> model_;
  std::unique_ptr<Constraint> constraint_;
  mutable SerialContext context_;
};

}  // namespace

TEST_CASE("closest_node keeps every promise of a constraint", "[constraint][node_to_facet]") {
  check_constraint([] {
    return make_component<Constraint>("node_to_facet", {{"search", std::string("closest_node")}});
  });
}

TEST_CASE("on an evenly divided outline closest_node finds the nearest point",
          "[constraint][node_to_facet]") {
  Random random(2);
  std::vector<Real> nodes;
  for (int k = 0; k < 300; ++k) {
    const Real r = 1 + random.between(-0.06, 0.08), angle = random.between(0, 7);
    nodes.insert(nodes.end(), {r * std::cos(angle), r * std::sin(angle)});
  }
  const Nodes scene(regular_polygon(24), nodes, "closest_node");
  REQUIRE(scene.set.rows() == 300);  // one of each node
  Index inside = 0, beyond = 0;
  for (Index r = 0; r < 300; ++r) {
    const View<Index> stencil = scene.set.stencil(r);
    const auto [distance, between] = scene.signed_distance(stencil[0]);
    const Real gap = scene.gap(r);
    inside += gap < 0;
    CHECK((gap < 0) == (distance < 0));
    // (1) is (2) but for its sign where the nearest point is on a segment, and more in front of a corner.
    if (between)
      CHECK(gap == Approx(distance).margin(1e-14));
    else
      CHECK((gap > 0 && gap <= distance));
    beyond += between ? 0 : 1;
  }
  CHECK(inside > 50);
  CHECK(beyond > 10);
  CHECK(scene.result.needs == inside);
}

TEST_CASE("closest_node takes a node in front of a flat triangle for one deep inside of it",
          "[constraint][node_to_facet]") {
  // The corner below is nearer to the node than the ends of the side that it is in front of.
  const std::vector<Real> triangle{0, 0, 1, -0.4, 2, 0}, node{1.0625, 0.05};
  const Nodes facets(triangle, node, "facets");
  REQUIRE(facets.set.rows() == 1);
  CHECK(facets.gap(0) == Approx(0.05));
  CHECK(facets.result.needs == 0);
  // Nothing of the sort 0.7 m from the corner below, where an end of the side is nearer.
  const Nodes aside(triangle, {1.6, 0.05}, "closest_node");
  CHECK(aside.gap(0) == Approx(0.05));
  CHECK_THROWS_WITH(Nodes(triangle, node, "closest_node"), Catch::Contains("is 0.394603 m deep"));
}

TEST_CASE("a grain lands on a flat triangle, and closest_node ends the run instead",
          "[constraint][node_to_facet]") {
  const auto scene = [](std::string_view search, Real x) {
    return fmt::format(R"({{"bodies": [
      {{"name": "roof", "type": "obstacle",
        "mesh": {{"type": "polygon", "points": [[0, 0], [1, -0.4], [2, 0]], "size": 10}}}},
      {{"name": "grain", "type": "particles", "points": [[{}, 0.3]], "mass": 1}}],
      "loads": [{{"type": "gravity", "acceleration": [0, -10]}}],
      "integrator": {{"type": "moreau_jean"}},
      "contact": {{"broad_phase": {{"type": "grid"}},
        "constraint": {{"type": "node_to_facet", "search": "{}"}},
        "solver": {{"type": "gauss_seidel"}},
        "laws": [{{"between": ["*", "*"], "type": "nonsmooth_velocity", "friction": 0.5}}]}},
      "time": {{"end": 0.5, "step": 0.001}}}})",
                       x, search);
  };
  for (const auto& [search, x] : {std::pair("facets", 1.0625), std::pair("closest_node", 1.8)}) {
    Simulation run(scene(search, x));
    run.run();
    CHECK(run.position(1, 0, 1) == Approx(0).margin(1e-8));
  }
  Simulation run(scene("closest_node", 1.0625));
  CHECK_THROWS_WITH(run.run(), Catch::Contains("a contact of \"grain\" and \"roof\" is") &&
                                   Catch::Contains("m deep"));
  CHECK(run.position(1, 0, 1) > 0);
}
