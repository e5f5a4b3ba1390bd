#include "core/contact/step_cut.hpp"

#include <algorithm>
#include <cmath>

namespace tactus::core {
namespace {
constexpr std::uint64_t kSweptFacets = 3, kSweptParticles = 4, kSweptBoth = 6;
}

StepCut::StepCut(const ContactGeometry& geometry, BroadPhase& broad_phase, const Detection& wanted)
    : geometry_(geometry), wanted_(wanted), boxes_(geometry), finder_(geometry, broad_phase) {}

bool StepCut::all_move_alike(View<Real> x, View<Real> y, Real harmless) const {
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
  return std::sqrt(square) <= harmless;
}

void StepCut::compare(View<Index> a, View<Index> b, View<Real> x, View<Real> y,
                      RelativeMotion& motion) const {
  const Surface& surface = *geometry_.surface;
  const int dim = surface.dim;
  for (const Index i : a)
    for (const Index j : b) {
      Real square = 0;
      for (int d = 0; d < dim; ++d) {
        const Real u = (y[dim * i + d] - x[dim * i + d]) - (y[dim * j + d] - x[dim * j + d]);
        square += u * u;
      }
      if (const Real u = std::sqrt(square); u > motion.largest)
        motion = {u, surface.vertex_body[i], surface.vertex_body[j]};
    }
}

RelativeMotion StepCut::measure(View<Real> x, View<Real> y, Real margin, Real harmless,
                                Context& context) {
  RelativeMotion motion;
  if (all_move_alike(x, y, harmless)) return motion;
  const Surface& surface = *geometry_.surface;
  boxes_.update(x, y, margin);
  pairs_.clear();
  if (wanted_.facet_facet) finder_.facet_pairs(boxes_, kSweptFacets, pairs_, context);
  for (const auto [f, g] : pairs_)
    compare(surface.facet_vertices(f), surface.facet_vertices(g), x, y, motion);
  pairs_.clear();
  if (wanted_.facet_vertex) finder_.particle_pairs(boxes_, kSweptParticles, pairs_, context);
  for (const auto& [f, v] : pairs_)
    compare(surface.facet_vertices(f), View<Index>(&v, 1), x, y, motion);
  pairs_.clear();
  if (wanted_.vertex_vertex) finder_.particle_particle(boxes_, kSweptBoth, pairs_, context);
  for (const auto& [v, w] : pairs_) compare(View<Index>(&v, 1), View<Index>(&w, 1), x, y, motion);
  return motion;
}

}  // namespace tactus::core
