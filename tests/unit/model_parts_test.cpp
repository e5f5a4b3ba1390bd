// Parts of a model, each by itself: meshes of bodies, arrays of surfaces, the outside that frames show, and elements.
#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "core/mesh/mesh_error.hpp"
#include "core/model/element_loop.hpp"
#include "core/model/meshes.hpp"
#include "core/model/placed_bodies.hpp"
#include "core/model/shown_facets.hpp"
#include "core/model/surface_data.hpp"
#include "tactus/conformance/serial_context.hpp"
#include "tests/scene.hpp"

using namespace tactus;
using namespace tactus::core;
using conformance::SerialContext;

namespace {

/// One square, made a number of times that is counted; none if it fails.
class CountedMesh final : public MeshGenerator {
 public:
  CountedMesh(int& made, bool fails) : made_(made), fails_(fails) {}
  void describe(OptionVisitor&) override {}

 private:
  Mesh do_make(int) const override {
    ++made_;
    if (fails_) throw MeshError("there is no such mesh");
    return test::rectangle(1, 1, 1, 1);
  }
  int& made_;
  bool fails_;
};

void add_body(Configuration& c, std::size_t mesh) {
  BodyConfig body;
  body.mesh = mesh;
  c.bodies.push_back(std::move(body));
}

}  // namespace

TEST_CASE("copies of an array share the work of their mesh", "[model]") {
  int made = 0, failed = 0;
  Configuration c;
  c.dim = 2;
  c.meshes.push_back({"counted", std::make_unique<CountedMesh>(made, false)});
  c.meshes.push_back({"counted", std::make_unique<CountedMesh>(failed, true)});
  for (const std::size_t mesh : {std::size_t{0}, std::size_t{0}, kNoMesh}) add_body(c, mesh);
  const std::vector<Mesh> meshes = make_meshes(c);
  REQUIRE(meshes.size() == 3);
  CHECK(made == 1);
  CHECK(meshes[1].points == meshes[0].points);
  CHECK(meshes[2].elements.empty());
  CHECK(meshes[2].dim == 2);
  add_body(c, 1);
  try {
    make_meshes(c);
    FAIL("a mesh that cannot be made is no problem");
  } catch (const ModelError& e) {
    REQUIRE(e.problems.size() == 1);
    CHECK(e.problems[0].pointer == "/bodies/3/mesh");
  }
}

TEST_CASE("bodies are placed and numbered before anything acts on them", "[model]") {
  test::Scene scene;
  const std::size_t steel = scene.material();
  scene.body("left", test::rectangle(1, 1, 1, 1), steel);
  scene.body("right", test::rectangle(1, 1, 2, 1), steel).translate = {3, -1};
  std::vector<ModelProblem> problems;
  const PlacedBodies placed(scene.configuration, scene.meshes, problems);
  CHECK(problems.empty());
  CHECK(placed.nodes() == 4 + 6);
  CHECK(placed.layout().dofs == 20);
  CHECK(placed.element_count() == 2 + 4);
  CHECK(placed.body_of_node(4) == 1);
  CHECK(placed.node_name(4) == "node 1 of body \"right\"");
  CHECK(placed.element_name(5) == "element 4 of body \"right\"");
  CHECK(placed.reference()[8] == 3);
  CHECK(scene.meshes[1].points[1] == -1);  // the mesh is where the body is
  CHECK(placed.largest_coordinate() == 4);
  CHECK(std::ranges::equal(placed.initial_coordinates(), placed.places()));

  VelocityConfig of_nobody;
  of_nobody.group = "top of it";
  scene.configuration.bodies[0].velocity.push_back(of_nobody);
  scene.configuration.bodies[1].density = 0;
  const PlacedBodies faulty(scene.configuration, scene.meshes, problems);
  REQUIRE(problems.size() == 2);
  CHECK(problems[0].pointer == "/bodies/0/velocity");
  CHECK(problems[1].pointer == "/bodies/1/density");
}

TEST_CASE("a surface has vertices of boundaries first, then inner nodes, then half-spaces",
          "[model]") {
  const Mesh mesh = test::rectangle(1, 1, 2, 2);  // nine nodes, one of them inside
  std::vector<SurfaceBody> bodies(3);
  bodies[0] = {.mesh = &mesh, .first_node = 0, .nodes = 9};
  bodies[1] = {.first_node = 9, .nodes = 2, .radius = 0.1, .surface = 1};
  bodies[2] = {.first_node = 11, .nodes = 1, .surface = 2, .normal = {0, 1}};
  std::vector<Real> reference(24, 7), inverse_mass;
  std::ranges::copy(mesh.points, reference.begin());
  for (int n = 0; n < 12; ++n) inverse_mass.insert(inverse_mass.end(), {1, 3});
  std::vector<Body> layout(3);
  const SurfaceData data(2, bodies, reference, inverse_mass, layout);
  const Surface& s = data.view();
  CHECK(s.vertices == 12);
  CHECK(s.boundary_vertices == 10);
  CHECK(s.facets == 8);
  CHECK(s.elements == 8);
  REQUIRE(s.planes == 1);
  CHECK(layout[0].vertices.size() == 8);
  CHECK(layout[1].vertices.begin == 8);
  CHECK(s.radius[8] == 0.1);
  CHECK(s.reference[20] == 0.5);  // the node inside
  CHECK(s.reference[21] == 0.5);
  CHECK(s.plane_vertex[0] == 11);
  CHECK(s.vertex_body[11] == 2);
  CHECK(s.inverse_mass[3] == 2);  // the mean of the axes
  for (Index v = 0; v < 8; ++v) CHECK(s.facets_of(v).size() == 2);
  CHECK(std::accumulate(s.element_outer_face.begin(), s.element_outer_face.end(), 0) == 8);
  CHECK(data.longest_facet() == 0.5);
}

TEST_CASE("the outside of elements has the facets that one of them has alone", "[model]") {
  test::Scene scene;
  const std::size_t steel = scene.material();
  scene.body("a", test::rectangle(1, 1, 1, 1), steel);
  scene.body("b", test::rectangle(1, 1, 1, 1), steel).translate = {2, 0};
  const auto model = scene.model();
  const ShownFacets all = shown_facets(*model, model->elements());
  REQUIRE(all.element.size() == 8);
  CHECK(all.facet.size() == 16);
  for (Index e = 0; e < 4; ++e) CHECK(std::ranges::count(all.element, e) == 2);
  CHECK(shown_facets(*model, model->elements().first(3)).element.size() == 3);
}

TEST_CASE("elements that are stretched alike have the energy and the forces of the formula",
          "[element]") {
  const Real stretch = 1.25, lambda = 1.5, mu = 1;
  test::Scene scene;
  scene.body("block", test::rectangle(2, 1, 4, 2), scene.material({lambda, mu})).thickness = 0.5;
  const auto model = scene.model();
  const std::unique_ptr<ElementLoop> loop = make_element_loop(*model);
  CHECK(loop->history_size() == 0);
  CHECK_FALSE(loop->dissipates());
  SerialContext context;
  std::vector<Real> q(model->reference().begin(), model->reference().end()), f(q.size());
  for (std::size_t i = 0; i < q.size(); i += 2) q[i] *= stretch;
  Real energy = 0;
  loop->force({.q = q}, {}, {}, f, {&energy, 1}, context.context());
  // Of C - I only one component is not zero. The area is 2 m2.
  const Real e = stretch * stretch - 1;
  CHECK(energy == Approx((lambda / 8 + mu / 4) * e * e * 2 * 0.5));
  const Real pull = (lambda / 2 + mu) * e * stretch * 0.5;  // N, P_xx times the section
  Real sum = 0, right = 0;
  for (std::size_t i = 0; i < q.size(); i += 2) {
    sum += f[i];
    if (model->reference()[i] == 2) right += f[i];
  }
  CHECK(std::abs(sum) < 1e-14);
  CHECK(right == Approx(-pull));
  std::vector<Real> all(q.size(), 1), weight(q.size());
  loop->consistent_mass(all, weight, context.context());
  CHECK(std::accumulate(weight.begin(), weight.end(), Real{0}) == Approx(2 * 2 * 0.5));
}
