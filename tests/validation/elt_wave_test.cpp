// Waves in a strip and the stable step: ELT-6 of the verification catalogue.
#include <catch2/catch.hpp>
#include <numbers>

#include "tests/scene.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using core::SupportConfig;
using tactus::testing::make_component;
using tactus::testing::Simulation;

TEST_CASE("ELT-6 a wave crosses half the bar in L/(2c)", "[validation][element]") {
  // Left end: speed 1e-6 c, reached smoothly within 10 h/c = 0.1.
  const int dim = GENERATE(2, 3);
  const std::string mesh = dim == 2 ? R"({"type": "rectangle", "size": [1, 0.01],
                                          "cells": [100, 1], "triangles": 2})"
                                    : R"({"type": "box", "size": [1, 0.01, 0.01],
                                          "cells": [100, 1, 1], "tetrahedra": 6})";
  const std::string across = dim == 2 ? R"(["y"])" : R"(["y", "z"])";
  const std::string velocity = dim == 2 ? "[1e-6, 0]" : "[1e-6, 0, 0]";
  Simulation s(R"({"description": "test", "dimension": )" + std::to_string(dim) + R"(,
    "bodies": [{"name": "bar", "density": 1, "mesh": )" +
               mesh + R"(, "material": {"type": "neo_hookean", "lambda": 0, "mu": 0.5}}],
    "supports": [{"body": "bar", "fix": )" +
               across + R"(},
                 {"body": "bar", "group": "left", "fix": ["x"], "ramp": 0.1, "velocity": )" +
               velocity + R"(}],
    "integrator": {"type": "newmark", "beta": 0},
    "time": {"end": 0.7, "step": 0.005}})");
  const std::size_t middle = static_cast<std::size_t>(dim) * 50;  // x of the node at L/2
  Real before = 0, then = 0, arrival = 0;
  s.run([&](Simulation& now) {
    const Real v = now.stepper.state().v[middle];
    if (arrival == 0 && v >= 0.5e-6)
      arrival = then + (now.time() - then) * (0.5e-6 - before) / (v - before);
    before = v;
    then = now.time();
  });
  CHECK(arrival == Approx(0.5 + 0.05).epsilon(0.01));
  CHECK(before == Approx(1e-6).epsilon(0.05));  // the plateau behind it
}

TEST_CASE("ELT-6 the lumped bar has the dispersion of its mesh", "[validation][element]") {
  core::Runtime runtime(1);
  const int dim = GENERATE(2, 3);
  const auto step = static_cast<std::size_t>(dim);
  test::Scene scene(dim);
  // 100 cells, nu = 0, c = sqrt(E/rho) = 1, held across: motion along the bar alone.
  scene.body(
      "bar",
      dim == 2 ? test::rectangle(1, 0.1, 100, 1)
               : testing::generated(R"({"type": "box", "size": [1, 0.1, 0.1],
                                        "cells": [100, 1, 1], "tetrahedra": 6})",
                                    3),
      scene.material(make_component<Material>("linear_elastic", {{"lambda", 0.0}, {"mu", 0.5}}),
                     "linear_elastic"));
  scene.configuration.supports.emplace_back().body = "bar";
  scene.configuration.supports.back().fix = {"y"};
  if (dim == 3) scene.configuration.supports.back().fix.emplace_back("z");
  for (const char* end : {"left", "right"}) {
    SupportConfig held = scene.configuration.supports[0];
    held.group = end;
    held.fix = {"x"};
    scene.configuration.supports.push_back(held);
  }
  const auto model = scene.model();
  core::FemSystem system(*model);
  const auto a = system.new_tangent();
  REQUIRE(system.tangent({.q = model->reference()}, Mass::lumped, 0, 1, *a, runtime.context()));
  const Real h = 0.01;
  for (const int waves : {1, 7, 25, 60, 99}) {
    const Real k = std::numbers::pi * waves;  // sin(k x): both ends held
    std::vector<Real> u(model->mass().size(), 0), ku(u.size());
    for (std::size_t i = 0; i < u.size(); i += step) u[i] = std::sin(k * model->reference()[i]);
    a->apply(u, ku, runtime.context());
    const Real omega = 2 / h * std::sin(k * h / 2);
    for (std::size_t i = 0; i < u.size(); i += step)
      if (!model->layout().prescribed[i])
        CHECK(ku[i] == Approx(omega * omega * model->mass()[i] * u[i]).margin(1e-10));
  }
  REQUIRE(system.critical().renew(model->reference(), runtime.context()));
  // Shear between the rows of nodes, 10 h apart, adds (h/b)^2/2 to the largest omega^2 for each axis.
  CHECK(system.critical_step() >= 0.99 * h);
  CHECK(system.critical_step() <= 1.001 * h);
}

TEST_CASE("ELT-6 the critical step of a square of right triangles", "[validation][element]") {
  core::Runtime runtime(1);
  test::Scene scene;
  const std::size_t krom = scene.material(
      make_component<Material>("neo_hookean", {{"lambda", 1.75e11}, {"mu", 0.801e11}}),
      "neo_hookean");
  scene.body("square", test::rectangle(1, 1, 8, 8), krom).density = 1e3;
  const auto model = scene.model();
  core::FemSystem system(*model);
  REQUIRE(system.critical().renew(model->reference(), runtime.context()));
  CHECK(system.critical_step() >= 0.99 * 4.72215e-6);
  CHECK(system.critical_step() <= 1.001 * 4.72215e-6);
  // Deformed, it is another one: a square of half the height has shorter altitudes.
  std::vector<Real> flat(model->reference().begin(), model->reference().end());
  for (std::size_t i = 1; i < flat.size(); i += 2) flat[i] *= 0.5;
  const Real at_rest = system.critical_step();
  REQUIRE(system.critical().renew(flat, runtime.context()));
  CHECK(system.critical_step() < 0.7 * at_rest);
}
