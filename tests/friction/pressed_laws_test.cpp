// Runs with laws that are not Coulomb's, against closed forms: a block on an interface with a shear strength,
// and one on a film.
#include <catch2/catch.hpp>

#include "gravity.hpp"
#include "scene.hpp"

using namespace tactus;
using namespace tactus::friction;
using tactus::testing::Simulation;

namespace {

/// A rigid block, 1 m long and 500 kg, on the ground: two contacts that stand for 1 m2 together.
/// @param pull  N, along the ground
Simulation pulled(const std::string& law, const std::string& solver, Real pull, Real speed,
                  Real step, Real end) {
  const RigidBlock block{.speed = speed};
  return Simulation(fmt::format(
      R"({{"bodies": [{}, {}],
    "loads": [{{"type": "gravity", "acceleration": [{:.17g}, {:.17g}]}}],
    "integrator": {{"type": "moreau_jean"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
      "solver": {}, "laws": [{{"between": ["*", "*"], {}}}]}},
    "time": {{"end": {:.17g}, "step": {:.17g}}}}})",
      block.text(), kGround, pull / block.mass(), -kGravity, solver, law, end, step));
}

/// A law, and the largest number that contacts have brought along from the step before.
class Remembering final : public ContactLaw {
 public:
  Remembering(std::unique_ptr<Component> law, Real& brought)
      : law_(std::move(law)), brought_(brought) {}
  void capabilities(Capabilities& c) const override { law_->capabilities(c); }

 private:
  const ContactLaw& law() const { return static_cast<const ContactLaw&>(*law_); }
  Index do_solve(const LawBatch& batch, Context& c) const override { return law().solve(batch, c); }
  void do_residual(const LawResidual& at, Context& c) const override {
    brought_ = 0;
    for (const Real number : at.problem->history_old) brought_ = std::max(brought_, number);
    law().residual(at, c);
  }
  void do_linearise(const LawLinearisation& at, Context& c) const override {
    law().linearise(at, c);
  }
  Real do_reach(const Scales& scales) const override { return law().reach(scales); }
  void do_history(HistoryVisitor& columns) const override { law().history(columns); }

  std::unique_ptr<Component> law_;
  Real& brought_;
};

std::string named(const std::string& solver) {
  if (solver == "hybrid")
    return R"({"type": "hybrid", "solvers": [{"type": "gauss_seidel", "tolerance": 1e-11}]})";
  return fmt::format(R"({{"type": "{}", "tolerance": 1e-11}})", solver);
}

}  // namespace

TEST_CASE(
    "a block rests while it is pulled with less than the shear strength of its interface, and then "
    "goes with what is more",
    "[friction][tresca]") {
  const std::string solver =
      GENERATE(as<std::string>(), "gauss_seidel", "projected_newton", "interior_point");
  CAPTURE(solver);
  const Real strength = 1000, mass = 500, area = 1, end = 0.1;
  const auto run = [&](Real pull) {
    Simulation s = pulled(fmt::format(R"("type": "tresca", "limit": {})", strength), named(solver),
                          pull, 0, 1e-3, end);
    s.run([](Simulation& now) {
      CHECK(now.stepper.facts().solver.status == SolveStatus::converged);
    });
    return speed(s, 0, 0);
  };
  CHECK(std::abs(run(999)) < 1e-12);
  CHECK(run(1500) == Approx((1500 - strength * area) / mass * end).epsilon(1e-6));
  CHECK(run(4000) == Approx((4000 - strength * area) / mass * end).epsilon(1e-6));
}

TEST_CASE("a block on a film loses its speed exponentially", "[friction][viscous]") {
  const std::string solver =
      GENERATE(as<std::string>(), "gauss_seidel", "projected_newton", "interior_point", "hybrid");
  CAPTURE(solver);
  const Real drag = 2000, mass = 500, start = 2, end = 0.25, rate = drag / mass;
  const auto run = [&](Real step) {
    Simulation s = pulled(fmt::format(R"("type": "viscous", "drag": {})", drag), named(solver), 0,
                          start, step, end);
    s.run();
    return speed(s, 0, 0);
  };
  // Each step is implicit: (1 + c A dt/m) v = v before. The contacts are there from the first step on.
  for (const Real step : {2.5e-3, 1.25e-3})
    CHECK(run(step) == Approx(start * std::pow(1 + rate * step, -end / step)).epsilon(1e-6));
  const Real exact = start * std::exp(-rate * end);
  CHECK((run(2.5e-3) - exact) / (run(1.25e-3) - exact) == Approx(2).epsilon(0.01));
}

namespace {

/// A block that slides on a floor with 1 m/s, and the contacts that its lower side has.
struct FlatBlock {
  int dim = 2;
  Index cells = 1;  ///< along each side that lies on the floor
  bool rigid = true;
  Real height = 0.5;
  Real area() const { return 1; }
  Real mass() const { return 1000 * height; }

  Simulation slides(const std::string& law, const std::string& solver, Real pull, Real step,
                    Real end, const Simulation::Change& change = {}) const {
    const bool plane = dim == 2;
    // Elements of an elastic block are about as high as wide.
    const Index layers =
        rigid ? 1 : std::max<Index>(1, std::lround(height * static_cast<Real>(cells)));
    const std::string kind =
        rigid ? R"("type": "rigid")"
              : R"("material": {"type": "linear_elastic", "young": 1e9, "poisson": 0.2})";
    const std::string mesh =
        plane ? fmt::format(R"("type": "rectangle", "size": [1, {}], "cells": [{}, {}])", height,
                            cells, layers)
              : fmt::format(R"("type": "box", "size": [1, 1, {0}], "cells": [{1}, {1}, {2}])",
                            height, cells, layers);
    return Simulation(
        fmt::format(
            R"({{"dimension": {}, "bodies": [{{"name": "block", {}, "density": 1000, "mesh": {{{}}},
             "velocity": {}}}, {}],
    "loads": [{{"type": "gravity", "acceleration": {}}}],
    "integrator": {{"type": "moreau_jean"{}}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "{}"}},
      "solver": {}, "laws": [{{"between": ["*", "*"], {}}}]}},
    "time": {{"end": {:.17g}, "step": {:.17g}}}}})",
            dim, kind, mesh, plane ? "[1, 0]" : "[0.6, 0.8, 0]",
            plane
                ? kGround
                : R"({"name": "ground", "type": "obstacle", "half_space": {"normal": [0, 0, 1]}})",
            plane
                ? fmt::format("[{}, {}]", pull / mass(), -kGravity)
                : fmt::format("[{}, {}, {}]", 0.6 * pull / mass(), 0.8 * pull / mass(), -kGravity),
            rigid ? "" : R"(, "theta": 1)", plane ? "node_to_facet" : "half_space", named(solver),
            law, end, step),
        change);
  }
  /// m/s, of the centre of mass, the way that it slides.
  Real speed(const Simulation& s) const {
    const auto& p = s.balance.now().linear;
    return (dim == 2 ? p[0] : 0.6 * p[0] + 0.8 * p[1]) / mass();
  }
};

}  // namespace

TEST_CASE(
    "however many nodes a block has on the floor it feels the strength of the whole interface",
    "[friction][tresca]") {
  const std::string solver =
      GENERATE(as<std::string>(), "gauss_seidel", "projected_newton", "interior_point", "hybrid");
  const int dim = GENERATE(2, 3);
  const bool rigid = GENERATE(true, false);
  const Index nodes = GENERATE(2, 10, 100);  // in space the next square number
  const auto [height, of_rigid] = GENERATE(std::pair(0.1, 1000.), std::pair(0.9, 200.));
  // At the rear edge of an elastic block shear lifts what the weight does not hold.
  const Real strength = rigid ? of_rigid : of_rigid / 10;
  if (!rigid && static_cast<Real>(dim * nodes) * height > 100) return;  // they take long
  CAPTURE(solver, dim, rigid, nodes, height, strength);
  const FlatBlock block{.dim = dim,
                        .cells = dim == 2       ? nodes - 1
                                 : nodes == 100 ? 9
                                 : nodes == 10  ? 3
                                                : 1,
                        .rigid = rigid,
                        .height = height};
  const Real end = 0.01, pull = 0.3 * strength;
  Simulation s = block.slides(fmt::format(R"("type": "tresca", "limit": {})", strength), solver,
                              pull, 1e-3, end);
  s.run(
      [](Simulation& now) { CHECK(now.stepper.facts().solver.status == SolveStatus::converged); });
  CHECK(block.mass() * (1 - block.speed(s)) / end + pull ==
        Approx(strength * block.area()).epsilon(1e-6));
}

TEST_CASE("however many nodes a block has on a film its speed falls at the rate of the whole film",
          "[friction][viscous]") {
  const std::string solver =
      GENERATE(as<std::string>(), "gauss_seidel", "projected_newton", "interior_point", "hybrid");
  const int dim = GENERATE(2, 3);
  const Index nodes = GENERATE(2, 10, 100);
  const Real height = GENERATE(0.1, 0.5, 0.9);
  CAPTURE(solver, dim, nodes, height);
  const FlatBlock block{.dim = dim,
                        .cells = dim == 2       ? nodes - 1
                                 : nodes == 100 ? 9
                                 : nodes == 10  ? 3
                                                : 1,
                        .height = height};
  const Real end = 0.02, step = 1e-3, drag = 1000, rate = drag * block.area() / block.mass();
  Simulation s =
      block.slides(fmt::format(R"("type": "viscous", "drag": {})", drag), solver, 0, step, end);
  s.run();
  CHECK(block.speed(s) == Approx(std::pow(1 + rate * step, -end / step)).epsilon(1e-6));
  CHECK(block.speed(s) == Approx(std::exp(-rate * end)).epsilon(step * rate * rate * end));
}

TEST_CASE("Newton's method for all contacts refuses a law without a linearisation by its name",
          "[friction]") {
  CHECK_THROWS_WITH(
      pulled(R"("type": "spring_dashpot", "spring": 1e6)", named("projected_newton"), 0, 1, 1e-3,
             1e-3),
      Catch::Contains("needs a linearisation of the law") && Catch::Contains("\"spring_dashpot\""));
}

TEST_CASE("contacts have slid as far as their block has, whatever solver finds the reactions",
          "[friction][tresca]") {
  const std::string solver =
      GENERATE(as<std::string>(), "gauss_seidel", "projected_newton", "interior_point", "hybrid");
  CAPTURE(solver);
  const FlatBlock block{.cells = 10, .height = 0.9};
  const Real step = 1e-3, strength = 1000;
  Real slid = 0;
  Simulation s = block.slides(fmt::format(R"("type": "tresca", "limit": {})", strength), solver, 0,
                              step, 1, [&](core::Configuration& c) {
                                auto& law = c.contact.laws[0].law.object;
                                law = std::make_unique<Remembering>(std::move(law), slid);
                              });
  Real way = 0;
  for (int k = 0; k < 50; ++k) {
    s.step();
    way += step * block.speed(s);  // contacts go by the velocities at the ends of steps
  }
  s.step();
  CHECK(slid == Approx(way).epsilon(1e-8));
}
