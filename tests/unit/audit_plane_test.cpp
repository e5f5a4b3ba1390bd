#include <boost/multiprecision/cpp_int.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "tests/support/audit_scene.hpp"

namespace {
using namespace tactus;
using core::Auditor, core::AuditResult, core::AuditFinding;
using test::AuditScene, test::box, test::Corner, test::Edge, test::Loop;

// ---- the reference: exact area of the overlap, in rational numbers ----

using Q = boost::multiprecision::cpp_rational;
struct Point {
  Q x, y;
};
Point exact(const Corner& c) { return {Q(c[0]), Q(c[1])}; }
Q cross(const Point& a, const Point& b, const Point& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Part of a convex polygon left of a -> b (Sutherland and Hodgman).
std::vector<Point> clip(const std::vector<Point>& polygon, const Point& a, const Point& b) {
  std::vector<Point> result;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
    const Q p_side = cross(a, b, p), q_side = cross(a, b, q);
    if (p_side >= 0) result.push_back(p);
    if ((p_side > 0 && q_side < 0) || (p_side < 0 && q_side > 0)) {
      const Q s = p_side / (p_side - q_side);
      result.push_back({p.x + s * (q.x - p.x), p.y + s * (q.y - p.y)});
    }
  }
  return result;
}

/// The triangle, counter-clockwise, and whether it was; no points if it is flat.
struct Part {
  std::vector<Point> triangle;
  bool positive = true;
  Corner lo, hi;
};
Part part(Corner a, Corner b, Corner c) {
  const Q turn = cross(exact(a), exact(b), exact(c));
  if (turn == 0) return {};
  if (turn < 0) std::swap(b, c);
  const auto [x_lo, x_hi] = std::minmax({a[0], b[0], c[0]});
  const auto [y_lo, y_hi] = std::minmax({a[1], b[1], c[1]});
  return {{exact(a), exact(b), exact(c)}, turn > 0, {x_lo, y_lo}, {x_hi, y_hi}};
}
/// Triangles that join the edges to a corner: their indicator functions, signed as they turn, add
/// up to that of the body.
std::vector<Part> parts(const std::vector<Edge>& body) {
  std::vector<Part> result;
  for (const Edge& e : body) result.push_back(part(body[0][0], e[0], e[1]));
  return result;
}

/// Twice the area that two bodies have in common.
Q common_area(const std::vector<Edge>& a, const std::vector<Edge>& b) {
  Q sum(0);
  const std::vector<Part> theirs = parts(b);
  for (const Part& p : parts(a)) {
    for (const Part& q : theirs) {
      if (p.triangle.empty() || q.triangle.empty() || p.hi[0] < q.lo[0] || q.hi[0] < p.lo[0] ||
          p.hi[1] < q.lo[1] || q.hi[1] < p.lo[1])
        continue;
      std::vector<Point> common = p.triangle;
      for (int k = 0; k < 3; ++k) common = clip(common, q.triangle[k], q.triangle[(k + 1) % 3]);
      Q area(0);
      for (std::size_t i = 2; i < common.size(); ++i)
        area += cross(common[0], common[i - 1], common[i]);
      sum += p.positive == q.positive ? area : -area;
    }
  }
  return sum;
}

Index proper_crossings(const std::vector<Edge>& a, const std::vector<Edge>& b) {
  const auto opposite = [](const Q& x, const Q& y) { return (x > 0 && y < 0) || (x < 0 && y > 0); };
  Index count = 0;
  for (const Edge& e : a) {
    for (const Edge& f : b) {
      const Point p = exact(e[0]), q = exact(e[1]), r = exact(f[0]), s = exact(f[1]);
      count += opposite(cross(p, q, r), cross(p, q, s)) && opposite(cross(r, s, p), cross(r, s, q));
    }
  }
  return count;
}

// ---- random bodies ----

std::vector<Edge> edges(const Loop& loop) {
  std::vector<Edge> result;
  for (std::size_t i = 0; i < loop.size(); ++i)
    result.push_back({loop[i], loop[(i + 1) % loop.size()]});
  return result;
}

/// Star-shaped about an inner point, corners on whole numbers: many corners on edges and corners.
Loop star(std::mt19937& random, int size) {
  std::uniform_int_distribution<int> coordinate(-size, size);
  while (true) {
    std::vector<std::pair<double, Corner>> corners;
    std::set<std::pair<int, int>> taken;
    for (int i = 0; i < 6; ++i) {
      const int x = coordinate(random), y = coordinate(random);
      if ((x != 0 || y != 0) && taken.insert({x, y}).second)
        corners.push_back({std::atan2(y, x), Corner{Real(x), Real(y)}});
    }
    std::sort(corners.begin(), corners.end());
    Loop loop;
    bool good = corners.size() >= 3;
    for (std::size_t i = 0; good && i < corners.size(); ++i) {
      const Corner a = corners[i].second, b = corners[(i + 1) % corners.size()].second;
      good = a[0] * b[1] - a[1] * b[0] > 0;  // turns by less than half a turn about the origin
      loop.push_back(a);
    }
    if (good) return loop;
  }
}

/// Union of triangles, halves of the cells of a lattice: holes, separate parts, parts that meet at
/// a corner only. As edges with the body on the left.
std::vector<Edge> lattice_body(std::mt19937& random, int cells, double density) {
  std::bernoulli_distribution present(density), falling(0.5);
  std::set<std::pair<Corner, Corner>> boundary;
  const auto add = [&](Corner a, Corner b, Corner c) {
    for (const auto& [from, to] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)})
      if (boundary.erase({to, from}) == 0) boundary.insert({from, to});
  };
  for (int i = 0; i < cells; ++i) {
    for (int j = 0; j < cells; ++j) {
      const Real x = i, y = j;
      const Corner sw{x, y}, se{x + 1, y}, ne{x + 1, y + 1}, nw{x, y + 1};
      if (falling(random)) {
        if (present(random)) add(sw, se, nw);
        if (present(random)) add(se, ne, nw);
      } else {
        if (present(random)) add(sw, se, ne);
        if (present(random)) add(sw, ne, nw);
      }
    }
  }
  std::vector<Edge> result;
  for (const auto& [from, to] : boundary) result.push_back({from, to});
  return result;
}

/// As a body of a scene, with one point for all edges that meet at a place.
void add_edges(AuditScene& scene, const std::vector<Edge>& body, Corner shift, bool self = false) {
  std::map<Corner, Index> number;
  const auto point = [&](const Corner& c) {
    const auto [at, fresh] = number.try_emplace(c, scene.points.size() / 2);
    if (fresh) scene.points.insert(scene.points.end(), {c[0] + shift[0], c[1] + shift[1]});
    return at->second;
  };
  for (const Edge& e : body) {
    const Index from = point(e[0]), to = point(e[1]);
    scene.facets.insert(scene.facets.end(), {from, to});
    scene.facet_body.push_back(static_cast<std::int32_t>(scene.self.size()));
  }
  scene.self.push_back(self);
}

std::vector<Edge> moved(std::vector<Edge> body, Corner by) {
  for (Edge& e : body)
    for (Corner& c : e) c = {c[0] + by[0], c[1] + by[1]};
  return body;
}

void check_against_area(const std::vector<Edge>& a, const std::vector<Edge>& b) {
  AuditScene scene;
  add_edges(scene, a, {0, 0}), add_edges(scene, b, {0, 0});
  const AuditResult result = scene.audit();
  CAPTURE(scene.points, scene.facets);
  CHECK(result.clean() == (common_area(a, b) == 0));
  CHECK(result.intersections == proper_crossings(a, b));
}

Loop turned_square(Corner centre, Real half, Real angle) {
  Loop loop;
  for (int k = 0; k < 4; ++k)
    loop.push_back({centre[0] + half * std::cos(angle + k * M_PI_2),
                    centre[1] + half * std::sin(angle + k * M_PI_2)});
  return loop;
}

}  // namespace

TEST_CASE("The audit finds an overlap exactly where star-shaped polygons share an area",
          "[audit]") {
  std::mt19937 random(7);
  std::uniform_int_distribution<int> shift(-5, 5);
  for (int i = 0; i < 1000; ++i) {
    const std::vector<Edge> a = edges(star(random, 4));
    const Corner by{Real(shift(random)), Real(shift(random))};
    check_against_area(a, moved(edges(star(random, 3)), by));
  }
}

TEST_CASE("The audit is right for bodies with holes, parts, and corners that meet at a point",
          "[audit]") {
  std::mt19937 random(11);
  std::uniform_int_distribution<int> shift(-2, 2);
  std::uniform_real_distribution<double> density(0.1, 0.9);
  int overlaps = 0;
  for (int i = 0; i < 500; ++i) {
    const std::vector<Edge> a = lattice_body(random, 3, density(random));
    const std::vector<Edge> b =
        moved(lattice_body(random, 2, density(random)), {Real(shift(random)), Real(shift(random))});
    check_against_area(a, b);
    overlaps += common_area(a, b) != 0;
  }
  CHECK(overlaps > 100);  // both answers are put to the test
  CHECK(overlaps < 400);
}

TEST_CASE("The audit is right for polygons one rounding away from touching", "[audit]") {
  std::mt19937 random(13);
  std::uniform_int_distribution<int> shift(-5, 5), ulps(-1, 1);
  const auto jitter = [&](Real x) {
    const int step = ulps(random);
    return step == 0 ? x : std::nextafter(x, step * kUnlimited);
  };
  for (int i = 0; i < 80; ++i) {
    const Corner by{shift(random) / 3.0, shift(random) / 7.0};
    Loop b = star(random, 3);
    for (Corner& c : b) c = {jitter(c[0] / 3 + by[0]), jitter(c[1] / 7 + by[1])};
    Loop a = star(random, 4);
    for (Corner& c : a) c = {c[0] / 3, c[1] / 7};
    check_against_area(edges(a), edges(b));
  }
}

TEST_CASE("The audit of many bodies is the sum over their pairs", "[audit]") {
  std::mt19937 random(17);
  std::uniform_real_distribution<Real> place(0, 10), angle(0, 3), size(0.1, 1.5);
  std::vector<Loop> bodies;
  for (int i = 0; i < 60; ++i)
    bodies.push_back(turned_square({place(random), place(random)}, size(random), angle(random)));
  bodies.push_back(box(-1, -1, 11, 0.3));
  AuditScene all;
  for (const Loop& loop : bodies) all.add({loop});
  Index intersections = 0, contained = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      AuditScene two;
      two.add({bodies[i]}), two.add({bodies[j]});
      const AuditResult result = two.audit();
      intersections += result.intersections, contained += result.contained;
    }
  }
  CHECK(intersections > 50);
  CHECK(contained > 5);
  const AuditResult result = all.audit();
  CHECK(result.intersections == intersections);
  CHECK(result.contained == contained);
  CHECK(result.findings.size() == 16);
  CHECK(std::is_sorted(result.findings.begin(), result.findings.end()));
}

TEST_CASE("An auditor that has seen other states answers like a new one", "[audit]") {
  std::mt19937 random(19);
  std::uniform_real_distribution<Real> jump(-3, 3), place(0, 6);
  AuditScene scene;
  for (int i = 0; i < 12; ++i)
    scene.add({turned_square({place(random), place(random)}, 1, i)}, i % 2);
  for (int i = 0; i < 12; ++i) scene.add_particle({place(random), place(random)});
  Auditor auditor(scene.input());
  for (int state = 0; state < 50; ++state) {
    for (int b = 0; b < 12; ++b) {
      const Real dx = jump(random), dy = jump(random);
      for (int k = 0; k < 4; ++k)
        scene.points[8 * b + 2 * k] += dx, scene.points[8 * b + 2 * k + 1] += dy;
    }
    const AuditResult& kept = auditor.check(scene.points);
    const AuditResult fresh = scene.audit();
    CHECK(kept.intersections == fresh.intersections);
    CHECK(kept.contained == fresh.contained);
    CHECK(kept.findings == fresh.findings);
  }
}

TEST_CASE("A body is tested against itself only where that is asked for", "[audit]") {
  // A strip bent round until its end runs through its beginning.
  const Loop knot{{0, 0}, {4, 0}, {4, 3}, {1, 3}, {1, -1}, {2, -1}, {2, 2}, {3, 2}, {3, 1}, {0, 1}};
  const auto result = [&](bool self) {
    AuditScene scene;
    scene.add({knot}, self);
    return scene.audit();
  };
  CHECK(result(false).clean());
  // x = 1 and x = 2 downwards and upwards cross y = 0, y = 1
  CHECK(result(true).intersections == proper_crossings(edges(knot), edges(knot)) / 2);
  CHECK(result(true).intersections == 4);
}

TEST_CASE("Every crossing of a boundary with itself is counted, where it rises and falls as well",
          "[audit]") {
  // Lissajous' curves: long stretches that only rise or fall, and turns of every direction between.
  std::mt19937 random(41);
  std::uniform_real_distribution<Real> phase(0.1, 1.4);
  Index found = 0;
  for (int i = 0; i < 20; ++i) {
    const int p = 1 + i % 4, q = 1 + i / 4, corners = 7 + 4 * i;
    const Real shift = phase(random);
    Loop loop;
    for (int k = 0; k < corners; ++k) {
      const Real t = 6.283185307179586 * k / corners;
      loop.push_back({std::sin(p * t + shift), std::sin(q * t)});
    }
    AuditScene scene;
    scene.add({loop}, true);
    const Index crossings = scene.audit().intersections;
    CHECK(crossings == proper_crossings(edges(loop), edges(loop)) / 2);
    found += crossings;
  }
  CHECK(found > 100);
}

TEST_CASE("Round particles overlap where they are nearer than their radii, points never do",
          "[audit]") {
  const std::vector<Real> points{0, 0, 0.3, 0.4, 0.3, 0.4, 5, 5};  // 3-4-5: half a metre apart
  const std::vector<Index> lone{0, 1, 2, 3};
  const std::vector<std::int32_t> body{0, 1, 1, 2};
  const std::vector<std::uint8_t> self(3, 0);
  const auto found = [&](const std::vector<Real>& radius) {
    return core::audit({.points = points,
                        .facets = {},
                        .facet_body = {},
                        .self = self,
                        .lone_points = lone,
                        .lone_body = body,
                        .lone_radius = radius})
        .contained;
  };
  CHECK(found({}) == 0);
  CHECK(found({0, 0, 0, 9}) == 3);      // points inside of a round one
  CHECK(found({0.2, 0.3, 0, 0}) == 1);  // 0 and 1 touch; 2 lies in 1
  CHECK(found({0.2, 0.31, 0, 0}) == 2);
  CHECK(found({0.3, 0.3, 0.3, 0}) == 3);
}

TEST_CASE("Parts of a body that touch each other do not intersect it; parts that overlap do",
          "[audit]") {
  const auto clean = [](const std::vector<Loop>& loops) {
    AuditScene scene;
    scene.add(loops, true);
    return scene.audit().clean();
  };
  const Loop unit = box(0, 0, 1, 1), hole{{1, 1}, {1, 2}, {2, 2}, {2, 1}};
  CHECK(clean({unit, box(1, 0, 2, 1)}));           // face on face
  CHECK(clean({unit, box(1, 1, 2, 2)}));           // corner on corner
  CHECK_FALSE(clean({unit, box(.5, 0, 1.5, 1)}));  // along collinear edges
  CHECK_FALSE(clean({unit, unit}));
  CHECK_FALSE(clean({unit, box(.2, .2, .8, .8)}));  // one in the other
  CHECK(clean({box(0, 0, 3, 3), hole}));
  CHECK(clean({box(0, 0, 3, 3), hole, box(1.2, 1.2, 1.8, 1.8)}));  // loose in the hole
  CHECK(clean({box(0, 0, 3, 3), hole, box(1, 1, 2, 2)}));          // filling it
  CHECK_FALSE(clean({unit, hole}));                                // a hole in nothing
  // a C whose arms close: touching, then through each other
  const auto c_shape = [](Real reach) {
    return Loop{{0, 0}, {3, 0}, {3, 1 + reach}, {2, 1 + reach}, {2, 1}, {1, 1},
                {1, 2}, {2, 2}, {2, 2 - reach}, {3, 2 - reach}, {3, 3}, {0, 3}};
  };
  CHECK(clean({c_shape(0.25)}));
  CHECK(clean({c_shape(0.5)}));
  CHECK_FALSE(clean({c_shape(0.75)}));
}

TEST_CASE(
    "Lattice bodies never intersect themselves, two of them as one body do where they overlap",
    "[audit]") {
  std::mt19937 random(23);
  for (int i = 0; i < 100; ++i) {
    const std::vector<Edge> a = lattice_body(random, 4, 0.5), b = lattice_body(random, 3, 0.4);
    const Corner by{Real(i % 5 - 2), Real(i % 3)};
    AuditScene one, both;
    add_edges(one, a, {0, 0}, true);
    CHECK(one.audit().clean());
    // the same points twice under other numbers, all of them body 0
    add_edges(both, a, {0, 0}, true), add_edges(both, b, by, true);
    std::fill(both.facet_body.begin(), both.facet_body.end(), 0);
    const bool share = common_area(a, moved(b, by)) != 0;
    CHECK(both.audit().clean() == !share);
  }
}

TEST_CASE("Coordinates at the ends of the range of doubles do not disturb the audit", "[audit]") {
  const Real scale = GENERATE(1e-300, 1e-160, 1e150, 1e300);
  const auto scaled = [&](Loop loop) {
    for (Corner& c : loop) c = {c[0] * scale, c[1] * scale};
    return loop;
  };
  AuditScene touching, overlapping;
  touching.add({scaled(box(0, 0, 1, 1))}), touching.add({scaled({{1, .5}, {2, 0}, {2, 1}})});
  overlapping.add({scaled(box(0, 0, 1, 1))}), overlapping.add({scaled({{.9, .5}, {2, 0}, {2, 1}})});
  CHECK(touching.audit().clean());
  CHECK_FALSE(overlapping.audit().clean());
}

TEST_CASE("The audit refuses what it cannot judge and says why", "[audit]") {
  AuditScene scene;
  scene.add({box(0, 0, 1, 1)});
  SECTION("a coordinate that is not a number") {
    scene.points[3] = std::numeric_limits<Real>::quiet_NaN();
    CHECK_THROWS_AS(scene.audit(), EvaluationError);
  }
  SECTION("an infinite coordinate") {
    scene.points[3] = kUnlimited;
    CHECK_THROWS_AS(scene.audit(), EvaluationError);
  }
  SECTION("an open boundary") {
    scene.facets.resize(6), scene.facet_body.resize(3);
    CHECK_THROWS_WITH(scene.audit(), "audit: the boundary is not closed at point 0");
  }
  SECTION("a facet without a second point") {
    scene.facets[1] = 0;
    CHECK_THROWS_WITH(scene.audit(), "audit: facet 0 starts and ends at one point");
  }
  SECTION("bodies that share a point") {
    scene.facet_body[2] = 1, scene.self.push_back(0);
    CHECK_THROWS_WITH(scene.audit(), Catch::Contains("belongs to two bodies"));
  }
  SECTION("too few points") {
    scene.points.resize(6);
    CHECK_THROWS_AS(scene.audit(), PreconditionError);
  }
  SECTION("three dimensions") {
    core::AuditInput input = scene.input();
    input.dim = 3;
    CHECK_THROWS_AS(core::audit(input), PreconditionError);
  }
}

TEST_CASE("A model without bodies is clean", "[audit]") { CHECK(AuditScene().audit().clean()); }
