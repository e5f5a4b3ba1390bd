// Detection examines the end of a step only. A vertex that enters a body through one side and
// leaves it through the other within a step is therefore never seen, and neither energy nor audit
// would show it: both states are free of intersections. The remedy is to bound the relative
// motion in a step by half the altitude of the element that would have to be crossed.
#include "core/contact/step_division.hpp"

#include <algorithm>
#include <cmath>

#include "core/support/simplex.hpp"

namespace tactus::core {
namespace {

/// Without a counter of the run: behind the numbers of the near list, which begin with 1.
constexpr std::uint64_t kSweptIdentity = 1 + PairFinder::kQueries;

}  // namespace

StepDivision::StepDivision(const ContactGeometry& geometry, BroadPhase& broad_phase,
                           const Detection& wanted, Real altitude, Real most)
    : geometry_(geometry), wanted_(wanted), altitude_(altitude), most_(most),
      finder_(*geometry.layout, *geometry.surface, broad_phase, wanted,
              geometry.numbers ? geometry.numbers->take(PairFinder::kQueries) : kSweptIdentity) {
  find_altitudes();
  only_facets_ = !wanted.element_vertex && !wanted.plane_vertex;
  for (Index v = 0; only_facets_ && v < geometry.surface->boundary_vertices; ++v)
    only_facets_ = !geometry.surface->facets_of(v).empty();  // no particles
}

/// Finds for each element, and for each facet on it, the smallest altitude of the element in the
/// reference configuration. Facets without an element keep the smallest altitude of the model.
void StepDivision::find_altitudes() {
  const Surface& s = *geometry_.surface;
  const auto corners = static_cast<std::size_t>(s.dim + 1);
  facet_altitude_.assign(static_cast<std::size_t>(s.facets), altitude_);
  element_altitude_.assign(static_cast<std::size_t>(s.elements), altitude_);
  const auto belongs = [&](Index f, View<Index> element) {
    return std::ranges::all_of(s.facet_vertices(f), [&](Index v) {
      return std::find(element.begin(), element.end(), v) != element.end();
    });
  };
  for (std::size_t e = 0; e < static_cast<std::size_t>(s.elements); ++e) {
    const View<Index> element = s.element.subspan(e * corners, corners);
    const Real altitude = with_dimension(s.dim, [&]<int D>(Dimension<D>) {
      return smallest_altitude(edge_vectors<D>(s.reference, element.data()));
    });
    element_altitude_[e] = altitude;
    for (const Index v : element)
      for (const Index f : v < s.boundary_vertices ? s.facets_of(v) : View<Index>{})
        if (belongs(f, element)) facet_altitude_[static_cast<std::size_t>(f)] = altitude;
  }
}

StepDivision::Thing StepDivision::edge(Index e) const {
  const Surface& s = *geometry_.surface;
  Thing thing{s.edge_vertices(e), kUnlimited};
  for (const Index f : s.edge_facet.subspan(static_cast<std::size_t>(2 * e), 2))
    thing.altitude = std::min(thing.altitude, facet_altitude_[static_cast<std::size_t>(f)]);
  return thing;
}

StepDivision::Thing StepDivision::element(Index e) const {
  return {geometry_.surface->element_vertices(e), element_altitude_[static_cast<std::size_t>(e)]};
}

/// A vertex has no thickness that something could pass through, so that the thickness of the other
/// partner of a pair counts, unless the vertex is round.
StepDivision::Thing StepDivision::vertex(const Index& v) const {
  const Real radius = geometry_.surface->radius[static_cast<std::size_t>(v)];
  return {View<Index>(&v, 1), radius > 0 ? 2 * radius : kUnlimited};
}

/// The difference of any two displacements lies in a box round all of them, so that its diagonal bounds every relative
/// motion, and the distance of one displacement from the farthest corner those of one thing. In most steps one of
/// these cheap bounds is sufficient and no pair has to be found.
bool StepDivision::all_move_alike(View<Real> x, View<Real> y) const {
  const Surface& surface = *geometry_.surface;
  const int dim = surface.dim;
  const bool planes = wanted_.plane_vertex && surface.planes > 0;
  const bool at_rest = planes && surface.plane_vertex.empty();
  Real square = 0, low[3], high[3];
  for (int d = 0; d < dim; ++d) {
    low[d] = at_rest ? 0 : kUnlimited, high[d] = at_rest ? 0 : -kUnlimited;
    const auto include = [&](Index v) {
      const Real moved = y[dim * v + d] - x[dim * v + d];
      low[d] = std::min(low[d], moved);
      high[d] = std::max(high[d], moved);
    };
    for (Index v = 0; v < surface.boundary_vertices; ++v) include(v);
    if (planes)
      for (const Index v : surface.plane_vertex) include(v);
    if (high[d] > low[d]) square += (high[d] - low[d]) * (high[d] - low[d]);
  }
  if (std::sqrt(square) <= altitude_ * most_) return true;
  if (!only_facets_) return false;
  for (Index f = 0; f < surface.facets; ++f) {
    const Real limit = facet_altitude_[static_cast<std::size_t>(f)] * most_;
    for (const Index v : surface.facet_vertices(f)) {
      Real far = 0;
      for (int d = 0; d < dim; ++d) {
        const Real moved = y[dim * v + d] - x[dim * v + d];
        const Real most = std::max(high[d] - moved, moved - low[d]);
        far += most * most;
      }
      if (!(far <= limit * limit)) return false;
    }
  }
  return true;
}

void StepDivision::compare(const Thing& a, const Thing& b, View<Real> x, View<Real> y,
                           RelativeMotion& motion) const {
  const Surface& surface = *geometry_.surface;
  const int dim = surface.dim;
  Real altitude = std::min(a.altitude, b.altitude);
  if (altitude == kUnlimited) altitude = altitude_;  // both are points without a size
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

void StepDivision::compare_with_plane(Index plane, Index v, View<Real> x, View<Real> y,
                                      RelativeMotion& motion) const {
  const Surface& surface = *geometry_.surface;
  const Thing thing = vertex(v);
  const Real altitude = thing.altitude == kUnlimited ? altitude_ : thing.altitude;
  const Real *from = surface.plane_point(plane, x), *to = surface.plane_point(plane, y);
  Real square = 0;
  for (Index i = surface.dim * v; i < surface.dim * (v + 1); ++i, ++from, ++to) {
    const Real u = (y[i] - x[i]) - (*to - *from);
    square += u * u;
  }
  if (const Real u = std::sqrt(square); u > motion.in_altitudes * altitude)
    motion = {u / altitude, u, altitude, surface.plane_body[plane], surface.vertex_body[v]};
}

RelativeMotion StepDivision::measure(View<Real> x, View<Real> y, Context& context) {
  RelativeMotion motion;
  if (all_move_alike(x, y)) return motion;
  finder_.find({.y = x, .y_end = y, .reach = 1e-9 * altitude_}, pairs_, context);
  for (const auto& [f, g] : pairs_.facet_facet) compare(facet(f), facet(g), x, y, motion);
  for (const auto& [f, v] : pairs_.facet_vertex) compare(facet(f), vertex(v), x, y, motion);
  for (const auto& [v, w] : pairs_.vertex_vertex) compare(vertex(v), vertex(w), x, y, motion);
  for (const auto& [e, g] : pairs_.edge_edge) compare(edge(e), edge(g), x, y, motion);
  for (const auto& [e, v] : pairs_.element_vertex) compare(element(e), vertex(v), x, y, motion);
  for (const auto& [p, v] : pairs_.plane_vertex) compare_with_plane(p, v, x, y, motion);
  return motion;
}

}  // namespace tactus::core
