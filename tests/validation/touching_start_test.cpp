// Bodies that are placed to touch by decimal numbers. Sums of decimals are rounded, so that such
// bodies overlap by about 1e-16 of their coordinates: a run has to take them as what they are meant
// to be, and has to refuse any overlap that is more than that.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "core/contact/behind_outside.hpp"
#include "core/run/parts.hpp"
#include "core/scene/model_error.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using namespace tactus::testing;
using Catch::Matchers::Contains;

namespace {

/// A length in hundredths of a metre, as a person writes it.
std::string decimal(long hundredths) {
  return fmt::format("{}{}.{:02}", hundredths < 0 ? "-" : "", std::abs(hundredths) / 100,
                     std::abs(hundredths) % 100);
}

/// How contact is solved, and what bodies are made of.
struct Method {
  std::string contact, body;
};
Method projection() {
  return {R"("integrator": {"type": "newmark", "beta": 0, "gamma": 0.5},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "vertex_edge"},
                "solver": {"type": "local_sqp"}},
    "time": {"end": 1, "step": "auto"})",
          R"("material": {"type": "neo_hookean", "lambda": 1e6, "mu": 1e6}, "density": 1000)"};
}
Method reactions() {
  return {R"("integrator": {"type": "moreau_jean"},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "node_to_facet"},
                "solver": {"type": "gauss_seidel"},
                "laws": [{"between": ["*", "*"], "type": "nonsmooth_force", "friction": 0.5}]},
    "time": {"end": 1, "step": 1e-3})",
          R"("type": "rigid", "density": 1000)"};
}

std::string scene(const std::vector<std::string>& bodies, const Method& method) {
  return fmt::format(R"({{"dimension": 2, "bodies": [{}],
    "loads": [{{"type": "gravity", "acceleration": [0, -9.81]}}], {}}})",
                     fmt::join(bodies, ",\n"), method.contact);
}

std::string rectangle(const std::string& name, const std::string& what, const std::string& width,
                      const std::string& height, const std::string& at) {
  return fmt::format(R"({{"name": "{}", {}, "translate": [{}],
    "mesh": {{"type": "rectangle", "size": [{}, {}], "cells": [1, 1]}}}})",
                     name, what, at, width, height);
}

using Random = std::mt19937;
long draw(Random& random, long low, long high) {
  return low + static_cast<long>(random() % static_cast<unsigned long>(high - low + 1));
}

/// Blocks on each other on the ground; all sizes and places have two decimals.
std::string decimal_stack(unsigned seed, long offset, int blocks, const Method& method,
                          long spread = 180) {
  Random random(seed);
  const long x = 100 * offset + draw(random, 0, 99), thick = draw(random, 10, 200);
  long y = 100 * offset + draw(random, 0, 99);
  std::vector<std::string> bodies{rectangle("ground", R"("type": "obstacle")", "4", decimal(thick),
                                            decimal(x) + ", " + decimal(y))};
  y += thick;
  for (int b = 0; b < blocks; ++b) {
    const long height = draw(random, 10, 200);
    bodies.push_back(rectangle(fmt::format("block_{}", b), method.body, "1.5", decimal(height),
                               decimal(x + 20 + draw(random, 0, spread)) + ", " + decimal(y)));
    y += height;
  }
  return scene(bodies, method);
}

/// The words with which a run refuses a scene; empty: it takes it.
std::string refusal(const std::string& json) {
  core::RegistrySource source(registry());
  auto read = core::read_configuration(core::Document::parse(json, "test.json"), source);
  try {
    const core::Parts parts(read.configuration, 1, {}, [](std::string_view) {});
  } catch (const core::ModelError& e) {
    return e.problems.front().message;
  }
  return "";
}

/// A stack that was built along the y axis and then turned by an angle about the origin. Below each
/// body there is a gap, in m.
std::string turned_stack(unsigned seed, int bodies_on_it, Real angle, const Method& method,
                         Real gap = 0) {
  Random random(seed);
  const auto turned = [&](const std::string& name, const std::string& what, Real x, Real y,
                          const std::string& mesh) {
    return fmt::format(R"({{"name": "{}", {}, "rotate": {}, "translate": [{}, {}], {}}})", name,
                       what, angle, std::cos(angle) * x - std::sin(angle) * y,
                       std::sin(angle) * x + std::cos(angle) * y, mesh);
  };
  const auto box = [](Real w, Real h) {
    return fmt::format(R"("mesh": {{"type": "rectangle", "size": [{}, {}], "cells": [1, 1]}})", w,
                       h);
  };
  std::vector<std::string> bodies{turned("ground", R"("type": "obstacle")", -2, -0.5, box(4, 0.5))};
  Real y = 0;
  for (int b = 0; b < bodies_on_it; ++b) {
    const Real h = 0.01 * static_cast<Real>(draw(random, 10, 90));
    y += gap;
    bodies.push_back(turned(fmt::format("body_{}", b), method.body, -0.3, y, box(0.6, h)));
    y += h;
  }
  return scene(bodies, method);
}

/// Regular polygons that stand on a side, and lie on each other along sides.
std::string polygons(unsigned seed, int count, const Method& method) {
  Random random(seed);
  const int sides = 2 * static_cast<int>(draw(random, 2, 5));
  const Real radius = 0.01 * static_cast<Real>(draw(random, 20, 90)),
             half = std::numbers::pi / sides;
  std::vector<std::string> corners;
  for (int k = 0; k < sides; ++k)
    corners.push_back(fmt::format("[{}, {}]",
                                  radius * std::cos((2 * k + 1) * half - std::numbers::pi / 2),
                                  radius * std::sin((2 * k + 1) * half - std::numbers::pi / 2)));
  const Real inner = radius * std::cos(half);
  std::vector<std::string> bodies{
      rectangle("ground", R"("type": "obstacle")", "6", "0.3", "-3, -0.3")};
  for (int b = 0; b < count; ++b)
    bodies.push_back(fmt::format(
        R"({{"name": "polygon_{}", {}, "translate": [0, {}],
          "mesh": {{"type": "polygon", "size": 3, "points": [{}]}}}})",
        b, method.body, inner * (2 * b + 1), fmt::join(corners, ", ")));
  return scene(bodies, method);
}

/// Disks in a column, and beside each other, whose centres and radii have two decimals.
std::string disks(unsigned seed, long offset, const Method& method) {
  Random random(seed);
  long y = 100 * offset + draw(random, 0, 99);
  const long x = 100 * offset + draw(random, 0, 99), thick = draw(random, 10, 99);
  std::vector<std::string> bodies{rectangle("ground", R"("type": "obstacle")", "9", decimal(thick),
                                            decimal(x) + ", " + decimal(y))};
  y += thick;
  for (int b = 0; b < 4; ++b) {
    const long r = draw(random, 5, 90);
    for (const long side : {0L, 2 * r})
      bodies.push_back(
          fmt::format(R"({{"name": "disk_{}_{}", {}, "radius": {}, "translate": [{}, {}]}})", b,
                      side, method.body, decimal(r), decimal(x + 300 + side), decimal(y + r)));
    y += 2 * r;
  }
  return scene(bodies, method);
}

/// With a body in flight, which gives the energies of the run a scale that nothing at rest has.
std::string with_flyer(std::string json) {
  const std::string flyer =
      rectangle("flyer", projection().body + R"(, "velocity": [3, 0])", "1", "1", "30, 30");
  return json.replace(json.find("],\n    \"loads\""), 1, ", " + flyer + "]");
}

}  // namespace

TEST_CASE("A block placed on the ground by decimals is not refused, near the origin or far away",
          "[start]") {
  int overlaps = 0;
  for (const Method& method : {projection(), reactions()})
    for (const long offset : {0L, 10L, 1000L, 1000000L})
      for (unsigned seed = 0; seed < 10; ++seed) {
        CAPTURE(offset, seed);
        const std::string json = decimal_stack(seed, offset, 1, method);
        CHECK(refusal(json) == "");
        overlaps += !Simulation(json).audit().clean();
      }
  CHECK(overlaps > 10);  // or this test would not show anything
}

TEST_CASE("Stacks, disks and polygons placed to touch are not refused", "[start]") {
  int overlaps = 0;
  const auto take = [&](const std::string& json) {
    CHECK(refusal(json) == "");
    overlaps += !Simulation(json).audit().clean();
  };
  for (const Method& method : {projection(), reactions()})
    for (unsigned seed = 0; seed < 16; ++seed) {
      CAPTURE(seed, method.contact);
      const int blocks = 1 + static_cast<int>(seed % 8);
      take(decimal_stack(seed, seed % 4 == 3 ? 1000000 : 10, blocks, method));
      take(turned_stack(seed, blocks, 0.05 * (1 + static_cast<Real>(seed)), method));
      take(polygons(seed, 1 + static_cast<int>(seed % 4), method));
    }
  for (unsigned seed = 0; seed < 16; ++seed) {
    CAPTURE(seed);
    const long offset = std::array{0L, 10L, 1000L, 1000000L}[seed % 4];
    take(disks(seed, offset, reactions()));
  }
  CHECK(overlaps > 10);
}

TEST_CASE("An overlap by more than rounding is refused, and the limit is told", "[start]") {
  const auto block_at = [](const std::string& height, const Method& method) {
    return scene({rectangle("ground", R"("type": "obstacle")", "4", "0.5", "0, -0.5"),
                  rectangle("block", method.body, "1", "1", "1, " + height)},
                 method);
  };
  // The largest coordinate is 4 m: 64 ulp are 5.7e-14 m. The facets' median is 1 m long, so that a
  // run in reactions closes gaps up to 1e-8 m.
  CHECK(refusal(block_at("-5.6e-14", projection())) == "");
  CHECK_THAT(refusal(block_at("-5.8e-14", projection())),
             Contains("\"ground\" and \"block\" overlap at the start") &&
                 Contains("overlaps up to 5.7e-14 m count as touching"));
  CHECK(refusal(block_at("-9e-9", reactions())) == "");
  CHECK_THAT(refusal(block_at("-1.1e-8", reactions())),
             Contains("overlaps up to 1e-08 m count as touching"));
}

TEST_CASE("A body that begins inside a floor is refused like one inside a body", "[start]") {
  const auto on_floor = [](const std::string& place, Method method) {
    const std::string constraint = "\"constraint\": {\"type\": ";
    for (const char* other : {"\"vertex_edge\"", "\"node_to_facet\""})
      if (const auto at = method.contact.find(constraint + other); at != std::string::npos)
        method.contact.replace(at, (constraint + other).size(),
                               constraint + R"("floor", "name": "yard", "normal": [0, 1])");
    return scene({rectangle("block", method.body, "1", "1", place)}, method);
  };
  CHECK(refusal(on_floor("0.1, 0", projection())) == "");
  CHECK(refusal(on_floor("0.1, -1e-16", projection())) == "");
  CHECK(refusal(on_floor("0.1, 0", reactions())) == "");
  CHECK(refusal(on_floor("0.1, -9e-9", reactions())) == "");
  Simulation deep(on_floor("0.1, -0.25", reactions()));
  const auto behind =
      core::behind_outside(*deep.stepper.contact(), deep.model.surface().reference, deep.context());
  REQUIRE(behind.size() == 2);
  for (const core::BehindOutside& node : behind) CHECK(node.depth == Approx(0.25).epsilon(1e-12));
  for (const Method& method : {projection(), reactions()})
    CHECK_THAT(
        refusal(on_floor("0.1, -0.25", method)),
        Contains("\"block\" and \"yard\" overlap at the start: node ") &&
            Contains("-0.25) m is 0.25 m deep in \"yard\"; move the body by at least 0.25 m") &&
            Contains("count as touching"));
}

TEST_CASE("Two bodies in the same place are refused, also where they differ by rounding",
          "[start]") {
  for (const Method& method : {projection(), reactions()})
    for (const std::string at :
         {"0.1, 0.2", "0.10000000000000002, 0.2", "0.1, 0.20000000000000007"}) {
      CAPTURE(at);
      CHECK_THAT(refusal(scene({rectangle("one", method.body, "1", "1", "0.1, 0.2"),
                                rectangle("two", method.body, "1", "1", at)},
                               method)),
                 Contains("\"one\" and \"two\" overlap at the start"));
    }
}

TEST_CASE("The first explicit step pushes bodies that touch by rounding apart", "[start]") {
  int overlaps = 0;
  for (unsigned seed = 0; seed < 8; ++seed)
    for (const std::string& json :
         {decimal_stack(seed, 10, 3, projection()),
          turned_stack(seed, 3, 0.1 * (1 + static_cast<Real>(seed)), projection())}) {
      CAPTURE(seed);
      Simulation s(with_flyer(json));
      REQUIRE(s.audit().only_touches());
      overlaps += !s.audit().clean();
      for (int step = 0; step < 20; ++step) {
        s.step();
        CHECK(s.audit().clean());
      }
    }
  CHECK(overlaps > 4);
}

TEST_CASE(
    "The first explicit step takes as much energy from bodies that touch as from bodies apart",
    "[start]") {
  for (unsigned seed = 0; seed < 8; ++seed) {
    CAPTURE(seed);
    const auto change = [&](Real gap) {
      Simulation s(with_flyer(
          turned_stack(seed, 3, 0.1 * (1 + static_cast<Real>(seed)), projection(), gap)));
      s.step();
      return s.balance.total() - s.balance.initial();
    };
    const Real touching = change(0), apart = change(1e-13);
    CHECK(touching == Approx(apart).margin(1e-9));
    CHECK(touching <= 1e-9);  // rows that the start satisfies do no positive work
  }
}

TEST_CASE("Explicit stacks that start at rest are neither stuck nor said to run away", "[start]") {
  // Nothing has any energy in the first step. The scale of energies is what gravity brings soon.
  for (unsigned seed = 0; seed < 8; ++seed)
    for (const std::string& json :
         {decimal_stack(seed, 10, 3, projection(), 40),
          turned_stack(seed, 3, 0.1 * (1 + static_cast<Real>(seed)), projection())}) {
      CAPTURE(seed);
      Simulation s(json);
      for (int step = 0; step < 50; ++step) {
        REQUIRE_NOTHROW(s.step());
        REQUIRE(s.balance.account().runaway() == "");
      }
      CHECK(s.audit().clean());
      CHECK(s.balance.account().gains().contact_share < 1e-3);
    }
}

TEST_CASE("Bodies that touch by rounding rest on each other in a run in reactions", "[start]") {
  for (unsigned seed = 0; seed < 8; ++seed) {
    CAPTURE(seed);
    const std::string json = decimal_stack(seed, 10, 2, reactions(), 40);  // nothing topples
    REQUIRE(refusal(json) == "");
    Simulation s(json);
    const std::vector<Real> start(s.stepper.state().q.begin(), s.stepper.state().q.end());
    for (int step = 0; step < 200; ++step) {
      s.step();
      CHECK(s.audit().only_touches());
    }
    for (std::size_t i = 0; i < start.size(); ++i)
      CHECK(std::abs(s.stepper.state().q[i] - start[i]) < 1e-9);
  }
}
