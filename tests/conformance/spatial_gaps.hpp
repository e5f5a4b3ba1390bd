// Two constraints in space that are right, and slow: a vertex does not enter another body, measured
// to the facet that it would leave it through; sharp edges of two bodies do not cross. For tests of
// the kit.
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <tactus/constraint.hpp>
#include <vector>

namespace tactus::conformance {

using Point = Vec<3>;

/// Twice three times the volume of a tetrahedron; > 0 where d lies on the inner side of a, b, c,
/// which go round counter-clockwise seen from outside.
inline Real volume(const Point& a, const Point& b, const Point& c, const Point& d) {
  return (a - d).dot((b - d).cross(c - d));
}

/// What both have in common: rows are appended as a solver allows it, and a gap with the directions
/// in which its vertices matter is written out.
class SpatialGap : public Constraint {
 protected:
  struct Contact {
    Real gap = 0;
    Point normal, where;  ///< points the way that opens; between the two bodies
    std::array<Real, 4> weight{};
  };
  struct Found {
    ContactKey key;
    std::array<Index, 4> stencil;
    std::int32_t branch;
    std::int32_t own, other;  ///< bodies
  };

  const Surface& surface() const { return *surface_; }
  Point at(View<Real> y, Index v) const { return point<3>(y, v); }
  std::uint64_t global(Index v) const { return static_cast<std::uint64_t>(surface().global[v]); }

  /// The box round each body, so that far ones are not looked at.
  using Box = Eigen::AlignedBox<Real, 3>;
  std::vector<Box> boxes(View<Real> y) const {
    std::vector<Box> boxes;
    for (Index v = 0; v < surface().vertices; ++v) {
      const auto body = static_cast<std::size_t>(surface().vertex_body[v]);
      if (body >= boxes.size()) boxes.resize(body + 1);
      boxes[body].extend(at(y, v));
    }
    return boxes;
  }
  /// Whether a point is inside of an element; on its outer face it is not.
  bool inside(View<Real> y, Index element, const Point& x) const {
    const View<Index> e = surface().element_vertices(element);
    static constexpr int face[][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    for (std::size_t k = 0; k < 4; ++k) {
      const Real side = volume(at(y, e[static_cast<std::size_t>(face[k][0])]),
                               at(y, e[static_cast<std::size_t>(face[k][1])]),
                               at(y, e[static_cast<std::size_t>(face[k][2])]), x);
      if (side < 0 ||
          (side == 0 && surface().element_outer_face[4 * element + static_cast<Index>(k)]))
        return false;
    }
    return true;
  }
  void append(const DetectQuery& query, const Found& found, ContactSet& set, DetectResult& result,
              Context& context) const {
    const View<Index> stencil = found.stencil;
    const bool movable =
        std::any_of(stencil.begin(), stencil.end(), [&](Index v) { return query.movable[v] != 0; });
    if (!movable || set.contains(found.key) ||
        std::binary_search(query.banned.begin(), query.banned.end(), found.key))
      return;
    const bool bad = contact(stencil, found.branch, query.y_old).gap < 0;
    const Remedy remedy = query.remedy_of(stencil);
    if (remedy == Remedy::no_row || (remedy == Remedy::admissible_row && bad)) return;
    set.add({.key = found.key,
             .stencil = stencil,
             .branch = found.branch,
             .event = set.rows(),
             .lower = contact_margin(context.scales)});
    result.inadmissible += bad;
  }
  virtual Contact contact(View<Index> stencil, std::int32_t branch, View<Real> y) const = 0;

 private:
  void do_setup(const ConstraintSetup& setup, Context&) override {
    if (setup.surface->dim != 3) throw ConfigError("this constraint works in space");
    surface_ = setup.surface;
  }
  void do_evaluate(const RowQuery& query, const RowOutput& out, Context&) const override {
    for (std::size_t k = 0; k < query.rows.size(); ++k) {
      const Contact c =
          contact(query.set->stencil(query.rows[k]),
                  query.set->branch[static_cast<std::size_t>(query.rows[k])], query.y);
      if (!c.normal.allFinite())
        throw EvaluationError("a normal that is none", {Item::contact, query.rows[k]});
      if (out.value) out.value[k] = c.gap;
      for (std::size_t a = 0; a < 4; ++a) {
        if (out.weight) out.weight[4 * k + a] = c.weight[a];
        if (out.gradient) Eigen::Map<Point>(out.gradient + 12 * k + 3 * a) = c.weight[a] * c.normal;
      }
      if (out.point) Eigen::Map<Point>(out.point + 3 * k) = c.where;
      if (out.frame) {
        const Point t = c.normal.unitOrthogonal(), b = c.normal.cross(t);
        Eigen::Map<Mat<3>>(out.frame + 9 * k) << c.normal.transpose(), t.transpose(), b.transpose();
      }
    }
  }
  const Surface* surface_ = nullptr;
};

/// g = n.(x - a) for a vertex x and the facet a, b, c of the other body that it would leave it
/// through. A violation is a pair of elements of two bodies whose interiors meet (separating axes),
/// so that none is missed; what touches no vertex inside has no row here.
class VertexFacetGap : public SpatialGap {
 public:
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::unilateral, capability::gradient, capability::frames,
                      capability::gap, capability::complete, capability::end_of_step})
      c.provides(name);
  }

 private:
  void do_detection(const Scales& scales, Detection& wanted) const override {
    wanted.element_vertex = true;
    wanted.reach = facet_reach(scales);
  }
  DetectResult do_detect(const DetectQuery& query, ContactSet& set, Context& context) override {
    DetectResult result;
    const std::vector<Box> box = boxes(query.y);
    count_violations(query.y, box, set, result);
    std::vector<Found> found;
    for (const auto [element, vertex] : query.candidates.element_vertex) {
      const Point x = at(query.y, vertex);
      const Box& of_body = box[static_cast<std::size_t>(surface().element_body[element])];
      const bool is_inside = of_body.contains(x) && inside(query.y, element, x);
      if (!is_inside && !(query.reach > 0 && of_body.exteriorDistance(x) <= query.reach)) continue;
      if (is_inside && surface().facets_of(vertex).empty()) {  // a particle meets no element
        const View<Index> e = surface().element_vertices(element);
        const Index five[] = {vertex, e[0], e[1], e[2], e[3]};
        set.violations.add(five), ++result.needs;
      }
      const auto body = surface().element_body[element];
      const ContactKey key{global(vertex), static_cast<std::uint64_t>(body)};
      if (std::any_of(found.begin(), found.end(), [&](const Found& f) { return f.key == key; }))
        continue;
      const Found facet = nearest(query.y, vertex, body, is_inside ? 0 : query.reach);
      if (facet.branch == 0) found.push_back(facet);
    }
    std::sort(found.begin(), found.end(),
              [](const Found& a, const Found& b) { return a.key < b.key; });
    for (const Found& f : found) append(query, f, set, result, context);
    return result;
  }
  /// The facet of a body that a vertex inside is nearest to, or that it is over by at most a reach (branch
  /// -1: there is none); ties by the numbers that stay.
  Found nearest(View<Real> y, Index vertex, std::int32_t body, Real reach) const {
    Found best{.key = {global(vertex), static_cast<std::uint64_t>(body)},
               .stencil = {},
               .branch = -1,
               .own = surface().vertex_body[vertex],
               .other = body};
    Real least = kUnlimited;
    std::array<std::uint64_t, 3> name{};
    for (Index f = 0; f < surface().facets; ++f) {
      if (surface().facet_body[f] != body) continue;
      const View<Index> corner = surface().facet_vertices(f);
      const std::array<Index, 4> stencil{vertex, corner[0], corner[1], corner[2]};
      const Contact c = contact(stencil, 0, y);
      if (*std::max_element(c.weight.begin() + 1, c.weight.end()) > 1e-12) continue;
      std::array<std::uint64_t, 3> mine{global(corner[0]), global(corner[1]), global(corner[2])};
      std::sort(mine.begin(), mine.end());
      const Real distance = reach > 0 ? c.gap : -c.gap;
      if (reach > 0 && !(c.gap > 0 && c.gap <= reach)) continue;
      const bool tie = std::abs(distance - least) < 1e-12;
      if (tie ? mine > name : distance > least) continue;
      least = distance, best.stencil = stencil, best.branch = 0, name = mine;
      // Facets start where they like; the numbers that stay say which corner is first.
      std::rotate(best.stencil.begin() + 1,
                  std::min_element(best.stencil.begin() + 1, best.stencil.end(),
                                   [&](Index p, Index q) { return global(p) < global(q); }),
                  best.stencil.end());
    }
    return best;
  }
  Contact contact(View<Index> s, std::int32_t, View<Real> y) const override {
    const Point x = at(y, s[0]), a = at(y, s[1]), b = at(y, s[2]), c = at(y, s[3]);
    const Point area = (b - a).cross(c - a), n = area / area.norm();
    Contact out{.gap = n.dot(x - a), .normal = n, .where = x - n.dot(x - a) / 2 * n};
    const Point p = x - out.gap * n;
    const Point part = Point((b - p).cross(c - p).dot(n), (c - p).cross(a - p).dot(n),
                             (a - p).cross(b - p).dot(n)) /
                       area.norm();
    out.weight = {1, -part[0], -part[1], -part[2]};
    return out;
  }

  void count_violations(View<Real> y, const std::vector<Box>& box, ContactSet& set,
                        DetectResult& result) const {
    const Surface& s = surface();
    const auto near = [&](Index e, Index f) {
      return box[static_cast<std::size_t>(s.element_body[e])].intersects(
          box[static_cast<std::size_t>(s.element_body[f])]);
    };
    const auto corners = [&](Index e) {
      std::array<Point, 4> p;
      for (Index k = 0; k < 4; ++k)
        p[static_cast<std::size_t>(k)] = at(y, s.element[static_cast<std::size_t>(4 * e + k)]);
      return p;
    };
    for (Index e = 0; e < s.elements; ++e)
      for (Index f = e + 1; f < s.elements; ++f) {
        if (s.element_body[e] == s.element_body[f] || !near(e, f) || !meet(corners(e), corners(f)))
          continue;
        std::array<Index, 8> both;
        for (Index k = 0; k < 4; ++k)
          both[static_cast<std::size_t>(k)] = s.element[static_cast<std::size_t>(4 * e + k)],
          both[static_cast<std::size_t>(4 + k)] = s.element[static_cast<std::size_t>(4 * f + k)];
        set.violations.add(both), ++result.needs;
      }
  }
  /// Interiors of two tetrahedra: no plane along faces or edges parts them.
  static bool meet(const std::array<Point, 4>& a, const std::array<Point, 4>& b) {
    const auto parted = [&](const Point& axis) {
      if (axis.isZero(0)) return false;  // of parallel edges
      Real low_a = kUnlimited, low_b = kUnlimited, high_a = -kUnlimited, high_b = -kUnlimited;
      for (std::size_t k = 0; k < 4; ++k) {
        low_a = std::min(low_a, axis.dot(a[k])), high_a = std::max(high_a, axis.dot(a[k]));
        low_b = std::min(low_b, axis.dot(b[k])), high_b = std::max(high_b, axis.dot(b[k]));
      }
      return high_a <= low_b || high_b <= low_a;
    };
    for (int d = 0; d < 3; ++d)
      if (parted(Point::Unit(d))) return false;
    static constexpr std::size_t face[][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}},
                                 edge[][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
    for (const auto* t : {&a, &b})
      for (const auto& f : face)
        if (parted(((*t)[f[1]] - (*t)[f[0]]).cross((*t)[f[2]] - (*t)[f[0]]))) return false;
    for (const auto& e : edge)
      for (const auto& f : edge)
        if (parted((a[e[1]] - a[e[0]]).cross(b[f[1]] - b[f[0]]))) return false;
    return true;
  }
};

/// g = n.(x_b - x_a) for the nearest points of two edges, n = +-(e_a x e_b)/|e_a x e_b| the way
/// that opens. Edges between facets that lie in one plane are none.
class EdgeEdgeGap : public SpatialGap {
 public:
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::unilateral, capability::gradient, capability::frames,
                      capability::gap, capability::persistent, capability::end_of_step})
      c.provides(name);
  }

 private:
  void do_detection(const Scales& scales, Detection& wanted) const override {
    wanted.edge_edge = true;
    wanted.reach = facet_reach(scales);
  }
  DetectResult do_detect(const DetectQuery& query, ContactSet& set, Context& context) override {
    DetectResult result;
    std::vector<Found> found;
    const std::vector<Box> box = boxes(query.y);
    std::vector<Point> outward(static_cast<std::size_t>(surface().edges));
    std::vector<bool> sharp_edge(outward.size());
    for (Index e = 0; e < surface().edges; ++e)
      sharp_edge[static_cast<std::size_t>(e)] =
          sharp(query.y, e, outward[static_cast<std::size_t>(e)]);
    const auto box_of = [&](Index e) {
      return box[static_cast<std::size_t>(surface().vertex_body[surface().edge_vertices(e)[0]])];
    };
    for (const auto [e, f] : query.candidates.edge_edge) {
      if (!sharp_edge[static_cast<std::size_t>(e)] || !sharp_edge[static_cast<std::size_t>(f)] ||
          (!(query.reach > 0) && !box_of(e).intersects(box_of(f))))
        continue;
      Point out_e = outward[static_cast<std::size_t>(e)],
            out_f = outward[static_cast<std::size_t>(f)];
      std::array<Index, 4> stencil{surface().edge_vertices(e)[0], surface().edge_vertices(e)[1],
                                   surface().edge_vertices(f)[0], surface().edge_vertices(f)[1]};
      const auto low = std::min(global(stencil[0]), global(stencil[1])),
                 other = std::min(global(stencil[2]), global(stencil[3]));
      if (other < low)
        std::swap_ranges(stencil.begin(), stencil.begin() + 2, stencil.begin() + 2),
            std::swap(out_e, out_f);
      for (auto end : {stencil.begin(), stencil.begin() + 2})
        if (global(end[0]) > global(end[1])) std::swap(end[0], end[1]);
      const Contact c = contact(stencil, 1, query.y);
      if (!c.normal.allFinite()) continue;
      const std::int32_t branch = c.normal.dot(out_e - out_f) > 0 ? 1 : -1;
      const Real gap = c.gap * branch;
      const bool open = gap >= 0;
      if ((open && !(query.reach > 0 && gap <= query.reach)) || !within(c)) continue;
      if (c.normal.dot(out_e) * branch < 0.3 || c.normal.dot(out_f) * branch > -0.3) continue;
      if (!open) {
        if (!enters(query.y, stencil, c)) continue;
        set.violations.add(stencil), ++result.needs;
      }
      found.push_back({{global(stencil[0]) << 32 | global(stencil[1]),
                        global(stencil[2]) << 32 | global(stencil[3])},
                       stencil,
                       branch,
                       0,
                       0});
    }
    std::sort(found.begin(), found.end(),
              [](const Found& a, const Found& b) { return a.key < b.key; });
    for (const Found& f : found) append(query, f, set, result, context);
    return result;
  }
  /// The mean of the normals on both sides.
  bool sharp(View<Real> y, Index e, Point& outward) const {
    Point n[2];
    for (Index side = 0; side < 2; ++side) {
      const View<Index> f =
          surface().facet_vertices(surface().edge_facet[static_cast<std::size_t>(2 * e + side)]);
      n[side] = (at(y, f[1]) - at(y, f[0])).cross(at(y, f[2]) - at(y, f[0])).normalized();
    }
    outward = (n[0] + n[1]).normalized();
    return n[0].dot(n[1]) < 0.9;
  }
  /// The nearest points are between the ends of the edges.
  static bool within(const Contact& c) {
    for (const Real w : {-c.weight[0], -c.weight[1], c.weight[2], c.weight[3]})
      if (!(w > 0)) return false;
    return true;
  }
  /// The nearest point of one edge is inside of the other body.
  bool enters(View<Real> y, const std::array<Index, 4>& s, const Contact& c) const {
    const Point x = -c.weight[0] * at(y, s[0]) - c.weight[1] * at(y, s[1]);
    for (Index e = 0; e < surface().elements; ++e)
      if (surface().element_body[e] == surface().vertex_body[s[2]] && inside(y, e, x)) return true;
    return false;
  }
  Contact contact(View<Index> s, std::int32_t branch, View<Real> y) const override {
    const Point a = at(y, s[0]), b = at(y, s[2]), u = at(y, s[1]) - a, v = at(y, s[3]) - b;
    const Point cross = u.cross(v), n = branch * cross / cross.norm();
    const Real square = cross.squaredNorm();
    const Real t = (b - a).cross(v).dot(cross) / square, w = (b - a).cross(u).dot(cross) / square;
    Contact out{.gap = n.dot(b - a), .normal = n, .where = (a + t * u + b + w * v) / 2};
    out.weight = {t - 1, -t, 1 - w, w};
    return out;
  }
};

}  // namespace tactus::conformance
