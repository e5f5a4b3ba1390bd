// Scenes in space do not depend on their scale, their orientation, their place, or the order of bodies.
#include <catch2/catch.hpp>
#include <functional>

#include "generator.hpp"
#include "ledger.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace tactus;
using namespace tactus::space_scenes;
using tactus::testing::Simulation;

namespace {

constexpr int kScenes = 4;

/// Scenes that touch early, at a quarter of the slowest wave. Their step is given, because the automatic
/// one is an estimate that depends on the order of nodes by 1e-8.
Scene scene_number(unsigned seed) {
  Scene scene = random_scene("thrown", seed);
  const Real factor = 0.25 / scene.speed;
  for (SceneBody& b : scene.bodies) b.velocity *= factor, b.spin *= factor;
  scene.broad_phase = "grid";
  scene.speed = 0.25;
  Real step = kUnlimited;
  for (const SceneBody& b : scene.bodies)
    if (!b.rigid) step = std::min(step, 0.2 * b.solid.altitude() / std::sqrt(b.stiffness));
  scene.step = step;
  return scene;
}

struct Course {
  Index first_step = 0;  ///< with contact; 0: none
  Real first_time = 0, drift = 0;
  Index dirty = 0;
  std::vector<Real>
      energy;  ///< over that at the start, kinetic, for 20 steps from the first contact
  core::State end;
};

Course course_of(const Scene& scene, const test::TemporaryFolder& folder, int steps = 400) {
  Simulation s(scene.write(folder.path()));
  Ledger ledger(s);
  const Real start = ledger.kinetic();
  Course course;
  for (int step = 1; step <= steps && !s.stepper.finished(); ++step) {
    s.step();
    ledger.update();
    if (course.first_step == 0 && s.stepper.facts().contact.forces.contacts > 0)
      course.first_step = step, course.first_time = s.time();
    if (course.first_step > 0 && course.energy.size() < 20)
      course.energy.push_back(ledger.kinetic() / start);
    course.dirty += !s.audit().clean();
  }
  course.drift = std::max(ledger.linear_drift(), ledger.angular_drift());
  course.end = s.stepper.state();
  return course;
}

void turn(Scene& scene, const Eigen::Matrix3d& by) {
  for (SceneBody& b : scene.bodies) {
    b.solid.turn(by);
    b.velocity = by * b.velocity;
    b.spin = by.determinant() * by * b.spin;
    if (by.determinant() < 0)
      for (Tetrahedron& e : b.solid.elements) std::swap(e[2], e[3]);
  }
}

void check_alike(const Course& a, const Course& b, Real within) {
  REQUIRE(a.first_step > 0);
  CHECK(a.first_step == b.first_step);
  CHECK(b.first_time == Approx(a.first_time).epsilon(1e-9));
  REQUIRE(a.energy.size() == b.energy.size());
  for (std::size_t i = 0; i < a.energy.size(); ++i)
    CHECK(b.energy[i] == Approx(a.energy[i]).epsilon(within));
  CHECK(b.dirty == 0);
  CHECK(b.drift < 1e-12);
}

/// Runs each scene as it is and changed, several times.
void compare(Real within, const std::function<void(Scene&, RandomNumbers&)>& change,
             int times = 1) {
  const test::TemporaryFolder folder;
  for (unsigned seed = 1; seed <= kScenes; ++seed) {
    const Scene scene = scene_number(seed);
    const Course plain = course_of(scene, folder);
    RandomNumbers random(seed);
    for (int k = 0; k < times; ++k) {
      Scene changed = scene;
      change(changed, random);
      INFO("seed " << seed << ", change " << k);
      check_alike(plain, course_of(changed, folder), within);
    }
  }
}

}  // namespace

// Powers are even: masses scale by the third power, and local_sqp divides by their roots, which are rounded
// where the power is odd.
TEST_CASE("a scene in space scaled by an even power of two gives the same bits", "[space]") {
  const test::TemporaryFolder folder;
  for (unsigned seed = 1; seed <= kScenes; ++seed) {
    Scene scene = scene_number(seed);
    const Course plain = course_of(scene, folder);
    const Real scale = seed % 2 == 0 ? 0x1p10 : 0x1p-10;
    for (SceneBody& b : scene.bodies) b.solid.scale(scale), b.spin /= scale;
    scene.end *= scale, scene.step *= scale;
    const Course scaled = course_of(scene, folder);
    CHECK(plain.first_step > 0);
    REQUIRE(plain.end.q.size() == scaled.end.q.size());
    Index different = 0;
    for (std::size_t i = 0; i < plain.end.q.size(); ++i) {
      different += plain.end.q[i] * scale != scaled.end.q[i];
      different += plain.end.v[i] != scaled.end.v[i];
    }
    CHECK(different == 0);
  }
}

TEST_CASE("a scene in space may be turned", "[space]") {
  const auto any = [](Scene& scene, RandomNumbers& random) { turn(scene, rotation(random)); };
  compare(1e-6, any, 20 / kScenes);
}

TEST_CASE("a scene in space may be a thousand times as large, or as small", "[space]") {
  const Real scale = GENERATE(1e-3, 1e3);
  CAPTURE(scale);
  const test::TemporaryFolder folder;
  for (unsigned seed = 1; seed <= kScenes; ++seed) {
    Scene scene = scene_number(seed);
    Course plain = course_of(scene, folder);
    for (SceneBody& b : scene.bodies) b.solid.scale(scale), b.spin /= scale;
    scene.end *= scale, scene.step *= scale;
    plain.first_time *= scale;
    INFO("seed " << seed);
    check_alike(plain, course_of(scene, folder), 1e-6);
  }
}

TEST_CASE("a scene in space may be mirrored", "[space]") {
  compare(1e-6, [](Scene& scene, RandomNumbers&) {
    turn(scene, Eigen::Vector3d(-1, 1, 1).asDiagonal());
  });
}

TEST_CASE("bodies of a scene in space may be in any order", "[space]") {
  compare(1e-6, [](Scene& scene, RandomNumbers&) {
    std::reverse(scene.bodies.begin(), scene.bodies.end());
  });
}

TEST_CASE("a scene in space may be far away", "[space]") {
  const test::TemporaryFolder folder;
  for (unsigned seed = 1; seed <= kScenes; ++seed) {
    Scene scene = scene_number(seed);
    const Real size = scene.bodies[0].solid.radius();
    const Point first = scene.bodies[0].solid.middle();
    for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
      Solid& solid = scene.bodies[b].solid;
      // Apart by more than what is rounded away there.
      if (b > 0) solid.move(1e-3 * size * (solid.middle() - first).normalized());
      solid.move(1e6 * size * Point(1, -0.7, 0.4));
    }
    const Course far = course_of(scene, folder);
    CHECK(far.dirty == 0);
    CHECK(far.drift < 1e-12);
  }
}
