// Generators of bodies in space: what they are made of, closed boundaries, and their masses.
#include <Eigen/Core>
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

constexpr Real kPi = std::numbers::pi;

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
  CHECK(mass_properties(cylinder, 1, 1).mass == Approx(kPi / 2).epsilon(0.02));
  CHECK(mass_properties(cylinder, 1, 1).centre[2] == Approx(1).epsilon(1e-12));
  const Mesh tube = generated(
      R"({"type": "tube", "inner": 0.5, "outer": 1, "height": 2, "cells": [24, 2, 3]})", 3);
  require_sound(tube);
  const Real sector = std::sin(2 * kPi / 24) / 2;
  CHECK(mass_properties(tube, 1, 1).mass == Approx(24 * sector * 0.75 * 2).epsilon(1e-12));
}
