// Scenes of the gallery against what statics says of them: houses of cards that stand or fall by their
// friction, a tower from which a block is drawn, and an arch that is too thin.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "scene.hpp"

namespace tactus::friction {
namespace {

constexpr Real kLimit = 0.2452;  // friction of the card house, from the formula at its head

testing::Simulation gallery(const std::string& name, std::vector<std::string> sets) {
  return testing::Simulation::from_file(
      std::string(TACTUS_SOURCE_DIR) + "/configs/gallery/" + name + ".json", sets);
}

Real kinetic_energy(const testing::Simulation& s) {
  Real sum = 0;
  const View<Real> mass = s.model.mass();
  for (std::size_t dof = 0; dof < mass.size(); ++dof)
    sum += mass[dof] * s.stepper.state().v[dof] * s.stepper.state().v[dof] / 2;
  return sum;
}

std::size_t body_named(const testing::Simulation& s, const std::string& name) {
  const auto& bodies = s.configuration().bodies;
  const auto at = std::ranges::find(bodies, name, [](const auto& body) { return body.name; });
  REQUIRE(at != bodies.end());
  return static_cast<std::size_t>(at - bodies.begin());
}

/// m, how far the centre of a rigid body has come since the start.
Vec<2> moved(const testing::Simulation& s, const std::string& name) {
  const std::size_t body = body_named(s, name);
  const auto at = static_cast<std::size_t>(s.model.layout().bodies[body].coordinates.begin);
  const View<Real> start = s.model.initial_coordinates();
  return {place(s, body, 0) - start[at], place(s, body, 1) - start[at + 1]};
}

}  // namespace

TEST_CASE("the card house stands and falls on the two sides of its limit", "[friction][gallery]") {
  for (const char* name : {"card_house", "card_house_falling"})
    for (const Real share : {0.97, 1.03}) {
      testing::Simulation s = gallery(
          name, {fmt::format("/contact/laws/0/friction={}", share * kLimit), "/time/end=0.2"});
      s.run();
      INFO(name << ", friction " << share << " of the limit");
      if (share > 1)
        CHECK(kinetic_energy(s) < 1e-12);
      else
        CHECK(kinetic_energy(s) > 1e-4);
    }
}

TEST_CASE("a block is drawn out of the tower, and the tower stands or falls by its friction",
          "[friction][gallery]") {
  for (const Real friction : {0.3, 1.2}) {
    testing::Simulation s =
        gallery("jenga", {fmt::format("/contact/laws/0/friction={}", friction)});
    s.run();
    const Vec<2> top = moved(s, "long_10");
    INFO("friction " << friction << ", the top moved by (" << top.transpose() << ") m");
    if (friction < 1) {
      CHECK(std::abs(top[0]) < 1e-3);
      CHECK(std::abs(top[1]) < 1e-3);
    } else {
      CHECK(top.norm() > 0.3);
    }
  }
}

TEST_CASE("the arch of the gallery falls, symmetrically and without deep joints",
          "[friction][gallery]") {
  testing::Simulation s = gallery("falling_arch", {});
  Real deepest = 0;
  s.run([&](testing::Simulation& now) {
    deepest = std::max(deepest, now.stepper.facts().contact.reactions.depth);
  });
  const Vec<2> right = moved(s, "stone_8"), left = moved(s, "stone_9");  // beside the crown
  CHECK(right[1] < -0.1);
  CHECK(left[1] == Approx(right[1]).epsilon(1e-3));
  CHECK(deepest < 2e-5);  // without contacts that begin ahead it is 1e-4
}

}  // namespace tactus::friction
