// Steps of energy_momentum: elastic bodies keep their energy and both momenta, whatever the step.
#include <catch2/catch.hpp>
#include <cmath>

#include "core/scene/capabilities.hpp"
#include "tactus/conformance/serial_context.hpp"
#include "tests/implicit/scenes.hpp"
#include "tests/implicit/series.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

constexpr const char* kFull = R"({"type": "energy_momentum"})";
constexpr const char* kSymmetrised = R"({"type": "energy_momentum", "tangent": "symmetrised"})";

/// A cube that spins about an axis of its own, with strains of some percent.
Vibrating spinning_cube(const std::string& integrator) {
  Vibrating cube{.material = "neo_hookean", .dim = 3, .support = ""};
  cube.mesh = R"({"type": "box", "size": [0.1, 0.08, 0.06], "cells": [2, 2, 1]})";
  cube.velocity = R"({"gradient": [[2, -20, 5], [20, -1, -9], [-5, 9, 1]], "about": [0, 0, 0]})";
  cube.density = 100;
  cube.integrator = integrator;
  cube.step = 2e-3, cube.end = 1;
  return cube;
}

/// A square that nothing holds, which spins, moves and vibrates.
Vibrating spinning_square() {
  Vibrating square{.size = "[1, 1]", .cells = "[4, 4]", .support = ""};
  square.velocity = R"([{"gradient": [[3, 1], [-2, -1]], "about": [0, 0]}, {"constant": [2, -1]}])";
  square.integrator = kFull;
  return square;
}

/// The largest change of the energy since the start, over its value there.
Real energy_drift(Simulation& s) {
  const Real initial = s.balance.total();
  Real worst = 0;
  s.run([&](Simulation& now) {
    worst = std::max(worst, std::abs(now.balance.total() - initial) / initial);
  });
  return worst;
}

}  // namespace

TEST_CASE("DYN-6 DYN-8 energy_momentum keeps energy and momenta of a body in fast free spin",
          "[implicit][energy_momentum]") {
  const std::string material = GENERATE("st_venant_kirchhoff", "neo_hookean");
  const std::string integrator = GENERATE(kFull, kSymmetrised);
  CAPTURE(material, integrator);
  Vibrating disk = spinning_disk(integrator, is_series() ? 20 : 1);
  disk.material = material;
  Simulation s(disk.scene());
  const Real drift = energy_drift(s);
  CHECK(s.stepper.steps() == (is_series() ? 10'000 : 500));
  CHECK(s.stepper.facts().retries == 0);
  CHECK(drift <= 1e-10);
  CHECK(s.balance.linear_drift() <= 1e-10 * s.balance.angular_scale() / 0.05);
  CHECK(s.balance.angular_drift() <= 1e-10 * s.balance.angular_scale());
  CHECK(std::abs(s.balance.account().gains().integration_share) <= 1e-10);
}

TEST_CASE("with the stress of the middle of the step, the same body gains energy",
          "[implicit][energy_momentum]") {
  Vibrating disk = spinning_disk(R"({"type": "midpoint"})", 1);
  disk.end = 0.2;
  Simulation s(disk.scene());
  CHECK(energy_drift(s) >= 1e-5);
}

TEST_CASE("energy_momentum keeps energy and momenta of a body that spins in space",
          "[implicit][energy_momentum]") {
  const std::string material = GENERATE("st_venant_kirchhoff", "neo_hookean");
  CAPTURE(material);
  Vibrating cube = spinning_cube(kFull);
  cube.material = material;
  Simulation s(cube.scene());
  CHECK(energy_drift(s) <= 1e-10);
  CHECK(s.balance.angular_drift() <= 1e-10 * s.balance.angular_scale());
}

TEST_CASE("DYN-2 positions of energy_momentum converge with order 2",
          "[implicit][energy_momentum]") {
  check_order_of_two(spinning_square());
}

TEST_CASE("the full tangent of energy_momentum is the derivative of its residual",
          "[implicit][energy_momentum]") {
  Vibrating body = GENERATE(spinning_square(), spinning_cube(kFull));
  body.material = GENERATE("st_venant_kirchhoff", "neo_hookean");
  CAPTURE(body.dim, body.material);
  if (body.dim == 2) body.cells = "[1, 1]";
  Simulation s(body.scene());
  for (int k = 0; k < 3; ++k) s.step();
  const auto integrator = make_component<Integrator>("energy_momentum", {});
  s.context().step.dt = body.step;
  const core::State& now = s.stepper.state();
  core::State next = now;
  next.time = now.time + body.step;
  integrator->setup({.layout = &s.model.layout()}, s.context());
  StepProblem* problem = nullptr;
  REQUIRE(integrator->begin(0, now.view(), next.view(), s.system, problem, s.context()));
  std::vector<Real> u(problem->predictor().begin(), problem->predictor().end()), at(u.size()),
      unit(u.size(), 0);
  const Real h = 1e-3 * (body.dim == 2 ? 1 : 0.1);
  for (std::size_t i = 0; i < u.size(); ++i) u[i] += h * std::sin(static_cast<Real>(i));
  const LinearOperator* K = nullptr;
  REQUIRE(problem->tangent(u, K, s.context()));
  CHECK_FALSE(K->symmetric());
  const auto n = static_cast<Eigen::Index>(u.size());
  Eigen::MatrixXd slope = Eigen::MatrixXd::Zero(n, n), tangent(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    Real& here = u[static_cast<std::size_t>(j)];
    const Real middle = here;
    for (const int k : {-2, -1, 1, 2}) {
      here = middle + k * h / 10;
      const Real weight = (k % 2 ? 8. * k : -k / 2.) / (12 * h / 10);
      REQUIRE(problem->residual(u, at, s.context()));
      slope.col(j) += weight * map(View<Real>(at));
    }
    here = middle;
    unit[static_cast<std::size_t>(j)] = 1;
    K->apply(unit, at, s.context());
    unit[static_cast<std::size_t>(j)] = 0;
    tangent.col(j) = map(View<Real>(at));
  }
  CHECK((slope - tangent).cwiseAbs().maxCoeff() <= 1e-7 * tangent.cwiseAbs().maxCoeff());
  CHECK((tangent - tangent.transpose()).cwiseAbs().maxCoeff() >
        1e-6 * tangent.cwiseAbs().maxCoeff());
}

TEST_CASE("the account of energy_momentum closes in every step, and names no error of the rule",
          "[implicit][energy_momentum][account]") {
  const std::string material = GENERATE("st_venant_kirchhoff", "neo_hookean"),
                    integrator = GENERATE(R"({"type": "energy_momentum"})",
                                          R"({"type": "energy_momentum", "mass": "lumped"})");
  CAPTURE(material, integrator);
  Vibrating beam{.material = material,
                 .support = R"({"body": "beam", "group": "left", "path": {"type": "table",
                    "times": [0, 0.05, 0.1], "displacements": [[0, 0], [0.1, 0.2], [0, 0]],
                    "interpolation": "smooth"}})",
                 .loads = R"({"type": "gravity", "acceleration": [1, -9.81]})"};
  beam.integrator = integrator;
  beam.end = 0.2, beam.step = 2e-3;
  Simulation s(beam.scene());
  const core::Account& account = s.balance.account();
  Real before = account.energy(), worst = 0, largest = 0;
  s.run([&](Simulation&) {
    worst = std::max(worst, std::abs(account.energy() - before - account.step().sum()));
    before = account.energy();
    largest = std::max(largest, std::abs(before));
  });
  CHECK(worst <= 1e-12 * largest);
  CHECK(std::abs(account.sum().integration) <= 1e-10 * largest);
}

TEST_CASE("contact at the end of energy_momentum steps takes energy, and nothing else changes it",
          "[implicit][energy_momentum]") {
  Simulation s(R"({"bodies": [
    {"name": "slab", "type": "obstacle", "translate": [-0.5, -0.2],
      "mesh": {"type": "rectangle", "size": [1, 0.2], "cells": [8, 2]}},
    {"name": "disk", "density": 1000, "translate": [0.01, 0.11], "velocity": {"constant": [0, -1]},
      "mesh": {"type": "disk", "radius": 0.1, "rings": 6},
      "material": {"type": "st_venant_kirchhoff", "young": 1e6, "poisson": 0.3}}],
    "integrator": {"type": "energy_momentum", "tangent": "symmetrised"},
    "time": {"end": 0.05, "step": 5e-4},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "vertex_edge"},
                "solver": {"type": "sqp"}}})");
  const Real initial = s.balance.total();
  s.run();
  const core::Account& account = s.balance.account();
  CHECK(account.gain_limit() == 1e-3);
  CHECK(account.sum().contact < 0);
  CHECK(account.gains().contact_share <= 1e-3);
  CHECK(std::abs(account.sum().integration) <= 1e-10 * initial);
  CHECK(s.balance.total() - initial == Approx(account.sum().contact).margin(1e-9 * initial));
  CHECK(s.balance.total() > 0.9 * initial);
  CHECK(core::leaves_no_overlap(s.configuration()));
}

TEST_CASE("a viscoelastic body in energy_momentum steps loses energy and keeps its momenta",
          "[implicit][energy_momentum]") {
  Vibrating square = spinning_square();
  square.step = 5e-4, square.end = 0.05;
  std::string scene = square.scene();
  const std::string elastic = R"("type": "neo_hookean",)";
  const auto at = scene.find(elastic);
  REQUIRE(at != std::string::npos);
  scene.replace(at, elastic.size(),
                R"("type": "viscoelastic", "fractions": [0.5], "relaxation_times": [0.01],)");
  Simulation s(scene);
  const Real initial = s.balance.total();
  s.run();
  CHECK(s.balance.total() < initial);
  CHECK(s.balance.angular_drift() <= 1e-10 * s.balance.angular_scale());
}

TEST_CASE("energy_momentum refuses a material whose stress does not turn with the body",
          "[implicit][energy_momentum]") {
  Vibrating disk = spinning_disk(kFull, 1);
  disk.material = "linear_elastic";
  CHECK_THROWS_WITH(
      Simulation(disk.scene()),
      Catch::Contains("\"energy_momentum\" needs a stress that turns with the body") &&
          Catch::Contains("\"linear_elastic\" (/bodies/0/material)") &&
          Catch::Contains("st_venant_kirchhoff"));
}

TEST_CASE(
    "a solver that energy_momentum does not suit as it is given is told the option that mends it",
    "[implicit][energy_momentum]") {
  const auto scene = [](const char* solver, const char* constraint, const char* option) {
    return std::string(R"({"bodies": [{"name": "b", "density": 1,
          "mesh": {"type": "rectangle", "size": [1, 1], "cells": [1, 1]},
          "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}},
        {"name": "o", "type": "obstacle", "half_space": {"point": [0, -1], "normal": [0, 1]}}],
      "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": ")") +
           constraint + R"("}, "solver": {"type": ")" + solver +
           R"("}}, "time": {"end": 1e-3, "step": 1e-3}, "integrator": {"type": "energy_momentum")" +
           option + "}}";
  };
  CHECK_THROWS_WITH(Simulation(scene("sqp", "half_space", "")),
                    Catch::Contains(R"(but with "tangent": "symmetrised")") &&
                        Catch::Contains("goes with none as it is given") &&
                        !Catch::Contains("goes with none that is installed"));
  CHECK_THROWS_WITH(Simulation(scene("penalty", "half_space", "")),
                    Catch::Contains(R"(but with "contact": "middle")"));
  CHECK_NOTHROW(Simulation(scene("sqp", "half_space", R"(, "tangent": "symmetrised")")));
  CHECK_NOTHROW(Simulation(scene("penalty", "half_space", R"(, "contact": "middle")")));
}
