// DET-16: cubes that meet in each of the ways in which two cubes can, fast and slow, from no gap at all to
// a small one, with cells that fit each other and others; packs of cubes; and cubes that rest.
//
// The ordinary tests take a few of these; all of them where TACTUS_SPACE_SCENES is set.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <iostream>

#include "judge.hpp"
#include "tactus/rotation.hpp"
#include "tests/support/simulation.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace tactus;
using namespace tactus::space_scenes;

namespace {

Eigen::Matrix3d about(const Point& axis, Real angle) {
  return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
}
Solid cube(int n) { return cells({n, n, n}, Point::Ones()).move(Point::Constant(-0.5)); }
Real highest(const Solid& s) {
  Real z = -kUnlimited;
  for (const Point& p : s.points) z = std::max(z, p[2]);
  return z;
}
Real lowest(const Solid& s) {
  Real z = kUnlimited;
  for (const Point& p : s.points) z = std::min(z, p[2]);
  return z;
}

const Eigen::Matrix3d kEdgeUpAlongX = about(Point::UnitX(), EIGEN_PI / 4),
                      kEdgeUpAlongY = about(Point::UnitY(), EIGEN_PI / 4),
                      kVertexUp = rotation_between(Point::Ones().normalized(), Point::UnitZ());

constexpr std::string_view kWays[] = {"face on face",     "shifted face",     "aligned edges",
                                      "aligned vertices", "vertex on face",   "vertex on edge",
                                      "edge on face",     "edge across edge", "vertex on vertex"};

/// The lower cube, and the upper one above or beside it.
std::pair<Solid, Solid> placed(std::string_view way, int n, int m, Real gap, Point& approach) {
  Solid a = cube(n), b = cube(m);
  approach = -Point::UnitZ();
  if (way == "face on face" || way == "shifted face") {
    b.move({way == "shifted face" ? 0.3 : 0, way == "shifted face" ? 0.2 : 0, 1 + gap});
    return {a, b};
  }
  if (way == "aligned edges" || way == "aligned vertices") {
    const Point along = way == "aligned edges" ? Point(0, 1, 1) : Point(1, 1, 1);
    b.move((1 + gap) * along);
    approach = -along.normalized();
    return {a, b};
  }
  if (way == "vertex on edge" || way == "edge across edge") a.turn(kEdgeUpAlongX);
  if (way == "vertex on vertex") a.turn(kVertexUp);
  if (way == "edge on face" || way == "edge across edge")
    b.turn(kEdgeUpAlongY);
  else
    b.turn(kVertexUp);
  b.move({way == "vertex on vertex" ? 0 : 0.07, 0, highest(a) - lowest(b) + gap});
  return {a, b};
}

/// Cubes of c = 1 m/s.
SceneBody body_of(Solid solid) { return {.solid = std::move(solid)}; }

struct Family {
  int take_every;  ///< in the ordinary tests
  Tally all{}, of_one_cell{};
  int number = 0;

  bool wanted() { return ++number % take_every == 0 || std::getenv("TACTUS_SPACE_SCENES"); }
  void run(const Scene& scene, const std::string& name, bool one_cell,
           const test::TemporaryFolder& folder) {
    const Verdict v = judge(scene.write(folder.path()), {.momentum = 1e-12});
    (one_cell ? of_one_cell : all).add(v);
    if (std::getenv("TACTUS_SPACE_VERBOSE"))
      std::cout << fmt::format("{}: steps {} zones {} {:.2f} s {}\n", name, v.steps, v.zone_steps,
                               v.seconds, v.name());
    if (!v.sound()) FAIL_CHECK(name << ": " << v.name());
  }
  void report(std::string_view name) const {
    std::cout << Tally::head() << all.row(name) << of_one_cell.row("of one cell");
    CHECK(100 * all.zone_steps <= all.steps);
    CHECK(all.touched + of_one_cell.touched == all.scenes + of_one_cell.scenes);
  }
};

constexpr Real kApproaches[] = {0.001, 0.01, 0.05, 0.2},
               kGaps[] = {0, 1e-12, 1e-9, 1e-6, 1e-3, 7e-3};

}  // namespace

TEST_CASE("two cubes meet in every way without a refused step or an overlap", "[space][det16]") {
  const test::TemporaryFolder folder;
  Family family{13};
  for (const std::string_view way : kWays)
    for (const Real speed : kApproaches)
      for (const Real gap : kGaps)
        for (const auto& [n, m] : {std::pair{3, 3}, {3, 4}, {2, 5}, {1, 1}}) {
          if (!family.wanted()) continue;
          Point approach;
          auto [a, b] = placed(way, n, m, gap, approach);
          Scene scene;
          scene.kind = way;
          scene.bodies = {body_of(std::move(a)), body_of(std::move(b))};
          scene.bodies[1].velocity = speed * approach;
          scene.end = 2 * gap / speed + 2.5;
          family.run(scene, fmt::format("{}, {} and {} cells, gap {}, {} c", way, n, m, gap, speed),
                     n == 1, folder);
        }
  family.report("two cubes");
}

TEST_CASE("two cubes whose struck nodes stop meet without a refused step or an overlap",
          "[space][det16]") {
  const test::TemporaryFolder folder;
  Family family{5};
  for (const std::string_view way : kWays)
    for (const Real speed : {0.01, 0.2})
      for (const Real gap : {0., 1e-3})
        for (const auto& [n, m] : {std::pair{3, 3}, {2, 5}}) {
          if (!family.wanted()) continue;
          Point approach;
          auto [a, b] = placed(way, n, m, gap, approach);
          Scene scene;
          scene.kind = way;
          scene.impact = "stop";
          scene.bodies = {body_of(std::move(a)), body_of(std::move(b))};
          scene.bodies[1].velocity = speed * approach;
          scene.end = 2 * gap / speed + 2.5;
          family.run(scene, fmt::format("{}, {} and {} cells, gap {}, {} c", way, n, m, gap, speed),
                     false, folder);
        }
  family.report("two cubes, stop");
}

namespace {

/// Calls `with` for a pack of cubes that is struck by the last one, and its name.
template <class With>
void for_each_pack(Family& family, const With& with) {
  for (const auto& pack : {std::array{2, 2, 2}, std::array{1, 1, 3}})
    for (const Real gap : {0., 1e-12, 1e-6, 1e-3})
      for (const Real speed : kApproaches)
        for (const int n : {2, 3})
          for (const bool across : {false, true}) {
            if (!family.wanted()) continue;
            Scene scene;
            scene.kind = "pack";
            for (int k = 0; k < pack[2]; ++k)
              for (int j = 0; j < pack[1]; ++j)
                for (int i = 0; i < pack[0]; ++i)
                  scene.bodies.push_back(body_of(cube(n).move((1 + gap) * Point(i, j, k))));
            scene.bodies.back().velocity = -speed * (across ? Point(0.3, 0.2, 1) : Point::UnitZ());
            scene.end = 2 * gap / speed + 2.5;
            with(scene, fmt::format("{} x {} x {}, {} cells, gap {}, {} c, {}", pack[0], pack[1],
                                    pack[2], n, gap, speed, across));
          }
}

}  // namespace

TEST_CASE("packs of cubes are struck without a refused step or an overlap", "[space][det16]") {
  const test::TemporaryFolder folder;
  Family family{7};
  for_each_pack(family, [&](const Scene& scene, const std::string& name) {
    family.run(scene, name, false, folder);
  });
  family.report("packs");
}

TEST_CASE("without the rule of first touch packs of cubes need impact zones, or are refused",
          "[space][det16]") {
  const test::TemporaryFolder folder;
  Family family{7};
  Tally with, without;
  for_each_pack(family, [&](Scene scene, const std::string&) {
    with.add(judge(scene.write(folder.path()), {.momentum = 1e-12}));
    scene.first_touch = false;
    without.add(judge(scene.write(folder.path()), {.momentum = 1e-12}));
  });
  std::cout << Tally::head() << with.row("first touch") << without.row("least cost alone");
  CHECK(with.sound == with.scenes);
  CHECK(without.zone_steps + without.scenes - without.sound > with.zone_steps);
}

TEST_CASE("cubes that rest and touch stay at rest", "[space][det16]") {
  const test::TemporaryFolder folder;
  for (const std::string_view way : kWays) {
    Point approach;
    auto [a, b] = placed(way, 3, 3, 0, approach);
    Scene scene;
    scene.kind = way;
    scene.bodies = {body_of(std::move(a)), body_of(std::move(b))};
    scene.end = 1e9;
    testing::Simulation s(scene.write(folder.path()));
    Real most = 0;
    Index zones = 0;
    for (int step = 0; step < 1000; ++step) {
      s.step();
      most = std::max(most, s.balance.now().kinetic + s.balance.now().strain);
      zones += s.stepper.facts().contact.forces.impact_zone_nodes > 0;
    }
    INFO(way);
    CHECK(most <= 1e-14 * 250);  // mu V
    CHECK(zones == 0);
  }
}
