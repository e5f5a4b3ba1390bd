// Bodies of a few tetrahedra as a Surface, and whether their interiors meet: an obvious reference for
// tests of contact in space.
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tactus/broad_phase.hpp>
#include <tactus/geometry/orient.hpp>
#include <tactus/surface.hpp>
#include <vector>

namespace tactus::testing {

using Tetrahedron = std::array<Index, 4>;

/// Whether two tetrahedra have interiors in common: no plane along faces, or along an edge of each,
/// parts them. Exact for coordinates that are small integers times a power of two.
class TetrahedraMeet {
 public:
  using Corners = std::array<Vec<3>, 4>;
  static bool meet(const Corners& a, const Corners& b) {
    for (const Corners* t : {&a, &b})
      for (std::size_t k = 0; k < 4; ++k)
        if (part(((*t)[(k + 2) % 4] - (*t)[(k + 1) % 4])
                     .cross((*t)[(k + 3) % 4] - (*t)[(k + 1) % 4]),
                 a, b))
          return false;
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = i + 1; j < 4; ++j)
        for (std::size_t k = 0; k < 4; ++k)
          for (std::size_t l = k + 1; l < 4; ++l)
            if (part((a[j] - a[i]).cross(b[l] - b[k]), a, b)) return false;
    return true;
  }

 private:
  static bool part(const Vec<3>& axis, const Corners& a, const Corners& b) {
    if (axis.isZero(0)) return false;  // of parallel edges
    const auto range = [&](const Corners& t) {
      std::array<Real, 4> x;
      for (std::size_t k = 0; k < 4; ++k) x[k] = axis.dot(t[k]);
      return std::minmax({x[0], x[1], x[2], x[3]});
    };
    const auto [low_a, high_a] = range(a);
    const auto [low_b, high_b] = range(b);
    return high_a <= low_b || high_b <= low_a;
  }
};

/// Bodies one after another; vertices without a facet come last in every Surface, so that inner ones
/// are added after all others.
class Tetrahedra {
 public:
  Index add_vertex(const Vec<3>& x) {
    y_.insert(y_.end(), {x[0], x[1], x[2]});
    return static_cast<Index>(y_.size() / 3) - 1;
  }
  /// One body; tetrahedra may be numbered either way round.
  void add_body(std::vector<Tetrahedron> elements) {
    for (Tetrahedron& t : elements) {
      const Real* const corner[] = {at(t[0]), at(t[1]), at(t[2]), at(t[3])};
      if (orient_sign<3>(corner) < 0) std::swap(t[0], t[1]);
      elements_.push_back(t);
      element_body_.push_back(bodies_);
    }
    ++bodies_;
  }
  /// The box between two corners: its centre joined with twelve facets. Centres come last.
  void add_box(const Vec<3>& low, const Vec<3>& high) {
    std::array<Index, 8> corner{};
    for (std::size_t k = 0; k < 8; ++k)
      corner[k] = add_vertex(
          {k & 1 ? high[0] : low[0], k & 2 ? high[1] : low[1], k & 4 ? high[2] : low[2]});
    boxes_.push_back({corner, (low + high) / 2});
  }

  std::vector<Real>& y() { return y_; }
  const std::vector<Tetrahedron>& elements() const { return elements_; }

  /// Whether interiors of two bodies meet anywhere.
  bool overlap() const {
    for (std::size_t i = 0; i < elements_.size(); ++i)
      for (std::size_t j = i + 1; j < elements_.size(); ++j)
        if (element_body_[i] != element_body_[j] &&
            TetrahedraMeet::meet(corners(elements_[i]), corners(elements_[j])))
          return true;
    return false;
  }

  /// Tables of everything that was added; valid until something else is.
  const Surface& surface() {
    for (const auto& [corner, centre] : boxes_) finish_box(corner, centre);
    boxes_.clear();
    find_facets();
    find_edges();
    Surface& s = surface_;
    const std::size_t n = y_.size() / 3;
    s.dim = 3, s.vertices = s.boundary_vertices = static_cast<Index>(n);
    s.facets = static_cast<Index>(facet_.size() / 3), s.facet = facet_;
    s.edges = static_cast<Index>(edge_.size() / 2), s.edge = edge_, s.edge_facet = edge_facet_;
    s.elements = static_cast<Index>(elements_.size());
    element_.clear(), global_.clear();
    for (const Tetrahedron& t : elements_) element_.insert(element_.end(), t.begin(), t.end());
    s.element = element_, s.element_outer_face = outer_, s.element_body = element_body_;
    vertex_body_.assign(n, 0), radius_.assign(n, 0), inverse_mass_.assign(n, 1);
    for (std::size_t i = 0; i < element_.size(); ++i)
      vertex_body_[static_cast<std::size_t>(element_[i])] = element_body_[i / 4];
    for (std::size_t v = 0; v < n; ++v) global_.push_back(static_cast<Index>(v));
    patch_.assign(std::max(n, facet_.size()), 0);
    s.vertex_body = vertex_body_, s.radius = radius_, s.inverse_mass = inverse_mass_;
    s.global = global_, s.facet_body = facet_body_;
    s.vertex_patch = s.facet_patch = patch_, s.reference = y_;
    find_facets_of_vertices();
    return s;
  }

  /// All pairs of facets of two bodies.
  std::vector<Pair> facet_pairs() const {
    std::vector<Pair> pairs;
    for (std::size_t f = 0; f < facet_body_.size(); ++f)
      for (std::size_t g = f + 1; g < facet_body_.size(); ++g)
        if (facet_body_[f] != facet_body_[g])
          pairs.push_back({static_cast<Index>(f), static_cast<Index>(g)});
    return pairs;
  }

 private:
  const Real* at(Index v) const { return y_.data() + 3 * v; }
  TetrahedraMeet::Corners corners(const Tetrahedron& t) const {
    TetrahedraMeet::Corners x;
    for (std::size_t k = 0; k < 4; ++k) x[k] = point<3>(y_, t[k]);
    return x;
  }

  void finish_box(const std::array<Index, 8>& corner, const Vec<3>& centre) {
    static constexpr std::size_t side[][4] = {{0, 2, 6, 4}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                              {2, 3, 7, 6}, {0, 1, 3, 2}, {4, 5, 7, 6}};
    const Index middle = add_vertex(centre);
    std::vector<Tetrahedron> elements;
    for (const auto& q : side) {
      elements.push_back({corner[q[0]], corner[q[1]], corner[q[2]], middle});
      elements.push_back({corner[q[0]], corner[q[2]], corner[q[3]], middle});
    }
    add_body(std::move(elements));
  }

  /// Faces of one element are facets, numbered counter-clockwise from outside.
  void find_facets() {
    static constexpr std::size_t face[][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    std::map<std::array<Index, 3>, int> used;
    const auto sorted = [](std::array<Index, 3> f) {
      std::sort(f.begin(), f.end());
      return f;
    };
    const auto corners_of = [&](const Tetrahedron& t, std::size_t k) {
      return std::array<Index, 3>{t[face[k][0]], t[face[k][1]], t[face[k][2]]};
    };
    for (const Tetrahedron& t : elements_)
      for (std::size_t k = 0; k < 4; ++k) ++used[sorted(corners_of(t, k))];
    facet_.clear(), facet_body_.clear(), outer_.clear();
    for (std::size_t e = 0; e < elements_.size(); ++e)
      for (std::size_t k = 0; k < 4; ++k) {
        const std::array<Index, 3> f = corners_of(elements_[e], k);
        const bool is_outer = used[sorted(f)] == 1;
        outer_.push_back(is_outer ? 1 : 0);
        if (!is_outer) continue;
        facet_.insert(facet_.end(), f.begin(), f.end());
        facet_body_.push_back(element_body_[e]);
      }
  }

  void find_edges() {
    std::map<std::array<Index, 2>, std::vector<Index>> facets_at;
    for (std::size_t i = 0; i < facet_.size(); ++i) {
      const Index a = facet_[i], b = facet_[i % 3 == 2 ? i - 2 : i + 1];
      facets_at[{std::min(a, b), std::max(a, b)}].push_back(static_cast<Index>(i / 3));
    }
    edge_.clear(), edge_facet_.clear();
    for (const auto& [ends, facets] : facets_at) {
      if (facets.size() != 2) continue;  // parts that only touch, as in the kernel
      edge_.insert(edge_.end(), ends.begin(), ends.end());
      edge_facet_.insert(edge_facet_.end(), facets.begin(), facets.end());
    }
  }

  void find_facets_of_vertices() {
    vertex_facet_start_.assign(1, 0), vertex_facet_.clear();
    for (Index v = 0; v < surface_.vertices; ++v) {
      for (std::size_t i = 0; i < facet_.size(); ++i)
        if (facet_[i] == v) vertex_facet_.push_back(static_cast<Index>(i / 3));
      vertex_facet_start_.push_back(static_cast<Index>(vertex_facet_.size()));
    }
    surface_.vertex_facet_start = vertex_facet_start_, surface_.vertex_facet = vertex_facet_;
  }

  std::int32_t bodies_ = 0;
  std::vector<Real> y_;
  std::vector<Tetrahedron> elements_;
  std::vector<std::pair<std::array<Index, 8>, Vec<3>>> boxes_;
  Surface surface_;
  std::vector<Index> facet_, edge_, edge_facet_, element_, vertex_facet_start_, vertex_facet_,
      global_;
  std::vector<std::int32_t> element_body_, facet_body_, vertex_body_, patch_;
  std::vector<std::uint8_t> outer_;
  std::vector<Real> radius_, inverse_mass_;
};

}  // namespace tactus::testing
