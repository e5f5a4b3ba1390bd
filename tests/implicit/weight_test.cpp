// Load steps of blocks that lie on something under their weight, and that may be pressed upon it: whatever their size,
// stiffness, mesh and law, whether anything but contact holds them or not, each step ends in equilibrium.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/property/random_numbers.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

constexpr Real kFall = 9.81;

enum class Under : std::uint8_t { half_space, floor, obstacle, block };

/// A block of size L on the plane y = 0 (z = 0 in space).
struct RestingBlock {
  explicit RestingBlock(unsigned seed);
  std::string text() const;

  std::string vector(Real x, Real height) const {
    return dim == 2 ? fmt::format("[{}, {}]", x, height)
                    : fmt::format("[{}, {}, {}]", x, x, height);
  }
  std::string mesh(Real width, Real height, int nx, int ny) const {
    return dim == 2
               ? fmt::format(
                     R"("mesh": {{"type": "rectangle", "size": [{}, {}], "cells": [{}, {}], "triangles": {}}})",
                     width, height, nx, ny, triangles)
               : fmt::format(
                     R"("mesh": {{"type": "box", "size": [{}, {}, {}], "cells": [{}, {}, {}]}})",
                     width, width, height, nx, nx, ny);
  }
  std::string material() const {
    return fmt::format(R"("material": {{"type": "{}", "young": {}, "poisson": {}}}, "density": {})",
                       law, young, poisson, density);
  }

  int dim = 2, triangles = 2, along = 1, across = 1, steps = 1;
  Real size = 1, young = 1, poisson = 0.3, density = 1, press = 0;
  std::string law, constraint;
  Under under = Under::half_space;
  bool ramp = false, held = false;
};

RestingBlock::RestingBlock(unsigned seed) {
  property::RandomNumbers random(seed);
  dim = random.one_in(8) ? 3 : 2;
  size = random.logarithmic(1e-3, 1e3);
  young = random.logarithmic(1e3, 1e12);
  poisson = std::array{0., 0.3, 0.45}[static_cast<std::size_t>(random.pick(3))];
  density = random.logarithmic(1e-7, 1e-2) * young / (kFall * size);
  along = 1 + random.pick(dim == 2 ? 6 : 3);
  across = 1 + random.pick(dim == 2 ? 6 : 3);
  triangles = random.one_in(2) ? 2 : 4;
  steps = 1 + random.pick(10);
  law = std::array{"linear_elastic", "linear_elastic", "neo_hookean",
                   "st_venant_kirchhoff"}[static_cast<std::size_t>(random.pick(4))];
  under = std::array{Under::half_space, Under::floor, Under::obstacle,
                     Under::block}[static_cast<std::size_t>(random.pick(4))];
  constraint = dim == 3 ? "vertex_face" : random.one_in(2) ? "vertex_edge" : "node_to_facet";
  if (dim == 3 && under == Under::block) under = Under::obstacle;  // rows by the hundred
  if (random.one_in(2)) press = random.logarithmic(1e-6, 1e-2) * size;
  ramp = random.one_in(2);
  held = random.one_in(2) || under == Under::block;  // on a surface that yields it slides
}

std::string RestingBlock::text() const {
  std::string bodies =
      fmt::format(R"({{"name": "b", {}, {}}})", mesh(size, size, along, across), material());
  std::string supports, constraints;
  const std::string normal = dim == 2 ? "[0, 1]" : "[0, 0, 1]";
  const auto add_support = [&](const std::string& s) {
    supports += (supports.empty() ? "" : ", ") + s;
  };
  const Real x = -0.2 * size;
  const bool meets = under == Under::obstacle || under == Under::block || press > 0;
  if (under == Under::half_space)
    bodies += fmt::format(
        R"(, {{"name": "lo", "type": "obstacle", "half_space": {{"normal": {}}}}})", normal);
  if (under == Under::half_space)
    constraints =
        meets ? R"({"type": "half_space", "between": ["*", "lo"]})" : R"({"type": "half_space"})";
  if (under == Under::floor)
    constraints =
        fmt::format(R"({{"type": "floor", {}"normal": {}}})",
                    meets ? R"("between": ["b", "ground"], "name": "ground", )" : "", normal);
  if (under == Under::obstacle)
    bodies += fmt::format(R"(, {{"name": "lo", "type": "obstacle", {}, "translate": {}}})",
                          mesh(1.4 * size, 0.2 * size, 3, 1), vector(x, -0.2 * size));
  if (under == Under::block) {
    bodies += fmt::format(R"(, {{"name": "lo", {}, "translate": {}, {}}})",
                          mesh(1.4 * size, 0.5 * size, 5, 2), vector(x, -0.5 * size), material());
    add_support(R"({"body": "lo", "group": "bottom"})");
  }
  if (press > 0) {
    bodies += fmt::format(R"(, {{"name": "hi", "type": "obstacle", {}, "translate": {}}})",
                          mesh(1.4 * size, 0.2 * size, 2, 1), vector(x, size));
    const std::string zero = dim == 2 ? "[0, 0]" : "[0, 0, 0]";
    add_support(fmt::format(
        R"({{"body": "hi", "path": {{"type": "table", "times": [0, 1], "displacements": [{}, {}]}}}})",
        zero, vector(0, -press)));
  }
  if (held)
    add_support(dim == 2 ? R"({"body": "b", "group": "left", "fix": ["x"]})"
                         : R"({"body": "b", "group": "left", "fix": ["x", "y"]})");
  if (meets)
    constraints +=
        fmt::format(R"({}{{"type": "{}"}})", constraints.empty() ? "" : ", ", constraint);
  return fmt::format(R"({{"dimension": {}, "bodies": [{}], "supports": [{}],
    "loads": [{{"type": "gravity", "acceleration": {}{}}}],
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": [{}], "solver": {{"type": "sqp"}}}},
    "integrator": {{"type": "quasi_static"}}, "time": {{"end": 1, "step": {:.17g}}}}})",
                     dim, bodies, supports, vector(0, -kFall),
                     ramp ? R"(, "factor": {"type": "ramp", "end": 1})" : "", constraints,
                     1. / steps);
}

/// N, what contact does to the block in the direction of gravity, and the sum of its sizes.
std::array<Real, 2> lift_of_block(const Simulation& s) {
  const core::ContactForces& forces = s.stepper.facts().contact.forces;
  const auto& vertex_node = s.model.vertex_node();
  const auto dim = static_cast<std::size_t>(s.model.dim());
  Real sum = 0, size = 0;
  for (std::size_t v = 0; (v + 1) * dim <= forces.vertex_force.size(); ++v) {
    if (v >= vertex_node.size() || vertex_node[v] >= s.model.bodies()[0].nodes.end) continue;
    const Real f = forces.vertex_force[v * dim + dim - 1];
    sum += f, size += std::abs(f);
  }
  return {sum, size};
}

void check_resting(unsigned seed) {
  const RestingBlock scene(seed);
  const std::string text = scene.text();
  CAPTURE(seed, text);
  try {
    Simulation s(text);
    s.run([&](Simulation& now) {
      CHECK(now.stepper.facts().equilibrium.share() <= 1e-8);
      const Real weight = now.mass(0) * kFall * (scene.ramp ? now.time() : 1);
      const auto [sum, size] = lift_of_block(now);
      CHECK(std::abs(sum - weight) <= 1e-8 * size);
    });
    CHECK(s.time() == 1);
    CHECK(s.audit().clean());
  } catch (const std::exception& e) {
    FAIL_CHECK(e.what());
  }
}

}  // namespace

TEST_CASE(
    "a block that lies on something and is pressed upon it is in equilibrium in every load step",
    "[implicit][quasi_static][sqp]") {
  for (unsigned seed = 1; seed <= 400; ++seed) check_resting(seed);
}

TEST_CASE("a slender beam under a load that stays is at rest in every load step but the first",
          "[implicit][quasi_static]") {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    property::RandomNumbers random(seed);
    const Real size = random.logarithmic(1e-3, 1e3), young = random.logarithmic(1e3, 1e12);
    const int cells = 4 + random.pick(40);
    const Real slender = cells / (1. + random.pick(3));
    const Real bend = random.logarithmic(1e-6, 1e-2);  // 1.5 rho g L^4/(E h^2) over L
    const Real density = bend * young / (1.5 * kFall * size * slender * slender);
    const char* const law =
        std::array{"linear_elastic", "neo_hookean",
                   "st_venant_kirchhoff"}[static_cast<std::size_t>(random.pick(3))];
    const bool has_contact = random.one_in(2);
    const std::string text = fmt::format(
        R"({{"bodies": [{{"name": "beam", "density": {}, "translate": [0, {}],
          "mesh": {{"type": "rectangle", "size": [{}, {}], "cells": [{}, {}]}},
          "material": {{"type": "{}", "young": {}, "poisson": 0.3}}}}],
        "supports": [{{"body": "beam", "group": "left"}}],
        "loads": [{{"type": "gravity", "acceleration": [0, -9.81]}}], {}
        "integrator": {{"type": "quasi_static"}}, "time": {{"end": 1, "step": 0.25}}}})",
        density, size, size, size / slender, cells, 1 + random.pick(2), law, young,
        has_contact
            ? R"("contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "floor", "normal": [0, 1]}, "solver": {"type": "sqp"}},)"
            : "");
    CAPTURE(seed, text);
    try {
      Simulation s(text);
      std::vector<Real> first;
      Real moved = 0;
      s.run([&](Simulation& now) {
        CHECK(now.stepper.facts().equilibrium.share() <= 1e-8);
        const auto& q = now.stepper.state().q;
        if (first.empty()) first = q;
        moved = std::max(moved,
                         (map(View<Real>(q)) - map(View<Real>(first))).lpNorm<Eigen::Infinity>());
      });
      CHECK(moved <= 1e-8 * size);
    } catch (const std::exception& e) {
      FAIL_CHECK(e.what());
    }
  }
}

TEST_CASE("a slender cantilever bends under a small end load in the steps that it is given",
          "[implicit][quasi_static]") {
  struct Beam {
    Real length, height, young, poisson, load;
    int along, across;
  };
  // What forces of elements round to bends these by more than the tolerance of Newton's method.
  const Beam beam = GENERATE(Beam{0.1032, 0.001238, 7e8, 0.3, 51.2, 94, 2},
                             Beam{0.0196077323, 0.00032178121, 3.2893e6, 0.49, 0.00114653, 164, 4},
                             Beam{17.0477, 0.32797, 9.7317e6, 0, 5.0611, 118, 3});
  std::array<std::vector<Real>, 2> end;
  std::vector<Real> start;
  for (const char* const linear : {"definite", "general"}) {
    const std::string text = fmt::format(
        R"({{"bodies": [{{"name": "b", "density": 1000, "translate": [0, {}],
          "mesh": {{"type": "rectangle", "size": [{}, {}], "cells": [{}, {}]}},
          "material": {{"type": "linear_elastic", "young": {}, "poisson": {}}}}}],
        "supports": [{{"body": "b", "group": "left"}}],
        "loads": [{{"type": "traction", "body": "b", "group": "right", "traction": [0, {}]}}],
        "newton": {{"linear": "{}"}},
        "integrator": {{"type": "quasi_static"}}, "time": {{"end": 1, "step": 1}}}})",
        beam.length, beam.length, beam.height, beam.along, beam.across, beam.young, beam.poisson,
        -beam.load, linear);
    Simulation s(text);
    start = s.stepper.state().q;
    s.run([](Simulation&) {});
    CHECK(s.stepper.steps() == 1);
    end[linear == std::string("general") ? 1 : 0] = s.stepper.state().q;
  }
  const auto at = [](const std::vector<Real>& q) { return map(View<Real>(q)); };
  CHECK((at(end[0]) - at(end[1])).norm() <= 1e-7 * (at(end[0]) - at(start)).norm());
}
