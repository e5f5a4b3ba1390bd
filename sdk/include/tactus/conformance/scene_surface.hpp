/// \file conformance/scene_surface.hpp  The tables of a Surface for blocks of triangles or
/// tetrahedra, particles and a half-space.
#pragma once

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

#include "../surface.hpp"
#include "random.hpp"

namespace tactus::conformance {

/// Squares have eight vertices on the boundary, counter-clockwise from a corner; cubes have
/// fourteen, corners and then the middles of faces, each face of four triangles. One more is in the
/// middle: an element for each facet with it. Vertices: blocks one after another, particles, then
/// the middles.
class SceneSurface {
 public:
  /// `numbering` not 0: vertices, and the facets and elements of each body, in some other order; in space facets
  /// begin with any of their vertices.
  SceneSurface(int dim, Index blocks, const std::vector<Real>& particle_radius,
               std::uint64_t numbering = 0)
      : outline_(dim == 2 ? 8 : 14) {
    const auto particles = static_cast<Index>(particle_radius.size());
    Surface& s = surface_;
    s.dim = dim;
    s.boundary_vertices = blocks * outline_ + particles;
    s.vertices = s.boundary_vertices + blocks;
    Random random(numbering);
    number_vertices(numbering ? &random : nullptr);
    const auto n = static_cast<std::size_t>(s.vertices);
    body_.resize(n), radius_.assign(n, 0), inverse_mass_.assign(n, 1), global_.resize(n);
    for (Index v = 0; v < s.vertices; ++v) global_[at(number(v))] = v;
    for (Index b = 0; b < blocks; ++b) add_block(b, numbering ? &random : nullptr);
    for (Index p = 0; p < particles; ++p) {
      const std::size_t v = at(number(blocks * outline_ + p));
      body_[v] = static_cast<std::int32_t>(blocks + p), radius_[v] = particle_radius[at(p)];
    }
    patch_.assign(facet_body_.size(), 0), vertex_patch_.assign(n, 0);
    plane_body_.assign(1, static_cast<std::int32_t>(blocks + particles));
    s.facets = static_cast<Index>(facet_body_.size());
    find_facets_of_vertices();
    find_neighbours();
  }
  SceneSurface(const SceneSurface&) = delete;
  SceneSurface& operator=(const SceneSurface&) = delete;

  Index outline() const { return outline_; }  ///< vertices of a block on the boundary
  Index number(Index vertex) const { return number_[at(vertex)]; }
  /// The k-th vertex of a block with half-axes of length 1.
  Vec<3> corner(Index k) const {
    static constexpr int square[][2] = {{-1, -1}, {0, -1}, {1, -1}, {1, 0},
                                        {1, 1},   {0, 1},  {-1, 1}, {-1, 0}};
    if (surface_.dim == 2) return {Real(square[k][0]), Real(square[k][1]), 0};
    if (k < 8) return {k & 1 ? 1. : -1., k & 2 ? 1. : -1., k & 4 ? 1. : -1.};
    return (k % 2 ? 1. : -1.) * Vec<3>::Unit((k - 8) / 2);
  }
  std::vector<Real>& radius() { return radius_; }

  /// Views of all tables. `plane`: a point and its normal.
  const Surface& view(std::vector<Real> reference, std::vector<Real> plane) {
    reference_ = std::move(reference), plane_ = std::move(plane);
    Surface& s = surface_;
    s.planes = 1, s.plane = plane_, s.plane_body = plane_body_;
    s.facet = facet_, s.neighbour = neighbour_, s.facet_body = facet_body_, s.facet_patch = patch_;
    s.vertex_patch = vertex_patch_;
    s.edges = static_cast<Index>(edge_.size() / 2), s.edge = edge_, s.edge_facet = edge_facet_;
    s.vertex_facet_start = vertex_facet_start_, s.vertex_facet = vertex_facet_;
    s.elements = static_cast<Index>(element_body_.size());
    s.element = element_, s.element_outer_face = outer_, s.element_body = element_body_;
    s.vertex_body = body_, s.radius = radius_, s.inverse_mass = inverse_mass_;
    s.reference = reference_, s.origin = View<Real>(origin_).first(at(s.dim));
    s.global = global_, s.patch_name = {&patch_name_, 1};
    return surface_;
  }

 private:
  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }

  void number_vertices(Random* random) {
    std::vector<Index> boundary(at(surface_.boundary_vertices)),
        inner(at(surface_.vertices - surface_.boundary_vertices));
    std::iota(boundary.begin(), boundary.end(), 0);
    std::iota(inner.begin(), inner.end(), surface_.boundary_vertices);
    if (random) random->shuffle(boundary), random->shuffle(inner);
    number_ = std::move(boundary);
    number_.insert(number_.end(), inner.begin(), inner.end());
  }

  /// Facets of a block, by its own vertices: the body on their left, or counter-clockwise from
  /// outside.
  std::vector<std::vector<Index>> facets_of_block() const {
    std::vector<std::vector<Index>> facets;
    if (surface_.dim == 2) {
      for (Index k = 0; k < outline_; ++k) facets.push_back({k, (k + 1) % outline_});
      return facets;
    }
    for (Index axis = 0; axis < 3; ++axis)
      for (Index side = 0; side < 2; ++side) {
        const Index u = Index{1} << (axis + 1) % 3, v = Index{1} << (axis + 2) % 3,
                    first = side << axis;
        std::vector<Index> ring{first, first + u, first + u + v, first + v};  // seen from its tip
        if (side == 0) std::reverse(ring.begin(), ring.end());
        for (std::size_t k = 0; k < 4; ++k)
          facets.push_back({ring[k], ring[(k + 1) % 4], 8 + 2 * axis + side});
      }
    return facets;
  }

  void add_block(Index block, Random* random) {
    const auto body = static_cast<std::int32_t>(block);
    const Index first = block * outline_, inner = number(surface_.boundary_vertices + block);
    for (Index k = 0; k < outline_; ++k) body_[at(number(first + k))] = body;
    body_[at(inner)] = body;
    std::vector<std::vector<Index>> facets = facets_of_block();
    for (int pass = 0; pass < 2; ++pass) {  // facets, then elements
      if (random) random->shuffle(facets);
      for (std::vector<Index>& facet : facets)  // in space any vertex may be the first one
        if (random && facet.size() == 3)
          std::rotate(facet.begin(), facet.begin() + static_cast<std::ptrdiff_t>(3 * (*random)()),
                      facet.end());
      for (const std::vector<Index>& facet : facets) {
        std::vector<Index>& table = pass == 0 ? facet_ : element_;
        if (pass == 1) table.push_back(inner);
        for (const Index k : facet) table.push_back(number(first + k));
        (pass == 0 ? facet_body_ : element_body_).push_back(body);
        if (pass == 0) continue;
        outer_.push_back(1);
        outer_.insert(outer_.end(), facet.size(), 0);
      }
    }
  }

  void find_facets_of_vertices() {
    vertex_facet_start_.assign(1, 0);
    for (Index v = 0; v < surface_.vertices; ++v) {
      for (Index f = 0; f < surface_.facets; ++f)
        for (int k = 0; k < surface_.dim; ++k)
          if (facet_[at(f * surface_.dim + k)] == v) vertex_facet_.push_back(f);
      vertex_facet_start_.push_back(static_cast<Index>(vertex_facet_.size()));
    }
  }

  /// Facets that share all vertices but the k-th; edges in the order of their vertices.
  void find_neighbours() {
    const Index D = surface_.dim;
    std::map<std::vector<Index>, std::vector<Index>> sides;
    const auto side = [&](Index f, Index k) {
      std::vector<Index> vertices;
      for (Index j = 0; j < D; ++j)
        if (j != k) vertices.push_back(facet_[at(f * D + j)]);
      std::sort(vertices.begin(), vertices.end());
      return vertices;
    };
    for (Index f = 0; f < surface_.facets; ++f)
      for (Index k = 0; k < D; ++k) sides[side(f, k)].push_back(f);
    for (Index f = 0; f < surface_.facets; ++f)
      for (Index k = 0; k < D; ++k) {
        const std::vector<Index>& both = sides[side(f, k)];
        neighbour_.push_back(both[0] == f ? both[1] : both[0]);
      }
    if (D == 2) return;
    for (const auto& [vertices, both] : sides) {
      edge_.insert(edge_.end(), vertices.begin(), vertices.end());
      edge_facet_.insert(edge_facet_.end(), both.begin(), both.end());
    }
  }

  Index outline_;
  Surface surface_;
  std::vector<Index> number_, facet_, neighbour_, edge_, edge_facet_, vertex_facet_start_,
      vertex_facet_, element_, global_;
  std::vector<std::uint8_t> outer_;
  std::vector<std::int32_t> element_body_, body_, facet_body_, patch_, vertex_patch_, plane_body_;
  std::vector<Real> radius_, inverse_mass_, reference_, plane_;
  std::vector<Real> origin_ = std::vector<Real>(3, 0);
  std::string_view patch_name_ = "surface";
};

}  // namespace tactus::conformance
