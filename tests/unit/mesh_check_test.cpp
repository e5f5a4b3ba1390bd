#include <Eigen/LU>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "core/mesh/boundary.hpp"
#include "core/mesh/check.hpp"
#include "tests/support/generated_mesh.hpp"

using namespace tactus;
using namespace tactus::core;
using Catch::Contains;
using What = MeshProblem::What;

namespace {

Mesh square() { return testing::generated(R"({"type": "rectangle", "cells": [2, 2]})"); }

/// The unit tetrahedron, volume 1/6.
Mesh tetrahedron() { return {3, {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 1, 2, 3}, {}}; }

/// What check() finds, which is to be one thing.
MeshProblem only_problem(const Mesh& mesh) {
  const auto problems = check(mesh);
  for (const MeshProblem& p : problems) UNSCOPED_INFO(p.message);
  REQUIRE(problems.size() == 1);
  return problems[0];
}

}  // namespace

TEST_CASE("sound meshes have no problems", "[mesh]") {
  CHECK(check(square()).empty());
  CHECK(check(tetrahedron()).empty());
}

TEST_CASE("each flaw of a mesh is named, counted and located", "[mesh]") {
  Mesh mesh = square();  // nodes 0..8 corners, 9..12 centres; 16 triangles
  SECTION("nothing there") {
    CHECK(only_problem({2, {}, {}, {}}).what == What::empty);
    CHECK_THAT(only_problem({3, {0, 0, 0}, {}, {}}).message, Contains("no tetrahedra"));
  }
  SECTION("arrays cut off") {
    mesh.elements.pop_back();
    CHECK(only_problem(mesh).what == What::malformed);
  }
  SECTION("not finite") {
    mesh.points[2 * 4] = std::numeric_limits<Real>::quiet_NaN();
    const auto p = only_problem(mesh);
    CHECK(p.what == What::not_finite);
    CHECK_THAT(p.message, Contains("node 5 at (nan, 0.5)"));
  }
  SECTION("numbers out of range") {
    mesh.elements[3] = 13;
    mesh.elements[7] = -1;
    mesh.groups[0].nodes.push_back(99);
    const auto p = only_problem(mesh);
    CHECK(p.what == What::out_of_range);
    CHECK(p.count == 3);
    CHECK_THAT(p.message, Contains("outside 1 to 13") && Contains("triangle 2; triangle 3") &&
                              Contains("group \"bottom\""));
  }
  SECTION("a node twice") {
    mesh.elements[1] = mesh.elements[0];
    CHECK(only_problem(mesh).what == What::repeated_node);
  }
  SECTION("unused node") {
    mesh.points.insert(mesh.points.end(), {7, 8});
    const auto p = only_problem(mesh);
    CHECK(p.what == What::unused_nodes);
    CHECK(p.count == 1);
    CHECK_THAT(p.message, Contains("node 14 at (7, 8)"));
  }
  SECTION("clockwise triangles") {
    for (std::size_t t = 0; t < mesh.elements.size(); t += 3)
      std::swap(mesh.elements[t], mesh.elements[t + 1]);
    const auto p = only_problem(mesh);
    CHECK(p.what == What::inverted);
    CHECK(p.count == 16);
    CHECK_THAT(p.message, Contains("clockwise triangles: 16 of 16") &&
                              Contains("triangle 1 (nodes 2, 1, 10)") && Contains("; ..."));
  }
  SECTION("a duplicate is an overlap too") {
    for (int k = 0; k < 3; ++k) mesh.elements.push_back(mesh.elements[k]);
    const auto problems = check(mesh);
    REQUIRE(problems.size() == 2);
    CHECK(problems[0].what == What::duplicate_elements);
    CHECK(problems[0].count == 1);
    CHECK_THAT(problems[0].message, Contains("1 and 17"));
    CHECK(problems[1].what == What::overlapping);
  }
  SECTION("two triangles on the same side of an edge") {
    const Mesh fold{2, {0, 0, 1, 0, 0, 1, 0.2, 0.5}, {0, 1, 2, 0, 1, 3}, {}};
    CHECK(only_problem(fold).what == What::overlapping);
  }
  SECTION("parts that are not joined") {
    const Mesh parts{2, {0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 0, 1}, {0, 1, 2, 3, 4, 5}, {}};
    const auto p = only_problem(parts);
    CHECK(p.what == What::coincident_nodes);
    CHECK(p.count == 2);
    CHECK_THAT(p.message, Contains("Coherence Mesh"));
  }
}

TEST_CASE("flat elements are told from inverted ones", "[mesh]") {
  const Real h = GENERATE(0., 1e-14, -1e-14);
  const auto p = only_problem({2, {0, 0, 1, 0, 0.5, h}, {0, 1, 2}, {}});
  CHECK(p.what == What::flat);
  CHECK(check({2, {0, 0, 1, 0, 0.5, 1e-9}, {0, 1, 2}, {}}).empty());
  CHECK(only_problem({2, {0, 0, 1, 0, 0.5, -1e-9}, {0, 1, 2}, {}}).what == What::inverted);
}

TEST_CASE("tetrahedra that meet in an edge alone are refused", "[mesh]") {
  // Both have the edge (0,0,0)-(0,0,1); the second is the first turned by half a turn round it.
  const Mesh mesh{
      3, {0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, -1, 0, 0, 0, -1, 0}, {0, 2, 3, 1, 0, 4, 5, 1}, {}};
  const auto p = only_problem(mesh);
  CHECK(p.what == What::non_manifold);
  CHECK(p.count == 1);
  CHECK_THAT(p.message, Contains("hang together by an edge") && Contains("(0, 0, 1)"));
}

TEST_CASE("a tetrahedron turned inside out is refused", "[mesh]") {
  Mesh mesh = tetrahedron();
  std::swap(mesh.elements[0], mesh.elements[1]);
  CHECK(only_problem(mesh).what == What::inverted);
}

TEST_CASE("the boundary of a tetrahedron is seen from outside", "[mesh]") {
  const Mesh mesh = tetrahedron();
  const Boundary b = boundary(mesh);
  REQUIRE(b.facets() == 4);
  const View<Real> x(mesh.points);
  const Vec<3> centre(0.25, 0.25, 0.25);
  for (Index f = 0; f < 4; ++f) {
    const Vec<3> p = point<3>(x, b.facet[3 * f]), q = point<3>(x, b.facet[3 * f + 1]);
    const Vec<3> r = point<3>(x, b.facet[3 * f + 2]);
    Eigen::Matrix3d m;
    m << q - p, r - p, p - centre;
    CHECK(m.determinant() > 0);
  }
  CHECK(b.edge == std::vector<Index>{0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3});
  // Closed form: altitudes are 1, 1, 1 and 1/sqrt(3); so are those of the oblique face, sqrt(3/2).
  CHECK(smallest_altitudes(mesh)[0] == Approx(1 / std::sqrt(3.)).epsilon(1e-15));
  std::vector<Real> size = facet_sizes(mesh, b), longest = facet_longest_edges(mesh, b);
  std::sort(size.begin(), size.end());
  CHECK(size[0] == Approx(1 / std::sqrt(2.)).epsilon(1e-15));
  CHECK(size[3] == Approx(std::sqrt(1.5)).epsilon(1e-15));
  for (const Real l : longest) CHECK(l == Approx(std::sqrt(2.)).epsilon(1e-15));
}

TEST_CASE("neighbours lie across the side opposite to a vertex, and see each other", "[mesh]") {
  Mesh mesh = square();
  if (GENERATE(true, false)) mesh = tetrahedron();
  const Boundary b = boundary(mesh);
  const int dim = mesh.dim;
  for (Index f = 0; f < b.facets(); ++f)
    for (int k = 0; k < dim; ++k) {
      const Index g = b.neighbour[f * dim + k];
      REQUIRE(g != kNone);
      const auto mine = b.facet.begin() + f * dim, theirs = b.facet.begin() + g * dim;
      for (int l = 0; l < dim; ++l)  // every vertex but the k-th is shared
        CHECK((std::count(theirs, theirs + dim, mine[l]) == 1) == (l != k));
      CHECK(std::count(b.neighbour.begin() + g * dim, b.neighbour.begin() + (g + 1) * dim, f) == 1);
    }
}

TEST_CASE("the facets round a node are those that have it", "[mesh]") {
  const Mesh mesh = square();
  const Boundary b = boundary(mesh);
  CHECK(b.facets() == 8);
  for (Index n = 0; n < mesh.nodes(); ++n) {
    std::vector<Index> expected;
    for (Index f = 0; f < b.facets(); ++f)
      if (b.facet[2 * f] == n || b.facet[2 * f + 1] == n) expected.push_back(f);
    const std::vector<Index> found(b.node_facet[n].begin(), b.node_facet[n].end());
    CHECK(found == expected);
  }
  // Boundary edges have the body on their left: counter-clockwise, so twice the area is positive.
  Real twice_area = 0;
  for (Index f = 0; f < b.facets(); ++f) {
    const Real* p = mesh.points.data() + 2 * b.facet[2 * f];
    const Real* q = mesh.points.data() + 2 * b.facet[2 * f + 1];
    twice_area += p[0] * q[1] - p[1] * q[0];
  }
  CHECK(twice_area == Approx(2).epsilon(1e-15));
  CHECK(smallest_altitudes(mesh)[0] == Approx(0.25).epsilon(1e-15));  // base 1/2, height 1/4
  CHECK(facet_sizes(mesh, b)[0] == 0.5);
}
