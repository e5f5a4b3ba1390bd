#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <set>

#include "core/mesh/boundary.hpp"
#include "core/mesh/check.hpp"
#include "core/mesh/mesh_error.hpp"
#include "core/mesh/place.hpp"
#include "tests/scene.hpp"

using namespace tactus;
using namespace tactus::core;
using Catch::Contains;

namespace {

Real area(const Mesh& mesh) {
  Real sum = 0;
  const View<Real> x(mesh.points);
  for (Index e = 0; e < mesh.element_count(); ++e) {
    const Index* n = mesh.elements.data() + 3 * e;
    const Vec<2> a = point<2>(x, n[1]) - point<2>(x, n[0]),
                 b = point<2>(x, n[2]) - point<2>(x, n[0]);
    sum += (a[0] * b[1] - a[1] * b[0]) / 2;
  }
  return sum;
}

/// [0, width] x [0, height] in nx x ny cells, without those in the boxes [x0, y0, x1, y1].
Mesh rectangle(Real width, Real height, Index nx, Index ny, Index triangles,
               const std::vector<std::array<Real, 4>>& without = {}) {
  return testing::generated(
      fmt::format(R"({{"type": "rectangle", "size": [{}, {}], "cells": [{}, {}], "triangles": {},
                      "without": {}}})",
                  width, height, nx, ny, triangles, without));
}

Mesh disk(Real radius, Index rings) {
  return testing::generated(
      fmt::format(R"({{"type": "disk", "radius": {}, "rings": {}}})", radius, rings));
}

/// A rectangle with one option given.
Mesh rectangle_with(const std::string& option) {
  return testing::generated(R"({"type": "rectangle", )" + option + "}");
}

/// Euler's formula for a disk without holes: nodes - edges + elements = 1.
Index euler(const Mesh& mesh) {
  const Index boundary_edges = boundary(mesh).facets();
  const Index edges = (3 * mesh.element_count() + boundary_edges) / 2;
  return mesh.nodes() - edges + mesh.element_count();
}

}  // namespace

TEST_CASE("a rectangle has the nodes, triangles, area and sides it was asked for", "[mesh]") {
  const Index triangles = GENERATE(2, 4);
  const Mesh mesh = rectangle(3, 0.7, 5, 4, triangles);
  CHECK(mesh.nodes() == 6 * 5 + (triangles == 4 ? 20 : 0));
  CHECK(mesh.element_count() == 20 * triangles);
  CHECK(area(mesh) == Approx(2.1).epsilon(1e-14));
  CHECK(check(mesh).empty());
  CHECK(euler(mesh) == 1);
  REQUIRE(mesh.groups.size() == 4);
  const char* names[] = {"bottom", "right", "top", "left"};
  const std::size_t edges[] = {5, 4, 5, 4};
  const int axis[] = {1, 0, 1, 0};
  const Real at[] = {0, 3, 0.7, 0};
  for (std::size_t k = 0; k < 4; ++k) {
    const Group& g = mesh.groups[k];
    CHECK(g.name == names[k]);
    CHECK(g.dim == 1);
    CHECK(g.cells.size() == 2 * edges[k]);
    CHECK(g.nodes.size() == edges[k] + 1);
    CHECK(std::is_sorted(g.nodes.begin(), g.nodes.end()));
    for (const Index n : g.nodes) CHECK(mesh.points[2 * n + axis[k]] == at[k]);
  }
}

namespace {

using Edges = std::set<std::pair<Index, Index>>;

Edges edges_of_boundary(const Boundary& b) {
  Edges edges;
  for (Index f = 0; f < b.facets(); ++f) edges.insert({b.facet[2 * f], b.facet[2 * f + 1]});
  return edges;
}

Edges edges_of_groups(const Mesh& mesh) {
  Edges edges;
  for (const Group& g : mesh.groups)
    for (std::size_t k = 0; k < g.cells.size(); k += 2) edges.insert({g.cells[k], g.cells[k + 1]});
  return edges;
}

}  // namespace

TEST_CASE("edges of a rectangle's groups are boundary facets in their orientation", "[mesh]") {
  const Mesh mesh = rectangle(1, 1, 3, 2, 2);
  const Boundary b = boundary(mesh);
  CHECK(edges_of_boundary(b) == edges_of_groups(mesh));
}

TEST_CASE("the one diagonal of a cell goes from the lower left to the upper right", "[mesh]") {
  const Mesh mesh = rectangle(1, 1, 1, 1, 2);
  CHECK(mesh.points == std::vector<Real>{0, 0, 1, 0, 0, 1, 1, 1});
  CHECK(mesh.elements == std::vector<Index>{0, 1, 3, 0, 3, 2});
}

TEST_CASE("cells left out of a rectangle take their nodes and edges along", "[mesh]") {
  SECTION("a C open to the right: 16 - 4 cells, the notch is in no group") {
    const Mesh mesh = rectangle(1, 1, 4, 4, 4, {{0.5, 0.25, 1, 0.75}});
    CHECK(mesh.element_count() == 12 * 4);
    CHECK(mesh.nodes() == 25 - 2 + 12);  // two corner nodes on the right had no other cell
    CHECK(area(mesh) == Approx(0.75).epsilon(1e-14));
    CHECK(check(mesh).empty());
    CHECK(mesh.group("right")->cells.size() == 2 * 2);
    CHECK(boundary(mesh).facets() == 16 + 4 - 2 + 2);
  }
  SECTION("a side that is left out has no group") {
    const Mesh mesh = rectangle(1, 1, 4, 4, 4, {{0, 0, 1, 0.25}});
    CHECK(mesh.group("bottom") == nullptr);
    CHECK(mesh.group("left")->cells.size() == 2 * 3);
    CHECK(check(mesh).empty());
  }
  SECTION("cells that hang together by a corner are found by the check") {
    const auto problems = check(rectangle(1, 1, 2, 2, 4, {{0, 0, 0.5, 0.5}, {0.5, 0.5, 1, 1}}));
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].what == MeshProblem::What::non_manifold);
    CHECK(problems[0].count == 1);
    CHECK_THAT(problems[0].message, Contains("(0.5, 0.5)"));
  }
}

TEST_CASE("a rectangle that cannot be is refused with the reason", "[mesh]") {
  CHECK_THROWS_WITH(rectangle_with(R"("size": [1, -1])"),
                    "mesh.json:1:35: /size/1: -1 given; allowed: a list of 2 numbers > 0 [m]");
  CHECK_THROWS_WITH(rectangle_with(R"("cells": [2.5, 1])"), Contains("numbers of cells are whole"));
  CHECK_THROWS_WITH(rectangle_with(R"("cells": [20000, 20000])"),
                    Contains("more than 20 million triangles"));
  CHECK_THROWS_WITH(rectangle_with(R"("triangles": 3)"), Contains("2 triangles or 4"));
  CHECK_THROWS_WITH(rectangle_with(R"("without": [[-1, -1, 2, 2]])"),
                    "rectangle: `without` leaves no cell; make its boxes smaller");
  CHECK_THROWS_WITH(rectangle_with(R"("without": [[0, 1, 1, 0]])"),
                    "rectangle: box 1 of without is [0, 1, 1, 0]; it is [x0, y0, x1, y1] with "
                    "x0 <= x1 and y0 <= y1");
}

TEST_CASE("a disk of n rings has 6 n^2 triangles and the area of its polygons", "[mesh]") {
  const Index n = GENERATE(1, 2, 5, 12);
  const Mesh mesh = disk(0.5, n);
  CHECK(mesh.nodes() == 1 + 3 * n * (n + 1));
  CHECK(mesh.element_count() == 6 * n * n);
  // Outline: a regular polygon of 6n corners, area m/2 R^2 sin(2 pi/m).
  const Real m = 6 * static_cast<Real>(n);
  CHECK(area(mesh) == Approx(m / 2 * 0.25 * std::sin(2 * std::numbers::pi / m)).epsilon(1e-13));
  CHECK(check(mesh).empty());
  CHECK(euler(mesh) == 1);
  const Group* g = mesh.group("boundary");
  REQUIRE(g != nullptr);
  CHECK(static_cast<Index>(g->nodes.size()) == 6 * n);
  CHECK(boundary(mesh).facets() == 6 * n);
  for (const Index node : g->nodes)
    CHECK(std::hypot(mesh.points[2 * node], mesh.points[2 * node + 1]) ==
          Approx(0.5).epsilon(1e-15));
}

TEST_CASE("a disk is its own mirror image to the bit", "[mesh]") {
  const Mesh mesh = disk(0.3, 7);
  std::set<std::pair<Real, Real>> points;
  for (Index n = 0; n < mesh.nodes(); ++n)
    points.insert({mesh.points[2 * n], mesh.points[2 * n + 1]});
  for (const auto& [x, y] : points) {
    CHECK(points.count({-x, y}) == 1);
    CHECK(points.count({x, -y}) == 1);
  }
}

TEST_CASE(
    "cells of a graded rectangle grow by one factor, and their last is the ratio of the first",
    "[mesh]") {
  const Index triangles = GENERATE(2, 4);
  const Mesh mesh = rectangle_with(fmt::format(
      R"("size": [3, 2], "cells": [5, 4], "grading": [8, 1], "triangles": {})", triangles));
  std::vector<Real> width;
  for (std::size_t i = 0; i < 5; ++i)
    width.push_back(mesh.points[2 * (i + 1)] - mesh.points[2 * i]);
  for (std::size_t i = 1; i < 5; ++i)
    CHECK(width[i] / width[i - 1] == Approx(std::pow(8, 0.25)).epsilon(1e-13));
  CHECK(mesh.points[0] == 0);
  CHECK(mesh.points[2 * 5] == 3);
  CHECK(mesh.points[2 * 6 + 1] == 0.5);  // the other axis is as ever
  CHECK(area(mesh) == Approx(6).epsilon(1e-14));
  CHECK(check(mesh).empty());
  CHECK(rectangle_with(R"("grading": [1, 1])").points == rectangle(1, 1, 8, 8, 4).points);
  CHECK_THROWS_WITH(rectangle_with(R"("grading": [0, 1])"), Contains("grading"));
}

TEST_CASE("a ring has the cells, circles and area it was asked for", "[mesh]") {
  const Index triangles = GENERATE(2, 4), around = GENERATE(3, 12), radial = GENERATE(1, 3);
  const Mesh mesh = testing::generated(
      fmt::format(R"({{"type": "ring", "inner": 1, "outer": 2.5, "cells": [{}, {}],
                      "triangles": {}}})",
                  around, radial, triangles));
  CHECK(mesh.element_count() == around * radial * triangles);
  CHECK(mesh.nodes() == around * (radial + 1) + (triangles == 4 ? around * radial : 0));
  const Real sector = std::sin(2 * std::numbers::pi / static_cast<Real>(around)) / 2;
  CHECK(area(mesh) == Approx(static_cast<Real>(around) * sector * (2.5 * 2.5 - 1)).epsilon(1e-13));
  CHECK(check(mesh).empty());
  CHECK(euler(mesh) == 0);  // a hole
  REQUIRE(mesh.groups.size() == 2);
  const Real radius[] = {1, 2.5};
  for (std::size_t k = 0; k < 2; ++k) {
    CHECK(mesh.groups[k].name == (k == 0 ? "inner" : "outer"));
    CHECK(static_cast<Index>(mesh.groups[k].nodes.size()) == around);
    for (const Index n : mesh.groups[k].nodes)
      CHECK(std::hypot(mesh.points[2 * n], mesh.points[2 * n + 1]) ==
            Approx(radius[k]).epsilon(1e-15));
  }
}

TEST_CASE("a sector of a ring has straight sides, and its groups are all of its boundary",
          "[mesh]") {
  const Index triangles = GENERATE(2, 4);
  const Mesh mesh = testing::generated(
      fmt::format(R"({{"type": "ring", "inner": 1, "outer": 2, "cells": [6, 2], "start": 0.5,
                      "angle": 1.2, "triangles": {}}})",
                  triangles));
  CHECK(check(mesh).empty());
  CHECK(euler(mesh) == 1);
  CHECK(area(mesh) == Approx(6 * std::sin(0.2) / 2 * 3).epsilon(1e-13));
  const Boundary b = boundary(mesh);
  CHECK(edges_of_boundary(b) == edges_of_groups(mesh));
  REQUIRE(mesh.groups.size() == 4);
  for (const std::size_t k : {std::size_t{2}, std::size_t{3}})
    for (const Index n : mesh.groups[k].nodes)
      CHECK(std::atan2(mesh.points[2 * n + 1], mesh.points[2 * n]) ==
            Approx(k == 2 ? 0.5 : 1.7).epsilon(1e-14));
}

TEST_CASE("a ring that cannot be is refused with the reason", "[mesh]") {
  const auto ring = [](const std::string& options) {
    return testing::generated(R"({"type": "ring", )" + options + "}");
  };
  CHECK_THROWS_WITH(ring(R"("inner": 2, "outer": 1)"), Contains("larger than the inner one"));
  CHECK_THROWS_WITH(ring(R"("cells": [2, 1])"), Contains("at least 3 cells"));
  CHECK_THROWS_WITH(ring(R"("cells": [5.5, 1])"), Contains("whole"));
  CHECK_THROWS_WITH(ring(R"("triangles": 3)"), Contains("2 triangles or 4"));
  CHECK_THROWS_WITH(ring(R"("start": 1)"), Contains("angle"));
  CHECK_THROWS_WITH(ring(R"("angle": 7)"), Contains("angle"));
  CHECK_THROWS_WITH(ring(R"("angle": 4, "cells": [1, 1])"), Contains("half a turn"));
  CHECK(ring(R"("angle": 1, "cells": [1, 1], "triangles": 2)").element_count() == 2);
}

TEST_CASE("lengths times a power of two give points times that power to the bit", "[mesh]") {
  const Real factor = GENERATE(0x1p-40, 0.5, 8., 0x1p30);
  const auto scaled = [factor](std::vector<Real> v) {
    for (Real& x : v) x *= factor;
    return v;
  };
  const std::array<Real, 4> box{0.1, 0.1, 0.3, 1};
  std::array<Real, 4> larger = box;
  for (Real& x : larger) x *= factor;
  CHECK(rectangle(0.7 * factor, 1.3 * factor, 7, 3, 4, {larger}).points ==
        scaled(rectangle(0.7, 1.3, 7, 3, 4, {box}).points));
  CHECK(disk(0.7 * factor, 5).points == scaled(disk(0.7, 5).points));
  const auto ring = [](Real size) {
    return testing::generated(
        fmt::format(R"({{"type": "ring", "inner": {}, "outer": {}}})", 0.3 * size, 0.7 * size));
  };
  CHECK(ring(factor).points == scaled(ring(1).points));
  const auto graded = [](Real size) {
    return rectangle_with(fmt::format(R"("size": [{0}, {0}], "grading": [3, 0.1])", 0.7 * size));
  };
  CHECK(graded(factor).points == scaled(graded(1).points));

  Mesh a = disk(0.7, 5), b = disk(0.7 * factor, 5);
  const std::vector<Real> t{0.1, -3.7};
  place(a, 1.7, std::vector<Real>{0.3}, t);
  place(b, 1.7, std::vector<Real>{0.3}, scaled(t));
  CHECK(b.points == scaled(a.points));
}

TEST_CASE("placing scales, then rotates, then translates", "[mesh]") {
  Mesh mesh = rectangle(1, 1, 1, 1, 2);
  place(mesh, 2, std::vector<Real>{std::numbers::pi / 2}, std::vector<Real>{10, 20});
  // (1, 0) -> (2, 0) -> (0, 2) -> (10, 22): a quarter turn is exact.
  CHECK(mesh.points == std::vector<Real>{10, 20, 10, 22, 8, 20, 8, 22});
  place(mesh, 1, std::vector<Real>{-std::numbers::pi}, {});
  CHECK(mesh.points == std::vector<Real>{-10, -20, -10, -22, -8, -20, -8, -22});
  Mesh turned = rectangle(1, 1, 1, 1, 2);
  place(turned, 1, std::vector<Real>{std::numbers::pi / 6}, {});
  CHECK(turned.points[2] == Approx(std::sqrt(3.) / 2).epsilon(1e-15));
  CHECK(turned.points[3] == Approx(0.5).epsilon(1e-15));
}

TEST_CASE("a place that is no place is refused", "[mesh]") {
  Mesh mesh = disk(1, 1);
  CHECK_THROWS_WITH(place(mesh, 0, {}, {}), "scale is 0; it is a positive number");
  CHECK_THROWS_WITH(place(mesh, 1, std::vector<Real>{NAN}, {}), Contains("rotate"));
  CHECK_THROWS_WITH(place(mesh, 1, {}, std::vector<Real>{1, 2, 3}), Contains("has 3 numbers"));
  CHECK_THROWS_WITH(place(mesh, 1, {}, std::vector<Real>{1, INFINITY}), Contains("inf"));
  CHECK_THROWS_AS(disk(-1, 3), ConfigError);
  CHECK_THROWS_AS(disk(1, 0), ConfigError);
  CHECK_THROWS_AS(disk(1, 1000000000000), ConfigError);
}

TEST_CASE("every file in the folder of generators is one, by its name", "[mesh]") {
  std::set<std::string> files, names;
  const std::filesystem::path folder =
      std::filesystem::path(TACTUS_SOURCE_DIR) / "core/mesh/generators";
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".cpp") files.insert(entry.path().stem().string());
  for (const MeshGeneratorType& type : mesh_generators()) {
    names.emplace(type.name);
    CHECK(find_mesh_generator(type.name) == &type);
    CHECK_FALSE(type.help.empty());
  }
  CHECK(names == files);
  CHECK(names.count("rectangle") == 1);
  CHECK(find_mesh_generator("no such") == nullptr);
}

TEST_CASE("the number of elements that a generator expects is about the one it makes", "[mesh]") {
  const std::string mesh =
      GENERATE(R"({"type": "rectangle", "cells": [7, 3], "triangles": 2})", R"({"type": "disk"})",
               R"({"type": "ring", "cells": [30, 2]})",
               R"({"type": "polygon", "points": [[0, 0], [2, 0], [2, 1], [0, 1]], "size": 0.05})");
  const auto made = testing::generator(mesh);
  const auto elements = static_cast<Real>(made->make(2).element_count());
  INFO(mesh);
  CHECK(made->expected_elements() == Approx(elements).epsilon(0.2));
}
