#include "core/mesh/polygon.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "core/mesh/delaunay.hpp"
#include "core/mesh/mesh_error.hpp"
#include "core/mesh/outline.hpp"

namespace tactus::core {
namespace {

using Plane = Vec<2>;

Plane plane(const GridPoint& g) { return {static_cast<Real>(g.x), static_cast<Real>(g.y)}; }
GridPoint rounded(const Plane& p) {
  return {static_cast<Index>(std::nearbyint(p[0])), static_cast<Index>(std::nearbyint(p[1]))};
}

/// Edges of the outline in square bins, to find those near a point quickly.
class EdgeBins {
 public:
  EdgeBins(const std::vector<GridPoint>& outline, Real width) : outline_(outline), width_(width) {
    for (std::size_t e = 0; e < outline.size(); ++e) {
      const auto [a, b] = ends(static_cast<Index>(e));
      const Bin from = bin(plane(a)), to = bin(plane(b));
      for (Index i = std::min(from.first, to.first); i <= std::max(from.first, to.first); ++i)
        for (Index j = std::min(from.second, to.second); j <= std::max(from.second, to.second); ++j)
          edges_[{i, j}].push_back(static_cast<Index>(e));
    }
  }

  /// Distance to the outline if it is less than the width of a bin; otherwise some larger number.
  Real distance(const Plane& p) const {
    Real least = 2 * width_;
    const Bin centre = bin(p);
    for (Index i = centre.first - 1; i <= centre.first + 1; ++i)
      for (Index j = centre.second - 1; j <= centre.second + 1; ++j) {
        const auto found = edges_.find({i, j});
        if (found == edges_.end()) continue;
        for (const Index e : found->second) least = std::min(least, to_edge(p, e));
      }
    return least;
  }

 private:
  using Bin = std::pair<Index, Index>;
  Bin bin(const Plane& p) const {
    return {static_cast<Index>(std::floor(p[0] / width_)),
            static_cast<Index>(std::floor(p[1] / width_))};
  }
  std::pair<GridPoint, GridPoint> ends(Index e) const {
    return {outline_[e], outline_[(e + 1) % static_cast<Index>(outline_.size())]};
  }
  Real to_edge(const Plane& p, Index e) const {
    const auto [a, b] = ends(e);
    const Plane d = plane(b) - plane(a), r = p - plane(a);
    return (r - std::clamp(r.dot(d) / d.squaredNorm(), 0., 1.) * d).norm();
  }

  const std::vector<GridPoint>& outline_;
  Real width_;
  std::map<Bin, std::vector<Index>> edges_;
};

/// Triangulates the interior of an outline.
class PolygonMesher {
 public:
  explicit PolygonMesher(const Outline& outline) : outline_(outline) {
    hold_outline();
    add_lattice();
  }
  /// Inserts points in thin or large triangles. @returns the edges of the outline that prevent
  /// this, ascending and unique; they should be bisected.
  std::vector<Index> refine();
  void smooth();
  Mesh collect() const;

 private:
  struct Shape {
    Real shortest, longest, radius;
    Plane centre;
  };
  /// Multiple of size: smallest distance between lattice points and the outline
  static constexpr Real kClear = 0.6;
  /// Limit of circumradius/shortest side: angles above 24.6 degrees
  static constexpr Real kThin = 1.2;
  static constexpr Real kLong = 1.3;  ///< multiple of size: a triangle with a longer side is large
  static constexpr int kSmoothings = 5;

  void hold_outline();
  void add_lattice();
  void refine_triangle(Index t, std::vector<Index>& todo, std::vector<Index>& edges);
  Index hidden_by(Index t, const Shape& shape) const;
  Index near_edge(Index t, const Plane& centre) const;
  bool worth_halving(Index edge, Real shortest) const;
  void queue_round(Index vertex, std::vector<Index>& todo) const;
  Shape shape(Index t) const;
  Real worst_round(Index vertex) const;
  Index outline_points() const { return static_cast<Index>(outline_.nearest.size()); }

  const Outline& outline_;
  Delaunay mesh_;  ///< vertices: kRim, the points of the outline in order, inner points
};

void PolygonMesher::hold_outline() {
  const Index n = outline_points();
  const auto close = [this](Index edge) {
    return MeshError(
        fmt::format("polygon: side {} comes closer to another one than edges can be told "
                    "apart; give it more room, or choose a smaller size",
                    outline_.side[edge] + 1));
  };
  for (Index k = 0; k < n; ++k)
    if (mesh_.insert(outline_.nearest[k]) != Delaunay::kRim + k) throw close(k);
  for (Index k = 0; k < n; ++k)
    if (!mesh_.hold(Delaunay::kRim + k, Delaunay::kRim + (k + 1) % n, k)) throw close(k);
  mesh_.mark_outside();
}

/// Adds the points of a hexagonal lattice inside the outline, row by row.
void PolygonMesher::add_lattice() {
  const Real h = outline_.size, rise = h * std::numbers::sqrt3 / 2;
  Plane low = plane(outline_.nearest[0]), high = low;
  for (const GridPoint& g : outline_.nearest) {
    low = low.cwiseMin(plane(g));
    high = high.cwiseMax(plane(g));
  }
  const EdgeBins bins(outline_.nearest, h);
  const Plane count = ((high - low).array() / Plane(h, rise).array()).floor();
  const Plane start = (low + high - count.cwiseProduct(Plane(h, rise))) / 2;
  for (Real j = 0; j <= count[1]; ++j)
    for (Real i = 0; i <= count[0]; ++i) {
      const Real shift = std::fmod(j, 2) != 0 ? 0.5 : 0;
      const GridPoint g = rounded(start + Plane((i + shift) * h, j * rise));
      if (static_cast<Real>(g.x) > high[0] || bins.distance(plane(g)) < kClear * h) continue;
      if (!mesh_.triangles()[mesh_.locate(g)].outside) mesh_.insert(g);
    }
}

PolygonMesher::Shape PolygonMesher::shape(Index t) const {
  const Index* v = mesh_.triangles()[t].vertex;
  const Plane a = plane(mesh_.point(v[0])), b = plane(mesh_.point(v[1])) - a;
  const Plane c = plane(mesh_.point(v[2])) - a;
  const Real bb = b.squaredNorm(), cc = c.squaredNorm(), dd = (c - b).squaredNorm();
  const Real twice = b[0] * c[1] - b[1] * c[0];
  const Plane r((c[1] * bb - b[1] * cc) / (2 * twice), (b[0] * cc - c[0] * bb) / (2 * twice));
  const Real radius = r.norm();  // huge for flat triangles, whose centre only indicates a direction
  const Plane centre = a + r * std::min(1., static_cast<Real>(Delaunay::kReach) / radius);
  return {std::sqrt(std::min({bb, cc, dd})), std::sqrt(std::max({bb, cc, dd})), radius, centre};
}

void PolygonMesher::queue_round(Index vertex, std::vector<Index>& todo) const {
  mesh_.round(vertex, [&](Index t) {
    if (!mesh_.triangles()[t].outside) todo.push_back(t);
  });
}

/// Inserts the circumcentre of each thin or large triangle (Ruppert's algorithm). If the
/// circumcentre lies beyond an edge of the outline, or in the circle over it, this edge is returned
/// instead.
std::vector<Index> PolygonMesher::refine() {
  std::vector<Index> todo, edges;
  for (std::size_t t = mesh_.triangles().size(); t-- > 0;)
    if (!mesh_.triangles()[t].outside) todo.push_back(static_cast<Index>(t));
  // Triangles that remain thin beyond this have small angles by the outline
  const Index most = 4 * mesh_.points() + 1000;
  while (!todo.empty() && mesh_.points() < most) {
    const Index t = todo.back();
    todo.pop_back();
    refine_triangle(t, todo, edges);
  }
  return unique_nodes(std::move(edges));
}

void PolygonMesher::refine_triangle(Index t, std::vector<Index>& todo, std::vector<Index>& edges) {
  const Shape s = shape(t);
  if (s.radius <= kThin * s.shortest && s.longest <= kLong * outline_.size) return;
  const Delaunay::Triangle& tri = mesh_.triangles()[t];
  if ((tri.label[0] != kNone) + (tri.label[1] != kNone) + (tri.label[2] != kNone) > 1) return;
  Index edge = hidden_by(t, s);
  if (edge == kNone) edge = near_edge(mesh_.locate(rounded(s.centre)), s.centre);
  if (edge != kNone) {
    if (worth_halving(edge, s.shortest)) edges.push_back(edge);
    return;
  }
  const Index before = mesh_.points(), added = mesh_.insert(rounded(s.centre));
  if (added == before) queue_round(added, todo);
}

/// The edge of the outline between a triangle and its circumcentre, or kNone.
Index PolygonMesher::hidden_by(Index t, const Shape& shape) const {
  const GridPoint c = rounded(shape.centre);
  for (Index steps = 0; steps < outline_points() + 1000; ++steps) {
    const Delaunay::Triangle& tri = mesh_.triangles()[t];
    int out = -1;
    for (int k = 0; k < 3 && out < 0; ++k)
      if (orientation(mesh_.point(tri.vertex[(k + 1) % 3]), mesh_.point(tri.vertex[(k + 2) % 3]),
                      c) < 0)
        out = k;
    if (out < 0) return kNone;
    if (tri.label[out] != kNone) return tri.label[out];
    t = tri.neighbour[out];
  }
  return kNone;
}

/// An edge of this triangle or of a neighbour from which the point is seen under an obtuse angle
/// (the edge is "encroached" in Ruppert's terms).
Index PolygonMesher::near_edge(Index t, const Plane& centre) const {
  const Delaunay::Triangle& tri = mesh_.triangles()[t];
  for (const Index u : {t, tri.neighbour[0], tri.neighbour[1], tri.neighbour[2]})
    for (int k = 0; k < 3 && u != kNone; ++k) {
      const Delaunay::Triangle& other = mesh_.triangles()[u];
      if (other.label[k] == kNone) continue;
      const Plane a = plane(mesh_.point(other.vertex[(k + 1) % 3])) - centre;
      const Plane b = plane(mesh_.point(other.vertex[(k + 2) % 3])) - centre;
      if (a.dot(b) < 0) return other.label[k];
    }
  return kNone;
}

/// Halves must not be shorter than the shortest side of the triangle, or else small angles of the
/// outline would be divided for ever.
bool PolygonMesher::worth_halving(Index edge, Real shortest) const {
  const GridPoint &a = outline_.nearest[edge], &b = outline_.nearest[(edge + 1) % outline_points()];
  return (plane(b) - plane(a)).norm() >= 2 * shortest;
}

Real PolygonMesher::worst_round(Index vertex) const {
  Real worst = 0;
  mesh_.round(vertex, [&](Index t) {
    const Index* v = mesh_.triangles()[t].vertex;
    const Shape s = shape(t);
    const bool turned = orientation(mesh_.point(v[0]), mesh_.point(v[1]), mesh_.point(v[2])) <= 0;
    worst = std::max(worst, turned ? kUnlimited : s.radius / s.shortest);
  });
  return worst;
}

/// Moves inner points to the mean of their neighbours if this improves the worst triangle around
/// them.
void PolygonMesher::smooth() {
  for (int pass = 0; pass < kSmoothings; ++pass)
    for (Index v = Delaunay::kRim + outline_points(); v < mesh_.points(); ++v) {
      Plane sum = Plane::Zero();
      Real count = 0;
      mesh_.round(v, [&](Index t) {
        const Delaunay::Triangle& tri = mesh_.triangles()[t];
        sum += plane(mesh_.point(tri.vertex[(tri.find(v) + 1) % 3]));
        ++count;
      });
      const GridPoint old = mesh_.point(v);
      const Real before = worst_round(v);
      mesh_.place(v, rounded(sum / count));
      if (worst_round(v) < before)
        mesh_.legalise_round(v);
      else
        mesh_.place(v, old);
    }
}

Mesh PolygonMesher::collect() const {
  Mesh mesh;
  mesh.points = outline_.points;
  for (Index v = Delaunay::kRim + outline_points(); v < mesh_.points(); ++v) {
    const auto p = outline_.grid.position(mesh_.point(v));
    mesh.points.insert(mesh.points.end(), p.begin(), p.end());
  }
  std::vector<std::array<Index, 3>> triangles;
  for (const Delaunay::Triangle& t : mesh_.triangles()) {
    if (t.outside) continue;
    const auto first = std::min_element(t.vertex, t.vertex + 3) - t.vertex;
    std::array<Index, 3> nodes;
    for (int k = 0; k < 3; ++k) nodes[k] = t.vertex[(first + k) % 3] - Delaunay::kRim;
    triangles.push_back(nodes);
  }
  std::sort(triangles.begin(), triangles.end());
  for (const auto& t : triangles) mesh.elements.insert(mesh.elements.end(), t.begin(), t.end());
  for (Index side = 0; side < outline_.sides; ++side)
    mesh.groups.push_back({fmt::format("side_{}", side + 1), 1, {}, {}});
  for (Index k = 0; k < outline_points(); ++k) {
    std::vector<Index>& cells = mesh.groups[outline_.side[k]].cells;
    cells.insert(cells.end(), {k, (k + 1) % outline_points()});
  }
  for (Group& g : mesh.groups) g.nodes = unique_nodes(g.cells);
  return mesh;
}

}  // namespace

Mesh polygon(const std::vector<Real>& points, Real size) {
  constexpr int most_rounds = 12;
  Outline outline = make_outline(points, size);
  for (int round = 0;; ++round) {
    PolygonMesher mesher(outline);
    const std::vector<Index> edges = mesher.refine();
    if (!edges.empty() && round < most_rounds) {
      halve(outline, edges);
      continue;
    }
    mesher.smooth();
    return mesher.collect();
  }
}

}  // namespace tactus::core
