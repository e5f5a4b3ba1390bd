#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "core/mesh/boundary.hpp"
#include "core/mesh/check.hpp"
#include "core/mesh/delaunay.hpp"
#include "core/mesh/mesh_error.hpp"
#include "core/mesh/polygon.hpp"

using namespace tactus;
using namespace tactus::core;
using Catch::Contains;

namespace {

/// Reproducible whole numbers below `bound`.
class Dice {
 public:
  Index operator()(Index bound) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<Index>(state_ >> 33) % bound;
  }

 private:
  std::uint64_t state_ = 1;
};

/// in_circle by the textbook determinant in 53-bit numbers, exact for coordinates below 1000.
int small_in_circle(const GridPoint& a, const GridPoint& b, const GridPoint& c,
                    const GridPoint& d) {
  double m[3][3];
  const GridPoint* rows[] = {&a, &b, &c};
  for (int i = 0; i < 3; ++i) {
    m[i][0] = static_cast<double>(rows[i]->x - d.x);
    m[i][1] = static_cast<double>(rows[i]->y - d.y);
    m[i][2] = m[i][0] * m[i][0] + m[i][1] * m[i][1];
  }
  const double det = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
                     m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
                     m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
  return (det > 0) - (det < 0);
}

struct Quality {
  Real area = 0, least_angle = 180, longest = 0;
};

Quality quality(const Mesh& mesh) {
  Quality q;
  const View<Real> x(mesh.points);
  for (Index e = 0; e < mesh.element_count(); ++e)
    for (int k = 0; k < 3; ++k) {
      const Index* n = mesh.elements.data() + 3 * e;
      const Vec<2> a = point<2>(x, n[(k + 1) % 3]) - point<2>(x, n[k]);
      const Vec<2> b = point<2>(x, n[(k + 2) % 3]) - point<2>(x, n[k]);
      const Real cross = a[0] * b[1] - a[1] * b[0];
      if (k == 0) q.area += cross / 2;
      q.least_angle = std::min(q.least_angle, std::atan2(cross, a.dot(b)) * 180 / std::numbers::pi);
      q.longest = std::max(q.longest, a.norm());
    }
  return q;
}

const std::vector<Real> kSquare{0, 0, 1, 0, 1, 1, 0, 1};
const std::vector<Real> kC{0, 0, 1, 0, 1, .3, .3, .3, .3, .7, 1, .7, 1, 1, 0, 1};

std::vector<Real> star(int points, Real inner) {
  std::vector<Real> p;
  for (int k = 0; k < 2 * points; ++k) {
    const Real r = k % 2 ? inner : 1, a = std::numbers::pi * k / points;
    p.insert(p.end(), {r * std::cos(a), r * std::sin(a)});
  }
  return p;
}

}  // namespace

TEST_CASE("the test of a point against a circle is exact", "[mesh][polygon]") {
  Dice dice;
  int zeros = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    GridPoint p[4];
    for (GridPoint& g : p) g = {dice(12) - 6, dice(12) - 6};  // few places: many on one circle
    const int expected = small_in_circle(p[0], p[1], p[2], p[3]);
    zeros += expected == 0;
    REQUIRE(in_circle(p[0], p[1], p[2], p[3]) == expected);
  }
  CHECK(zeros > 1000);
  // On the largest grid, one unit inside of, on and outside of the circle through three corners.
  const Index r = Delaunay::kReach;
  const GridPoint a{-r, -r}, b{r, -r}, c{r, r};
  CHECK(in_circle(a, b, c, {-r, r}) == 0);
  CHECK(in_circle(a, b, c, {-r + 1, r}) == 1);
  CHECK(in_circle(a, b, c, {-r, r + 1}) == -1);
}

TEST_CASE("no circle round three points of the triangulation holds a fourth", "[mesh][polygon]") {
  const bool lattice = GENERATE(false, true);
  Dice dice;
  Delaunay mesh;
  std::set<std::pair<Index, Index>> places;
  for (int k = 0; k < 300; ++k) {
    const GridPoint p = lattice ? GridPoint{(k % 15) * 100, (k / 15) * 100}
                                : GridPoint{dice(2000) - 1000, dice(2000) - 1000};
    places.insert({p.x, p.y});
    mesh.insert(p);
  }
  CHECK(mesh.points() - Delaunay::kRim == static_cast<Index>(places.size()));
  // Euler: a triangulated triangle with i inner points has 2 i + 1 triangles.
  CHECK(mesh.triangles().size() == 2 * places.size() + 1);
  for (const Delaunay::Triangle& t : mesh.triangles()) {
    const GridPoint p[3] = {mesh.point(t.vertex[0]), mesh.point(t.vertex[1]),
                            mesh.point(t.vertex[2])};
    REQUIRE(orientation(p[0], p[1], p[2]) > 0);
    for (Index v = Delaunay::kRim; v < mesh.points(); ++v)
      REQUIRE(in_circle(p[0], p[1], p[2], mesh.point(v)) <= 0);
  }
}

TEST_CASE("held lines are sides of triangles whatever lies around", "[mesh][polygon]") {
  Dice dice;
  Delaunay mesh;
  const Index a = mesh.insert({-1000, 3}), b = mesh.insert({1000, -5});
  for (int k = 0; k < 400; ++k)
    mesh.insert({dice(1900) - 950, (dice(2) ? 1 : -1) * (9 + dice(300))});
  REQUIRE(mesh.hold(a, b, 7));
  int held = 0;
  for (const Delaunay::Triangle& t : mesh.triangles())
    for (int k = 0; k < 3; ++k) {
      if (t.label[k] == kNone) continue;
      ++held;
      CHECK(t.label[k] == 7);
      const std::set<Index> ends{t.vertex[(k + 1) % 3], t.vertex[(k + 2) % 3]};
      CHECK(ends == std::set<Index>{a, b});
    }
  CHECK(held == 2);
  CHECK_FALSE(mesh.hold(mesh.insert({0, 900}), mesh.insert({0, -900}), 8));  // crosses it
}

TEST_CASE("a polygon's mesh covers it with good triangles", "[mesh][polygon]") {
  struct Case {
    const char* name;
    std::vector<Real> points;
    Real size, area, least_angle;
  };
  // Areas by hand: 1; 1 - 0.7 * 0.4; 5 r sin 36; 1 triangle. A corner of the star has 30.6 degrees.
  const Case c = GENERATE_COPY(
      Case{"square", kSquare, 0.1, 1, 24}, Case{"one cell", kSquare, 5, 1, 44},
      Case{"C", kC, 0.06, 0.72, 24},
      Case{"star", star(5, 0.4), 0.08, 5 * 0.4 * std::sin(std::numbers::pi / 5), 24},
      Case{"gear", star(30, 0.85), 0.1, 30 * 0.85 * std::sin(std::numbers::pi / 30), 20},
      Case{"short side", {0, 0, 1, 0, 1, 1, .505, 1, .5, 1.01, .495, 1, 0, 1}, .2, 1.00005, 24},
      Case{"slit", {0, 0, 1, 0, 1, .5, .5, .505, .5, .515, 1, .52, 1, 1, 0, 1}, .08, .9925, 24},
      Case{"far away", {1e6, 1e6, 1e6 + 1, 1e6, 1e6 + 1, 1e6 + 1, 1e6, 1e6 + 1}, .1, 1, 24});
  INFO(c.name);
  const Mesh mesh = polygon(c.points, c.size);
  for (const MeshProblem& p : check(mesh)) FAIL_CHECK(p.message);
  const Quality q = quality(mesh);
  CHECK(q.area == Approx(c.area).epsilon(1e-9));
  CHECK(q.least_angle > c.least_angle);
  CHECK(q.longest < 1.5 * c.size);
  const Boundary b = boundary(mesh);
  for (const Real length : facet_sizes(mesh, b)) CHECK(length <= c.size * (1 + 1e-9));
  // Euler: one piece without holes.
  CHECK(mesh.nodes() - (3 * mesh.element_count() + b.facets()) / 2 + mesh.element_count() == 1);
}

TEST_CASE("groups of a polygon are its sides, in either orientation", "[mesh][polygon]") {
  std::vector<Real> p = kC;
  const bool clockwise = GENERATE(false, true);
  if (clockwise) {
    p.clear();
    for (std::size_t k = kC.size(); k > 0; k -= 2) p.insert(p.end(), {kC[k - 2], kC[k - 1]});
  }
  const Mesh mesh = polygon(p, 0.1);
  REQUIRE(mesh.groups.size() == 8);
  std::set<std::pair<Index, Index>> facets, grouped;
  const Boundary b = boundary(mesh);
  for (Index f = 0; f < b.facets(); ++f) facets.insert({b.facet[2 * f], b.facet[2 * f + 1]});
  for (Index k = 0; k < 8; ++k) {
    const Group* g = mesh.group("side_" + std::to_string(k + 1));
    REQUIRE(g != nullptr);
    const Real *from = p.data() + 2 * k, *to = p.data() + 2 * ((k + 1) % 8);
    const Real length = std::hypot(to[0] - from[0], to[1] - from[1]);
    for (const Index n : g->nodes) {  // on the line from point k to the next one
      const Real x = mesh.points[2 * n] - from[0], y = mesh.points[2 * n + 1] - from[1];
      CHECK(std::abs(x * (to[1] - from[1]) - y * (to[0] - from[0])) < 1e-15 * length);
    }
    CHECK(g->cells.size() == 2 * (g->nodes.size() - 1));
    const std::size_t cells = g->cells.size() / 2;
    CHECK(static_cast<Real>(cells) >= std::ceil(length / 0.1 - 1e-9));
    for (std::size_t i = 0; i < g->cells.size(); i += 2)
      grouped.insert({g->cells[i], g->cells[i + 1]});
  }
  CHECK(grouped == facets);
}

TEST_CASE("a polygon times a power of two has the points times that power", "[mesh][polygon]") {
  const Real factor = GENERATE(0x1p-30, 0x1p40);
  std::vector<Real> p = star(7, 0.37);
  const Mesh mesh = polygon(p, 0.11);
  for (Real& x : p) x *= factor;
  Mesh scaled = polygon(p, 0.11 * factor);
  for (Real& x : scaled.points) x /= factor;
  CHECK(scaled.points == mesh.points);
  CHECK(scaled.elements == mesh.elements);
}

TEST_CASE("random outlines are meshed soundly or refused", "[mesh][polygon]") {
  Dice dice;
  int meshed = 0;
  for (int trial = 0; trial < 150; ++trial) {
    std::vector<Real> points;
    const Index n = 3 + dice(20), kind = dice(3);
    for (Index k = 0; k < n; ++k) {
      const Real angle = 2 * std::numbers::pi * static_cast<Real>(k) / static_cast<Real>(n);
      const Real r = kind == 0 ? 0.1 + static_cast<Real>(dice(1000)) / 1000
                               : std::pow(10., -static_cast<Real>(dice(1000)) / 400);
      if (kind < 2)
        points.insert(points.end(), {r * std::cos(angle), r * std::sin(angle)});
      else  // whole numbers: sides in line, points on sides, crossings
        points.insert(points.end(), {static_cast<Real>(dice(5)), static_cast<Real>(dice(5))});
    }
    const Real size = 0.05 + static_cast<Real>(dice(1000)) / 1000;
    try {
      const Mesh mesh = polygon(points, size);
      ++meshed;
      for (const MeshProblem& p : check(mesh)) FAIL_CHECK(p.message);
    } catch (const MeshError& e) {
      CHECK_THAT(e.what(), Catch::StartsWith("polygon: "));
    }
  }
  CHECK(meshed > 80);
}

TEST_CASE("an outline that meets itself is refused and its sides are named", "[mesh][polygon]") {
  CHECK_THROWS_WITH(polygon({0, 0, 1, 1, 1, 0, 0, 1}, 0.1),
                    Contains("sides cross or touch: side 1 from (0, 0) to (1, 1) and side 3 from "
                             "(1, 0) to (0, 1)"));
  // A corner that touches another side; two sides in one place.
  CHECK_THROWS_WITH(polygon({0, 0, 2, 0, 2, 1, 1, 0, 0, 1}, 0.1), Contains("side 1 from (0, 0)"));
  CHECK_THROWS_WITH(polygon({0, 0, 1, 0, 0.5, 0}, 0.1), Contains("turns back on side 1"));
  CHECK_THROWS_WITH(polygon({0, 0, 1, 0, 1, 0, 0, 1}, 0.1),
                    Contains("points 2 and 3 are the same, (1, 0)"));
  CHECK_THROWS_WITH(
      polygon({0, 0, 1, 0, 0, 1, 0, 0}, 0.1),
      Contains("points 4 and 1 are the same") && Contains("joins the first by itself"));
}

TEST_CASE("numbers that make no polygon are refused", "[mesh][polygon]") {
  CHECK_THROWS_WITH(polygon({0, 0, 1, 0}, 0.1), Contains("at least three"));
  CHECK_THROWS_WITH(polygon({0, 0, 1, 0, 1}, 0.1), Contains("rows of two"));
  CHECK_THROWS_WITH(polygon(kSquare, 0), Contains("size is 0"));
  CHECK_THROWS_WITH(polygon(kSquare, NAN), Contains("size is nan"));
  CHECK_THROWS_WITH(polygon({0, 0, 1, 0, INFINITY, 1}, 0.1), Contains("not finite"));
  CHECK_THROWS_WITH(polygon({3, 3, 3, 3, 3, 3}, 0.1), Contains("one place"));
  CHECK_THROWS_WITH(polygon(kSquare, 1e-9), Contains("at most 2e+07 triangles"));
  CHECK_THROWS_WITH(polygon(kSquare, 1e-4), Contains("2.31e+08 triangles"));
}
