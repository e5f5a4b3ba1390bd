// Load steps without inertia: closed forms of elasticity and of contact, the work of supports, what the verdict says, and
// what is refused or cannot be.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "core/record/summary.hpp"
#include "core/record/tally.hpp"
#include "core/scene/served.hpp"
#include "core/step/equilibrium.hpp"
#include "tests/implicit/load_steps.hpp"
#include "tests/support/copy_state.hpp"
#include "tests/support/ipopt_built.hpp"
#include "tests/support/simulation.hpp"

namespace tactus::load_steps {

using namespace tactus::testing;

namespace {

/// MOR-2, whose meshes match or do not, with rows of nodes of both blocks: the pressure 10 presses two blocks upon each other; the upper one is held in y by
/// contact alone.
std::string two_blocks(const char* upper_cells) {
  return scene(
      block("block", "[0, 0]", "[2, 2]") + ", " + block("upper", "[0, 1]", upper_cells),
      kRollers + R"(, {"body": "upper", "group": "left", "fix": ["x"]})",
      R"("loads": [{"type": "traction", "body": "upper", "group": "top", "traction": [0, -10],
                    "factor": {"type": "ramp", "end": 1}}],)",
      contact("node_to_facet"), 2);
}

/// Largest distance of a node from where the strain e_xx, e_yy takes it.
Real off_uniform(const Simulation& s, Real e_xx, Real e_yy) {
  const View<Real> X = s.model.reference();
  const auto& q = s.stepper.state().q;
  Real off = 0;
  for (std::size_t i = 0; i < q.size(); ++i) {
    const Real x = X[i] + s.model.centre()[i % 2], e = i % 2 == 0 ? e_xx : e_yy;
    off = std::max(off, std::abs(q[i] - X[i] - e * x));
  }
  return off;
}

Real largest_share(Simulation& s) {
  Real share = 0;
  s.run([&](Simulation& now) { share = std::max(share, now.stepper.facts().equilibrium.share()); });
  return share;
}

/// What ends a run, or what `check` says.
std::string error_of(const std::string& text) {
  try {
    Simulation s(text);
    core::Problems problems(s.configuration().places);
    core::refuse_not_served(s.configuration(), problems);
    problems.throw_if_any();
    s.run();
  } catch (const std::exception& e) {
    return e.what();
  }
  return "nothing";
}

const std::string kGravity = R"("loads": [{"type": "gravity", "acceleration": [0, -9.81]}],)";

}  // namespace

TEST_CASE(
    "ELT-1 a block that is pulled is strained uniformly, and supports do the work of its energy",
    "[implicit][quasi_static]") {
  Simulation s(scene(
      block("block", "[0, 0]", "[3, 2]"),
      kRollers + R"(, {"body": "block", "group": "right", "fix": ["x"], "velocity": [0.01, 0]})",
      "", "", 4));
  CHECK(largest_share(s) <= 1e-12);
  // Plane strain without s_yy: e_yy = -nu/(1 - nu) e_xx, s_xx = E/(1 - nu^2) e_xx
  const Real e = 0.01, stress = kYoung / (1 - kPoisson * kPoisson) * e;
  CHECK(off_uniform(s, e, -kPoisson / (1 - kPoisson) * e) <= 1e-15);
  CHECK(s.balance.now().strain == Approx(stress * e / 2).epsilon(1e-12));
  // The trapezoid is exact for a force that grows in proportion.
  CHECK(-s.balance.external() == Approx(stress * e / 2).epsilon(1e-12));
  CHECK(s.stepper.facts().outside.support_impulse[0] / s.stepper.facts().dt ==
        Approx(0).margin(1e-10));
}

TEST_CASE(
    "where a path sets off, turns or stops, supports of load steps take no impulse of inertia",
    "[implicit][quasi_static]") {
  const std::string interpolation = GENERATE("linear", "smooth");
  CAPTURE(interpolation);
  Simulation s(scene(block("block", "[0, 0]", "[3, 2]"),
                     kRollers + fmt::format(R"(, {{"body": "block", "group": "right", "fix": ["x"],
      "path": {{"type": "table", "times": [0, 0.25, 0.5, 0.875], "displacements": [[0, 0], [0.01, 0], [0.01, 0], [0, 0]],
               "interpolation": "{}"}}}})",
                                            interpolation),
                     "", "", 16));
  const Real stiffness = kYoung / (1 - kPoisson * kPoisson);
  s.run([&](Simulation& now) {
    const auto& outside = now.stepper.facts().outside;
    const Real pull = stiffness * (now.position(0, 3, 0) - 1);  // at the end of the step
    CHECK(std::abs(outside.support_impulse[0]) <= 1e-12 * stiffness);
    CHECK(outside.reactions[6] / now.stepper.facts().dt == Approx(pull).margin(1e-9 * stiffness));
    CHECK(-now.balance.external() == Approx(now.balance.now().strain).margin(1e-12 * stiffness));
  });
}

TEST_CASE("supports bear all loads in every load step, the first one too",
          "[implicit][quasi_static]") {
  const int steps = GENERATE(1, 3);
  const std::string factor = GENERATE("", R"(, "factor": {"type": "ramp", "end": 1})");
  CAPTURE(steps, factor);
  const Real traction = 1e-3 * kYoung;
  Simulation s(
      scene(block("block", "[0, 0]", "[3, 2]"), R"({"body": "block", "group": "left"})",
            fmt::format(R"("loads": [{{"type": "traction", "body": "block", "group": "right",
      "traction": [{}, {}]{}}}],)",
                        traction, traction / 10, factor),
            "", steps));
  s.run([&](Simulation& now) {
    const auto& outside = now.stepper.facts().outside;
    const Real share = factor.empty() ? 1 : now.stepper.state().time;
    const Real push = traction * share * now.stepper.facts().dt;
    CHECK(outside.load_impulse[0] == Approx(push).epsilon(1e-12));
    CHECK(outside.support_impulse[0] == Approx(-push).epsilon(1e-9));
    CHECK(outside.support_impulse[1] == Approx(-push / 10).epsilon(1e-9));
  });
}

TEST_CASE(
    "large strains are reached in load steps, and the work of supports is that of the trapezoid",
    "[implicit][quasi_static]") {
  const auto error = [](int steps) {
    Simulation s(scene(
        block("block", "[0, 0]", "[3, 2]", "neo_hookean"),
        kRollers + R"(, {"body": "block", "group": "right", "fix": ["x"], "velocity": [0.5, 0]})",
        "", "", steps));
    CHECK(largest_share(s) <= 1e-10);
    return std::abs(s.balance.external() + s.balance.now().strain) / s.balance.now().strain;
  };
  const Real coarse = error(4), fine = error(8);
  CHECK(std::log2(coarse / fine) == Approx(2).margin(0.1));
}

TEST_CASE("MOR-2 two blocks pass the patch test of contact, the upper one held by it alone",
          "[implicit][quasi_static][sqp]") {
  const char* const cells = GENERATE("[2, 3]", "[3, 2]", "[5, 3]");
  CAPTURE(cells);
  Simulation s(two_blocks(cells));
  CHECK(largest_share(s) <= 1e-9);
  // e_yy = -p (1 - nu^2)/E, e_xx = p nu (1 + nu)/E
  CHECK(off_uniform(s, 0.0039, -0.0091) <= 1e-8);
  const core::ContactForces& forces = s.stepper.facts().contact.forces;
  CHECK(forces.contacts >= 3);
  Real up = 0;
  for (std::size_t i = 1; i < forces.vertex_force.size(); i += 2)
    up += std::max<Real>(0, forces.vertex_force[i]);
  CHECK(up == Approx(10).epsilon(1e-9));
  CHECK(s.audit().clean());
}

TEST_CASE("the greatest force of load steps is that of an equilibrium, whatever waves would take",
          "[implicit][quasi_static][sqp]") {
  Simulation s(two_blocks("[2, 3]"));
  core::Tally tally(s.model.supports());
  s.run([&](Simulation& now) { tally.add_step(now.stepper.facts(), {}, now.time()); });
  core::Summary summary;
  summary.steps = s.stepper.steps();
  tally.fill(summary, s.configuration(), s.model);
  REQUIRE(summary.contact.impulses.size() == 1);
  CHECK(summary.contact.impulses[0].peak_force == Approx(10).epsilon(1e-9));
  CHECK_THAT(core::in_words(summary), Catch::Contains("greatest force 10 N, at the end of a step"));
}

namespace {

/// m, half of the width on which a disk of radius 0.5 touches the plane that it lies on, from the mean square of a
/// pressure p0 sqrt(1 - x^2/a^2), a^2/4. Nothing else holds the disk, neither along the plane nor from rolling.
Real half_width(int rings, Real gravity) {
  Simulation s(scene(
      fmt::format(R"({{"name": "disk", "density": 1000, "translate": [0, 0.50001],
          "mesh": {{"type": "disk", "radius": 0.5, "rings": {}}},
          "material": {{"type": "linear_elastic", "young": 1e6, "poisson": 0.3}}}},
        {{"name": "ground", "type": "obstacle", "half_space": {{"normal": [0, 1]}}}})",
                  rings),
      "", fmt::format(R"("loads": [{{"type": "gravity", "acceleration": [0, -{}]}}],)", gravity),
      contact("half_space")));
  CHECK(largest_share(s) <= 1e-9);
  const core::ContactForces& forces = s.stepper.facts().contact.forces;
  const auto& vertex_node = s.model.vertex_node();
  Real sum = 0, square = 0, moment = 0;
  for (std::size_t v = 0; 2 * v + 1 < forces.vertex_force.size(); ++v) {
    const Real f = forces.vertex_force[2 * v + 1];
    if (!(f > 0) || vertex_node[v] >= s.model.bodies()[0].nodes.end) continue;
    const Real x = s.position(0, vertex_node[v], 0);
    sum += f, moment += f * x, square += f * x * x;
  }
  CHECK(sum == Approx(s.mass(0) * gravity).epsilon(1e-9));
  CHECK(std::abs(moment) <= 1e-6 * sum);
  return 2 * std::sqrt(square / sum);
}

}  // namespace

TEST_CASE("a disk that lies on a plane touches it as wide as Hertz says",
          "[implicit][quasi_static][sqp]") {
  constexpr Real R = 0.5, young = 1e6, nu = 0.3, a = 0.075, pi = 3.14159265358979;
  const Real weight = a * a * pi * young / (4 * R * (1 - nu * nu)),
             gravity = weight / (1000 * pi * R * R);
  // Facets are 0.35 and 0.17 of the half-width. Of the bodies that are no half-spaces comes a part that grows with
  // (a/R)^2, 1.7 % at 0.124 (catalogue, HTZ-1), which is 2.5 % here.
  const Real coarse = std::abs(half_width(20, gravity) / a - 1),
             fine = std::abs(half_width(40, gravity) / a - 1);
  CAPTURE(coarse, fine);
  CHECK(coarse <= 0.07);
  CHECK(fine <= 0.045);
  CHECK(fine < 0.75 * coarse);
}

namespace {

/// Two blocks of large strains, the upper one of which is driven down.
std::string pressed(const std::string& solver) {
  return scene(block("block", "[0, 0]", "[4, 3]", "neo_hookean") + ", " +
                   block("upper", "[0.21, 1.001]", "[3, 3]", "neo_hookean"),
               kRollers + R"(, {"body": "upper", "group": "top", "velocity": [0, -0.12]})", "",
               contact("node_to_facet", solver), 8);
}

}  // namespace

TEST_CASE("ipopt finds the same load steps as sqp", "[implicit][quasi_static][ipopt]") {
  if (!ipopt_built()) return;
  Simulation a(pressed("sqp")), b(pressed("ipopt"));
  CHECK(largest_share(a) <= 1e-9);
  CHECK(largest_share(b) <= 1e-9);
  CHECK(b.stepper.facts().contact.forces.contacts > 2);
  CHECK((map(View<Real>(a.stepper.state().q)) - map(View<Real>(b.stepper.state().q)))
            .lpNorm<Eigen::Infinity>() <= 1e-11);
}

namespace {

/// Half of a beam on a roller, which is pressed down by another: nothing but the two holds it along y.
std::string four_point(unsigned seed, const std::string& solver) {
  property::RandomNumbers random(seed);
  const Real height = random.logarithmic(1e-3, 1);
  const Real length = height * random.uniform(4, 8), radius = height * random.uniform(0.4, 1);
  const Real support = length * random.uniform(0.7, 0.95), load = length * random.uniform(0.2, 0.5);
  const Real way = height * random.uniform(5e-3, 3e-2);
  const int along = 12 + random.pick(12), across = 2 + random.pick(2);
  const Real young = random.logarithmic(1e3, 1e11), poisson = random.uniform(0, 0.4);
  const auto roller = [&](const char* name, Real x, Real y) {
    return fmt::format(R"(, {{"name": "{}", "type": "obstacle", "translate": [{}, {}],
        "mesh": {{"type": "disk", "radius": {}, "rings": 6}}}})",
                       name, x, y, radius);
  };
  const std::string beam = fmt::format(R"({{"name": "beam", "density": 1,
      "mesh": {{"type": "rectangle", "size": [{}, {}], "cells": [{}, {}]}},
      "material": {{"type": "neo_hookean", "young": {}, "poisson": {}}}}})",
                                       length, height, along, across, young, poisson);
  return scene(beam + roller("roll", support, -radius) + roller("press", load, height + radius),
               fmt::format(R"({{"body": "beam", "group": "left", "fix": ["x"]}},
                   {{"body": "press", "velocity": [0, {}]}})",
                           -way),
               "", contact("vertex_edge", solver), 4);
}

}  // namespace

TEST_CASE("beams that nothing but contact holds bend by ipopt as by sqp",
          "[implicit][quasi_static][ipopt]") {
  if (!ipopt_built()) return;
  for (unsigned seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    Simulation a(four_point(seed, "sqp")), b(four_point(seed, "ipopt"));
    REQUIRE_NOTHROW(a.run());
    REQUIRE_NOTHROW(b.run());
    CHECK(a.balance.now().strain > 0);
    CHECK(b.balance.now().strain == Approx(a.balance.now().strain).epsilon(1e-6));
  }
}

TEST_CASE("load steps go on from any step to the bit, and have the same bits on two threads",
          "[implicit][quasi_static]") {
  const std::string text = pressed("sqp");
  Simulation straight(text), resumed(text), threads(text, 2);
  for (int k = 0; k < 4; ++k) straight.step();
  copy_state(straight, resumed);
  straight.run(), resumed.run(), threads.run();
  CHECK(straight.time() == 1);
  CHECK(straight.stepper.state().q == resumed.stepper.state().q);
  CHECK(straight.stepper.state().q == threads.stepper.state().q);
}

namespace {

/// Two or three blocks on each other, of one width or of several, that are pressed by a support or by a load: corners
/// that lie on corners are in line with the sides of the other block, too. A block in the middle would slide.
std::string flush_blocks(unsigned seed, const std::string& constraint) {
  property::RandomNumbers random(seed);
  const int blocks = random.one_in(3) ? 3 : 2;
  std::string bodies;
  for (int b = 0; b < blocks; ++b) {
    const Real width = b == 0 ? 1 : std::array{1., 1., 0.8, 0.5}[random.pick(4)];
    const Real x = std::array{0., (1 - width) / 2, 1 - width}[random.pick(3)];
    const int along = 2 + random.pick(5), across = 1 + random.pick(4);
    const int triangles = random.one_in(2) ? 2 : 4;
    const Real young = std::array{1e6, 1e7, 1e5}[random.pick(3)];
    const Real poisson = std::array{0., 0.3, 0.45}[random.pick(3)];
    bodies += fmt::format(R"({}{{"name": "b{}", "density": 1000, "translate": [{}, {}],
        "mesh": {{"type": "rectangle", "size": [{}, 0.5], "cells": [{}, {}], "triangles": {}}},
        "material": {{"type": "neo_hookean", "young": {}, "poisson": {}}}}})",
                          b > 0 ? ", " : "", b, x, 0.5 * b, width, along, across, triangles, young,
                          poisson);
  }
  const bool is_driven = random.one_in(2);
  const std::string top = fmt::format(R"("body": "b{}", "group": "top")", blocks - 1);
  const int steps = std::array{1, 4, 8}[random.pick(3)];
  return scene(bodies,
               std::string(R"({"body": "b0", "group": "bottom"}, )") +
                   (blocks == 3 ? R"({"body": "b1", "group": "left", "fix": ["x"]}, {)" : "{") +
                   top + (is_driven ? R"(, "velocity": [0, -0.03]})" : R"(, "fix": ["x"]})"),
               is_driven ? "" : R"("loads": [{"type": "traction", )" + top + R"(,
          "traction": [0, -1e4], "factor": {"type": "ramp", "end": 1}}],)",
               contact(constraint), steps);
}

}  // namespace

TEST_CASE("blocks that lie flush on each other are pressed together",
          "[implicit][quasi_static][sqp]") {
  const std::string constraint = GENERATE("vertex_edge", "node_to_facet");
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const std::string text = flush_blocks(seed, constraint);
    CAPTURE(seed, text);
    Simulation s(text);
    Real share = 0;
    CHECK_NOTHROW(share = largest_share(s));
    CHECK(share <= 1e-8);
    CHECK(s.stepper.facts().contact.forces.contacts > 0);
    CHECK(s.audit().clean());
  }
}

namespace {

/// A block that an obstacle comes down on by 1 % of its height, in steps that say nothing of its speed.
std::string press(Real young, Real end, const std::string& integrator) {
  return fmt::format(R"({{"bodies": [
      {{"name": "block", "density": 1000, "mesh": {{"type": "rectangle", "size": [1, 1], "cells": [3, 3]}},
        "material": {{"type": "linear_elastic", "young": {}, "poisson": 0.3}}}},
      {{"name": "press", "type": "obstacle", "translate": [-0.2, 1],
        "mesh": {{"type": "rectangle", "size": [1.4, 0.2], "cells": [2, 1]}}}}],
      "supports": [{}, {{"body": "press", "velocity": [0, {}]}}], {}
      "integrator": {}, "time": {{"end": {}, "step": {}}}}})",
                     young, kRollers, -0.01 / end, contact("vertex_edge"), integrator, end,
                     end / 4);
}

}  // namespace

TEST_CASE("a press may be as slow and a block as stiff as any", "[implicit][quasi_static]") {
  const Real young = GENERATE(1e4, 1e7, 2.1e11);
  const Real end = GENERATE(1e-3, 1., 1e3);
  CAPTURE(young, end);
  Simulation s(press(young, end, R"({"type": "quasi_static"})"));
  REQUIRE_NOTHROW(s.run());
  // Uniaxial stress in plane strain. Bodies touch 1e-10 m early, 1e-8 of the displacement.
  CHECK(s.balance.now().strain == Approx(0.5 * young / (1 - 0.09) * 1e-4).epsilon(3e-8));
  // With inertia, too, nothing is shot out that is pressed together slowly in steps of many waves.
  Simulation slow(press(young, 1000 * end, R"({"type": "newmark", "beta": 0.25, "gamma": 0.5})"));
  CHECK_NOTHROW(slow.step());
}

TEST_CASE("a body that nothing holds in load steps is named", "[implicit][quasi_static]") {
  using Catch::Contains;
  const std::string alone = scene(block("block", "[0, 0]", "[2, 2]"), "", kGravity);
  CHECK_THAT(error_of(alone), Contains("the matrix of the step is singular") &&
                                  Contains("nothing holds body \"block\""));
  const std::string above =
      scene(block("block", "[0, 90]", "[2, 2]") +
                R"(, {"name": "ground", "type": "obstacle", "half_space": {"normal": [0, 1]}})",
            "", kGravity, contact("half_space"));
  CHECK_THAT(error_of(above),
             Contains("the step has no equilibrium: loads push what nothing holds") &&
                 Contains("nothing holds body \"block\""));
}

TEST_CASE("what needs inertia is refused in load steps", "[implicit][quasi_static]") {
  using Catch::Contains;
  std::string moving = scene(block("block", "[0, 0]", "[2, 2]"), kRollers, "");
  moving.replace(moving.find(R"("density": 1,)"), 13, R"("density": 1, "velocity": [1, 0],)");
  CHECK_THAT(error_of(moving), Contains("a velocity is given, but nothing has inertia in the load "
                                        "steps of \"quasi_static\""));
  CHECK_THAT(error_of(scene(block("block", "[0, 0]", "[2, 2]"), kRollers,
                            R"("loads": [{"type": "damping", "rate": 1}],)")),
             Contains("damping is given, but nothing has inertia"));
  CHECK_THAT(error_of(scene(R"({"name": "grain", "type": "particles", "mass": 1, "radius": 0.1,
                               "points": [[0, 0]]})",
                            "", "")),
             Contains("they have no stiffness, and nothing has inertia in the load steps"));
}

TEST_CASE("what is driven in load steps has no kinetic energy", "[implicit][quasi_static]") {
  Simulation s(R"({"bodies": [{"name": "block", "density": 1000,
      "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]},
      "material": {"type": "linear_elastic", "young": 1e6, "poisson": 0.3}}],
    "supports": [{"body": "block", "group": "bottom"},
      {"body": "block", "group": "top", "velocity": [0, -0.01]}],
    "integrator": {"type": "quasi_static"}, "time": {"end": 1, "step": 0.25}})");
  CHECK(s.balance.now().kinetic == 0);
  s.run([](Simulation& now) {
    CHECK(now.balance.now().kinetic == 0);
    CHECK(std::abs(now.balance.total()) <= 1e-12 * now.balance.now().strain);
  });
}

TEST_CASE("load steps are judged by their equilibrium, and not by energy and momentum",
          "[implicit][quasi_static]") {
  core::Summary summary;
  summary.audit.checked = 1;
  summary.energy = {.initial = 0, .last = 5, .max = 5, .scale = 1, .rounding = 0};
  summary.momentum = {.linear = 1, .linear_scale = 1, .conserved = false};
  summary.equilibrium_residual = 1e-11;
  CHECK(core::judge(summary).sound);
  const std::string words = core::in_words(summary);
  CHECK_THAT(words, Catch::Contains("in equilibrium to 1e-11 of the largest nodal force"));
  CHECK_THAT(words, Catch::Contains("told, not judged"));
  CHECK_THAT(words, !Catch::Contains("momentum"));
  summary.equilibrium_residual = 1e-7;
  CHECK_FALSE(core::judge(summary).sound);
  CHECK_THAT(core::in_words(summary), Catch::Contains("NOT IN EQUILIBRIUM"));
}

TEST_CASE("a solver that stops early is found to be off equilibrium, whatever it says",
          "[implicit][quasi_static]") {
  std::string text = scene(
      block("block", "[0, 0]", "[3, 2]", "neo_hookean"),
      R"({"body": "block", "group": "left"}, {"body": "block", "group": "right", "velocity": [0, 0.9]})",
      R"("newton": {"tolerance": 1e-3},)");
  Simulation s(text);
  CHECK(largest_share(s) > 1e-8);
}

TEST_CASE(
    "supports that move by more than an element are followed in the load step that was asked for",
    "[implicit][quasi_static]") {
  const bool with_contact = GENERATE(false, true);
  const Index cells = GENERATE(10, 40);
  const Real way = GENERATE(-0.1, -0.05, 0.1);
  CAPTURE(with_contact, cells, way);
  const std::string floor =
      R"(, {"name": "floor", "type": "obstacle", "half_space": {"normal": [0, 1]}})";
  const auto energy = [&](int steps) {
    const std::string bar = fmt::format(R"({{"name": "bar", "density": 1, "translate": [0, 5],
        "mesh": {{"type": "rectangle", "size": [1, 0.2], "cells": [{}, {}]}},
        "material": {{"type": "neo_hookean", "young": 1e6, "poisson": {}}}}})",
                                        cells, cells / 5, kPoisson);
    const std::string supports = fmt::format(
        R"({{"body": "bar", "group": "left"}}, {{"body": "bar", "group": "right",
             "path": {{"type": "table", "times": [0, 1], "displacements": [[0, 0], [{}, 0]]}}}})",
        way);
    Simulation s(scene(bar + (with_contact ? floor : ""), supports, "",
                       with_contact ? contact("half_space") : "", steps));
    int made = 0;
    s.run([&](Simulation&) { ++made; });
    CHECK(made == steps);
    return s.balance.now().strain;
  };
  CHECK(energy(1) == Approx(energy(20)).epsilon(1e-8));
}

namespace {

/// A block that an obstacle or a floor upside down comes down on.
std::string under_press(const char* law, const std::string& constraint, Real way, int steps) {
  const std::string body = block("block", "[0, 0]", "[2, 2]", law);
  if (constraint == "floor")
    return scene(body, kRollers, "",
                 fmt::format(R"("contact": {{"broad_phase": {{"type": "grid"}},
        "constraint": {{"type": "floor", "point": [0, 1], "normal": [0, -1], "velocity": [0.003, {}]}},
        "solver": {{"type": "sqp"}}}},)",
                             -way),
                 steps);
  return scene(body + R"(, {"name": "press", "type": "obstacle", "translate": [-0.2, 1],
          "mesh": {"type": "rectangle", "size": [1.6, 0.2], "cells": [2, 1]}})",
               kRollers + fmt::format(R"(, {{"body": "press", "velocity": [0, {}]}})", -way), "",
               contact(constraint), steps);
}

/// J, strain energy less the work that the press has told, over that energy.
Real untold_by_press(const char* law, const char* constraint, Real way, int steps) {
  Simulation s(under_press(law, constraint, way, steps));
  int made = 0;
  s.run([&](Simulation& now) {
    ++made;
    // What contact takes from one body it gives to the other, but for the 1e-10 m by which they touch early, or 3e-10
    // where no small elements of an obstacle are in the scene.
    const Real early = std::string_view(constraint) == "floor" ? 3e-7 : 1e-7;
    CHECK(std::abs(now.stepper.facts().contact.work) <= early * now.balance.now().strain);
  });
  CHECK(made == steps);
  return std::abs(s.balance.external() + s.balance.now().strain) / s.balance.now().strain;
}

}  // namespace

TEST_CASE("the work of an obstacle or a floor that presses by contact is that of the trapezoid",
          "[implicit][quasi_static][sqp]") {
  const char* const constraint = GENERATE("vertex_edge", "node_to_facet", "floor");
  CAPTURE(constraint);
  // Of a force that grows in proportion it is exact, but for the 1e-10 m by which bodies touch early.
  CHECK(untold_by_press("linear_elastic", constraint, 0.01, 4) <= 1e-7);
  const Real coarse = untold_by_press("neo_hookean", constraint, 0.2, 4),
             fine = untold_by_press("neo_hookean", constraint, 0.2, 8);
  CHECK(coarse > 1e-4);
  CHECK(std::log2(coarse / fine) == Approx(2).margin(0.1));
}

TEST_CASE("load steps that go on from any step tell the same work of an obstacle or a floor",
          "[implicit][quasi_static]") {
  const char* const constraint = GENERATE("vertex_edge", "floor");
  CAPTURE(constraint);
  const std::string text = under_press("linear_elastic", constraint, 0.01, 4);
  Simulation straight(text), resumed(text);
  straight.step(), straight.step();
  copy_state(straight, resumed);
  straight.step(), resumed.step();
  CHECK(straight.stepper.facts().outside.support_work > 0);
  CHECK(straight.stepper.facts().outside.support_work ==
        resumed.stepper.facts().outside.support_work);
}

}  // namespace tactus::load_steps
