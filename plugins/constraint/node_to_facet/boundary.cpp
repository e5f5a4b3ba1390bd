#include "boundary.hpp"

#include <cmath>
#include <numbers>
#include <numeric>
#include <tactus/geometry/orient.hpp>

namespace node_to_facet {
namespace {

/// Cosine of the angle of 30 degrees at which a piece ends. The tolerance makes the corners of a
/// regular polygon with twelve sides count as corners in spite of rounding.
const Real kSmooth = std::cos(std::numbers::pi / 6) - 1e-9;

/// A name of a facet formed from the global numbers of its ends, which do not depend on the
/// numbering of the run; bit 63 is not used.
std::uint64_t name_of(const Surface& surface, Index facet) {
  const View<Index> ends = surface.facet_vertices(facet);
  return static_cast<std::uint64_t>(surface.global[ends[0]]) << 31 |
         static_cast<std::uint64_t>(surface.global[ends[1]]);
}

bool contains(View<Index> list, Index v) {
  return std::find(list.begin(), list.end(), v) != list.end();
}

}  // namespace

void Boundary::setup(const Surface& surface) {
  surface_ = &surface;
  elements_at_.assign_by_row(surface.vertices, surface.element, [](Index i) { return i / 3; });
  find_neighbours();
  join_pieces();
  find_altitudes();
}

void Boundary::find_neighbours() {
  const Surface& s = *surface_;
  next_.assign(at(2 * s.facets), kNone);
  ends_.assign(at(2 * s.facets), 1);
  for (Index f = 0; f < s.facets; ++f)
    for (int k = 0; k < 2; ++k) {
      const View<Index> round = s.facets_of(s.facet_vertices(f)[at(k)]);
      if (round.size() != 2) continue;  // an end, or a vertex where two parts of a body meet
      const Index g = round[0] == f ? round[1] : round[0];
      next_[at(2 * f + k)] = g;
      const Line here(s.reference, s.facet_vertices(f)), there(s.reference, s.facet_vertices(g));
      ends_[at(2 * f + k)] = here.t.dot(there.t) <= kSmooth ? 1 : 0;
    }
}

/// Forms pieces as chains of facets without an end between them. A piece has the smallest name of
/// its facets.
void Boundary::join_pieces() {
  const Surface& s = *surface_;
  std::vector<Index> first(at(s.facets));
  std::iota(first.begin(), first.end(), Index{0});
  const auto root = [&](Index f) {
    while (first[at(f)] != f) f = first[at(f)] = first[at(first[at(f)])];
    return f;
  };
  for (Index f = 0; f < s.facets; ++f)
    for (int k = 0; k < 2; ++k)
      if (!ends(f, k)) first[at(root(f))] = root(next(f, k));
  std::vector<std::uint64_t> least(at(s.facets), ~std::uint64_t{0});
  for (Index f = 0; f < s.facets; ++f)
    least[at(root(f))] = std::min(least[at(root(f))], name_of(s, f));
  piece_.resize(at(s.facets));
  for (Index f = 0; f < s.facets; ++f) piece_[at(f)] = least[at(root(f))];
}

void Boundary::find_altitudes() {
  const Surface& s = *surface_;
  altitude_.assign(at(s.facets), kUnlimited);
  for (Index f = 0; f < s.facets; ++f) {
    const View<Index> ends = s.facet_vertices(f);
    const Line line(s.reference, ends);
    for (const Index e : elements_at_[ends[0]]) {
      if (!contains(s.element_vertices(e), ends[1])) continue;
      for (const Index v : s.element_vertices(e))
        if (v != ends[0] && v != ends[1]) altitude_[at(f)] = -line.height(point<2>(s.reference, v));
    }
  }
}

bool Boundary::element_holds(View<Real> y, Index element, const V2& x, Real touch) const {
  const View<Index> corner = surface_->element_vertices(element);
  const Real* const at[] = {y.data() + 2 * corner[0], y.data() + 2 * corner[1],
                            y.data() + 2 * corner[2]};
  const int sign = orient_sign(at[0], at[1], at[2]) < 0 ? -1 : 1;
  for (int k = 0; k < 3; ++k) {
    const Real *from = at[k], *to = at[(k + 1) % 3];
    const Real outside = touch * std::hypot(to[0] - from[0], to[1] - from[1]);
    if (touch > 0 && sign * orient(from, to, x.data()) >= -outside) continue;
    if (sign * orient_sign(from, to, x.data()) < 0) return false;
  }
  return true;
}

bool Boundary::is_inside(View<Real> y, Index facet, const V2& x, Index node, Real touch) const {
  if (altitude(facet) == kUnlimited) return true;
  for (const Index end : surface_->facet_vertices(facet))
    for (const Index e : elements_at_[end])
      if (!contains(surface_->element_vertices(e), node) && element_holds(y, e, x, touch))
        return true;
  return false;
}

bool Boundary::is_inside_at(View<Real> y, Index vertex, Index node) const {
  const V2 x = point<2>(y, node);
  const View<Index> elements = elements_at_[vertex];
  return std::any_of(elements.begin(), elements.end(), [&](Index e) {
    return !contains(surface_->element_vertices(e), node) && element_holds(y, e, x, 0);
  });
}

}  // namespace node_to_facet
