#include <catch2/catch.hpp>
#include <numeric>
#include <set>

#include "tests/scene.hpp"

using namespace tactus;
using namespace tactus::core;
using test::Scene;

namespace {

/// Two squares of 2 x 2 cells, one at rest with its bottom held, one above it.
Scene two_squares() {
  Scene scene;
  const std::size_t steel = scene.material({1.5, 1});
  scene.body("lower", test::rectangle(1, 1, 2, 2), steel).translate = {10, 20};
  scene.body("upper", test::rectangle(1, 2, 2, 2), steel).translate = {10, 21.5};
  SupportConfig floor;
  floor.body = "lower";
  floor.group = "bottom";
  scene.configuration.supports.push_back(floor);
  return scene;
}

std::vector<ModelProblem> problems_of(const Scene& scene) {
  try {
    scene.model();
  } catch (const ModelError& error) {
    return error.problems;
  }
  return {};
}

}  // namespace

TEST_CASE("a model stores positions as they are placed, near the origin", "[model]") {
  const auto model = two_squares().model();
  // Box [10, 11] x [20, 23.5].
  for (const View<Real> origin :
       {model->centre(), model->layout().origin, model->surface().origin}) {
    REQUIRE(origin.size() == 2);
    CHECK(origin[0] == 0);
    CHECK(origin[1] == 0);
  }
  CHECK(model->reference()[0] == 10);
  CHECK(model->reference()[1] == 20);
  CHECK(model->largest_coordinate() == 23.5);
  CHECK(model->scales().coordinate == 23.5);
  CHECK(model->scales().length == std::hypot(1, 3.5));
}

TEST_CASE("a model far from the origin stores positions relative to a round number near its centre",
          "[model]") {
  Scene scene = two_squares();
  for (auto& body : scene.configuration.bodies) body.translate[0] += 1048576;
  const auto model = scene.model();
  // Box [1048586, 1048587] x [20, 23.5]; the next power of two of its diagonal, 3.6, is 4.
  CHECK(model->centre()[0] == 1048588);
  CHECK(model->centre()[1] == 20);
  CHECK(model->reference()[0] == -2);
  CHECK(model->reference()[1] == 0);
  CHECK(model->largest_coordinate() == 1048587);
  CHECK(model->scales().coordinate == 3.5);
}

TEST_CASE("no centre moves coordinates apart that are equal where bodies are placed", "[model]") {
  // 0.1 + 0.2 - c and 0.3000...04 - c are different numbers for many c, the middle of the box among
  // them.
  for (const Real far : {0.0, 1e3, 1e4, 1e6, 1e9}) {
    CAPTURE(far);
    Scene scene;
    const std::size_t steel = scene.material({1.5, 1});
    scene.body("lower", test::rectangle(0.7, 0.2, 1, 1), steel).translate = {far + 0.3, 0.1};
    scene.body("upper", test::rectangle(1.3, 0.7, 1, 1), steel).translate = {far, 0.1 + 0.2};
    const auto model = scene.model();
    Real top = -kUnlimited, bottom = kUnlimited;
    for (std::size_t i = 1; i < 8; i += 2) top = std::max(top, model->reference()[i]);
    for (std::size_t i = 9; i < 16; i += 2) bottom = std::min(bottom, model->reference()[i]);
    CHECK(top == bottom);
    const std::vector<Real> width{model->reference()[0], model->reference()[8]};
    CHECK(std::abs(width[0] - width[1] - 0.3) <= 0x1p-52 * std::max(far, Real{1}));
  }
}

TEST_CASE("a model of any size has the same bits but for a power of two", "[model]") {
  const auto placed = [](Real by, Real far) {
    Scene scene;
    const std::size_t steel = scene.material({1.5, 1});
    for (const Real x : {0.1, 1.7}) {
      BodyConfig& body =
          scene.body(x < 1 ? "one" : "two", test::rectangle(1.3 * by, 0.7 * by, 2, 2), steel);
      body.translate = {(far + x) * by, 0.3 * by};
    }
    const auto model = scene.model();
    std::vector<Real> x(model->reference().begin(), model->reference().end());
    x.insert(x.end(), model->centre().begin(), model->centre().end());
    for (Real& number : x) number /= by;
    return x;
  };
  for (const Real far : {0.0, 10.0, 1e5})
    for (const Real by : {0x1p-20, 0x1p30}) CHECK(placed(by, far) == placed(1, far));
}

TEST_CASE("a model numbers bodies one after another", "[model]") {
  const auto model = two_squares().model();
  const Layout& layout = model->layout();
  CHECK(layout.dofs == 36);
  CHECK(layout.coordinates == 36);
  CHECK(layout.block_start.size() == 19);
  CHECK(layout.block_start[18] == 36);
  CHECK(layout.bodies[1].dofs.begin == 18);
  CHECK(model->bodies()[1].elements.begin == 8);
  CHECK(model->element_name(9) == "element 2 of body \"upper\"");
  CHECK(model->node_name(9) == "node 1 of body \"upper\"");
  for (const Index n : model->elements().subspan(8 * 3)) CHECK(n >= 9);
}

TEST_CASE("a support prescribes the components it fixes and no others", "[model]") {
  Scene scene = two_squares();
  scene.configuration.supports[0].fix = {"y"};
  const auto model = scene.model();
  CHECK(std::accumulate(model->layout().prescribed.begin(), model->layout().prescribed.end(), 0) ==
        3);
  for (Index n = 0; n < 3; ++n) {  // the first row of nodes is the bottom
    const auto y = static_cast<std::size_t>(2 * n + 1);
    CHECK(model->layout().prescribed[y] == 1);
    CHECK(model->layout().prescribed[y - 1] == 0);
    CHECK(model->inverse_mass()[y] == 0);
    CHECK(model->mass()[y] > 0);
    CHECK(model->inverse_mass()[y - 1] == 1 / model->mass()[y - 1]);
  }
  // Nor does a contact push along them: vertex 0 is node 0.
  const Surface& s = model->surface();
  const auto mobility = [&](Real x, Real y) {
    const Real n[] = {x, y};
    return s.mobility(0, n) * model->mass()[0];
  };
  REQUIRE(model->vertex_node()[0] == 0);
  CHECK(mobility(0, 1) == 0);
  CHECK(mobility(1e-13, 1) == 0);
  CHECK(mobility(1, 0) == Approx(1));
  CHECK(mobility(0.6, 0.8) == Approx(0.36));
}

TEST_CASE("a ramped support reaches its speed smoothly and its path is the integral", "[model]") {
  Scene scene = two_squares();
  scene.configuration.supports[0].velocity = {3, -2};
  scene.configuration.supports[0].ramp = 0.5;
  const auto model = scene.model();
  const Supports& supports = model->supports();
  std::vector<Real> v(36), u(36, 7);
  supports.prescribe_velocity(0.25, v);
  CHECK(v[0] == Approx(1.5).epsilon(1e-15));  // r(1/2) = 1/2
  supports.prescribe_velocity(0.6, v);
  CHECK(v[1] == -2);
  // By Simpson's rule, exact for the cubic: integral of r over the ramp is half of it.
  const auto path = [&](Real t) {
    supports.prescribe(model->reference(), t, u);
    return u[0];
  };
  CHECK(path(0.5) == Approx(3 * 0.25).epsilon(1e-14));
  CHECK(path(0.7) - path(0.5) == Approx(3 * 0.2).epsilon(1e-14));
  for (const Real t : {0.1, 0.3, 0.45}) {
    std::vector<Real> v0(36), v1(36), vm(36);
    supports.prescribe_velocity(t - 0.01, v0);
    supports.prescribe_velocity(t, vm);
    supports.prescribe_velocity(t + 0.01, v1);
    CHECK(path(t + 0.01) - path(t - 0.01) ==
          Approx(0.02 * (v0[0] + 4 * vm[0] + v1[0]) / 6).epsilon(1e-12));
  }
  CHECK(u[35] == 7);  // what is free is left alone
}

TEST_CASE("lumped mass of a body is its density times its volume, shared by its nodes", "[model]") {
  Scene scene = two_squares();
  scene.configuration.bodies[1].density = 3;
  scene.configuration.bodies[1].thickness = 0.25;
  const auto model = scene.model();
  Real lower = 0, upper = 0;
  for (std::size_t i = 0; i < 18; i += 2) lower += model->mass()[i];
  for (std::size_t i = 18; i < 36; i += 2) upper += model->mass()[i];
  CHECK(lower == Approx(1).epsilon(1e-15));
  CHECK(upper == Approx(3 * 0.25 * 2).epsilon(1e-15));
  // Node 0, lower left, has both triangles of its cell: 2 * (1/8) / 3.
  CHECK(model->mass()[0] == Approx(1.0 / 12).epsilon(1e-15));
  CHECK(model->scales().mass == Approx(1.0 / 24).epsilon(1e-15));
}

TEST_CASE("velocities at the start add up: constant, spin, gradient, by group", "[model]") {
  Scene scene = two_squares();
  VelocityConfig spin, shear, top;
  spin.constant = {1, 2};
  spin.spin = {4};
  shear.gradient = {0, 10, 0, 0};
  shear.about = {10, 21.5};
  top.constant = {0, 100};
  top.group = "top";
  scene.configuration.bodies[1].velocity = {spin, shear, top};
  const auto model = scene.model();
  const auto v = [&](std::size_t node) {
    return std::pair(model->initial_velocity()[2 * node], model->initial_velocity()[2 * node + 1]);
  };
  CHECK(v(0) == std::pair(0.0, 0.0));
  // Lower left of the upper body: (10, 21.5), centre of mass (10.5, 22.5); v = w x r.
  CHECK(v(9).first == Approx(1 + 4 * 1));
  CHECK(v(9).second == Approx(2 - 4 * 0.5).margin(1e-14));
  // Upper right: (11, 23.5).
  CHECK(v(17).first == Approx(1 - 4 * 1 + 10 * 2));
  CHECK(v(17).second == Approx(2 + 4 * 0.5 + 100));
}

TEST_CASE("a wave at the start is a sine of where nodes are in the configuration", "[model]") {
  Scene scene = two_squares();
  VelocityConfig wave;
  wave.amplitude = {3, -1};
  wave.wave_vector = {0.5, 2};
  wave.phase = 0.25;
  scene.configuration.bodies[1].velocity = {wave};
  const auto model = scene.model();
  const auto v = model->initial_velocity();
  CHECK(v[17] == 0);                      // of the other body
  for (std::size_t n = 9; n < 18; ++n) {  // 3 x 3 nodes from (10, 21.5), 0.5 and 1 apart
    const std::size_t column = (n - 9) % 3, row = (n - 9) / 3;
    const Real x = 10 + 0.5 * static_cast<Real>(column), y = 21.5 + static_cast<Real>(row);
    const Real sine = std::sin(0.5 * x + 2 * y + 0.25);
    CHECK(v[2 * n] == 3 * sine);
    CHECK(v[2 * n + 1] == -sine);
  }
}

TEST_CASE("the lengths of the mesh are those that contact needs", "[model]") {
  const auto model = two_squares().model();
  const Scales& s = model->scales();
  CHECK(s.altitude == Approx(0.5 / std::sqrt(2)).epsilon(1e-14));  // over the diagonal of a cell
  CHECK(s.longest_facet == Approx(1));                             // upper body: cells of 0.5 x 1
  CHECK(s.median_facet == Approx(0.5).epsilon(1e-14));             // 12 facets of 0.5, 4 of 1
  CHECK(s.speed == Approx(std::sqrt(3.5)));
}

TEST_CASE("the surface has boundary vertices first, then inner nodes of boundary elements",
          "[model]") {
  const auto model = two_squares().model();
  const Surface& s = model->surface();
  CHECK(s.boundary_vertices == 16);
  CHECK(s.vertices == 18);  // and the centre node of each square
  CHECK(s.facets == 16);
  CHECK(model->vertex_node()[16] == 4);
  CHECK(model->vertex_node()[17] == 13);
  CHECK(s.elements == 16);  // every triangle touches the boundary
  CHECK(model->layout().bodies[1].vertices.begin == 8);
  CHECK(model->layout().bodies[1].vertices.end == 16);
  CHECK(s.patch_name[1] == "upper");
  for (Index f = 0; f < s.facets; ++f) {
    const View<Index> v = s.facet_vertices(f);
    const auto a = point<2>(s.reference, v[0]), b = point<2>(s.reference, v[1]);
    const int body = s.facet_body[static_cast<std::size_t>(f)];
    const Vec<2> centre(10.5, body == 0 ? 20.5 : 22.5);  // of its square
    const Vec<2> t = b - a, c = centre - a;
    CHECK(t[0] * c[1] - t[1] * c[0] > 0);  // the body is on the left
    for (int k = 0; k < 2; ++k) {          // neighbour k shares vertex 1 - k
      const Index n = s.neighbour[static_cast<std::size_t>(2 * f + k)];
      const View<Index> w = s.facet_vertices(n);
      CHECK(std::find(w.begin(), w.end(), v[static_cast<std::size_t>(1 - k)]) != w.end());
      CHECK(n != f);
    }
  }
  for (Index v = 0; v < s.vertices; ++v) {
    CHECK(s.facets_of(v).size() == (v < 16 ? 2u : 0u));
    CHECK(s.global[static_cast<std::size_t>(v)] == v);
    const auto dof =
        static_cast<std::size_t>(2 * model->vertex_node()[static_cast<std::size_t>(v)]);
    CHECK(s.reference[static_cast<std::size_t>(2 * v)] == model->reference()[dof]);
    CHECK(s.inverse_mass[static_cast<std::size_t>(v)] ==
          (model->inverse_mass()[dof] + model->inverse_mass()[dof + 1]) / 2);
    for (std::size_t d = 0; d < 2; ++d)
      CHECK(s.inverse_mass_along[2 * static_cast<std::size_t>(v) + d] ==
            model->inverse_mass()[dof + d]);
  }
}

TEST_CASE("a face of an element is outer where it is a facet of the boundary", "[model]") {
  // Whole cells at the boundary have diagonals that join two boundary nodes and are inner sides.
  Scene scene = two_squares();
  scene.body("halves", test::rectangle(1, 1, 1, 1), 0).translate = {10, 30};
  scene.body("row", test::rectangle(3, 1, 3, 1), 0).translate = {10, 32};
  const auto model = scene.model();
  const Surface& s = model->surface();
  std::set<std::set<Index>> facets;
  for (Index f = 0; f < s.facets; ++f) {
    const View<Index> v = s.facet_vertices(f);
    facets.insert({v.begin(), v.end()});
  }
  Index outer = 0;
  for (Index e = 0; e < s.elements; ++e)
    for (Index k = 0; k < 3; ++k) {
      std::set<Index> side;
      for (Index j = 0; j < 3; ++j)
        if (j != k) side.insert(s.element[static_cast<std::size_t>(3 * e + j)]);
      const bool is_outer = s.element_outer_face[static_cast<std::size_t>(3 * e + k)] != 0;
      CHECK(is_outer == facets.contains(side));
      outer += is_outer;
    }
  CHECK(outer == 8 + 8 + 4 + 8);  // each facet belongs to one element
  CHECK(outer == s.facets);
}

TEST_CASE("in space, too, an inner face whose nodes are all on the boundary is not outer",
          "[model]") {
  Scene scene(3);
  const std::size_t steel = scene.material();
  scene.body("cube", test::cube(1), steel);  // six tetrahedra round an inner diagonal
  const auto model = scene.model();
  const Surface& s = model->surface();
  CHECK(s.boundary_vertices == 8);
  REQUIRE(s.elements == 6);
  for (Index e = 0; e < s.elements; ++e) {
    Index outer = 0;
    for (Index k = 0; k < 4; ++k) {
      // A face is on the boundary of [-1/2, 1/2]^3 where a coordinate of its nodes is all the same.
      bool flat = false;
      for (int d = 0; d < 3; ++d) {
        std::set<Real> coordinate;
        for (Index j = 0; j < 4; ++j)
          if (j != k)
            coordinate.insert(s.reference[static_cast<std::size_t>(
                3 * s.element[static_cast<std::size_t>(4 * e + j)] + d)]);
        flat = flat || coordinate.size() == 1;
      }
      CHECK((s.element_outer_face[static_cast<std::size_t>(4 * e + k)] != 0) == flat);
      outer += flat;
    }
    CHECK(outer == 2);
  }
}

TEST_CASE("particles are vertices without facets and obstacles have neither mass nor freedom",
          "[model]") {
  Scene scene;
  const std::size_t steel = scene.material();
  scene.body("wall", test::rectangle(4, 1, 4, 1), steel).type = BodyConfigType::obstacle;
  BodyConfig& shot = scene.body("shot", {}, steel);
  shot.type = BodyConfigType::particles;
  shot.points = {1, 2, 3, 2};
  shot.mass = 0.5;
  shot.radius = 0.125;
  shot.velocity.emplace_back().constant = {0, -1};
  const auto model = scene.model();
  CHECK(model->bodies()[0].obstacle);
  CHECK_FALSE(model->bodies()[1].obstacle);
  for (const Body& body : model->layout().bodies) CHECK(body.rotation.empty());
  for (std::size_t i = 0; i < 20; ++i) {
    CHECK(model->layout().prescribed[i] == 1);
    CHECK(model->mass()[i] == 0);
  }
  CHECK(model->mass()[20] == 0.5);
  CHECK(model->inverse_mass()[23] == 2);
  CHECK(model->initial_velocity()[21] == -1);
  const Surface& s = model->surface();
  CHECK(s.boundary_vertices == 12);
  CHECK(s.radius[11] == 0.125);
  CHECK(s.facets_of(11).empty());
  CHECK(s.elements == 8);  // of the obstacle
  CHECK(model->scales().speed == 1);
}

TEST_CASE("what is wrong with a model is said all at once, each with its place", "[model]") {
  Scene scene = two_squares();
  scene.configuration.supports[0].group = "botom";
  scene.configuration.bodies[0].density = 0;
  scene.configuration.bodies[1].velocity.emplace_back().group = "roof";
  std::swap(scene.meshes[1].elements[0], scene.meshes[1].elements[1]);  // clockwise, overlapping
  const std::vector<ModelProblem> problems = problems_of(scene);
  REQUIRE(problems.size() == 5);
  CHECK(problems[0].pointer == "/bodies/0/density");
  CHECK(problems[1].pointer == "/bodies/1/mesh");
  CHECK_THAT(problems[1].message, Catch::Contains("upper"));
  CHECK(problems[2].pointer == "/bodies/1/mesh");
  CHECK(problems[3].pointer == "/bodies/1/velocity");
  CHECK(problems[4].pointer == "/supports/0/group");
  CHECK(problems[4].message ==
        "the mesh of body \"lower\" has no group \"botom\"; it has \"bottom\", \"right\", \"top\", "
        "\"left\"");
}

TEST_CASE("two supports that move a node at different speeds are refused", "[model]") {
  Scene scene = two_squares();
  SupportConfig left = scene.configuration.supports[0];
  left.group = "left";
  scene.configuration.supports.push_back(left);
  CHECK(problems_of(scene).empty());  // they share a corner and agree
  scene.configuration.supports[1].velocity = {1, 0};
  REQUIRE(problems_of(scene).size() == 1);
  CHECK(problems_of(scene)[0].pointer == "/supports/1");
}

TEST_CASE("lengths times a power of two give the same bits", "[model]") {
  const auto scaled = [](Real s) {
    Scene scene = two_squares();
    for (auto& body : scene.configuration.bodies) {
      body.scale = s;
      for (Real& t : body.translate) t *= s;
      body.rotate = {0.3};
    }
    return scene.model();
  };
  const auto one = scaled(1), large = scaled(1024);
  for (std::size_t i = 0; i < one->reference().size(); ++i) {
    CHECK(large->reference()[i] == 1024 * one->reference()[i]);
    CHECK(large->mass()[i] == 1024 * 1024 * one->mass()[i]);
  }
  CHECK(large->scales().altitude == 1024 * one->scales().altitude);
  CHECK(large->scales().length == 1024 * one->scales().length);
}
