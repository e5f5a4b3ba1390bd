// Generators of bodies in space: what they are made of, closed boundaries, and their masses.
#include <Eigen/Dense>
#include <algorithm>
#include <catch2/catch.hpp>
#include <numbers>

#include "core/mesh/boundary.hpp"
#include "core/mesh/check.hpp"
#include "core/model/mass_properties.hpp"
#include "tests/support/generated_mesh.hpp"

using namespace tactus;
using namespace tactus::core;
using testing::generated;

namespace {

/// Facets of all groups together.
std::size_t facets_in_groups(const Mesh& mesh) {
  std::size_t count = 0;
  for (const Group& g : mesh.groups) count += g.cells.size() / 3;
  return count;
}

void require_sound(const Mesh& mesh) {
  CHECK(check(mesh).empty());
  CHECK(facets_in_groups(mesh) == boundary(mesh).facet.size() / 3);
}

}  // namespace

TEST_CASE("a box in space has the mass, the centre and the moments of its closed form", "[mesh]") {
  for (const char* cut : {"5", "6"}) {
    const Mesh mesh =
        generated(std::string(R"({"type": "box", "size": [1, 2, 3], "cells": [2, 3, 4],
                                             "tetrahedra": )") +
                      cut + "}",
                  3);
    require_sound(mesh);
    CHECK(mesh.groups.size() == 6);
    const MassProperties p = mass_properties(mesh, 7, 1);
    CHECK(p.mass == Approx(42).epsilon(1e-13));
    CHECK(p.centre[0] == Approx(0.5).epsilon(1e-13));
    CHECK(p.centre[1] == Approx(1).epsilon(1e-13));
    CHECK(p.centre[2] == Approx(1.5).epsilon(1e-13));
    CHECK(p.inertia[0] == Approx(42 * 5 / 12.).epsilon(1e-13));
    CHECK(p.inertia[1] == Approx(42 * 10 / 12.).epsilon(1e-13));
    CHECK(p.inertia[2] == Approx(42 * 13 / 12.).epsilon(1e-13));
  }
}

TEST_CASE("a box in space without some of its cells has the mass and the sides that are left",
          "[mesh]") {
  const std::string cut = GENERATE("5", "6");
  CAPTURE(cut);
  const auto box = [&](const std::string& without) {
    return generated(R"({"type": "box", "size": [2, 3, 4], "cells": [4, 6, 8], "without": [)" +
                         without + R"(], "tetrahedra": )" + cut + "}",
                     3);
  };
  SECTION("a notch in a corner: an L turned about the axis of y") {
    const Mesh mesh = box("[1, 0, 2, 2, 3, 4]");
    CHECK(check(mesh).empty());
    const MassProperties p = mass_properties(mesh, 1, 1);  // 24 - 6 = 18, less a box of 1 x 3 x 2
    CHECK(p.mass == Approx(18).epsilon(1e-13));
    CHECK(p.centre[0] == Approx((24 * 1 - 6 * 1.5) / 18).epsilon(1e-13));
    CHECK(p.centre[1] == Approx(1.5).epsilon(1e-13));
    CHECK(p.centre[2] == Approx((24 * 2 - 6 * 3) / 18.).epsilon(1e-13));
    const Real areas[] = {12, 6, 6, 6, 6, 3};  // left right front back bottom top
    REQUIRE(mesh.groups.size() == 6);
    for (std::size_t g = 0; g < 6; ++g) {
      INFO(mesh.groups[g].name);  // a square of a cell has 1/4 m^2 and two facets
      CHECK(static_cast<Real>(mesh.groups[g].cells.size()) / 3 / 8 == areas[g]);
      CHECK(mesh.groups[g].nodes == unique_nodes(mesh.groups[g].cells));
    }
    CHECK(mesh.groups[1].name == "right");
    for (const Index node : mesh.groups[1].nodes) {
      CHECK(mesh.points[static_cast<std::size_t>(3 * node)] == 2);
      CHECK(mesh.points[static_cast<std::size_t>(3 * node + 2)] <= 2);
    }
    // On the boundary of the notch, too, facets face away from the body: the divergence theorem.
    const Boundary hull = boundary(mesh);
    Real volume = 0;
    for (std::size_t f = 0; f < hull.facet.size(); f += 3) {
      Eigen::Matrix3d corners;
      for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t d = 0; d < 3; ++d)
          corners(static_cast<Index>(d), static_cast<Index>(k)) =
              mesh.points[3 * static_cast<std::size_t>(hull.facet[f + k]) + d];
      volume += corners.determinant() / 6;
    }
    CHECK(volume == Approx(18).epsilon(1e-13));
    CHECK(std::ranges::find(hull.neighbour, kNone) == hull.neighbour.end());
  }
  SECTION("a cavity has a boundary of its own, and belongs to no side") {
    const Mesh mesh = box("[0.5, 0.5, 0.5, 1.5, 2.5, 3.5]");
    CHECK(check(mesh).empty());
    CHECK(mass_properties(mesh, 1, 1).mass == Approx(24 - 6).epsilon(1e-13));
    const std::size_t outer = 2 * 4 * (2 * (6 + 8 + 12)), inner = 2 * 4 * (2 * (2 + 3 + 6));
    CHECK(facets_in_groups(mesh) == outer);
    CHECK(boundary(mesh).facet.size() / 3 == outer + inner);
    // Of the lattice's 5 x 7 x 9 nodes only those strictly in the cavity are left out.
    CHECK(mesh.nodes() == 5 * 7 * 9 - 1 * 3 * 5);
  }
  SECTION("a side without cells has no group") {
    const Mesh mesh = box("[0, 0, 3.5, 2, 3, 4], [0, 0, 0, 0.5, 3, 4]");
    CHECK(mass_properties(mesh, 1, 1).mass == Approx(1.5 * 3 * 3.5).epsilon(1e-13));
    std::vector<std::string> names;
    for (const Group& group : mesh.groups) names.push_back(group.name);
    CHECK(names == std::vector<std::string>{"right", "front", "back", "bottom"});
  }
  SECTION("a box that holds no centre of a cell leaves everything as it is") {
    const Mesh whole = box(""), mesh = box("[0.3, 0, 0, 0.7, 3, 4]");
    CHECK(mesh.points == whole.points);
    CHECK(mesh.elements == whole.elements);
  }
  SECTION("what is wrong is told") {
    CHECK_THROWS_WITH(box("[0, 0, 0, 2, 3, 4]"), Catch::Contains("leaves no cell"));
    CHECK_THROWS_WITH(box("[0, 2, 0, 2, 1, 4]"), Catch::Contains("y0 <= y1"));
    CHECK_THROWS_WITH(box("[0, 0, 1, 1]"), Catch::Contains("6 numbers"));
  }
}

TEST_CASE("a ball in space tends to the round one with the square of the cells' size", "[mesh]") {
  Real error[2], of_inertia[2];
  for (int k = 0; k < 2; ++k) {
    const Mesh mesh = generated(
        std::string(R"({"type": "ball", "radius": 2, "cells": )") + (k ? "8" : "4") + "}", 3);
    require_sound(mesh);
    const MassProperties p = mass_properties(mesh, 1, 1), round = round_mass_properties(3, 2, 1, 1);
    CHECK(p.centre.norm() < 1e-13);
    error[k] = 1 - p.mass / round.mass;
    of_inertia[k] = 1 - p.inertia[0] / round.inertia[0];
    CHECK(p.inertia[2] / p.inertia[0] == Approx(1).epsilon(1e-12));
  }
  CHECK(error[0] / error[1] == Approx(4).epsilon(0.05));
  CHECK(of_inertia[0] / of_inertia[1] == Approx(4).epsilon(0.05));
}

TEST_CASE("cylinders and tubes in space have closed boundaries and tend to round ones", "[mesh]") {
  const Mesh cylinder =
      generated(R"({"type": "cylinder", "radius": 0.5, "height": 2, "cells": [6, 3]})", 3);
  require_sound(cylinder);
  CHECK(mass_properties(cylinder, 1, 1).mass == Approx(std::numbers::pi / 2).epsilon(0.02));
  CHECK(mass_properties(cylinder, 1, 1).centre[2] == Approx(1).epsilon(1e-12));
  const Mesh tube = generated(
      R"({"type": "tube", "inner": 0.5, "outer": 1, "height": 2, "cells": [24, 2, 3]})", 3);
  require_sound(tube);
  const Real sector = std::sin(2 * std::numbers::pi / 24) / 2;
  CHECK(mass_properties(tube, 1, 1).mass == Approx(24 * sector * 0.75 * 2).epsilon(1e-12));
}
