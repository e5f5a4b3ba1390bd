// The consistent mass: what it weighs, and what nodes feel of neighbours that supports move.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/implicit/scenes.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

constexpr Real kPi = 3.14159265358979323846;

Real moved(Real t) { return 0.01 * (1 - std::cos(kPi * t)); }

/// The path of the left end: a table so fine that its cubics differ from the cosine by less than 1e-8.
std::string driven_end(Real until) {
  std::string times, places;
  const int count = 1000;
  for (int i = 0; i <= count; ++i) {
    const Real t = until * i / count;
    times += fmt::format("{}{}", i ? ", " : "", t);
    places += fmt::format("{}[{}, 0]", i ? ", " : "", moved(t));
  }
  return fmt::format(R"({{"body": "beam", "group": "left", "path": {{"type": "table",
      "times": [{}], "displacements": [{}], "interpolation": "smooth"}}}})",
                     times, places);
}

/// An elastic strip of N cells whose left end is driven.
Vibrating driven_bar(int N) {
  Vibrating bar{.material = "linear_elastic", .velocity = "[0, 0]", .support = driven_end(2)};
  bar.mesh = fmt::format(
      R"({{"type": "rectangle", "size": [1, {}], "cells": [{}, 1], "triangles": 2}})", 0.01 / N, N);
  bar.density = 1, bar.young = 1, bar.poisson = 0;
  bar.mass = "consistent";
  bar.step = 0.25 / N, bar.end = 2;
  return bar;
}

/// Root of the mean square of what the tip is off, over that of where it ought to be.
Real error_of_tip(Simulation& s) {
  Index tip = 0;
  const Range nodes = s.model.bodies()[0].nodes;
  for (Index n = 0; n < nodes.size(); ++n)
    if (s.position(0, n, 0) > s.position(0, tip, 0)) tip = n;
  const Real start = s.position(0, tip, 0);
  Real off = 0, size = 0;
  s.run([&](Simulation& now) {
    const Real t = now.time(), exact = t > 1 ? 2 * moved(t - 1) : 0;
    const Real there = now.position(0, tip, 0) - start;
    off += (there - exact) * (there - exact);
    size += exact * exact;
  });
  return std::sqrt(off / size);
}

/// newmark that is told that supports move at a constant speed: their increment stands in the predictor.
class Unaware final : public Integrator {
 public:
  explicit Unaware(std::unique_ptr<Component> inner)
      : inner_(static_cast<Integrator*>(inner.release())) {}
  void capabilities(Capabilities& c) const override { inner_->capabilities(c); }

 private:
  void do_setup(const Setup& setup, Context& c) override { inner_->setup(setup, c); }
  View<Stage> do_stages() const override { return inner_->stages(); }
  Mass do_mass() const override { return inner_->mass(); }
  Index do_extra_columns() const override { return inner_->extra_columns(); }
  Outcome do_start(System& s, const StateOut& state, Context& c) override {
    return inner_->start(s, state, c);
  }
  Outcome do_begin(Index stage, const StateView& old, const StateView& next, System& s,
                   StepProblem*& problem, Context& c) override {
    v_.assign(old.v.begin(), old.v.end());
    s.prescribe_velocity(old.time + c.step.dt, v_);
    StateView steady = old;
    steady.v = v_;
    return inner_->begin(stage, steady, next, s, problem, c);
  }
  Outcome do_finish(Index stage, const StateView& old, System& s, const StepResult& result,
                    const StateOut& next, StepReport& report, Context& c) override {
    return inner_->finish(stage, old, s, result, next, report, c);
  }
  std::unique_ptr<Integrator> inner_;
  std::vector<Real> v_;
};

/// 1'M 1 for a translation along each axis.
Real mass_along(Simulation& s, int axis) {
  std::vector<Real> x(s.stepper.state().v.size(), 0), y(x.size());
  for (std::size_t i = static_cast<std::size_t>(axis); i < x.size();
       i += static_cast<std::size_t>(s.model.dim()))
    x[i] = 1;
  s.system.apply_mass(Mass::consistent, x, y, s.context());
  return map(View<Real>(x)).dot(map(View<Real>(y)));
}

}  // namespace

TEST_CASE("ELT-5 the consistent mass of a body is its density times its volume",
          "[implicit][mass]") {
  Vibrating block{.support = ""};
  SECTION("in the plane") {}
  SECTION("in space") {
    block.dim = 3, block.velocity = "[0, 0, 0]";
    block.mesh = R"({"type": "box", "size": [2, 2, 1], "cells": [5, 3, 2]})";
  }
  block.mass = "consistent";
  Simulation s(block.scene());
  for (int axis = 0; axis < block.dim; ++axis)
    CHECK(mass_along(s, axis) == Approx(1000 * 4).epsilon(1e-13));
  const std::vector<Real> b(s.stepper.state().v.size(), 1);
  std::vector<Real> x(b.size()), back(b.size());
  REQUIRE(s.system.solve_mass(Mass::consistent, b, x, s.context()));
  s.system.apply_mass(Mass::consistent, x, back, s.context());
  CHECK((map(View<Real>(back)) - map(View<Real>(b))).lpNorm<Eigen::Infinity>() <= 1e-13);
}

TEST_CASE("MAS-1 the tip of a driven bar with the consistent mass", "[implicit][mass]") {
  const auto [N, expected] = GENERATE(std::pair(5, 2.90e-2), std::pair(10, 8.95e-3),
                                      std::pair(20, 2.67e-3), std::pair(40, 8.05e-4));
  CAPTURE(N);
  Simulation right(driven_bar(N).scene());
  CHECK(error_of_tip(right) == Approx(expected).epsilon(0.05));
  Simulation wrong(driven_bar(N).scene(), [](core::Configuration& c) {
    c.integrator.object = std::make_unique<Unaware>(std::move(c.integrator.object));
  });
  CHECK(error_of_tip(wrong) > 1.1 * expected);
}

TEST_CASE(
    "DYN-2 positions of newmark with the consistent mass converge with order 2, or 1 with "
    "numerical damping",
    "[implicit][mass]") {
  const auto [gamma, beta, order] =
      GENERATE(std::tuple(0.5, 0.25, 2.), std::tuple(0.6, 0.3025, 1.));
  CAPTURE(gamma);
  const auto at_the_end = [gamma = gamma, beta = beta](int steps) {
    Vibrating beam;
    beam.cells = "[8, 2]", beam.mass = "consistent", beam.gamma = gamma, beam.beta = beta;
    beam.end = 0.1, beam.step = beam.end / steps;
    Simulation s(beam.scene());
    s.run();
    return s.stepper.state().q;
  };
  const auto distance = [](const std::vector<Real>& a, const std::vector<Real>& b) {
    return (map(View<Real>(a)) - map(View<Real>(b))).lpNorm<Eigen::Infinity>();
  };
  const auto a = at_the_end(400), b = at_the_end(800), c = at_the_end(1600);
  CHECK(std::log2(distance(a, b) / distance(b, c)) == Approx(order).margin(0.1));
  CHECK(distance(b, c) > 1e-9);
}

TEST_CASE("explicit steps with the consistent mass are refused", "[implicit][mass]") {
  Vibrating beam;
  beam.beta = 0, beam.mass = "consistent";
  CHECK_THROWS_WITH(Simulation(beam.scene()), Catch::Contains("lumped") && Catch::Contains("mass"));
}

TEST_CASE("without a word about the mass implicit steps take the consistent one",
          "[implicit][mass]") {
  Vibrating beam;
  beam.mass = "auto";
  CHECK(Simulation(beam.scene()).stepper.mass() == Mass::consistent);
  beam.beta = 0;
  CHECK(Simulation(beam.scene()).stepper.mass() == Mass::lumped);
}
