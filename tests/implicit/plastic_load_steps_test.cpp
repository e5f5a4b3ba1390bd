// Load steps of metals: pipes and beams that yield take the steps that were asked for.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/implicit/load_steps.hpp"
#include "tests/property/random_numbers.hpp"
#include "tests/support/simulation.hpp"

namespace tactus::load_steps {

using namespace tactus::testing;

namespace {

/// An obstacle whose facets are smaller than those of the beam.
std::string fine_roller(const char* name, Real radius, int cells, Real x, Real y) {
  return fmt::format(R"({{"name": "{}", "type": "obstacle", "translate": [{}, {}],
      "mesh": {{"type": "ring", "inner": {}, "outer": {}, "cells": [{}, 1], "triangles": 2}}}})",
                     name, x, y, 0.75 * radius, radius, cells);
}

/// Half of a beam of a metal between such rollers, bent to 1.2 to 4 times its first yield.
std::string random_beam(unsigned seed) {
  property::RandomNumbers random(seed);
  const Real height = std::array{2e-3, 4e-3, 1e-2}[random.pick(3)];
  const Real length = height * random.uniform(5, 9);
  const int along = 14 + random.pick(20), across = 3 + random.pick(2);
  const Real young = std::array{70e9, 117e9, 210e9}[random.pick(3)];
  const Real yield = std::array{1e-3, 2e-3, 3e-3}[random.pick(3)];
  const Real hardening = std::array{0., 0., 0.01, 0.05}[random.pick(4)];
  const Real radius = height * std::array{0.5, 1., 1.5}[random.pick(3)];
  const int cells = std::array{48, 96, 160, 240}[random.pick(4)];
  const int triangles = random.one_in(2) ? 2 : 4;
  const Real support = length * random.uniform(0.8, 0.9), load = length * random.uniform(0.3, 0.5);
  const Real arm = support - load, way = random.uniform(1.2, 4);
  return fmt::format(R"({{"dimension": 2, "bodies": [{{"name": "beam", "density": 7800,
        "mesh": {{"type": "rectangle", "size": [{}, {}], "cells": [{}, {}], "triangles": {}}},
        "material": {{"type": "j2_plastic", "young": {}, "poisson": 0.3, "yield_stress": {}, "hardening": {}}}}},
        {}, {}],
      "supports": [{{"body": "beam", "group": "left", "fix": ["x"]}}, {{"body": "load",
        "path": {{"type": "table", "times": [0, 1], "displacements": [[0, 0], [0, {}]]}}}}],
      {} "integrator": {{"type": "quasi_static"}}, "time": {{"end": 1, "step": 0.1}}}})",
                     length, height, along, across, triangles, young, yield * young,
                     hardening * young, fine_roller("sup", radius, cells, support, -radius),
                     fine_roller("load", radius, cells, load, height + radius),
                     -2 * way * yield / height * arm * (arm / 3 + load), contact("node_to_facet"));
}

/// Half of a beam in four-point bending: rollers that are obstacles press it, and nothing else holds it upright.
std::string beam_between_rollers(const std::string& law, Real end) {
  const auto roller = [](const char* name, const char* place) {
    return fmt::format(
        R"({{"name": "{}", "type": "obstacle", "rotate": 1.5707963267948966, "translate": {},
        "mesh": {{"type": "ring", "inner": 0.003, "outer": 0.004, "cells": [96, 1], "triangles": 2}}}})",
        name, place);
  };
  return fmt::format(R"({{"dimension": 2, "bodies": [{{"name": "beam", "density": 7800,
        "mesh": {{"type": "rectangle", "size": [0.028, 0.004], "cells": [19, 4]}},
        "material": {{"young": 70e9, "poisson": 0.3, {}}}}}, {}, {}],
      "supports": [{{"body": "beam", "group": "left", "fix": ["x"]}}, {{"body": "load",
        "path": {{"type": "table", "times": [0, 1], "displacements": [[0, 0], [0, -3.4944e-4]]}}}}],
      {} "integrator": {{"type": "quasi_static"}}, "time": {{"end": {}, "step": 0.1}}}})",
                     law, roller("sup", "[0.024, -0.004]"), roller("load", "[0.012, 0.008]"),
                     contact("node_to_facet"), end);
}

}  // namespace

TEST_CASE("a thick pipe is pressed to 0.97 of its limit pressure by steps of any size",
          "[implicit][quasi_static]") {
  // Rings of elements reach the yield stress together. The limit is 2 k ln(b/a), k = yield/sqrt(3), a = 1 m.
  const Real yield = 250e6, k = yield / std::sqrt(3.), b = 1.5, p = 0.97 * 2 * k * std::log(b);
  const auto expansion = [&](int steps) {
    Simulation s(scene(
        fmt::format(R"({{"name": "pipe", "density": 1, "mesh": {{"type": "ring", "inner": 1,
          "outer": 1.5, "cells": [6, 4], "start": 0, "angle": 1.5707963267948966}},
          "material": {{"type": "j2_plastic", "young": 210e9, "poisson": 0.3,
                        "yield_stress": {}, "hardening": 2.1e9}}}})",
                    yield),
        R"({"body": "pipe", "group": "start", "fix": ["y"]}, {"body": "pipe", "group": "end", "fix": ["x"]})",
        fmt::format(R"("loads": [{{"type": "pressure", "body": "pipe", "group": "inner",
                        "pressure": {}, "factor": {{"type": "ramp", "end": 1}}}}],)",
                    p),
        "", steps));
    int made = 0;
    s.run([&](Simulation&) { ++made; });
    CHECK(made == steps);
    Real least = 2;
    for (Index n = 0; n < s.model.bodies()[0].nodes.end; ++n)
      least = std::min(least, std::hypot(s.position(0, n, 0), s.position(0, n, 1)));
    return least - 1;
  };
  // Hill 1950: yielded up to c, where the elastic rest bears p_c; there u is Lame's.
  Real c = 1, beyond = b;
  for (int i = 0; i < 60; ++i) {
    const Real r = (c + beyond) / 2;
    (k * (2 * std::log(r) + 1 - r * r / (b * b)) < p ? c : beyond) = r;
  }
  const Real E = 210e9, p_c = k * (1 - c * c / (b * b));
  const Real at_c = 1.3 / E * p_c * c * c / (b * b - c * c) * (0.4 * c + b * b / c);
  const Real theory = c * at_c - 1.5 * 0.4 / E * (p - c * c * p_c);  // by the change of volume
  for (const int steps : {5, 20, 100}) CHECK(expansion(steps) == Approx(theory).epsilon(0.01));
}

TEST_CASE("a driven beam far below its yield stress takes the load steps of an elastic one",
          "[implicit][quasi_static]") {
  const bool with_contact = GENERATE(false, true);
  CAPTURE(with_contact);
  // The stress at its clamp ends at half of the yield stress, E/200.
  const Real way = 0.5 * 2. / 3 / 200 * 100 * (1 - kPoisson * kPoisson);
  const std::string floor =
      R"(, {"name": "floor", "type": "obstacle", "half_space": {"normal": [0, 1]}})";
  const std::string supports = fmt::format(
      R"({{"body": "beam", "group": "left"}}, {{"body": "beam", "group": "right", "fix": ["y"],
           "path": {{"type": "table", "times": [0, 1], "displacements": [[0, 0], [0, {}]]}}}})",
      -way);
  const auto energy = [&](const char* law) {
    const std::string beam = fmt::format(R"({{"name": "beam", "density": 1, "translate": [0, 5],
        "mesh": {{"type": "rectangle", "size": [10, 1], "cells": [60, 6]}},
        "material": {{"young": 1e9, "poisson": {}, {}}}}})",
                                         kPoisson, law);
    Simulation s(scene(beam + (with_contact ? floor : ""), supports, "",
                       with_contact ? contact("half_space") : "", 4));
    int made = 0;
    s.run([&](Simulation&) { ++made; });
    CHECK(made == 4);
    CHECK(s.balance.now().dissipated == 0);
    return s.balance.now().strain;
  };
  const Real elastic = energy(R"("type": "neo_hookean")");
  CHECK(energy(R"("type": "j2_plastic", "yield_stress": 5e6)") == Approx(elastic).epsilon(0.01));
}

TEST_CASE(
    "rollers bend a plastic beam in the load steps that were asked for, before and after it yields",
    "[implicit][quasi_static]") {
  const auto run = [](const std::string& law, Real end, int steps) {
    CAPTURE(law, end);
    Simulation s(beam_between_rollers(law, end));
    Index retries = 0, made = 0;
    s.run([&](Simulation& now) { retries += now.stepper.facts().retries, ++made; });
    CHECK(retries <= 1);
    CHECK(made <= steps + 2);
    return std::pair(s.balance.now().strain, s.balance.now().dissipated);
  };
  // Until it yields it is the beam that never does, though elements next to a roller yield in trials.
  const auto [strain, dissipated] = run(R"("type": "j2_plastic", "yield_stress": 140e6)", 0.3, 3);
  const auto [elastic, none] = run(R"("type": "j2_plastic", "yield_stress": 1e12)", 0.3, 3);
  CHECK(strain == Approx(elastic).epsilon(1e-6));
  CHECK(dissipated <= 1e-9 * strain);
  CHECK(none == 0);
  CHECK(run(R"("type": "j2_plastic", "yield_stress": 140e6)", 1, 10).second > 0);
}

TEST_CASE("plastic beams between fine rollers take the load steps that were asked for",
          "[implicit][quasi_static][sqp]") {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    const std::string text = random_beam(seed);
    CAPTURE(seed, text);
    Simulation s(text);
    Index retries = 0;
    Real share = 0;
    s.run([&](Simulation& now) {
      retries += now.stepper.facts().retries;
      share = std::max(share, now.stepper.facts().equilibrium.share());
    });
    CHECK(retries == 0);
    CHECK(share <= 1e-8);
    CHECK(s.balance.now().dissipated > 0);
    CHECK(s.audit().clean());
  }
}

}  // namespace tactus::load_steps
