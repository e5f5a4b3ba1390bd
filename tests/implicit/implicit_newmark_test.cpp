// newmark with beta > 0 and without contact: its order, energy, momentum and account, at steps that no
// explicit scheme could make.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/implicit/scenes.hpp"
#include "tests/support/allocations.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

Real total(const Simulation& s) { return s.balance.total(); }

/// The largest difference of a step between the change of momentum and the impulses of support and weight,
/// over the weight times dt.
Real largest_defect_of_momentum(Simulation& s) {
  const auto momentum = [&](std::size_t d) { return s.balance.now().linear[d]; };
  Real mass = 0, worst = 0;
  for (std::size_t i = 0; i < s.model.mass().size(); i += 2) mass += s.model.mass()[i];
  Real before[2] = {momentum(0), momentum(1)};
  s.run([&](Simulation& now) {
    const core::StepFacts& facts = now.stepper.facts();
    for (std::size_t d = 0; d < 2; ++d) {
      const Real weight = mass * now.model.gravity()[d] * facts.dt, after = momentum(d);
      const Real defect = after - before[d] - facts.outside.support_impulse[d] - weight;
      worst = std::max(worst, std::abs(defect) / (mass * 9.81 * facts.dt));
      before[d] = after;
    }
  });
  return worst;
}

}  // namespace

TEST_CASE("DYN-2 positions of implicit steps converge with order 2", "[implicit][newmark]") {
  const auto at_the_end = [](int steps) {
    Vibrating beam;
    beam.end = 0.2, beam.step = beam.end / steps;
    Simulation s(beam.scene());
    s.run();
    CHECK(s.stepper.steps() == steps);
    return s.stepper.state().q;
  };
  const auto distance = [](const std::vector<Real>& a, const std::vector<Real>& b) {
    Real largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
  };
  const auto a = at_the_end(320), b = at_the_end(640), c = at_the_end(1280);
  CHECK(std::log2(distance(a, b) / distance(b, c)) == Approx(2).margin(0.1));
  CHECK(distance(b, c) > 1e-9);  // more than rounding
}

TEST_CASE("a warm step takes no memory from the heap but for factors", "[implicit][newton]") {
  // 800 unknowns. Factors are CHOLMOD's own, which does not use operator new.
  const std::string method = GENERATE("definite", "iterative"),
                    integrator = GENERATE(R"({"type": "newmark", "beta": 0.25})",
                                          R"({"type": "modified_midpoint"})");
  CAPTURE(method, integrator);
  Vibrating beam;
  beam.cells = "[39, 9]", beam.integrator = integrator;
  beam.newton = fmt::format(R"("newton": {{"linear": "{}"}},)", method);
  beam.step = 20 * beam.critical_step(), beam.end = 20 * beam.step;
  Simulation s(beam.scene());
  for (int k = 0; k < 5; ++k) s.step();
  const std::size_t before = allocations();
  for (int k = 0; k < 5; ++k) s.step();
  CHECK(allocations() == before);
}

TEST_CASE(
    "average acceleration keeps the energy of a linear body at twenty times the explicit step",
    "[implicit][newmark]") {
  Vibrating beam{.material = "linear_elastic"};
  beam.integrator = GENERATE(from_range(kConserving));
  CAPTURE(beam.integrator);
  beam.step = 20 * beam.critical_step();
  beam.end = 1000 * beam.step;
  Simulation s(beam.scene());
  const Real initial = total(s);
  Real worst = 0, strain = 0;
  s.run([&](Simulation& now) {
    worst = std::max(worst, std::abs(total(now) - initial));
    strain = std::max(strain, now.balance.now().strain);
  });
  CHECK(s.stepper.steps() == 1000);
  CHECK(strain > 0.5 * initial);  // it has vibrated
  CHECK(worst <= 1e-10 * initial);
}

TEST_CASE(
    "SUP-1 the reaction of a vibrating block under gravity is what its momentum and weight ask "
    "for",
    "[implicit][newmark]") {
  const std::string support = GENERATE(
      R"({"body": "beam", "group": "bottom"})",
      R"({"body": "beam", "group": "bottom", "path": {"type": "table", "times": [0, 0.05, 0.1],
          "displacements": [[0, 0], [0.05, 0.02], [0, 0]], "interpolation": "smooth"}})");
  Vibrating block{.size = "[1, 1]",
                  .cells = "[4, 4]",
                  .support = support,
                  .loads = R"({"type": "gravity", "acceleration": [1, -9.81]})"};
  block.integrator = GENERATE(from_range(kConserving));
  CAPTURE(block.integrator);
  block.step = 10 * block.critical_step();
  block.end = 200 * block.step;
  Simulation s(block.scene());
  CHECK(largest_defect_of_momentum(s) <= 1e-12);
}

TEST_CASE("implicit steps beyond the explicit limit stay bounded for a body that bends far",
          "[implicit][newmark]") {
  const Real factor = GENERATE(5., 20., 50.);
  CAPTURE(factor);
  Vibrating beam;
  beam.step = factor * beam.critical_step();
  beam.end = 200 * beam.step;
  Simulation s(beam.scene());
  const Real initial = total(s);
  Real most = 0;
  s.run([&](Simulation& now) { most = std::max(most, total(now)); });
  CHECK(most <= 1.1 * initial);
  CHECK(s.stepper.facts().retries == 0);
}

TEST_CASE("the account of implicit steps closes, also where a support is driven",
          "[implicit][newmark]") {
  const auto [beta, gamma] =
      GENERATE(std::pair(0.25, 0.5), std::pair(0.3025, 0.6), std::pair(1. / 6, 0.5));
  CAPTURE(beta, gamma);
  Vibrating block{.size = "[1, 1]",
                  .cells = "[4, 4]",
                  .support = R"({"body": "beam", "group": "bottom", "path": {"type": "table",
                    "times": [0, 0.05, 0.1], "displacements": [[0, 0], [0.05, 0.02], [0, 0]],
                    "interpolation": "smooth"}})",
                  .loads = R"({"type": "gravity", "acceleration": [0, -9.81]})"};
  block.beta = beta, block.gamma = gamma;
  block.mass = GENERATE("lumped", "consistent");
  CAPTURE(block.mass);
  block.step = 0.2 * block.critical_step(), block.end = 200 * block.step;
  Simulation s(block.scene());
  s.run();
  const core::Account& account = s.balance.account();
  REQUIRE(account.kept());
  CHECK(std::abs(account.energy() - account.initial() - account.sum().sum()) <=
        1e-12 * account.scale());
  CHECK(account.sum().outside != 0);
}

TEST_CASE("SUP-1 of a driven linear body average acceleration knows where all energy came from",
          "[implicit][newmark]") {
  Vibrating block{.material = "linear_elastic",
                  .size = "[1, 1]",
                  .cells = "[4, 4]",
                  .velocity = "[0, 0]",
                  .support = R"({"body": "beam", "group": "bottom", "path": {"type": "table",
                    "times": [0, 0.05, 0.1], "displacements": [[0, 0], [0.01, 0.02], [0, 0]],
                    "interpolation": "smooth"}})"};
  block.integrator = GENERATE(from_range(kConserving));
  CAPTURE(block.integrator);
  block.step = 5 * block.critical_step(), block.end = 300 * block.step;
  Simulation s(block.scene());
  Real most = 0;
  s.run([&](Simulation& now) {
    most = std::max(most, std::abs(now.balance.account().sum().integration));
  });
  CHECK(most <= 1e-10 * s.balance.account().scale());
  CHECK(s.balance.account().sum().outside > 0);
}

TEST_CASE("implicit steps have the same bits for any number of threads", "[implicit][newmark]") {
  Vibrating beam;
  beam.cells = "[60, 15]", beam.step = 20 * beam.critical_step(), beam.end = 20 * beam.step;
  Simulation one(beam.scene(), 1), two(beam.scene(), 2), three(beam.scene(), 3);
  one.run(), two.run(), three.run();
  CHECK(one.stepper.state().q == two.stepper.state().q);
  CHECK(one.stepper.state().v == three.stepper.state().v);
}

TEST_CASE("the linear systems of steps without contact are solved as the configuration says",
          "[implicit][newton]") {
  const auto beam = [](const std::string& method) {
    Vibrating body;
    body.newton = fmt::format(R"("newton": {{"linear": "{}"}},)", method);
    body.end = 0.02;
    return body;
  };
  Simulation usual(beam("factor").scene());
  usual.run();
  for (const char* method : {"automatic", "definite", "general", "iterative"}) {
    CAPTURE(method);
    Simulation s(beam(method).scene());
    s.run();
    if (std::string(method) == "definite") CHECK(s.stepper.state().q == usual.stepper.state().q);
    CHECK(largest_difference(s.stepper.state().q, usual.stepper.state().q) <= 1e-9);
  }
  Vibrating other = beam("iterative");
  other.integrator = R"({"type": "energy_momentum"})";
  CHECK_THROWS_WITH(Simulation(other.scene()),
                    Catch::Contains("the tangent of \"energy_momentum\" is not symmetric"));
}

TEST_CASE("a step that Newton's method cannot make is divided", "[implicit][newton]") {
  Vibrating beam;
  beam.newton = R"("newton": {"iterations": 3},)";
  beam.velocity = R"({"gradient": [[0, 0], [12, 0]], "about": [0, 0]})";
  beam.step = 0.1, beam.end = 0.2;
  Simulation s(beam.scene());
  s.step();
  CHECK(s.stepper.facts().retries > 0);
  CHECK(s.stepper.facts().dt < 0.1);
}
