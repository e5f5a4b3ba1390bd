/// \file space_scene.hpp  Bodies of tetrahedra for tests of the audit in space, and the truth about
/// them: an audit that is slow and obvious.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "core/audit/audit.hpp"

namespace tactus::test {

using Lattice = std::array<std::int64_t, 3>;  ///< a point of whole numbers
using Tet = std::array<Index, 4>;

inline Lattice operator+(const Lattice& a, const Lattice& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline Lattice operator-(const Lattice& a, const Lattice& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline Lattice operator*(std::int64_t s, const Lattice& a) {
  return {s * a[0], s * a[1], s * a[2]};
}

__extension__ typedef __int128 Wide;  // NOLINT(modernize-use-using): a name of the compiler

inline Wide determinant(const Lattice& u, const Lattice& v, const Lattice& w) {
  const auto small = [&](int j, int k) { return Wide{v[j]} * w[k] - Wide{v[k]} * w[j]; };
  return u[0] * small(1, 2) - u[1] * small(0, 2) + u[2] * small(0, 1);
}

/// A body of elements with positive volume.
struct Solid {
  std::vector<Lattice> points;
  std::vector<Tet> elements;

  Solid moved(const Lattice& by) const {
    Solid out = *this;
    for (Lattice& p : out.points) p = p + by;
    return out;
  }
  /// Two bodies as the parts of one, without common points.
  Solid joined(const Solid& other) const {
    Solid out = *this;
    const auto first = static_cast<Index>(points.size());
    out.points.insert(out.points.end(), other.points.begin(), other.points.end());
    for (Tet t : other.elements) {
      for (Index& p : t) p += first;
      out.elements.push_back(t);
    }
    return out;
  }
};

/// Elements are turned round where their corners are given the other way.
inline Solid solid(std::vector<Lattice> points, std::vector<Tet> elements) {
  for (Tet& t : elements) {
    const auto& [a, b, c, d] = t;
    const Lattice& o = points[static_cast<std::size_t>(a)];
    const auto from = [&](Index p) { return points[static_cast<std::size_t>(p)] - o; };
    if (determinant(from(b), from(c), from(d)) < 0) std::swap(t[2], t[3]);
  }
  return {std::move(points), std::move(elements)};
}

inline Solid tetrahedron(Lattice a, Lattice b, Lattice c, Lattice d) {
  return solid({a, b, c, d}, {{0, 1, 2, 3}});
}

/// Cubes of `size`, each of six elements round its diagonal, that share corners: one at `size` times
/// each of the places.
inline Solid cells(const std::vector<Lattice>& places, std::int64_t size) {
  std::map<Lattice, Index> number;
  std::vector<Lattice> points;
  std::vector<Tet> elements;
  const auto point = [&](const Lattice& p) {
    const auto [at, is_new] = number.try_emplace(p, static_cast<Index>(points.size()));
    if (is_new) points.push_back(size * p);
    return at->second;
  };
  for (const Lattice& cell : places) {
    std::array<int, 3> axes{0, 1, 2};
    do {
      Lattice p = cell;
      Tet t{point(p)};
      for (std::size_t k = 0; k < 3; ++k) {
        ++p[static_cast<std::size_t>(axes[k])];
        t[k + 1] = point(p);
      }
      elements.push_back(t);
    } while (std::ranges::next_permutation(axes).found);
  }
  return solid(std::move(points), std::move(elements));
}

/// All cells of a box but some.
inline Solid block(Lattice count, std::int64_t size, const std::vector<Lattice>& without = {}) {
  std::vector<Lattice> places;
  for (std::int64_t i = 0; i < count[0]; ++i)
    for (std::int64_t j = 0; j < count[1]; ++j)
      for (std::int64_t k = 0; k < count[2]; ++k)
        if (const Lattice at{i, j, k}; std::ranges::find(without, at) == without.end())
          places.push_back(at);
  return cells(places, size);
}

/// Facets of a solid, counter-clockwise from outside: the faces that one element has alone.
inline std::vector<std::array<Index, 3>> boundary_of(const Solid& body) {
  constexpr int kFace[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
  std::map<std::array<Index, 3>, std::pair<int, std::array<Index, 3>>> faces;
  for (const Tet& t : body.elements)
    for (const auto& face : kFace) {
      const auto corner = [&](int k) { return t[static_cast<std::size_t>(face[k])]; };
      const std::array<Index, 3> as_is{corner(0), corner(1), corner(2)};
      auto key = as_is;
      std::ranges::sort(key);
      auto& [count, facet] = faces[key];
      ++count, facet = as_is;
    }
  std::vector<std::array<Index, 3>> out;
  for (const auto& [key, face] : faces)
    if (face.first == 1) out.push_back(face.second);
  return out;
}

/// Owns the arrays of an AuditInput.
struct SpaceScene {
  std::vector<Real> points;
  std::vector<Index> facets, elements, lone_points;
  std::vector<std::int32_t> facet_body, lone_body;
  std::vector<Real> lone_radius;
  std::vector<std::uint8_t> self;
  Real touching = 0;

  std::int32_t add(const Solid& body, Real scale = 1) {
    const auto number = static_cast<std::int32_t>(self.size());
    const auto first = static_cast<Index>(points.size()) / 3;
    for (const Lattice& p : body.points)
      for (const std::int64_t x : p) points.push_back(scale * static_cast<Real>(x));
    for (const Tet& t : body.elements)
      for (const Index p : t) elements.push_back(first + p);
    for (const auto& facet : boundary_of(body)) {
      for (const Index p : facet) facets.push_back(first + p);
      facet_body.push_back(number);
    }
    self.push_back(1);
    return number;
  }
  void add_ball(std::array<Real, 3> at, Real radius) {
    lone_points.push_back(static_cast<Index>(points.size()) / 3);
    lone_body.push_back(static_cast<std::int32_t>(self.size()));
    lone_radius.push_back(radius);
    points.insert(points.end(), at.begin(), at.end());
    self.push_back(0);
  }
  core::AuditInput input() const {
    return {.dim = 3,
            .points = points,
            .facets = facets,
            .facet_body = facet_body,
            .self = self,
            .lone_points = lone_points,
            .lone_body = lone_body,
            .lone_radius = lone_radius,
            .touching = touching,
            .elements = elements};
  }
  core::AuditResult audit() const { return core::audit(input()); }
};

/// A half-space of whole numbers: those x with normal.x >= offset.
struct HalfSpace {
  Lattice normal;
  std::int64_t offset;
};

inline std::int64_t inner(const Lattice& a, const Lattice& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// The four that an element is the intersection of.
inline std::vector<HalfSpace> half_spaces(const Solid& body, const Tet& t) {
  std::vector<HalfSpace> out;
  for (std::size_t k = 0; k < 4; ++k) {
    const auto at = [&](std::size_t i) {
      return body.points[static_cast<std::size_t>(t[(k + i) % 4])];
    };
    const Lattice u = at(2) - at(1), v = at(3) - at(1);
    Lattice n{u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    if (inner(n, at(0)) < inner(n, at(1))) n = -1 * n;
    out.push_back({n, inner(n, at(1))});
  }
  return out;
}

/// Whether the interiors of two elements have a point in common. Of the body that all eight
/// half-spaces have in common the corners are where three of their planes meet. It has an interior if
/// no plane contains all of its corners. All numbers are whole: corner = top/bottom.
inline bool elements_overlap(const Solid& a, const Tet& s, const Solid& b, const Tet& t) {
  std::vector<HalfSpace> all = half_spaces(a, s);
  for (const HalfSpace& h : half_spaces(b, t)) all.push_back(h);
  std::array<bool, 8> has_inner_corner{};
  for (std::size_t i = 0; i < 8; ++i)
    for (std::size_t j = i + 1; j < 8; ++j)
      for (std::size_t k = j + 1; k < 8; ++k) {
        const HalfSpace &f = all[i], &g = all[j], &h = all[k];
        Wide bottom = determinant(f.normal, g.normal, h.normal);
        if (bottom == 0) continue;
        std::array<Wide, 3> top{};
        for (std::size_t c = 0; c < 3; ++c) {  // Cramer's rule
          Lattice u = f.normal, v = g.normal, w = h.normal;
          const Lattice right{f.offset, g.offset, h.offset};
          u[c] = right[0], v[c] = right[1], w[c] = right[2];
          top[c] = determinant(u, v, w);
        }
        if (bottom < 0) bottom = -bottom, top = {-top[0], -top[1], -top[2]};
        std::array<Wide, 8> height{};
        for (std::size_t m = 0; m < 8; ++m)
          height[m] = top[0] * all[m].normal[0] + top[1] * all[m].normal[1] +
                      top[2] * all[m].normal[2] - bottom * all[m].offset;
        if (std::ranges::any_of(height, [](Wide x) { return x < 0; })) continue;
        for (std::size_t m = 0; m < 8; ++m) has_inner_corner[m] |= height[m] > 0;
      }
  return std::ranges::all_of(has_inner_corner, [](bool has) { return has; });
}

/// Whether any element of one overlaps any element of the other.
inline bool solids_overlap(const Solid& a, const Solid& b) {
  return std::ranges::any_of(a.elements, [&](const Tet& s) {
    return std::ranges::any_of(b.elements,
                               [&](const Tet& t) { return elements_overlap(a, s, b, t); });
  });
}

/// Whether any two elements of a body overlap.
inline bool overlaps_itself(const Solid& a) {
  for (std::size_t i = 0; i < a.elements.size(); ++i)
    for (std::size_t j = i + 1; j < a.elements.size(); ++j)
      if (elements_overlap(a, a.elements[i], a, a.elements[j])) return true;
  return false;
}

}  // namespace tactus::test
