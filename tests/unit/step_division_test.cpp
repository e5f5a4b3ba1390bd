// How far bodies move relative to each other in a step, by which it is divided.
#include "core/contact/step_division.hpp"

#include <catch2/catch.hpp>

#include "tests/unit/near_pairs.hpp"

namespace tactus::near_pairs {

TEST_CASE("a step is judged by the motion of what may meet in it, for each kind of pair",
          "[contact]") {
  const int dim = GENERATE(2, 3);
  Crowd crowd(dim);
  Untidy broad_phase;
  const Surface& s = crowd.surface();
  const Real altitude = crowd.context().scales.altitude;
  const std::vector<Real> x = crowd.positions(1), y = crowd.positions(2);
  const auto list = [](View<Index> v) { return std::vector<Index>(v.begin(), v.end()); };
  const auto moved = [&](Index v) {
    return Eigen::VectorXd(ConstMap(y.data() + dim * v, dim) - ConstMap(x.data() + dim * v, dim));
  };
  for (const KindOfPairs& kind : kinds_of_pairs()) {
    if (dim == 2 && kind.name == "edge_edge") continue;
    INFO(kind.name << " in dimension " << dim);
    const auto vertices_of = [&](Index i, bool first) -> std::vector<Index> {
      if (kind.list == &Candidates::facet_facet) return list(s.facet_vertices(i));
      if (kind.list == &Candidates::edge_edge) return list(s.edge_vertices(i));
      if (!first || kind.list == &Candidates::vertex_vertex) return {i};
      if (kind.list == &Candidates::facet_vertex) return list(s.facet_vertices(i));
      return list(s.element_vertices(i));
    };
    Detection wanted = kind.wanted;
    wanted.reach = 1e-9 * altitude;
    NearList near(crowd.geometry(), broad_phase, wanted);
    Real largest = 0;
    for (const Pair& p : copy_of(near.sweep(x, y, crowd.context()).*kind.list))
      for (const Index w : vertices_of(p.second, false)) {
        if (kind.list == &Candidates::plane_vertex) {
          largest = std::max(largest, moved(w).norm());
          continue;
        }
        for (const Index v : vertices_of(p.first, true))
          largest = std::max(largest, (moved(v) - moved(w)).norm());
      }
    StepDivision cut(crowd.geometry(), broad_phase, kind.wanted, altitude);
    const RelativeMotion motion = cut.measure(x, y, crowd.context());
    if (dim == 3 &&
        kind.list == &Candidates::vertex_vertex) {  // particles in space miss each other
      CHECK(largest == 0);
      CHECK(motion.motion == 0);
      continue;
    }
    CHECK(largest > 0.05);
    CHECK(motion.in_altitudes >= largest / 0.75 - 1e-12);  // no element is higher than 0.75 m
    CHECK(motion.in_altitudes == Approx(motion.motion / motion.altitude));
    CHECK(motion.motion < 0.8);
    CHECK(motion.body_a >= 0);
    CHECK(motion.body_b >= 0);
    CHECK(cut.measure(x, x, crowd.context()).motion == 0);
  }
}

TEST_CASE("a step is searched unless no facet moves too far for what is behind it", "[contact]") {
  // Two cubes; within the first one a node lies close to its neighbours, so that the smallest altitude is there.
  test::Scene scene(3);
  const std::size_t steel = scene.material();
  scene.body("first", test::cube(4), steel);
  scene.body("second", test::cube(3), steel).self_contact = true;
  Mesh& first = scene.meshes[0];
  for (Index n = 0; n < first.nodes(); ++n) {
    Real* const p = first.points.data() + 3 * n;
    if (p[0] == 0.5 && p[1] == 0.5 && p[2] == 0.5) p[0] = 0.58, p[1] = 0.54;
  }
  const auto model = scene.model();
  SerialContext context;
  context.context().scales = model->scales();
  ContactGeometry geometry;
  geometry.layout = &model->layout(), geometry.surface = &model->surface();
  Untidy broad_phase;
  const Detection wanted{.facet_facet = true, .facet_vertex = true, .reach = kReach};
  const Real altitude = model->scales().altitude;
  StepDivision cut(geometry, broad_phase, wanted, altitude),
      all(geometry, broad_phase, wanted, altitude, 1e-9);
  const View<Real> at = model->surface().reference;
  const std::vector<Real> x(at.begin(), at.end());
  Random random(4);
  int beyond_the_smallest = 0, searched = 0;
  for (int k = 0; k < 60; ++k) {
    const Real far = 0.006 * k;
    std::vector<Real> y = x;
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += far * random();
    const RelativeMotion one = cut.measure(x, y, context.context()),
                         two = all.measure(x, y, context.context());
    if (one.motion > 0) {
      ++searched;
      CHECK(one.in_altitudes == two.in_altitudes);
      CHECK(one.motion == two.motion);
    } else {
      CHECK(two.in_altitudes <= 0.5);
      beyond_the_smallest += two.motion > altitude / 2;
    }
  }
  CHECK(beyond_the_smallest > 0);
  CHECK(searched > 10);
}

TEST_CASE("bodies that move alike move relative to a half-space", "[contact]") {
  Crowd crowd(2);
  Untidy broad_phase;
  const Real altitude = crowd.context().scales.altitude;
  const std::vector<Real> x = crowd.positions(1);
  std::vector<Real> y = x;
  for (std::size_t i = 0; i < y.size(); i += 2) y[i] += 0.3;
  StepDivision facets(crowd.geometry(), broad_phase, {.facet_facet = true, .reach = kReach},
                      altitude);
  CHECK(facets.measure(x, y, crowd.context()).motion == 0);
  StepDivision planes(crowd.geometry(), broad_phase, {.plane_vertex = true, .reach = kReach},
                      altitude);
  CHECK(planes.measure(x, y, crowd.context()).motion == Approx(0.3));
}

}  // namespace tactus::near_pairs
