#include "core/contact/step_cut.hpp"

#include <algorithm>
#include <cmath>

namespace tactus::core {
namespace {
constexpr std::uint64_t kSweptIdentity = 11;
}

StepCut::StepCut(const ContactGeometry& geometry, BroadPhase& broad_phase, const Detection& wanted)
    : geometry_(geometry), wanted_(wanted),
      finder_(*geometry.layout, *geometry.surface, broad_phase, wanted, kSweptIdentity) {}

bool StepCut::all_move_alike(View<Real> x, View<Real> y, Real harmless) const {
  const int dim = geometry_.surface->dim;
  const bool at_rest = wanted_.plane_vertex && geometry_.surface->planes > 0;  // something is
  Real square = 0;
  for (int d = 0; d < dim; ++d) {
    Real low = at_rest ? 0 : kUnlimited, high = at_rest ? 0 : -kUnlimited;
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

void StepCut::compare_with_plane(Index plane, Index v, View<Real> x, View<Real> y,
                                 RelativeMotion& motion) const {
  const Surface& surface = *geometry_.surface;
  Real square = 0;
  for (Index i = surface.dim * v; i < surface.dim * (v + 1); ++i)
    square += (y[i] - x[i]) * (y[i] - x[i]);
  if (const Real u = std::sqrt(square); u > motion.largest)
    motion = {u, surface.plane_body[plane], surface.vertex_body[v]};
}

RelativeMotion StepCut::measure(View<Real> x, View<Real> y, Real margin, Real harmless,
                                Context& context) {
  RelativeMotion motion;
  if (all_move_alike(x, y, harmless)) return motion;
  const Surface& s = *geometry_.surface;
  finder_.find({.y = x, .y_end = y, .reach = margin}, pairs_, context);
  const auto one = [](const Index& v) { return View<Index>(&v, 1); };
  for (const auto& [f, g] : pairs_.facet_facet)
    compare(s.facet_vertices(f), s.facet_vertices(g), x, y, motion);
  for (const auto& [f, v] : pairs_.facet_vertex) compare(s.facet_vertices(f), one(v), x, y, motion);
  for (const auto& [v, w] : pairs_.vertex_vertex) compare(one(v), one(w), x, y, motion);
  for (const auto& [e, g] : pairs_.edge_edge)
    compare(s.edge_vertices(e), s.edge_vertices(g), x, y, motion);
  for (const auto& [e, v] : pairs_.element_vertex)
    compare(s.element_vertices(e), one(v), x, y, motion);
  for (const auto& [p, v] : pairs_.plane_vertex) compare_with_plane(p, v, x, y, motion);
  return motion;
}

}  // namespace tactus::core
