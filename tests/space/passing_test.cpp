// Nothing passes through anything unseen: thin plates, grains, needles and a spinning blade at a quarter of
// the slowest wave speed to eight times as fast, in steps in which they would be through.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <iostream>

#include "generator.hpp"
#include "tests/support/simulation.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace tactus;
using namespace tactus::space_scenes;

namespace {

constexpr Real kSpeeds[] = {0.25, 0.5, 1, 2, 4, 8};
constexpr std::string_view kThings[] = {"plate", "grain", "soft grain", "needle", "blade"};

Solid middle_at(Solid s, const Point& at) {
  const Point c = s.middle();
  return s.move(at - c);
}

/// What flies along -z at a body whose top is z = 0. The slowest waves run at 1 m/s.
Scene scene_of(std::string_view what, Real speed) {
  Scene scene;
  scene.kind = what;
  scene.speed = speed;
  SceneBody target, mover;
  mover.velocity = {0, 0, -speed};
  if (what == "plate") {
    target.solid = cells({4, 4, 1}, {1, 1, 0.1}).move({-0.5, -0.5, -0.1});
    mover.solid = cells({4, 4, 1}, {1, 1, 0.1}).move({-0.47, -0.48, 0.01});
    scene.end = 0.3;
  } else {
    target.solid = cells({2, 2, 2}, {1, 1, 1}).move({-0.5, -0.5, -1});
    scene.end = 0.5;
  }
  if (what == "grain" || what == "soft grain")
    mover.solid = cells({1, 1, 1}, {0.1, 0.1, 0.1}).move({0.03, 0.05, 0.01});
  if (what == "soft grain") target.stiffness = 100;
  if (what == "needle") {
    mover.solid = cells({1, 1, 5}, {0.1, 0.1, 0.9});
    for (Point& p : mover.solid.points) {
      const Real width = 0.2 + 0.8 * p[2] / 0.9;
      p[0] = (p[0] - 0.05) * width, p[1] = (p[1] - 0.05) * width;
    }
    mover.solid.move({0.04, 0.07, 0.01});
  }
  if (what == "blade") {
    // Its tip, 0.75 m from the middle, is what moves at the given speed.
    mover.solid = middle_at(cells({6, 1, 1}, {1.5, 0.3, 0.05}), {0.9, 0, 0.4});
    mover.rigid = true;
    mover.spin = {0, speed / 0.75, 0};
    mover.velocity = {0, 0, -0.2 * speed};
    scene.end = 3 / speed;
  }
  scene.bodies = {target, mover};
  return scene;
}

struct End {
  std::string error;
  bool touched = false, clean = true;
  Real gain = 0;  ///< largest energy over its start
};

End end_of(const std::string& json) {
  End end;
  try {
    testing::Simulation s(json);
    // The fastest are crushed in a hundred thousand steps; what is not caught is through long before.
    for (int step = 0; step < 4000 && !s.stepper.finished(); ++step) {
      s.step();
      end.touched = end.touched || s.stepper.facts().contact.forces.contacts > 0;
      end.clean = end.clean && s.audit().clean();
    }
    end.gain = s.balance.largest_total() / s.balance.initial();
  } catch (const core::StepError& e) {
    end.error = e.what();
  }
  return end;
}

}  // namespace

TEST_CASE("nothing passes through anything unseen", "[space][passing]") {
  const test::TemporaryFolder folder;
  for (const std::string_view what : kThings)
    for (const Real speed : kSpeeds) {
      const End end = end_of(scene_of(what, speed).write(folder.path()));
      INFO(what << " at " << speed << " c: " << end.error);
      std::cout << fmt::format("{:<12}{:>6} c  {}  energy {:.4f}  {}\n", what, speed,
                               end.touched ? "caught" : "      ", end.gain, end.error);
      CHECK(end.clean);
      CHECK((end.touched || !end.error.empty()));
      // A plate one cell thick has nothing left to be crushed into above 1 c.
      if (speed > (what == "plate" ? 1 : 2)) {
        const bool named = end.error.find("body_0") != std::string::npos ||
                           end.error.find("body_1") != std::string::npos;
        CHECK((end.error.empty() || named));
        continue;
      }
      CHECK(end.error.empty());
      CHECK(end.gain <= 1.001);
    }
}

TEST_CASE("without the division of steps a plate passes through unseen", "[space][passing]") {
  const test::TemporaryFolder folder;
  std::string json = scene_of("plate", 8).write(folder.path());
  const std::string contact = R"("contact": {)";
  json.insert(json.find(contact) + contact.size(), R"("substepping": false, )");
  const std::string automatic = R"("step": "auto")";
  // A step in which a plate flies farther than both are thick.
  json.replace(json.find(automatic), automatic.size(), R"("step": 0.03)");
  const End end = end_of(json);
  INFO(end.error);
  CHECK(!end.touched);
  CHECK(end.clean);
}
