// The references that judge everyday scenes, against cases that are known by hand or from literature.
#include <catch2/catch.hpp>
#include <cmath>

#include "families.hpp"
#include "linear_programme.hpp"
#include "random_shapes.hpp"

using namespace tactus;
using namespace tactus::everyday;
using property::kPi;

namespace {

Shape rectangle(Point low, Point high) {
  return polygon({low, {high[0], low[1]}, high, {low[0], high[1]}});
}
const Shape kFloor = rectangle({-50, -1}, {50, 0});

/// Of bodies of density 1 on the floor.
Statics on_floor(std::vector<Shape> shapes) {
  std::vector<Real> weights;
  for (const Shape& s : shapes) weights.push_back(s.area());
  shapes.push_back(kFloor), weights.push_back(0);
  return Statics::of(std::move(shapes), std::move(weights), 1e-9);
}
Point down_on_slope(Real angle) { return {std::sin(angle), -std::cos(angle)}; }

}  // namespace

TEST_CASE("random systems are feasible or not with a proof of either", "[everyday]") {
  property::RandomNumbers random(7);
  int feasible = 0;
  for (int k = 0; k < 200; ++k) {
    const int rows = 1 + random.pick(12), columns = 1 + random.pick(24);
    Eigen::MatrixXd A(rows, columns);
    Eigen::VectorXd b(rows);
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) A(i, j) = random.one_in(3) ? 0 : random.uniform(-1, 1);
      b[i] = random.one_in(4) ? 0 : random.uniform(-1, 1);
    }
    if (b.norm() == 0) continue;
    const Feasibility f = solve_feasibility(A, b);
    feasible += f.feasible;
    if (f.feasible) {
      CHECK(f.x.minCoeff() >= 0);
      CHECK((A * f.x - b).norm() < 1e-8);
    } else {
      CHECK((A.transpose() * f.y).maxCoeff() < 1e-8);
      CHECK(b.dot(f.y) > 1e-8);
    }
  }
  CHECK(feasible > 40);
  CHECK(feasible < 160);
}

TEST_CASE("statics lets a block rest on an incline up to the angle of friction", "[everyday]") {
  const Statics s = on_floor({rectangle({0, 0}, {1, 0.2})});
  REQUIRE(s.joints.size() == 2);
  for (const Real friction : {0.1, 0.3, 0.6})
    for (const Real sign : {1., -1.}) {
      CHECK(s.rests(friction, down_on_slope(sign * 0.999 * std::atan(friction))));
      CHECK_FALSE(s.rests(friction, down_on_slope(sign * 1.001 * std::atan(friction))));
    }
  CHECK(s.rests(0));
}

TEST_CASE("statics topples a block whose weight leaves its base", "[everyday]") {
  const Statics s = on_floor({rectangle({0, 0}, {0.3, 1})});
  CHECK(s.rests(1, down_on_slope(0.999 * std::atan(0.3))));
  CHECK_FALSE(s.rests(1, down_on_slope(1.001 * std::atan(0.3))));
}

TEST_CASE("statics lets a stack lean out as far as the harmonic series", "[everyday]") {
  // Three blocks of length 2: they overhang by 1, 1/2 and 1/3 of half their length, from the top down, the
  // lowest one over the edge of a table.
  const auto stack = [](Real of_limit) {
    std::vector<Shape> shapes;
    Real right = 0;
    for (const int k : {3, 2, 1}) {
      right += of_limit / k;
      const Real low = (3 - k) * 0.5;
      shapes.push_back(rectangle({right - 2, low}, {right, low + 0.5}));
    }
    std::vector<Real> weights(3, 1);
    shapes.push_back(rectangle({-9, -1}, {0, 0})), weights.push_back(0);
    return Statics::of(std::move(shapes), std::move(weights), 1e-9);
  };
  CHECK(stack(0.999).rests(0));
  CHECK_FALSE(stack(1.001).rests(0));
  CHECK_FALSE(stack(1.001).rests(1));
}

TEST_CASE("statics lets a disk rest on level ground alone", "[everyday]") {
  const Statics s = on_floor({disk({0, 0.5}, 0.5)});
  CHECK(s.rests(0));
  CHECK_FALSE(s.rests(1, down_on_slope(0.01)));
}

TEST_CASE("a ladder of no width rests as friction at both ends says", "[everyday]") {
  // A straight ladder at the angle a to the floor between floor and wall, the same friction m at both:
  // it rests if tan(a) >= (1 - m^2) / (2 m), with its weight in the middle.
  const auto ladder = [](Real angle) {
    const Real half = 1e-7;
    const Point foot{0, 0}, top{-2 * std::cos(angle), 2 * std::sin(angle)};
    Statics s;
    s.shapes = {polygon({foot, {half, half}, top}), kFloor};
    s.weights = {1, 0};
    s.shapes[0].corners = {
        {foot[0] - half, 0}, {foot[0] + half, 0}, {top[0] + half, top[1]}, {top[0] - half, top[1]}};
    s.joints = {{.one = 1, .other = 0, .touch = {foot, {0, 1}}},
                {.one = 1, .other = 0, .touch = {top, {1, 0}}}};
    return s;
  };
  const Real friction = 0.4, least = std::atan((1 - friction * friction) / (2 * friction));
  CHECK(ladder(1.001 * least).rests(friction));
  CHECK_FALSE(ladder(0.999 * least).rests(friction));
}

TEST_CASE("semicircular arches need the thickness that limit analysis asks for", "[everyday]") {
  // With exact annular stones (Milankovitch) for n voussoirs; 24 chords a stone are as round as the
  // last digit asks for.
  const auto stands = [](int n, Real thickness, Real friction) {
    std::vector<Shape> shapes;
    std::vector<Real> weights;
    for (int k = 0; k < n; ++k) {
      Shape s;
      for (int i = 0; i <= 24; ++i)
        s.corners.push_back(
            property::operator*(1 + thickness / 2, property::towards(kPi / n * (k + i / 24.))));
      for (int i = 24; i >= 0; --i)
        s.corners.push_back(
            property::operator*(1 - thickness / 2, property::towards(kPi / n * (k + i / 24.))));
      weights.push_back(s.area());
      shapes.push_back(std::move(s));
    }
    shapes.push_back(kFloor), weights.push_back(0);
    return Statics::of(std::move(shapes), std::move(weights), 1e-9).rests(friction);
  };
  const std::pair<int, Real> known[] = {{7, 0.09624},  {9, 0.10213},  {11, 0.10491}, {13, 0.10284},
                                        {15, 0.10627}, {17, 0.10559}, {27, 0.10678}};
  for (const auto& [n, least] : known) {
    CAPTURE(n);
    CHECK(stands(n, least + 5e-5, 0.7));
    CHECK_FALSE(stands(n, least - 5e-5, 0.7));
  }
  CHECK(stands(27, 0.11106 + 5e-5, 0.39));
  CHECK_FALSE(stands(27, 0.11106 - 5e-5, 0.39));
}

TEST_CASE("statics makes no claim within 1 % of a limit", "[everyday]") {
  const auto claim = [](Real angle) {
    return claim_of(on_floor({rectangle({0, 0}, {1, 0.2})}), 0.5, down_on_slope(angle));
  };
  const Real limit = std::atan(0.5);
  CHECK(claim(0.98 * limit) == Claim::rests);
  CHECK(claim(limit) == Claim::none);
  CHECK(claim(1.02 * limit) == Claim::moves);
}

TEST_CASE("separating axes give the depth of squares, triangles and disks", "[everyday]") {
  const Shape square = rectangle({0, 0}, {1, 1});
  const auto depth = [](const Shape& a, const Shape& b) {
    CHECK(overlap_of(a, b).depth == overlap_of(b, a).depth);
    return overlap_of(a, b).depth;
  };
  CHECK(depth(square, rectangle({0.9, 0.5}, {2, 3})) == Approx(0.1));
  CHECK(depth(square, rectangle({0.9, 0.95}, {2, 3})) == Approx(0.05));
  CHECK(depth(square, rectangle({1.25, 0}, {2, 1})) == Approx(-0.25));
  CHECK(depth(square, rectangle({1, 0}, {2, 1})) == 0);
  // A corner from above, and one inside of the other.
  CHECK(depth(square, polygon({{0.5, 0.8}, {0.8, 2}, {0.2, 2}})) == Approx(0.2));
  CHECK(depth(square, rectangle({0.4, 0.4}, {0.5, 0.5})) == Approx(0.5));
  // Two wedges that cross without a corner inside: a needle through the corner of the square.
  CHECK(depth(square, polygon({{1.2, 0.7}, {1.3, 0.8}, {0.8, 1.3}, {0.7, 1.2}})) ==
        Approx(2 / std::sqrt(2) - 1.9 / std::sqrt(2)));
  CHECK(depth(square, disk({1.3, 0.5}, 0.4)) == Approx(0.1));
  CHECK(depth(square, disk({1.3, 1.4}, 0.6)) == Approx(0.1));
  CHECK(depth(square, disk({1.3, 1.4}, 0.4)) == Approx(-0.1));
  CHECK(depth(square, disk({0.9, 0.5}, 0.4)) == Approx(0.5));
  CHECK(depth(disk({0, 0}, 1), disk({3, 4}, 4.5)) == Approx(0.5));
  CHECK(depth_of_corners(square, rectangle({0.9, 0.95}, {2, 3})) == Approx(0.05));
  CHECK(depth_of_corners(square, polygon({{0.5, 0.8}, {0.8, 2}, {0.2, 2}})) == Approx(0.2));
  CHECK(overlap_of(square, disk({1.3, 0.5}, 0.4)).normal == Point{1, 0});
  CHECK(overlap_of(disk({1.3, 0.5}, 0.4), square).normal == Point{-1, 0});
  CHECK(overlap_of(square, rectangle({0.9, 0.5}, {2, 3})).normal == Point{1, 0});
  CHECK(overlap_of(rectangle({0.9, 0.5}, {2, 3}), square).normal == Point{-1, 0});
}

TEST_CASE("the depth by separating axes is the least way that separates two polygons",
          "[everyday]") {
  // Against every direction of a fine circle, along which one of them is moved until they are apart.
  property::RandomNumbers random(3);
  int overlaps = 0;
  for (int k = 0; k < 60; ++k) {
    const int n = 3 + random.pick(7), m = 3 + random.pick(7);
    const Shape one = random_polygon(random, {0, 0}, 1, n);
    const Real away = random.uniform(0.3, 2);
    const Shape other = random_polygon(random, {away, 0}, 1, m);
    const Real depth = overlap_of(one, other).depth;
    Real least = 1e9;
    for (int i = 0; i < 5000; ++i) {
      const Point way = property::towards(2 * kPi * i / 5000);
      Real most = -1e9, lowest = 1e9;
      for (const Point p : one.corners) most = std::max(most, dot(way, p));
      for (const Point p : other.corners) lowest = std::min(lowest, dot(way, p));
      least = std::min(least, most - lowest);
    }
    CHECK(depth <= least + 1e-12);
    if (depth > 0) CHECK(depth == Approx(least).margin(2e-3));
    overlaps += depth > 0;
  }
  CHECK(overlaps > 20);
}

TEST_CASE("the generators draw what they promise", "[everyday]") {
  const Sizes sizes;
  for (unsigned seed = 1; seed <= 100; ++seed) {
    CAPTURE(seed);
    const EverydayScene families[] = {laid_down(seed, sizes), poured(seed, sizes),
                                      duel(seed, sizes)};
    for (const EverydayScene& scene : families) {
      CAPTURE(scene.kind);
      CHECK(scene.json() == (scene.kind == "laid down" ? laid_down(seed, sizes)
                             : scene.kind == "poured"  ? poured(seed, sizes)
                                                       : duel(seed, sizes))
                                .json());
      for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        CHECK(scene.bodies[i].shape.area() > 0);
        for (std::size_t k = 0; k < i; ++k)
          CHECK(overlap_of(scene.bodies[i].shape, scene.bodies[k].shape).depth < 1e-14);
      }
    }
  }
}
