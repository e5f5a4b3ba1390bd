// Rows name the surfaces that meet in them, so that laws and outputs of "body/group" find them.
#include <catch2/catch.hpp>
#include <tactus/conformance/serial_context.hpp>
#include <tactus/constraint.hpp>

#include "tests/scene.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::core;
using tactus::testing::make_component;

namespace {

/// Names a surface, as "between" does.
void name_surface(test::Scene& scene, std::size_t body, const std::string& group) {
  ConstraintConfig entry;
  entry.between.names = {scene.configuration.bodies[body].name + "/" + group, "*"};
  entry.between.first.group = group;
  entry.between.first.bodies.assign(scene.configuration.bodies.size(), false);
  entry.between.first.bodies[body] = true;
  entry.between.second.bodies.assign(scene.configuration.bodies.size(), true);
  scene.configuration.contact.constraints.push_back(std::move(entry));
}

/// What a constraint finds where the second body has been moved by `shift`, all pairs being near.
ContactSet rows(const std::string& type, const Model& model, const Vec<2>& shift) {
  const Surface& surface = model.surface();
  conformance::SerialContext context;
  const auto constraint = make_component<Constraint>(type);
  constraint->setup({.surface = &surface}, context.context());
  std::vector<Real> start(surface.reference.begin(), surface.reference.end()), y = start;
  for (Index v = 0; v < surface.vertices; ++v)
    for (int d = 0; d < 2 && surface.vertex_body[v] == 1; ++d) y[2 * v + d] += shift[d];
  std::vector<Pair> facets, facet_vertices, vertices;
  for (Index f = 0; f < surface.facets; ++f) {
    for (Index g = f + 1; g < surface.facets; ++g)
      if (surface.facet_body[f] != surface.facet_body[g]) facets.push_back({f, g});
    for (Index v = 0; v < surface.vertices; ++v)
      if (surface.facet_body[f] != surface.vertex_body[v]) facet_vertices.push_back({f, v});
  }
  for (Index a = 0; a < surface.vertices; ++a)
    for (Index b = a + 1; b < surface.vertices; ++b)
      if (surface.radius[a] > 0 && surface.radius[b] > 0) vertices.push_back({a, b});
  const std::vector<std::uint8_t> movable(static_cast<std::size_t>(surface.vertices), 1);
  DetectQuery query{.surface = &surface, .candidates = {}, .list = 1};
  query.candidates.facet_facet = facets;
  query.candidates.facet_vertex = facet_vertices;
  query.candidates.vertex_vertex = vertices;
  query.y_list = query.y_old = start, query.y = y, query.movable = movable;
  ContactSet set;
  set.dim = surface.dim;
  constraint->detect(query, set, context.context());
  REQUIRE(set.rows() > 0);
  return set;
}

/// The surface of the facet between two vertices.
std::int32_t facet_surface(const Surface& surface, Index a, Index b) {
  for (Index f = 0; f < surface.facets; ++f) {
    const View<Index> v = surface.facet_vertices(f);
    if ((v[0] == a && v[1] == b) || (v[0] == b && v[1] == a)) return surface.facet_patch[f];
  }
  FAIL("no facet joins them");
  return 0;
}

}  // namespace

TEST_CASE("a row names the surfaces of the edges and vertices that meet", "[constraint]") {
  test::Scene scene;
  const std::size_t steel = scene.material();
  scene.body("lower", test::rectangle(1, 1, 3, 3), steel);
  scene.body("upper", test::rectangle(1, 1, 2, 2), steel).translate = {0.9, 1.1};
  name_surface(scene, 0, "top");
  name_surface(scene, 1, "left");
  name_surface(scene, 1, "bottom");
  const auto model = scene.model();
  const Surface& surface = model->surface();
  const std::string type = GENERATE("vertex_edge", "facet_intersection");
  INFO(type);
  const ContactSet set = rows(type, *model, {-0.02, -0.16});  // a corner goes into the top
  std::set<std::int32_t> seen;
  for (Index r = 0; r < set.rows(); ++r) {
    const View<Index> v = set.stencil(r);
    const std::int32_t own = set.patch[2 * r], other = set.patch[2 * r + 1];
    CHECK(own == facet_surface(surface, v[0], v[1]));
    CHECK(other ==
          (v.size() == 4 ? facet_surface(surface, v[2], v[3]) : surface.vertex_patch[v[2]]));
    seen.insert({own, other});
  }
  CHECK(seen.count(1) == 1);  // "lower/top" takes part
}

TEST_CASE("a row of two particles names the surfaces of their bodies", "[constraint]") {
  test::Scene scene;
  const auto add = [&](const std::string& name, std::vector<Real> points) {
    BodyConfig& body = scene.body(name, {}, 0);
    body.type = BodyConfigType::particles;
    body.points = std::move(points);
    body.radius = 0.1;
  };
  add("sand", {0, 0});
  add("grit", {1, 0});
  const auto model = scene.model();
  const ContactSet set = rows("particle_gap", *model, {-0.9, 0});
  REQUIRE(set.rows() == 1);
  CHECK(set.patch == std::vector<std::int32_t>{0, 1});
}
