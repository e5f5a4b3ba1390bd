// Contact pressure and shear at nodes, and which nodes stick: against forces of a known pressure, and against
// blocks whose weight and friction are known.
#include "core/record/contact_pressure.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/contact/contact_state.hpp"
#include "scene.hpp"

using namespace tactus;
using namespace tactus::friction;
using core::ContactForces;
using core::ContactState;
using tactus::testing::Simulation;

namespace {

/// A body alone, with nothing that acts on it.
Simulation lone_body(int dim, const std::string& mesh, Real thickness = 1) {
  return Simulation(fmt::format(
      R"({{"dimension": {}, "bodies": [{{"name": "block", "density": 1000{}, "mesh": {},
           "material": {{"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}}}],
          "integrator": {{"type": "newmark"}}, "time": {{"end": 1, "step": 1e-5}}}})",
      dim, dim == 2 ? fmt::format(R"(, "thickness": {})", thickness) : "", mesh));
}

/// The forces of a traction on the lowest face: each facet gives its share to each of its vertices.
/// @param traction  [dim] Pa
ContactForces forces_on_bottom(const Simulation& s, const Real* traction, Real thickness) {
  const Surface& surface = s.model.surface();
  const auto dim = static_cast<std::size_t>(surface.dim);
  const auto height = [&](Index v) { return point<3>(surface.reference, v)[2]; };
  ContactForces forces;
  forces.vertex_force.assign(static_cast<std::size_t>(surface.vertices) * dim, 0);
  for (Index f = 0; f < surface.facets; ++f) {
    const View<Index> corner = surface.facet_vertices(f);
    Real area = 0;
    bool lowest = true;
    if (dim == 2) {
      const Vec<2> a = point<2>(surface.reference, corner[0]),
                   b = point<2>(surface.reference, corner[1]);
      lowest = a[1] == 0 && b[1] == 0;
      area = std::abs(b[0] - a[0]) * thickness;
    } else {
      for (const Index v : corner) lowest = lowest && height(v) == 0;
      const Vec<3> a = point<3>(surface.reference, corner[0]);
      area = (point<3>(surface.reference, corner[1]) - a)
                 .cross(point<3>(surface.reference, corner[2]) - a)
                 .norm() /
             2;
    }
    for (std::size_t k = 0; lowest && k < dim; ++k)
      for (std::size_t d = 0; d < dim; ++d)
        forces.vertex_force[static_cast<std::size_t>(corner[k]) * dim + d] +=
            traction[d] * area / static_cast<Real>(dim);
  }
  return forces;
}

void check_bottom(const Simulation& s, const core::ContactPressure& found, Real pressure,
                  Real shear) {
  const Surface& surface = s.model.surface();
  int pressed = 0;
  for (Index v = 0; v < surface.boundary_vertices; ++v) {
    INFO("vertex " << v);
    const bool lowest = surface.reference[surface.dim * v + surface.dim - 1] == 0;
    pressed += lowest;
    CHECK(found.normal()[v] == Approx(lowest ? pressure : 0).epsilon(1e-12).margin(1e-9));
    CHECK(found.shear()[v] == Approx(lowest ? shear : 0).epsilon(1e-12).margin(1e-9));
  }
  CHECK(pressed > 4);
}

}  // namespace

TEST_CASE("Nodal forces of a uniform pressure are that pressure at every node, corners included",
          "[friction][pressure]") {
  const Real sign = GENERATE(1.0, -1.0);  // presses, or pulls as glue does
  SECTION("in the plane, for any thickness") {
    const Real thickness = GENERATE(1.0, 0.1), shear = GENERATE(0.0, 150.0);
    const Simulation s =
        lone_body(2, R"({"type": "rectangle", "size": [2, 0.7], "cells": [5, 3]})", thickness);
    core::ContactPressure found(s.model);
    const Real traction[2] = {shear, sign * 400};
    found.find(s.stepper.state().q, forces_on_bottom(s, traction, thickness));
    check_bottom(s, found, sign * 400, shear);
  }
  SECTION("in space, whose nodes have unequal shares") {
    const Simulation s =
        lone_body(3, R"({"type": "box", "size": [2, 1, 0.7], "cells": [4, 3, 2]})");
    core::ContactPressure found(s.model);
    const Real traction[3] = {90, 120, sign * 400};
    found.find(s.stepper.state().q, forces_on_bottom(s, traction, 1));
    check_bottom(s, found, sign * 400, 150);
  }
}

TEST_CASE("A node of a rigid impact zone has no contact pressure, and no contact leaves none",
          "[friction][pressure]") {
  const Simulation s = lone_body(2, R"({"type": "rectangle", "size": [2, 1], "cells": [5, 3]})");
  core::ContactPressure found(s.model);
  const Real traction[2] = {0, 400};
  ContactForces forces = forces_on_bottom(s, traction, 1);
  forces.zone.assign(static_cast<std::size_t>(s.model.surface().vertices), 0);
  for (std::size_t v = 0; v < forces.zone.size(); ++v)
    if (forces.vertex_force[2 * v + 1] != 0) {
      forces.zone[v] = 1;
      found.find(s.stepper.state().q, forces);
      CHECK(std::isnan(found.normal()[v]));
      CHECK(std::isnan(found.shear()[v]));
      break;
    }
  found.find(s.stepper.state().q, {});
  for (const Real p : found.normal()) CHECK(p == 0);
}

TEST_CASE(
    "The pressure under a block at rest is its weight by its area, on any incline that holds it",
    "[friction][pressure]") {
  const Real slope = GENERATE(0.0, 0.1, 0.2);
  const RigidBlock block{.width = 2, .height = 0.1};
  Simulation s = scene(block.text() + "," + kGround,
                       {.friction = 0.4, .angle = std::atan(slope), .end = 0.05});
  s.run();
  core::ContactPressure found(s.model);
  found.find(s.stepper.state().q, s.stepper.facts().contact.forces);
  const Real weight = block.density * block.width * block.height * 9.81,
             cosine = std::cos(std::atan(slope));
  // Both ends of the bottom have half of its length each, and only they touch.
  Real normal = 0, shear = 0;
  for (Index v = 0; v < s.model.surface().vertices; ++v)
    if (s.model.surface().vertex_body[v] == 0)
      normal += found.normal()[v] * block.width / 2, shear += found.shear()[v] * block.width / 2;
  CHECK(normal == Approx(weight * cosine).epsilon(1e-6));
  // The two ends may push against each other along the ground, as nothing decides how much.
  CHECK(shear >= weight * cosine * slope * (1 - 1e-6));
  CHECK(shear <= 0.4 * normal);
}

TEST_CASE("Nodes of a block stick below the limit of friction and slip above it",
          "[friction][pressure]") {
  const bool holds = GENERATE(true, false);
  Simulation s = scene(RigidBlock{.width = 2, .height = 0.1}.text() + "," + kGround,
                       {.friction = holds ? 0.3 : 0.1, .angle = std::atan(0.2), .end = 0.05});
  int steps = 0;
  s.run([&](Simulation& now) {
    if (++steps < 3) return;  // the first ones may land
    const core::StepFacts& facts = now.stepper.facts();
    Index sticking = 0, slipping = 0;
    REQUIRE(!facts.contact.forces.vertex_state.empty());
    for (std::size_t v = 0; v < facts.contact.forces.vertex_state.size(); ++v) {
      const ContactState state = facts.contact.forces.vertex_state[v];
      if (now.model.surface().vertex_body[v] != 0) continue;
      sticking += state == ContactState::sticks, slipping += state == ContactState::slips;
    }
    CHECK(sticking == facts.contact.reactions.sticking);
    CHECK(slipping == facts.contact.reactions.slipping);
    CHECK(sticking == (holds ? 2 : 0));
    CHECK(slipping == (holds ? 0 : 2));
  });
  CHECK(steps == 50);
}
