#include "core/contact/step_cut.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace tactus::core {
namespace {

constexpr std::uint64_t kSweptFacets = 3, kSweptParticles = 4, kSweptBoth = 6;

/// Smallest altitude of a simplex: dim times its volume over its largest face.
template <int D>
Real smallest_altitude(View<Real> x, View<Index> corners) {
  Mat<D> edges;
  for (int k = 0; k < D; ++k) edges.row(k) = point<D>(x, corners[k + 1]) - point<D>(x, corners[0]);
  // Rows of the inverse transposed are the gradients of the shape functions: 1/altitude each.
  const Real volume = std::abs(edges.determinant());
  Real largest = 0;
  for (int k = 0; k <= D; ++k) {
    Vec<D> side[2];
    const auto from = static_cast<std::size_t>(k == 0 ? 1 : 0);
    int count = 0;
    for (int m = 0; m <= D; ++m)
      if (m != k && static_cast<std::size_t>(m) != from && count < 2)
        side[count++] = point<D>(x, corners[m]) - point<D>(x, corners[from]);
    if constexpr (D == 2)
      largest = std::max(largest, side[0].norm());
    else
      largest = std::max(largest, side[0].cross(side[1]).norm());
  }
  return largest > 0 ? volume / largest : 0;
}

}  // namespace

StepCut::StepCut(const ContactGeometry& geometry, BroadPhase& broad_phase, const Detection& wanted,
                 Real altitude)
    : geometry_(geometry), wanted_(wanted), altitude_(altitude), boxes_(geometry),
      finder_(geometry, broad_phase) {
  find_altitudes();
}

void StepCut::find_altitudes() {
  const Surface& s = *geometry_.surface;
  const auto corners = static_cast<std::size_t>(s.dim + 1);
  facet_altitude_.assign(static_cast<std::size_t>(s.facets), altitude_);
  const auto belongs = [&](Index f, View<Index> element) {
    return std::ranges::all_of(s.facet_vertices(f), [&](Index v) {
      return std::find(element.begin(), element.end(), v) != element.end();
    });
  };
  for (std::size_t e = 0; e < static_cast<std::size_t>(s.elements); ++e) {
    const View<Index> element = s.element.subspan(e * corners, corners);
    const auto outer = s.element_outer_face.subspan(e * corners, corners);
    if (std::find(outer.begin(), outer.end(), 1) == outer.end()) continue;
    const Real altitude = with_dimension(
        s.dim, [&]<int D>(Dimension<D>) { return smallest_altitude<D>(s.reference, element); });
    for (const Index v : element)
      for (const Index f : v < s.boundary_vertices ? s.facets_of(v) : View<Index>{})
        if (belongs(f, element)) facet_altitude_[static_cast<std::size_t>(f)] = altitude;
  }
}

StepCut::Thing StepCut::particle(const Index& v) const {
  const Real radius = geometry_.surface->radius[static_cast<std::size_t>(v)];
  return {View<Index>(&v, 1), radius > 0 ? 2 * radius : kUnlimited};
}

bool StepCut::all_move_alike(View<Real> x, View<Real> y) const {
  const int dim = geometry_.surface->dim;
  Real square = 0;
  for (int d = 0; d < dim; ++d) {
    Real low = kUnlimited, high = -kUnlimited;
    for (Index v = 0; v < geometry_.surface->boundary_vertices; ++v) {
      const Real moved = y[dim * v + d] - x[dim * v + d];
      low = std::min(low, moved);
      high = std::max(high, moved);
    }
    if (high > low) square += (high - low) * (high - low);
  }
  return std::sqrt(square) <= altitude_ / 2;
}

void StepCut::compare(const Thing& a, const Thing& b, View<Real> x, View<Real> y,
                      RelativeMotion& motion) const {
  const Surface& surface = *geometry_.surface;
  const int dim = surface.dim;
  Real altitude = std::min(a.altitude, b.altitude);
  if (altitude == kUnlimited) altitude = altitude_;  // points without a size
  for (const Index i : a.vertices)
    for (const Index j : b.vertices) {
      Real square = 0;
      for (int d = 0; d < dim; ++d) {
        const Real u = (y[dim * i + d] - x[dim * i + d]) - (y[dim * j + d] - x[dim * j + d]);
        square += u * u;
      }
      if (const Real u = std::sqrt(square); u > motion.in_altitudes * altitude)
        motion = {u / altitude, u, altitude, surface.vertex_body[i], surface.vertex_body[j]};
    }
}

RelativeMotion StepCut::measure(View<Real> x, View<Real> y, Context& context) {
  RelativeMotion motion;
  if (all_move_alike(x, y)) return motion;
  boxes_.update(x, y, 1e-9 * altitude_);
  pairs_.clear();
  if (wanted_.facet_facet) finder_.facet_pairs(boxes_, kSweptFacets, pairs_, context);
  for (const auto& [f, g] : pairs_) compare(facet(f), facet(g), x, y, motion);
  pairs_.clear();
  if (wanted_.facet_vertex) finder_.particle_pairs(boxes_, kSweptParticles, pairs_, context);
  for (const auto& [f, v] : pairs_) compare(facet(f), particle(v), x, y, motion);
  pairs_.clear();
  if (wanted_.vertex_vertex) finder_.particle_particle(boxes_, kSweptBoth, pairs_, context);
  for (const auto& [v, w] : pairs_) compare(particle(v), particle(w), x, y, motion);
  return motion;
}

}  // namespace tactus::core
