#include "core/mesh/outline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/mesh/limits.hpp"
#include "core/mesh/mesh_error.hpp"

namespace tactus::core {
namespace {

/// Smallest edge length in units of the grid. For shorter edges rounding to the grid would distort
/// angles.
constexpr Real kLeastSize = 256;

void require(bool holds, const std::string& message) {
  if (!holds) throw MeshError("polygon: " + message);
}

std::string point_text(const std::vector<Real>& p, Index k) {
  return fmt::format("({:.6g}, {:.6g})", p[2 * k], p[2 * k + 1]);
}

std::string side_text(const std::vector<Real>& p, Index k) {
  const Index next = (k + 1) % static_cast<Index>(p.size() / 2);
  return fmt::format("side {} from {} to {}", k + 1, point_text(p, k), point_text(p, next));
}

Grid make_grid(const std::vector<Real>& p) {
  Real low[2] = {p[0], p[1]}, high[2] = {p[0], p[1]};
  for (std::size_t k = 0; k < p.size(); ++k) {
    low[k % 2] = std::min(low[k % 2], p[k]);
    high[k % 2] = std::max(high[k % 2], p[k]);
  }
  const Real half = std::max(high[0] - low[0], high[1] - low[1]) / 2;
  require(std::isfinite(half) && half > 1e-200, "all points lie in one place; give an outline");
  int exponent = 0;
  std::frexp(half, &exponent);  // half < 2^exponent
  Grid grid;
  for (int d = 0; d < 2; ++d) grid.centre[d] = low[d] + (high[d] - low[d]) / 2;
  grid.unit = std::ldexp(1.0, exponent) / static_cast<Real>(Delaunay::kReach);
  return grid;
}

/// Whether two closed segments have a point in common.
bool meet(const GridPoint& a, const GridPoint& b, const GridPoint& c, const GridPoint& d) {
  if (std::max(a.x, b.x) < std::min(c.x, d.x) || std::max(c.x, d.x) < std::min(a.x, b.x) ||
      std::max(a.y, b.y) < std::min(c.y, d.y) || std::max(c.y, d.y) < std::min(a.y, b.y))
    return false;
  const auto sign = [](Index x) { return (x > 0) - (x < 0); };
  return sign(orientation(a, b, c)) * sign(orientation(a, b, d)) <= 0 &&
         sign(orientation(c, d, a)) * sign(orientation(c, d, b)) <= 0;
}

/// Checks consecutive sides, which share a point but must not turn back on each other.
void check_turns(const std::vector<Real>& p, const std::vector<GridPoint>& g) {
  const auto n = static_cast<Index>(g.size());
  for (Index k = 0; k < n; ++k) {
    const GridPoint &a = g[k], &b = g[(k + 1) % n], &c = g[(k + 2) % n];
    require(a != b, fmt::format("points {} and {} are the same, {}; leave one out (the last point "
                                "joins the first by itself)",
                                k + 1, (k + 1) % n + 1, point_text(p, k)));
    const bool back = (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) < 0;
    require(orientation(a, b, c) != 0 || !back,
            fmt::format("{} turns back on {}; an outline encloses an area",
                        side_text(p, (k + 1) % n), side_text(p, k)));
  }
}

/// Checks that no other sides have a point in common, by a sweep along x.
void check_simple(const std::vector<Real>& p, const std::vector<GridPoint>& g) {
  const auto n = static_cast<Index>(g.size());
  const auto low = [&](Index k) { return std::min(g[k].x, g[(k + 1) % n].x); };
  const auto high = [&](Index k) { return std::max(g[k].x, g[(k + 1) % n].x); };
  std::vector<Index> order(g.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(),
            [&](Index i, Index j) { return std::pair(low(i), i) < std::pair(low(j), j); });
  std::string found;
  Index count = 0;
  for (std::size_t s = 0; s < order.size(); ++s)
    for (std::size_t t = s + 1; t < order.size() && low(order[t]) <= high(order[s]); ++t) {
      const auto [i, j] = std::minmax(order[s], order[t]);
      if (j - i == 1 || j - i == n - 1 || !meet(g[i], g[i + 1], g[j], g[(j + 1) % n])) continue;
      if (++count <= 3)
        found +=
            fmt::format("{}{} and {}", count > 1 ? "; " : "", side_text(p, i), side_text(p, j));
    }
  require(count == 0, fmt::format("sides cross or touch: {}{}. Give the outline without meeting "
                                  "itself (distances below {:.1g} of its size count as touching)",
                                  found, count > 3 ? "; ..." : "", 2. / Delaunay::kReach));
}

Real signed_area(const std::vector<Real>& p) {
  Real twice = 0;
  const std::size_t n = p.size() / 2;
  // as a triangle fan, which avoids cancellation far from the origin
  for (std::size_t k = 1; k + 1 < n; ++k) {
    const Real ax = p[2 * k] - p[0], ay = p[2 * k + 1] - p[1];
    const Real bx = p[2 * k + 2] - p[0], by = p[2 * k + 3] - p[1];
    twice += ax * by - ay * bx;
  }
  return twice / 2;
}

/// Divides the sides into equal edges no longer than `size`.
void cut_sides(const std::vector<Real>& p, bool reversed, Real size, Outline& out) {
  const Index n = out.sides;
  for (Index s = 0; s < n; ++s) {
    const Index side = reversed ? n - 1 - s : s;
    const Index first = reversed ? (side + 1) % n : side, last = reversed ? side : (side + 1) % n;
    const Real dx = p[2 * last] - p[2 * first], dy = p[2 * last + 1] - p[2 * first + 1];
    // Rounding may make the quotient slightly larger than the whole number of edges that is meant.
    const Real edges = std::max(1., std::ceil(std::hypot(dx, dy) / size * (1 - 1e-12)));
    for (Real k = 0; k < edges; ++k) {
      out.points.push_back(p[2 * first] + dx * (k / edges));
      out.points.push_back(p[2 * first + 1] + dy * (k / edges));
      out.side.push_back(side);
    }
  }
  for (std::size_t k = 0; k < out.side.size(); ++k)
    out.nearest.push_back(out.grid.nearest(out.points.data() + 2 * k));
}

}  // namespace

void halve(Outline& outline, const std::vector<Index>& edges) {
  Outline out = outline;
  out.points.clear(), out.nearest.clear(), out.side.clear();
  const auto n = static_cast<Index>(outline.side.size());
  for (Index k = 0, next = 0; k < n; ++k) {
    const Real *a = outline.points.data() + 2 * k, *b = outline.points.data() + 2 * ((k + 1) % n);
    out.points.insert(out.points.end(), a, a + 2);
    out.side.push_back(outline.side[k]);
    if (next == static_cast<Index>(edges.size()) || edges[next] != k) continue;
    ++next;
    out.points.insert(out.points.end(), {a[0] + (b[0] - a[0]) / 2, a[1] + (b[1] - a[1]) / 2});
    out.side.push_back(outline.side[k]);
  }
  for (std::size_t k = 0; k < out.side.size(); ++k)
    out.nearest.push_back(out.grid.nearest(out.points.data() + 2 * k));
  outline = std::move(out);
}

GridPoint Grid::nearest(const Real* p) const {
  return {static_cast<Index>(std::nearbyint((p[0] - centre[0]) / unit)),
          static_cast<Index>(std::nearbyint((p[1] - centre[1]) / unit))};
}

std::array<Real, 2> Grid::position(const GridPoint& g) const {
  return {centre[0] + unit * static_cast<Real>(g.x), centre[1] + unit * static_cast<Real>(g.y)};
}

Outline make_outline(const std::vector<Real>& p, Real size) {
  require(p.size() % 2 == 0 && p.size() >= 6,
          "points is rows of two numbers [x, y], at least three");
  require(std::all_of(p.begin(), p.end(), [](Real x) { return std::abs(x) < 1e200; }),
          "a coordinate is not finite, or beyond 1e200 m");
  require(
      std::isfinite(size) && size > 0,
      fmt::format("size is {}; it is the longest edge of the outline, a positive length", size));
  Outline out;
  out.sides = static_cast<Index>(p.size() / 2);
  out.grid = make_grid(p);
  std::vector<GridPoint> corners;
  for (Index k = 0; k < out.sides; ++k) corners.push_back(out.grid.nearest(p.data() + 2 * k));
  check_turns(p, corners);
  check_simple(p, corners);
  const Real area = signed_area(p), triangle = std::sqrt(3.) / 4 * size * size;
  out.area = std::abs(area);
  out.size = size / out.grid.unit;
  require(out.size >= kLeastSize && out.area / triangle <= kMostElements,
          fmt::format("size {:g} makes about {:.3g} triangles, or edges below {:.1g} of the "
                      "outline's width; at most {:.3g} triangles are allowed",
                      size, out.area / triangle, kLeastSize / Delaunay::kReach, kMostElements));
  cut_sides(p, area < 0, size, out);
  return out;
}

}  // namespace tactus::core
