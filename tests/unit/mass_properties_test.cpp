// Mass, centre and inertia of rigid bodies against closed forms.
#include "core/model/mass_properties.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/mesh/round_mesh.hpp"
#include "core/model/body_kind.hpp"
#include "tactus/rotation.hpp"
#include "tests/scene.hpp"

using namespace tactus;
using namespace tactus::core;

namespace {
constexpr Real kPi = 3.14159265358979323846;

Mesh moved(Mesh mesh, std::vector<Real> by) {
  for (std::size_t i = 0; i < mesh.points.size(); ++i) mesh.points[i] += by[i % by.size()];
  return mesh;
}
}  // namespace

TEST_CASE("a rectangle has the mass and inertia of its closed form, wherever it is", "[rigid]") {
  const Mesh mesh = moved(test::rectangle(2, 3, 5, 4), {100, -40});
  const MassProperties p = mass_properties(mesh, 7, 0.5);
  const Real m = 7 * 0.5 * 6;
  CHECK(p.mass == Approx(m).epsilon(1e-14));
  CHECK(p.centre[0] == Approx(101).epsilon(1e-14));
  CHECK(p.centre[1] == Approx(-38.5).epsilon(1e-14));
  CHECK(p.inertia[2] == Approx(m * (4 + 9) / 12).epsilon(1e-13));
}

TEST_CASE("a box of tetrahedra has its principal moments and axes", "[rigid]") {
  Mesh mesh = test::cube(2);
  for (std::size_t i = 0; i < mesh.points.size(); i += 3)
    mesh.points[i + 1] *= 2, mesh.points[i + 2] *= 3;  // 1 x 2 x 3
  // Turned about (1, 2, 2)/3 by one radian.
  const Matrix3 turn = rotation_of_vector(Vector3(1, 2, 2) / 3);
  for (std::size_t i = 0; i < mesh.points.size(); i += 3) {
    const Vector3 x = turn * Vector3(mesh.points[i], mesh.points[i + 1], mesh.points[i + 2]);
    std::copy_n(x.data(), 3, mesh.points.data() + i);
  }
  const MassProperties p = mass_properties(mesh, 2, 1);
  const Real m = 12;
  CHECK(p.mass == Approx(m).epsilon(1e-14));
  CHECK((p.centre - turn * Vector3(0.5, 1, 1.5)).norm() < 1e-14);
  const Vector3 wanted = m / 12 * Vector3(5, 10, 13);  // about z, y, x: 1 + 4, 1 + 9, 4 + 9
  CHECK((p.inertia - wanted).norm() < 1e-12);
  CHECK(p.axes.determinant() == Approx(1));
  const Vector3 sides[] = {{0, 0, 1}, {0, 1, 0}, {1, 0, 0}};  // in the order of the moments
  for (int k = 0; k < 3; ++k) CHECK(std::abs(p.axes.col(k).dot(turn * sides[k])) == Approx(1));
}

TEST_CASE("a regular tetrahedron is an isotropic top", "[rigid]") {
  Mesh mesh;
  mesh.dim = 3;
  mesh.points = {1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1};
  mesh.elements = {0, 1, 3, 2};
  if (mass_properties(mesh, 1, 1).mass < 0) std::swap(mesh.elements[1], mesh.elements[2]);
  const MassProperties p = mass_properties(mesh, 3, 1);
  const Real m = 3 * 8. / 3;  // the edge is 2 sqrt(2), V = edge^3/(6 sqrt 2)
  CHECK(p.mass == Approx(m));
  for (int k = 0; k < 3; ++k) CHECK(p.inertia[k] == Approx(m * 8 / 20));  // m edge^2 / 20
}

TEST_CASE("disk and ball are round, and the disk is what a fine polygon tends to", "[rigid]") {
  const MassProperties disk = round_mass_properties(2, 0.5, 3, 2);
  CHECK(disk.mass == Approx(3 * 2 * kPi / 4));
  CHECK(disk.inertia[2] == Approx(disk.mass / 8));
  const MassProperties ball = round_mass_properties(3, 0.5, 3, 2);
  CHECK(ball.mass == Approx(3 * kPi / 6));
  for (int k = 0; k < 3; ++k) CHECK(ball.inertia[k] == Approx(ball.mass / 10));
  const MassProperties polygon = mass_properties(round_mesh(2, 0.5), 3, 2);
  CHECK(polygon.mass == Approx(disk.mass).epsilon(4e-3));
  CHECK(polygon.inertia[2] == Approx(disk.inertia[2]).epsilon(8e-3));
}

/// [3] mass, mass and inertia of a rigid unit square with these options.
std::vector<Real> mass_of_square(const std::string& options) {
  const auto document = Document::parse(options, "body.json");
  Problems problems(document.places());
  testing::NoComponents components;
  Reading reading{document, problems, components};
  ObjectReader object(reading, document.root(), "", "a body");
  BodyConfig body;
  body.become(*find_body_kind("rigid"));
  object.options([&](OptionVisitor& o) { body.describe(o); });
  problems.throw_if_any();
  const Mesh mesh = test::rectangle(1, 1, 1, 1);
  std::vector<Real> mass(3, 0);
  body.kind->make({.dim = 2, .bodies = {{&body, &mesh}}})->mass(mass);
  return mass;
}

TEST_CASE("given values take the place of those of the shape", "[rigid]") {
  CHECK(mass_of_square(R"({"name": "a", "density": 3})")[0] == Approx(3));
  const auto heavy = mass_of_square(R"({"name": "a", "mass": 5})");
  CHECK(heavy[1] == Approx(5));
  CHECK(heavy[2] == Approx(5. / 6));
  CHECK(mass_of_square(R"({"name": "a", "mass": 5, "inertia": 0.25})")[2] == 0.25);
}

TEST_CASE("nodes are named by their body, even if a body without nodes comes first", "[rigid]") {
  test::Scene scene;
  const auto steel = scene.material();
  scene.body("stone", test::rectangle(1, 1, 1, 1), steel).become(*find_body_kind("rigid"));
  scene.body("soft", test::rectangle(1, 1, 1, 1), steel).translate = {2, 0};
  const auto model = scene.model();
  CHECK(model->node_name(0) == "node 1 of body \"soft\"");
  CHECK(model->node_name(model->bodies()[0].nodes.begin + 1) == "node 2 of body \"stone\"");
}
